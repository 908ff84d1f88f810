"""Settings for all tests: CI tries the same examples every time, a developer new ones."""

import os
import signal

from hypothesis import settings

# Whoever is started in the background of a script has Ctrl-C ignored, and so have those started by it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
