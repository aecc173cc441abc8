"""The printable kit: the two table mats, the action cards and the calibration board, in true millimetres."""
