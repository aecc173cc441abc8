"""What all tests share: where the labelled pictures lie, if they are on this machine at all."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is no failure: speed is measured in the benchmarks, never asserted here.
# Where CI says so, the same cases every time: what is new is found on the developers' machines, and told there.
settings.register_profile(
    "patient",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=os.environ.get("CI", "") not in ("", "0", "false"),
)
settings.load_profile("patient")


def shared_data() -> Path:
    """The folder of labelled photographs and clips; skips the calling test where it is absent."""
    named = os.environ.get("CUBILETE_DATA")
    folder = Path(named) if named else Path(__file__).resolve().parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(
            f"the labelled pictures are not on this machine (looked in {folder}; CUBILETE_DATA names another folder)"
        )
    return folder


@pytest.fixture(scope="session")
def data() -> Path:
    """As `shared_data`, as a fixture."""
    return shared_data()
