"""The one error of calibration that a person can mend."""


class CalibrationError(ValueError):
    """A camera or table cannot be calibrated from what was given; the message says what was expected and found."""
