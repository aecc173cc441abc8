"""Looking at a call again: its pictures, what was read of them, and what people decide about it."""
