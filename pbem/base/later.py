"""Libraries that are imported when something of them is first asked for, not with our own modules."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["later"]


class Later:
    """Stands for a module; whatever is asked of it is asked of the module."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)


def later(name: str) -> Any:
    """Gives a module that nobody has to wait for until it is needed. Type checkers are shown its true import."""
    return Later(name)
