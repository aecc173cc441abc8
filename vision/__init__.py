"""Pictures in, readings out: knows dice and cards, knows no game and no screen."""
