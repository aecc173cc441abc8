"""Tests that take minutes run only when asked for."""

import os

import pytest

slow = pytest.mark.skipif(os.environ.get("CUBILETE_SLOW") != "1", reason="takes minutes; CUBILETE_SLOW=1 runs it")
