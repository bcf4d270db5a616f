"""The sandbox of our templates gives and refuses what the library's own does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from jinja2 import StrictUndefined
from jinja2.exceptions import SecurityError, UndefinedError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pbem.base.text_templates import sandbox


@dataclass(frozen=True)
class Ship:
    """Something with fields."""

    name: str = "Boyne"
    guns: int = 80


def values() -> dict[str, Any]:
    """What templates are given: mappings, lists, records, functions."""
    return {"data": {"name": "Boyne", "items": "six", "_own": 1, "__class__": "kept"}, "ship": Ship(), "list": [1, 2],
            "text": "{0.__class__}", "call": len, "own": {"format": "x"}}  # fmt: skip


def outcome(kind: type[ImmutableSandboxedEnvironment], template: str) -> str:
    """What a template makes, twice over, or what stops it."""
    made = kind(undefined=StrictUndefined).from_string(template)
    try:
        return "|".join(str(made.render(**values())) for _ in range(2))
    except (SecurityError, UndefinedError, TypeError, AttributeError, LookupError) as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("template", [
    "{{ data.name }}", "{{ data.items() | list | length }}", "{{ data.nothing }}", "{{ data._own }}",
    "{{ data['_own'] }}", "{{ data.__class__ }}", "{{ data.__class__.__mro__ }}", "{{ data.clear() }}",
    "{{ data.update({'a': 1}) }}", "{{ data.pop }}", "{{ ship.name }} {{ ship.guns }}", "{{ ship._x }}",
    "{{ ship.__dict__ }}", "{{ ship['name'] }}", "{{ ship['__class__'] }}", "{{ list.append(3) }}",
    "{{ list.index(2) }}", "{{ list.0 }}", "{{ text.format(ship) }}", "{{ text.format_map({}) }}",
    "{{ text.__class__ }}", "{{ call.__globals__ }}", "{{ call([1]) }}", "{{ own.format }}", "{{ ''.join(['a']) }}",
    "{% macro m(x) %}{{ x.name }}{% endmacro %}{{ m(data) }}{{ m(ship) }}",
    "{% macro m() %}{% endmacro %}{{ m.__init__ }}", "{% macro m() %}{% endmacro %}{{ m._func }}",
    "{% for x in list %}{{ loop.index }}{{ loop._iterator }}{% endfor %}", "{{ self._TemplateReference__context }}",
    "{{ cycler.__init__.__globals__ }}", "{{ namespace(a=1).a }}",
])  # fmt: skip
def test_it_answers_as_the_library_does(template: str) -> None:
    assert outcome(sandbox(), template) == outcome(ImmutableSandboxedEnvironment, template)


def test_what_is_refused_once_is_refused_again() -> None:
    made = sandbox()(undefined=StrictUndefined)
    for _ in range(3):
        with pytest.raises(SecurityError, match="unsafe"):
            made.from_string("{{ ship.__class__.__mro__ }}").render(ship=Ship())
