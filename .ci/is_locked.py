"""Ends with 0 where .ci/requirements.lock is for this interpreter: CPython 3.11 on Linux (x86_64)."""

import platform
import sys

CPYTHON = sys.implementation.name == "cpython" and sys.version_info[:2] == (3, 11)
sys.exit(0 if CPYTHON and sys.platform == "linux" and platform.machine() == "x86_64" else 1)
