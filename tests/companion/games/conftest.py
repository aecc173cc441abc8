"""Settings of the property tests of the rules: the same examples everywhere, and no deadline on a busy machine."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "games",
    deadline=None,
    max_examples=60,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
