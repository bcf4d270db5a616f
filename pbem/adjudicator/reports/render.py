"""Reports and letters as text: shipped Jinja templates, filled in a sandbox, at most 78 columns of plain ASCII.

A template arranges what a game found out; a name it is not given is an error of ours, never an empty line. Whatever
a person wrote (a title, a reason) comes out with nothing in it that could dress up as words of ours.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pbem.adjudicator.engine.table import Throw
from pbem.base.lettering import across, ascii_only, hang, heading, rows, tidy, wrap
from pbem.base.resources import shipped


def render(name: str, /, **values: Any) -> str:
    """A template filled in: ASCII, no line over 78 columns, no trailing blanks, no two empty lines together."""
    return tidy(environment().get_template(name).render(**values))


@cache
def environment() -> ImmutableSandboxedEnvironment:
    """Where templates live and what they may call."""
    made = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(shipped("templates"), encoding="utf-8"), undefined=StrictUndefined,
        autoescape=False, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    made.filters.update(wrap=wrap, hang=hang, rows=rows, dice=dice, heading=heading, across=across, ascii=ascii_only)
    return made


def dice(throw: Throw, each: bool = False) -> str:
    """Dice as they lie, every modifier with its rule, and what they come to: `[3] +1 admiral (6.3) = 4`."""
    fell = " ".join(f"[{value}]" for value in throw.values)
    shift = ", ".join(f"{m.amount:+d} {m.reason} ({m.rule})" for m in throw.shift)
    if each:
        return f"{fell} {shift}, to each" if shift else fell
    total = f" = {throw.total}" if shift or len(throw.values) > 1 else ""
    return f"{fell} {shift}{total}" if shift else f"{fell}{total}"
