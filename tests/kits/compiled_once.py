"""Keeps what Python compiles, whatever the shell says: the suite has many workers and starts hundreds of programs.

`tests/conftest.py` imports it before anything of weight. Under PYTHONDONTWRITEBYTECODE each worker would rewrite 600
test modules, and each child would compile pbem and its templates, before they begin.
"""

from __future__ import annotations

import os
import sys

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
