"""Checks that a page holds only tags and attributes that show something, and none that do something.

A club's template is not trusted. Its result is read here, and one thing outside these lists is enough to take the
house's page instead. The policy in every page's head is a second guard; both would have to fail.
"""

from __future__ import annotations

import re

from pbem.base.patterns import pattern
from pbem.page.harmless_html import ATTRIBUTES, FAR, NEAR, PREFIXES, SPOKEN, TAGS

#: Words of the above; where none stands, nothing is searched for.
SIGNS = ("url", "@import", "expression", "javascript", "-moz-binding", "\\")
#: A reference that stays in the page.
INSIDE = "url(#"
#: Text, tags in the plainest form, styles without tags: what every reader of HTML reads alike.
EASY = pattern(
    r"""(?:[^<]++|<style>[^<]*+</style>|</?+[a-zA-Z][a-zA-Z0-9]*+"""
    r"""(?:\s++[a-zA-Z][a-zA-Z0-9-]*+="[^"<>]*+")*+/?+>)*+"""
)
TAG = pattern(r"</?([a-zA-Z0-9]+)")
ATTRIBUTE = pattern(r"""\s([a-zA-Z][a-zA-Z0-9-]*)=\"""")
LINK = pattern(r"""\shref="([^"]*)\"""", re.IGNORECASE)
#: An attribute with a letter that is written by its number or name.
SPELT = pattern(r"""\s([a-zA-Z][a-zA-Z0-9-]*)="[^"&]*&""")
MOST_FAULTS = 5


def is_easily_right(body: str) -> bool:
    """Tells if a page is written in the plainest form, and all in it is allowed; any other is read with care."""
    small = body.casefold().replace(INSIDE, "")
    if not EASY.fullmatch(body) or (any(sign in small for sign in SIGNS) and FAR.search(body)):
        return False
    tags, names, spelt = ({found.lower() for found in each.findall(body)} for each in (TAG, ATTRIBUTE, SPELT))
    known = {name for name in names if name in ATTRIBUTES or name.startswith(PREFIXES)}
    spoken = {name for name in spelt if name in SPOKEN or name.startswith(PREFIXES)}
    links = set(LINK.findall(body))
    return tags <= set(TAGS) and names == known and spelt == spoken and all(map(NEAR.fullmatch, links))


def what_is_wrong(body: str) -> list[str]:
    """Returns what in a page's body could do more than show something; empty if nothing could."""
    if is_easily_right(body):
        return []
    return wrong_by_parser(body)


def wrong_by_parser(body: str) -> list[str]:
    """The same, read with care."""
    from pbem.page.careful_guard import Guard  # which no page of ours needs

    guard = Guard()
    guard.feed(body)
    guard.close()
    if "<!--" in body:
        guard.faults.append("a comment")  # browsers and parsers do not agree on where one ends
    return list(dict.fromkeys(guard.faults))[:MOST_FAULTS]


def what_is_wrong_with_style(style: str) -> list[str]:
    """The same for a sheet of styles."""
    return ["a style that fetches something"] if FAR.search(style) or "<" in style else []
