"""How much the tests of the rules may cost: the long ones run only when asked for."""

import os

import pytest
from hypothesis import HealthCheck, Phase, settings

slow = pytest.mark.skipif(os.environ.get("CUBILETE_SLOW") != "1", reason="takes minutes; CUBILETE_SLOW=1 runs it")

MACHINE = settings(
    max_examples=30,
    stateful_step_count=60,
    deadline=None,
    derandomize=True,
    # Shrinking a long match takes minutes; the failing one is short enough to read.
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
"""For the machines that play whole matches: the same ones everywhere."""
