"""The parts of any title's report: chapters, entries with their dice, parts of the position.

A title fills them; its text templates and `pbem.adjudicator.reports.report_page` print them, so that text and page
cannot say different things. The game folder's facts are in `frame`, questions are in `open_questions`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from pbem.adjudicator.engine.table import ALL, Note, Throw, dice_in_words
from pbem.adjudicator.reports.phrases import count, listed
from pbem.base.records import dataclass, replace
from pbem.base.text_templates import macros_of, said_by

if TYPE_CHECKING:
    from jinja2.environment import TemplateModule

#: Before a line: what everybody was told, what the reader alone was told, and what did not come about.
OPEN, ALONE, LAPSED = " ", ">", "!"
#: The same for templates of pages.
MARKS = {OPEN: "", ALONE: "alone", LAPSED: "lapsed"}
MEANINGS = {ALONE: "told to you alone", LAPSED: "an order of yours that lapsed"}
#: Room for a line of the story beside its mark and rule.
ROOM = 69
#: How far lines of the story stand in, and how much more inside a card.
INDENT, DEEPER = 8, 2


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing told. `singly`: its dice are read one by one, so that they have no sum.

    Entries of one `run` belong together, a round of a battle for one, and fill one paragraph of a text. An entry with
    others `inside` is a card, such as a battle: its text is the heading, and the others tell it from first to last.
    """

    mark: str
    rule: str
    text: str
    throw: Throw | None = None
    singly: bool = False
    run: int = 0
    inside: tuple[Entry, ...] = ()

    @property
    def words(self) -> str:
        """The words with the dice as they fell and every modifier."""
        if self.throw is None:
            return self.text
        return f"{self.text.removesuffix('.')}: {dice_in_words(self.throw, singly=self.singly)}."

    @property
    def sentence(self) -> str:
        """The same with the label, as part of a paragraph."""
        return self.words if self.throw is None else f"{self.words.removesuffix('.')} ({self.throw.label})."

    def fitted(self, room: int) -> tuple[str, str]:
        """The words with the dice and their label, in so much room; and what needs a line of its own."""
        if self.throw is None:
            return self.text, ""
        words, fell = self.words.removesuffix("."), dice_in_words(self.throw, singly=self.singly)
        for line, below in ((f"{words}   {self.throw.label}", ""), (words, self.throw.label)):
            if len(line) <= room:
                return line, below
        return self.text, f"{fell}   {self.throw.label}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a text: its head, its words, what stands below it, how far it stands in; `card` begins a card."""

    head: str
    words: str
    below: str = ""
    indent: int = INDENT
    card: bool = False


