"""Scripts that make the learned models from nothing; never needed to run the companion."""
