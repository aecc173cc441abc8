"""Where the camera is, what the mat, the dice set and the deck look like; the stored profiles."""
