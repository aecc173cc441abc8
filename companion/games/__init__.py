"""The rules as code: no clock, no file, no camera, no screen; all randomness is passed in."""
