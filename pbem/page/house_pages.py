"""The house's pages: Jinja with everything escaped, in a sandbox, filled with plain data; files that ask for nothing.

What a page is made of is text, numbers, lists and mappings, never an object of ours, so that a template has nothing to
climb on. The head of a page is always written here: it says that no script may run and nothing may be fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from pbem.base import resources
from pbem.base.errors import hidden
from pbem.base.lettering import TIE
from pbem.base.patterns import pattern
from pbem.base.resources import shipped
from pbem.base.text_templates import compiled_beside, sandbox
from pbem.page.single_file import hashed

if TYPE_CHECKING:
    from jinja2.sandbox import ImmutableSandboxedEnvironment

#: Nothing is fetched, run, sent or framed; styles stand in the page itself.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
SHEETS = ("house.css", "chart.css")
REPORT = "house/report.html.j2"
#: The parts of `map` that are drawings of ours, and the only values that are not escaped.
DRAWINGS = ("definitions", "overview", "window", "full")
KEPT = "\n\t"
#: The classes that a body wears, those that a selector names, and the braces of a sheet.
CLASSES = pattern(r"""class\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)""")
CLASS, BRACE = pattern(r"\.([A-Za-z][\w-]*)"), pattern(r"[{}]")
#: The tags of a body, and those that a selector names when what stands in brackets is taken away.
TAG, BRACKETS = pattern(r"<([A-Za-z][A-Za-z0-9]*)"), pattern(r"\([^)]*\)|\[[^\]]*\]")
NAMED = pattern(r"(?<![\w.#:@-])[a-z][a-z0-9]*(?![\w-])")
#: Colours and sizes of the house: each as it is set, and where it is used.
SETTING, USING = pattern(r"(--[\w-]+):[^;]*;?\s*"), pattern(r"var\((--[\w-]+)")
#: Spaces of a sheet that say nothing; a text in it keeps its own.
SPACED = pattern(r"""(?P<said>"[^"\n]*"|'[^'\n]*'|[;:,{](?=[ \t]))|(?<=[;:,{])[ \t]+|[ \t]+(?={)""")
#: What a page has round its body, and what `pbem open` may lay into it: letters, a diary, small maps and their colours
#: in a place of this class. What begins the rules for paper.
ADDED_TAGS = frozenset(("html", "head", "body", "a", "blockquote", "h2", "li", "ol", "p", "span", "svg"))
PAST, PAPER = "past", "@media print"
ADDED_COLOURS = frozenset(f"--{name}" for name in ("ink", "own", "foe", "other", "p1", "p2", "p3", "p4", "sea", "land"))


def environment(own: Mapping[str, str] | None = None) -> ImmutableSandboxedEnvironment:
    """Returns the templates' environment: a club's own templates come first, by name, then the house's."""
    from jinja2 import ChoiceLoader, DictLoader, FileSystemLoader, StrictUndefined

    house = FileSystemLoader(shipped("templates"), encoding="utf-8")
    return sandbox()(
        loader=ChoiceLoader([DictLoader(own), house]) if own else house, undefined=StrictUndefined,
        autoescape=True, finalize=harmless, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
        auto_reload=False, bytecode_cache=None if own else compiled_beside(shipped("templates"), "page"),
    )  # fmt: skip


@cache
def house_environment() -> ImmutableSandboxedEnvironment:
    """The house's own, compiled once."""
    return environment()


def harmless(value: Any) -> Any:
    """Spells out every hidden character in a text from outside; escaping comes after."""
    if not isinstance(value, str) or isinstance(value, Markup) or (value.isascii() and value.isprintable()):
        return value
    text = value.replace(TIE, "\u00a0")
    return "".join(f"<U+{ord(c):04X}>" if hidden(c) and c not in KEPT else c for c in text)


def render(template: str, values: Mapping[str, Any], made: ImmutableSandboxedEnvironment | None = None) -> str:
    """The body of a page."""
    return (made or house_environment()).get_template(template).render(**prepared(values))


