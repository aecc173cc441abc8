"""How the dice reader's networks were trained."""
