"""What all tests share."""

import signal

import pytest
from hypothesis import settings

# The machines that run the tests are shared: how long an example takes says nothing.
settings.register_profile("proofplay", deadline=None)
settings.load_profile("proofplay")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Heed Ctrl-C and SIGTERM, and so the programs that a test starts.

    A shell that starts the tests in the background lets them ignore Ctrl-C, and a run that was
    stopped in this process ignores both.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
