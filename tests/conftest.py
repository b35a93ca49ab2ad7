"""What all tests share."""

from hypothesis import settings

# The machines that run the tests are shared: how long an example takes says nothing.
settings.register_profile("proofplay", deadline=None)
settings.load_profile("proofplay")
