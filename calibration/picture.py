"""The one picture type of calibration: BGR bytes, as OpenCV keeps them."""

import numpy as np
from numpy.typing import NDArray

#: Height x width x 3 bytes in the order blue, green, red.
Picture = NDArray[np.uint8]
