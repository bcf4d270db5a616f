"""One mutant put to the tests, in a process of its own."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import os
import signal
import sys
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from types import CodeType, ModuleType

import pytest
from mutation.mutants import Mutant, mutated

QUIET = ["-q", "-x", "-p", "no:cacheprovider", "--no-header", "-p", "no:xdist", "-W", "ignore", "--tb=no"]
#: The signals that end a child that takes too long, or too much memory.
CUT_OFF = (signal.SIGALRM, signal.SIGPROF, signal.SIGKILL)


class Fate(Enum):
    """What became of a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    ENDLESS = "killed: it never ended"


class Mutating(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module its changed code, and finds no other."""

    def __init__(self, name: str, path: Path, code: CodeType) -> None:
        self.name, self.path, self.code = name, path, code

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, origin=str(self.path))

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self.path)
        exec(self.code, module.__dict__)  # noqa: S102 - our own code, changed at one place


def put_to(mutant: Mutant, module: str, tests: Sequence[str], seconds: float) -> Fate:
    """Runs the tests on the mutant in a child; the first that fails kills it, and so does a loop without end."""
    child = os.fork()
    if child == 0:
        os._exit(run(mutant, module, tests, seconds))
    return fate_of_child(os.waitpid(child, 0)[1])


def fate_of_child(status: int) -> Fate:
    """Reads a mutant's fate from the status with which its child ended."""
    if os.WIFSIGNALED(status):
        return Fate.ENDLESS if os.WTERMSIG(status) in CUT_OFF else Fate.KILLED
    return Fate.SURVIVED if os.WEXITSTATUS(status) == 0 else Fate.KILLED


def run(mutant: Mutant, module: str, tests: Sequence[str], seconds: float) -> int:
    """Runs the tests in the child."""
    import resource

    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(max(1, int(seconds)))
    resource.setrlimit(resource.RLIMIT_AS, (4_000_000_000, 4_000_000_000))
    hush()
    try:
        code = compile(mutated(mutant), str(mutant.path), "exec")
        sys.meta_path.insert(0, Mutating(module, mutant.path, code))
        return int(pytest.main([*QUIET, *tests]))
    except BaseException:  # whatever a mutant brings about in collecting: it was noticed
        return 1


def hush() -> None:
    """Sends what the tests print nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