def prepared(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values, with our own drawings as what they are."""
    drawn = values.get("map")
    if not drawn:
        return dict(values)
    ours = {name: Markup(drawn[name]) for name in DRAWINGS}  # noqa: S704 - ours
    windows = [Markup(each) for each in drawn.get("windows", ())]  # noqa: S704 - ours
    return {**values, "map": {**drawn, **ours, "windows": windows}}


def document(title: str, body: str, more_style: str = "", script: str = "", *, printed: bool = True) -> str:
    """A whole page. Title, style and a script of ours are the only things that come from outside its body; of scripts
    the policy allows this one by its hash, and none where there is none. A body of a letter is not `printed`: mail
    programs lay it out anew for that.
    """
    policy = POLICY.replace("; ", f"; script-src {hashed(script)}; ", 1) if script else POLICY
    run = f"<script>{script}</script>\n" if script else ""
    style = used_styles(body, more_style, printed=printed) + more_style
    head = (
        '<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{escape(harmless(title))}</title>\n<style>\n{style}</style>"
    )
    return f'<!doctype html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n{body}{run}</body>\n</html>\n'


@cache
def styles() -> str:
    """The house style as it stands in a page: without its comments."""
    whole: str = kept_sheet()[0]
    return whole


@cache
def kept_sheet() -> tuple[str, tuple[Any, ...]]:
    """The house style and its rules, as they are kept beside the program."""
    home = shipped("templates") / "house"
    key = resources.stamps(home, Path(__file__).parent, ends=(".css", ".py"))
    made: tuple[str, tuple[Any, ...]] = resources.kept_or_made(
        resources.place_for(Path(__file__), "styles"), key, lambda: made_sheet(home)
    )
    return made


def made_sheet(home: Path) -> tuple[str, tuple[Any, ...]]:
    """The same, made of the shipped sheets."""
    whole = bare_style("".join((home / name).read_text(encoding="utf-8") for name in SHEETS))
    return whole, tuple(map(in_tuples, rules(whole)))


def in_tuples(rule: Rule) -> tuple[Any, ...]:
    """A rule as plain data."""
    return (*rule[:3], tuple(map(in_tuples, rule.within)))


def from_tuples(plain: tuple[Any, ...]) -> Rule:
    """A rule of plain data."""
    prelude, inside, asks, within = plain
    return Rule(prelude, inside, asks, tuple(map(from_tuples, within)))


@cache
def rules_of_house() -> tuple[Rule, ...]:
    """The rules of the house style."""
    return tuple(map(from_tuples, kept_sheet()[1]))


def used_styles(body: str, more_style: str = "", *, printed: bool = True) -> str:
    """The part of the house style that a page uses: rules that name a class or a tag which stands nowhere in it are
    left out, and colours that none of its rules asks for. `more_style` stands after it.
    """
    worn = frozenset(name for each in frozenset(CLASSES.findall(body)) for name in each.strip("\"'").split())
    tags = frozenset(map(str.lower, frozenset(TAG.findall(body)))) | ADDED_TAGS
    added = ADDED_COLOURS if PAST in worn else frozenset[str]()
    return styles_for(styles(), worn, tags, added.union(USING.findall(body), USING.findall(more_style)), printed)


@lru_cache(32)
def styles_for(
    whole: str, worn: frozenset[str], tags: frozenset[str], colours: frozenset[str], printed: bool
) -> str:
    """The part of a sheet for these classes, tags and colours."""
    every = rules_of_house() if whole is kept_sheet()[0] else rules(whole)
    found = "".join(rules_worn((rule for rule in every if printed or rule.prelude != PAPER), worn, tags))
    asked = colours.union(USING.findall(found))
    return SETTING.sub(lambda one: one[0] if one[1] in asked else "", found)


def rules_worn(sheet: Iterable[Rule], worn: frozenset[str], tags: frozenset[str]) -> Iterator[str]:
    """The rules of a sheet whose classes are worn and whose tags are there; those of a block that holds rules are
    looked at one by one.
    """
    for rule in sheet:
        if rule.within:
            if within := "".join(rules_worn(rule.within, worn, tags)):
                yield f"{rule.prelude}{{\n{within}}}\n"
        elif any(worn >= classes and tags >= names for classes, names in rule.asks):
            yield f"{rule.prelude}{{{rule.inside}}}\n"


class Rule(NamedTuple):
    """A rule of a sheet: what stands before its braces and in them, the classes and the tags that each of its selectors
    names, and of a block its rules.
    """

    prelude: str
    inside: str
    asks: tuple[tuple[frozenset[str], frozenset[str]], ...]
    within: tuple[Rule, ...]


@lru_cache(16)
def rules(sheet: str) -> tuple[Rule, ...]:
    """The rules of a sheet, read once for all pages."""
    return tuple(
        Rule(prelude, inside, tuple(asked_by(selector) for selector in prelude.split(",")),
             rules(inside) if prelude.startswith("@media") else ())
        for prelude, inside in blocks(sheet)
    )  # fmt: skip


def asked_by(selector: str) -> tuple[frozenset[str], frozenset[str]]:
    """The classes and the tags that a selector, or a part of one between two commas, needs."""
    tags = () if selector.startswith("@") else NAMED.findall(BRACKETS.sub("", selector.partition("(")[0]))
    return frozenset(CLASS.findall(selector)), frozenset(tags)


def blocks(sheet: str) -> Iterator[tuple[str, str]]:
    """Each rule or group of rules of a sheet: what stands before its braces, and what stands in them."""
    begin, depth, open_at = 0, 0, 0
    for found in BRACE.finditer(sheet):
        if found[0] == "{":
            open_at = found.start() if depth == 0 else open_at
            depth += 1
        else:
            depth -= 1
            if depth == 0:
                yield sheet[begin:open_at].strip(), sheet[open_at + 1:found.start()]
                begin = found.end()


def bare_style(whole: str) -> str:
    """A sheet of styles without comments, blank lines, and spaces that say nothing."""
    bare = re.sub(r"/\*.*?\*/", "", whole, flags=re.DOTALL)
    close = SPACED.sub(lambda found: found["said"] or "", bare)
    return "".join(f"{line.strip()}\n" for line in close.split("\n") if line.strip())
