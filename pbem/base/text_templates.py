"""Reports and letters as text: shipped Jinja templates, filled in a sandbox, at most 78 columns of plain ASCII.

A template arranges what a game found out; a name it is not given is an error of ours, never an empty line. Whatever
a person wrote (a title, a reason) comes out with nothing in it that could dress up as words of ours.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from types import BuiltinMethodType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from pbem.base.lettering import across, ascii_only, hang, heading, rows, tidy, wrap
from pbem.base.resources import shipped

if TYPE_CHECKING:
    from jinja2 import BytecodeCache
    from jinja2.bccache import Bucket
    from jinja2.environment import TemplateModule
    from jinja2.sandbox import ImmutableSandboxedEnvironment

#: The methods of a mapping, which a template means before a key of that name.
METHODS_OF_DICT = frozenset(dir(dict))
METHODS = MethodType, BuiltinMethodType
#: What a template calls most.
PLAIN = frozenset((FunctionType, MethodType))
#: What the library adds to a call inside a loop.
OF_LOOPS = ("_loop_vars", "_block_vars")


def render(name: str, /, **values: Any) -> str:
    """A template filled in: ASCII, no line over 78 columns, no trailing blanks, no two empty lines together."""
    return tidy(environment().get_template(name).render(**values))


def macros_of(template: str, values: Mapping[str, Any]) -> TemplateModule:
    """The macros of a template, filled in with values."""
    return environment().get_template(template).make_module(dict(values))


def said_by(macros: TemplateModule, name: str, /, **more: Any) -> list[str]:
    """The lines that one of these macros writes, without empty ones; `more` are its arguments."""
    return [line for line in str(getattr(macros, name)(**more)).split("\n") if line.strip()]


@cache
def sandbox() -> type[ImmutableSandboxedEnvironment]:
    """Returns the class of our templates' environments: Jinja's sandbox, made quicker.

    A page asks for ten thousand attributes, nearly all of them keys of a mapping or fields of a record. The library
    tries each as an attribute, and takes ten tests by type. What comes out here is the same, for templates of clubs
    too: what the library refuses is refused, what it wraps is wrapped.
    """
    from jinja2.runtime import Macro
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Sandbox(ImmutableSandboxedEnvironment):
        """The same sandbox; a verdict on an attribute hangs on the kind of the object alone, and is kept."""

        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            self.verdicts: dict[tuple[type, str], bool] = {}

        def getattr(self, obj: Any, attribute: str) -> Any:
            """An attribute, or an entry of that name."""
            kind = type(obj)
            if kind is dict and attribute not in METHODS_OF_DICT:
                return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
            try:
                value = getattr(obj, attribute)
            except AttributeError:
                return super().getattr(obj, attribute)
            if isinstance(value, METHODS) and isinstance(value.__self__, str):  # `str.format` gets a guard
                return super().getattr(obj, attribute)
            safe = self.verdicts.get((kind, attribute)) or self.is_safe_attribute(obj, attribute, value)
            return value if safe else self.unsafe_undefined(obj, attribute)

        def call(self, context: Any, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
            """A plain function that wants nothing of the template is called at once; the library calls all else."""
            if type(obj) in PLAIN and not hasattr(obj, "jinja_pass_arg") and self.is_safe_callable(obj):
                return obj(*args, **{name: value for name, value in kwargs.items() if name not in OF_LOOPS})
            return super().call(context, obj, *args, **kwargs)

        def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
            """The library's verdict, asked for once."""
            asked = type(obj), attr
            if asked not in self.verdicts:
                self.verdicts[asked] = super().is_safe_attribute(obj, attr, value)
            return self.verdicts[asked]

        def is_safe_callable(self, obj: Any) -> bool:
            """A macro is a template's own, and bears no mark; of all else the library asks for one."""
            return type(obj) is Macro or super().is_safe_callable(obj)

    return Sandbox


@cache
def environment() -> ImmutableSandboxedEnvironment:
    """Returns the environment of templates: their place and the functions they may call."""
    from jinja2 import FileSystemLoader, StrictUndefined  # only here: checking orders starts without it

    made = sandbox()(
        loader=FileSystemLoader(shipped("templates"), encoding="utf-8"), undefined=StrictUndefined,
        autoescape=False, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
        auto_reload=False, bytecode_cache=compiled_beside(shipped("templates"), "text"),
    )  # fmt: skip
    made.filters.update(wrap=wrap, hang=hang, rows=rows, heading=heading, across=across, ascii=ascii_only)
    return made


def compiled_beside(folder: Path, kind: str) -> BytecodeCache:
    """Keeps the compiled templates of a folder, for one kind of environment.

    They lie beside the templates, in `__pycache__`, as Python keeps its own modules. A person who can write there can
    change the templates and the program as well. Each is of use only for the text it was made of, for this Python and
    the library as it was installed. Where nothing can be written, templates are compiled in each command.
    """
    from jinja2 import BytecodeCache, compiler

    place = folder / "__pycache__"
    made_by = f"{sys.implementation.cache_tag}-{Path(compiler.__file__).stat().st_mtime_ns:x}"

    class Beside(BytecodeCache):
        """The same, as the library wants it."""

        def load_bytecode(self, bucket: Bucket) -> None:
            """A template from before; one that cannot be read, or of another text, is compiled anew."""
            with suppress(OSError, EOFError, ValueError, TypeError):
                bucket.load_bytecode(BytesIO(self.file(bucket).read_bytes()))

        def dump_bytecode(self, bucket: Bucket) -> None:
            """Keeps a template that was compiled, where that can be done."""
            if not sys.dont_write_bytecode:
                with suppress(OSError):
                    place.mkdir(exist_ok=True)
                    draft = place / f"{os.getpid()}-{bucket.key}"
                    draft.write_bytes(bucket.bytecode_to_string())
                    draft.replace(self.file(bucket))

        def file(self, bucket: Bucket) -> Path:
            """The place of a template."""
            return place / f"{sha256(f'{kind} {bucket.key}'.encode()).hexdigest()[:32]}.{made_by}"

    return Beside()