def lines_of(entry: Entry, indent: int) -> Iterator[Line]:
    """An entry as lines; the entries of a card stand further in."""
    words, below = entry.fitted(ROOM + INDENT - indent)
    yield Line(f"{entry.mark} {entry.rule}", words, below, indent, bool(entry.inside))
    for run, entries in groupby(entry.inside, key=lambda each: each.run):
        if run:
            yield replace(together(list(entries)), indent=indent + DEEPER)
        else:
            for each in entries:
                yield from lines_of(each, indent + DEEPER)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A step of the turn, or a part of one.

    Of the parts of a step a text gives the heads, and tells them at length at its end, in the order of play; those that
    are `afar` from its reader in a paragraph each. A page has everything in its place, to be opened.
    """

    title: str
    rule: str
    entries: tuple[Entry, ...]
    aside: str = ""
    gist: str = ""  # what came of it
    afar: bool = False
    parts: tuple[Chapter, ...] = ()
    place: int = 0  # in the order of play, of a part

    @property
    def head(self) -> str:
        """Title and outcome in one breath."""
        return f"{self.title}. {self.gist}" if self.gist else f"{self.title}."

    @property
    def lines(self) -> Iterator[Line]:
        """Yields each line with the text before it and the text that needs a line of its own below."""
        for run, entries in groupby(self.entries, key=lambda entry: entry.run):
            if run:
                yield together(list(entries))
            else:
                for entry in entries:
                    yield from lines_of(entry, INDENT)

    @property
    def plain_lines(self) -> Iterator[tuple[str, str]]:
        """Yields each line without dice and rules, with its mark; what only dice say is left to an appendix."""
        yield from ((entry.mark, entry.text) for entry in self.entries if entry.throw is None)

    @property
    def paragraph(self) -> str:
        """All of it in running text, every die with its label, every rule where it begins to apply."""
        return " ".join((f"{self.title}.", *with_rules(self.entries, "", labels=True)))

    @property
    def leaves(self) -> Iterator[Chapter]:
        """The chapters that have no parts, in their order."""
        if not self.parts:
            yield self
        for part in self.parts:
            yield from part.leaves


@dataclass(frozen=True, slots=True)
class Group:
    """A table under a caption, one of several in a part: a stack, counter by counter."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the position: a few sentences and a table, then tables with captions, then a list.

    Text and page print the same part. Where a page has room for more than a text, `text` is the part as a text has it;
    a part without content is left out of either.
    """

    name: str
    title: str
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    lines: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()  # columns of figures
    groups: tuple[Group, ...] = ()
    lead: str = ""  # before the list
    items: tuple[str, ...] = ()  # the list
    headless: bool = False  # a text has the rows without their heads
    drawing: tuple[str, ...] = ()  # lines of letters, which a text has and a page draws
    text: Part | None = None

    @property
    def table(self) -> list[tuple[str, ...]]:
        """The rows under their heads, as text has them."""
        return [self.heads, *self.rows] if len(self.heads) > 1 and not self.headless else list(self.rows)

    @property
    def says_something(self) -> bool:
        """Tells if there is anything to print."""
        return bool(self.rows or self.lines or self.groups or self.items or self.drawing)


def together(run: list[Entry]) -> Line:
    """A run of entries as one paragraph, the labels of its dice below."""
    first = run[0]
    labels = ", ".join(entry.throw.label for entry in run if entry.throw)
    return Line(f"{first.mark} {first.rule}", " ".join(with_rules(run, first.rule)), labels)


def with_rules(entries: Iterable[Entry], rule: str, *, labels: bool = False) -> Iterator[str]:
    """Entries as sentences, the rule before the first that stands under another than the one before it."""
    for entry in unfolded(entries):
        told = entry.sentence if labels else entry.words
        yield told if entry.rule in (rule, "") else f"({entry.rule}) {told}"
        rule = entry.rule or rule


def unfolded(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries with those inside cards after their headings."""
    for entry in entries:
        yield entry
        yield from unfolded(entry.inside)


def mark(note: Note) -> str:
    """Returns the mark for a note: heard by everybody, by the reader alone, or lapsed."""
    return LAPSED if note.event == "lapsed" else OPEN if note.to == ALL else ALONE


def heard_marks(chapters: Iterable[Chapter]) -> list[str]:
    """Explains the marks before the lines, as far as they occur."""
    leaves = (leaf for chapter in chapters for leaf in (chapter, *chapter.leaves))
    used = {entry.mark for leaf in leaves for entry in unfolded(leaf.entries)}
    return [f"{sign} {words}" for sign, words in MEANINGS.items() if sign in used]


def told_story(
    chapters: Sequence[Chapter], brief: Sequence[str], decide: Sequence[str], elsewhere: Sequence[str] = (),
    first: Sequence[Part] = (),
) -> dict[str, Any]:  # fmt: skip
    """Returns a story and its sum: changes for the reader, their next orders, events elsewhere.

    `first` are tables and lists that stand before all of it.
    """
    return {
        "first": list(first),
        "chapters": list(chapters), "marks": heard_marks(chapters), "at_length": at_length(chapters),
        "brief": list(brief), "decide": list(decide), "elsewhere": list(elsewhere),
    }  # fmt: skip


def at_length(chapters: Iterable[Chapter]) -> list[Chapter]:
    """The parts that a text tells at its end."""
    leaves = (leaf for chapter in chapters if chapter.parts for leaf in chapter.leaves)
    return sorted(leaves, key=lambda leaf: leaf.place)


def in_text(parts: Iterable[Part]) -> list[Part]:
    """The parts as a text has them, those that have something to say."""
    return [part for each in parts if (part := each.text or each).says_something]


