"""Reports and letters as text: shipped Jinja templates, filled in a sandbox, at most 78 columns of plain ASCII.

A template arranges what a game found out; a name it is not given is an error of ours, never an empty line. Whatever
a person wrote (a title, a reason) comes out with nothing in it that could dress up as words of ours.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from pbem.base.lettering import across, ascii_only, hang, heading, rows, tidy, wrap
from pbem.base.resources import shipped

if TYPE_CHECKING:
    from jinja2.sandbox import ImmutableSandboxedEnvironment


def render(name: str, /, **values: Any) -> str:
    """A template filled in: ASCII, no line over 78 columns, no trailing blanks, no two empty lines together."""
    return tidy(environment().get_template(name).render(**values))


@cache
def environment() -> ImmutableSandboxedEnvironment:
    """Returns the environment of templates: their place and the functions they may call."""
    from jinja2 import FileSystemLoader, StrictUndefined  # only here: checking orders starts without it
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    made = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(shipped("templates"), encoding="utf-8"), undefined=StrictUndefined,
        autoescape=False, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    made.filters.update(wrap=wrap, hang=hang, rows=rows, heading=heading, across=across, ascii=ascii_only)
    return made
