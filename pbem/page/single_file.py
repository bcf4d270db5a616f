"""Pages that run a program of ours: one file, whose policy names the permitted script and style by their hashes.

Such a page allows no connection at all (`default-src 'none'`): none of its data can become markup, style, script or a
request.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from hashlib import sha256

from pbem.base.resources import shipped


@cache
def source(name: str) -> str:
    """One of the parts that such pages are made of."""
    return (shipped("templates") / name).read_text(encoding="utf-8")


def filled(page: str, slots: Mapping[str, str]) -> str:
    """A template of ours. Its slots are filled once, from the left: nothing that is put in is looked at again."""
    parts = page.split("{{")
    made = [parts[0]]
    for part in parts[1:]:
        name, _, rest = part.partition("}}")
        made += [slots[name], rest]
    return "".join(made)


def policy(scripts: Iterable[str], style: str) -> str:
    """Returns the policy: exactly this script and style may run. Nothing may be fetched, sent or framed."""
    allowed = " ".join(map(hashed, scripts))
    return f"default-src 'none'; script-src {allowed}; style-src {hashed(style)}; base-uri 'none'; form-action 'none'"


@lru_cache(16)
def hashed(text: str) -> str:
    """A text as a content policy names it."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
