"""Strict YAML written: what `read` gives back exactly, and what every other YAML reader takes for the same.

Block style, short lists of small mappings on one line each, quotes only where they are needed, no trailing blanks.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from pbem.base.errors import bad
from pbem.base.patterns import pattern
from pbem.strict_yaml.text import INVISIBLE

#: A line of flow style is kept within what mail carries unbroken (PROTOCOL 3.13).
WIDTH = 76
KEY = pattern(r"[a-z][a-z0-9_]{0,39}")
KEY_RULE = "a key is a small letter, then up to 39 of a-z, 0-9 and _"
#: Begins with a letter or digit (or / or parenthesis), holds no ': ' and no ' #', ends in neither blank nor colon.
SAFE = pattern(r"(?:[^\W_]|[/(])(?:[^:#\s]|:(?=\S)|(?<! )#| (?=[^\s#]))*")
FLOW_SIGNS = pattern(r"[,\[\]{}:?]")
#: Words and numbers that some YAML reader makes into something other than text.
AMBIGUOUS = pattern(
    r"(?i:y|n|yes|no|on|off|true|false|null|nan|inf)"
    r"|[-+.]?[0-9][0-9_.,:]*(?:[eE][-+]?[0-9_]+)?|0[xXoObB][0-9a-fA-F_]+"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ].*)?"
)
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def write(value: Any) -> str:
    """Strict YAML for dict, list, str, int and bool; `plain(read(...))` gives it back, every scalar as text."""
    if isinstance(value, dict | list) and value:
        return "".join(f"{line}\n" for line in block(value))
    return f"{one_line(value)}\n"


def block(value: dict[str, Any] | list[Any]) -> Iterator[str]:
    """The lines of a collection that is not empty, without indentation."""
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from keyed(key, entry)
    else:
        for entry in value:
            yield from listed(entry)


def keyed(key: Any, entry: Any) -> Iterator[str]:
    """`key: value`, the value below where it takes lines of its own."""
    name = check_key(key)
    if isinstance(entry, dict | list) and entry:
        if is_words(entry) and len(line := f"{name}: {one_line(entry)}") <= WIDTH:
            yield line
            return
        yield f"{name}:"
        for line in block(entry):
            yield f"  {line}"
    else:
        yield f"{name}: {one_line(entry)}"


def listed(entry: Any) -> Iterator[str]:
    """`- value`; a mapping that fits goes on the line."""
    if isinstance(entry, dict | list) and entry:
        if is_small(entry) and len(line := f"- {one_entry(entry)}") <= WIDTH:
            yield line
            return
        lead = "- "
        for line in block(entry):
            yield lead + line
            lead = "  "
    else:
        yield f"- {one_line(entry)}"


def is_words(entry: Any) -> bool:
    """A list of scalars alone."""
    return isinstance(entry, list) and not any(isinstance(item, dict | list) for item in entry)


def is_small(entry: Any) -> bool:
    """Checks for a value that reads well on one line: a scalar, a small list or mapping of scalars, or one name for
    such a mapping.
    """
    if not isinstance(entry, dict):
        return is_words(entry) or not isinstance(entry, list)
    if len(entry) == 1:
        (inner,) = entry.values()
        return is_small(inner)
    return all(is_words(item) or not isinstance(item, dict | list) for item in entry.values())


def one_entry(entry: Any) -> str:
    """A list item on one line: `move: {ship: ajax, to: C4}` for a mapping of one key, else flow style."""
    if isinstance(entry, dict) and len(entry) == 1:
        ((key, inner),) = entry.items()
        return f"{check_key(key)}: {one_line(inner)}"
    return one_line(entry)


def one_line(value: Any) -> str:
    """The value in flow style."""
    if isinstance(value, dict):
        inner = ", ".join(f"{check_key(key)}: {in_flow(entry)}" for key, entry in value.items())
        return f"{{{inner}}}"
    if isinstance(value, list):
        return f"[{', '.join(in_flow(entry) for entry in value)}]"
    return scalar(value)


def in_flow(value: Any) -> str:
    """A value between brackets, where commas and brackets need quotes as well."""
    text = one_line(value)
    plain = isinstance(value, str) and not text.startswith('"')
    return quote(value) if plain and FLOW_SIGNS.search(value) else text


def scalar(value: Any) -> str:
    """Writes a text plain if no reader can misread it; numbers and truth values as the schema reads them."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if not isinstance(value, str):
        raise bad(f"a {type(value).__name__} cannot be written as strict YAML")
    return word(value) if type(value) is str and len(value) <= SHORT else written_out(value)


def written_out(value: str) -> str:
    """A text as it is, or in quotes."""
    if SAFE.fullmatch(value) and not AMBIGUOUS.fullmatch(value) and is_clean(value):
        return value
    return quote(value)


#: An order file has the same few words again and again.
SHORT = 80
word = lru_cache(maxsize=4_096)(written_out)


def is_clean(text: str) -> bool:
    """Nothing invisible, composed letters only: may stand in a file as it is (3.14)."""
    return INVISIBLE.search(text) is None and (text.isascii() or unicodedata.is_normalized("NFC", text))


def quote(text: str) -> str:
    """Writes the text in double quotes, with an escape for each character that may not stand in a file."""
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise bad("half a character (a surrogate) cannot be written")
    composed = unicodedata.is_normalized("NFC", text)
    return '"' + "".join(escape(letter, composed) for letter in text) + '"'


def escape(letter: str, composed: bool) -> str:
    """One letter of a quoted text."""
    if letter in ESCAPES:
        return ESCAPES[letter]
    if INVISIBLE.match(letter) or not (composed or letter.isascii()):
        return f"\\u{ord(letter):04X}" if ord(letter) < 0x10000 else f"\\U{ord(letter):08X}"
    return letter


def check_key(key: Any) -> str:
    """A key that may be read again."""
    if not isinstance(key, str) or not KEY.fullmatch(key):
        raise bad(f"bad key '{key}'", hint=KEY_RULE)
    return key
