"""Checks that a page holds only tags and attributes that show something, and none that do something.

A club's template is not trusted. Its result is read here, and one thing outside these lists is enough to take the
house's page instead. The policy in every page's head is a second guard; both would have to fail.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

from pbem.base.patterns import pattern


def words(text: str) -> tuple[str, ...]:
    """A list of names."""
    return tuple(text.split())


TEXT = words(
    "a abbr article aside b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption "
    "figure footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark nav ol p pre q s samp section small span strong "
    "style sub summary sup table tbody td tfoot th thead time tr u ul var"
)
DRAWN = words(
    "circle clippath defs desc ellipse g line marker path pattern polygon polyline rect svg symbol text title tspan use"
)
TAGS = (*TEXT, *DRAWN)
ATTRIBUTES = words(
    "abbr class clip-path cols colspan d datetime dir dx dy fill fill-opacity fill-rule focusable font-size font-style "
    "font-weight headers height hidden href id lang letter-spacing marker-end markerheight markerwidth opacity open "
    "orient pattern patterncontentunits patterntransform patternunits points preserveaspectratio r refx refy role "
    "rowspan rx ry scope start stroke stroke-dasharray stroke-linecap stroke-linejoin stroke-opacity stroke-width "
    "tabindex text-anchor title transform type value viewbox width x x1 x2 xmlns y y1 y2 cx cy"
)
PREFIXES = ("aria-", "data-")
#: Attributes that are words, whatever stands in them; any other could refer to something.
SPOKEN = words("abbr class id lang role title")
#: A place in the page, or a file beside it; never a scheme, a host or a folder above.
NEAR = pattern(r"#[^\s\"'<>]*|[A-Za-z0-9][A-Za-z0-9._-]*\.html(#[^\s\"'<>]*)?")
#: A reference of a style, or of a drawing's fill, stays in the page.
FAR = pattern(r"url\s*\(\s*(?![\"']?#)|@import|expression\s*\(|javascript:|-moz-binding|\\", re.IGNORECASE)
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


class Guard(HTMLParser):
    """Reads a page and notes everything that it may not hold."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self.styled = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag with its attributes, names in small letters."""
        if tag not in TAGS:
            self.faults.append(f"a tag '<{tag[:40]}>'")
        self.styled = tag == "style"
        for name, value in attrs:
            self.attribute(tag, name, value or "")

    def attribute(self, tag: str, name: str, value: str) -> None:
        """One attribute."""
        if name not in ATTRIBUTES and not name.startswith(PREFIXES):
            self.faults.append(f"an attribute '{name[:40]}' of '<{tag[:40]}>'")
        elif name == "href" and not NEAR.fullmatch(value):
            self.faults.append(f"a link to '{value[:60]}'")
        elif name not in ("href", *SPOKEN) and not name.startswith(PREFIXES) and FAR.search(value):
            self.faults.append(f"a reference '{value[:60]}'")

    def handle_data(self, data: str) -> None:
        """Text; what stands in a style is looked at."""
        if self.styled and FAR.search(data):
            self.faults.append("a style that fetches something")

    def handle_endtag(self, tag: str) -> None:
        """The end of a style is the end of looking at text."""
        self.styled = False

    def handle_decl(self, decl: str) -> None:
        """The page has one head, and it is ours."""
        self.faults.append(f"a declaration '<!{decl[:40]}>'")

    def unknown_decl(self, data: str) -> None:
        """CDATA and the like."""
        self.faults.append(f"a declaration '<![{data[:40]}'")

    def handle_pi(self, data: str) -> None:
        """An instruction to some program."""
        self.faults.append(f"an instruction '<?{data[:40]}>'")


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
    guard = Guard()
    guard.feed(body)
    guard.close()
    if "<!--" in body:
        guard.faults.append("a comment")  # browsers and parsers do not agree on where one ends
    return list(dict.fromkeys(guard.faults))[:MOST_FAULTS]


def what_is_wrong_with_style(style: str) -> list[str]:
    """The same for a sheet of styles."""
    return ["a style that fetches something"] if FAR.search(style) or "<" in style else []