# ------------------------------------------------------------------------------------------------------ sentences


#: Before a line of a macro: the title of a part; the words before its list, and an item; the caption of a table of its
#: own; the heads of a table, heads that only a page has, and a row. Between cells; behind the head of figures.
TITLE, LEAD, ITEM, CAPTION, HEADS, PAGE_HEADS, ROW = "= ", "-- ", "- ", "== ", "|= ", "|~ ", "| "
SIGNS, OF_A_TABLE = frozenset((TITLE, LEAD, ITEM, CAPTION, HEADS, PAGE_HEADS, ROW)), (CAPTION, HEADS, ROW)
CELL, FIGURES = " | ", " #"
#: Behind the name of a part: the macro that has it as a text has it.
IN_TEXT = "_in_text"


class Wording:
    """Sentences and tables of a title's reports: the macros of a template, filled in with what a reader sees, `seen`.

    A line of a macro is a line told; a title gives it helpers of its own besides.
    """

    def __init__(self, template: str, **helpers: Any) -> None:
        self.template = template
        self.helpers = {"listed": listed, "count": count, "then": then, **helpers}

    def macros(self, seen: Any) -> TemplateModule:
        """The macros for one reader, filled in once."""
        if self not in seen.made:
            seen.made[self] = macros_of(self.template, {**self.helpers, "seen": seen})
        made: TemplateModule = seen.made[self]
        return made

    def lines(self, name: str, seen: Any, **more: Any) -> list[str]:
        """The lines of one macro; `more` are its arguments."""
        return said_by(self.macros(seen), name, **more)

    def text(self, name: str, seen: Any, **more: Any) -> str:
        """The same as one text; empty where the macro writes nothing."""
        return " ".join(self.lines(name, seen, **more))

    def part(self, name: str, seen: Any, **more: Any) -> Part:
        """A part of the position, as the macro of its name writes it: a title, sentences, a table, a list."""
        return part_by(self.macros(seen), name, more)

    def for_all(self, name: str, **more: Any) -> Part:
        """The same where it hangs on its arguments alone, and not on who reads it; a caller may keep it."""
        return part_by(macros_of(self.template, self.helpers), name, more)


def part_by(macros: TemplateModule, name: str, more: Mapping[str, Any]) -> Part:
    """A part, written by the macro of its name; a second macro may write it for a text."""
    in_text = f"{name}{IN_TEXT}"
    text = written(name, said_by(macros, in_text, **more)) if hasattr(macros, in_text) else None
    return written(name, said_by(macros, name, **more), text)


def written(name: str, told: Iterable[str], text: Part | None = None) -> Part:
    """Reads the lines of a macro as a part; behind a caption stand the heads and rows of its table."""
    said: dict[str, list[str]] = defaultdict(list)
    table, others = said, list[dict[str, list[str]]]()
    for line in told:
        sign = line[:2] if line[:2] in SIGNS else line[:3] if line[:3] in SIGNS else ""
        if sign == CAPTION:
            table = defaultdict(list)
            others.append(table)
        (table if sign in OF_A_TABLE else said)[sign].append(line[len(sign) :])
    heads = heads_of(said)
    numbers = tuple(at for at, head in enumerate(heads) if head.endswith(FIGURES))
    return Part(
        name, "".join(said[TITLE]), tuple(head.removesuffix(FIGURES) for head in heads), rows_of(said),
        tuple(said[""]), numbers, tuple(Group(each[CAPTION][0], heads_of(each), rows_of(each)) for each in others),
        "".join(said[LEAD]), tuple(said[ITEM]), headless=PAGE_HEADS in said, text=text,
    )  # fmt: skip


def heads_of(table: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The heads of a table that a macro writes."""
    return tuple(head for sign in (HEADS, PAGE_HEADS) for line in table.get(sign, ()) for head in line.split(CELL))


def rows_of(table: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """The rows of such a table."""
    return tuple([tuple(row.split(CELL)) for row in table.get(ROW, ())])


def then(loop: Any, last: str = "and") -> str:
    """The comma or the word behind an item of a list in a sentence; nothing behind the last."""
    return "" if loop.last else f" {last} " if loop.revindex == 2 else ", "
