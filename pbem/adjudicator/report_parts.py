"""What reports of any title are made of: chapters, entries with their dice, questions, and what the game folder knows.

A title fills them; its text templates and `pbem.page` print them, so that text and page cannot say different things.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from pbem.adjudicator.order_file import yaml_lines
from pbem.page import parts as page_parts
from pbem.report import dice
from pbem.strict_yaml_write import one_line
from pbem.table import ALL, Note, Throw

Frame = Mapping[str, Any]
#: Before a line: what everybody was told, what the reader alone was told, and what did not come about.
OPEN, ALONE, LAPSED = " ", ">", "!"
#: The same for templates of pages.
MARKS = {OPEN: "", ALONE: "alone", LAPSED: "lapsed"}
MEANINGS = {ALONE: "told to you alone", LAPSED: "an order of yours that lapsed"}
#: What the log holds against a report, and how it is called.
HASHES = (("Charter", "charter"), ("Your orders", "orders"), ("Checkpoint", "checkpoint"))
TEXTS = ("game", "title", "tier", "statement", "phase_title", "deadline", "next_phase", "moderator")
#: How standing orders tell what they did.
ANSWERED, IDLE, NOTHING = "answered ", "did not fire at ", "nothing called for it"
#: Room for a line of the story beside its mark and rule.
ROOM = 69


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing told. `singly`: its dice are read one by one, so that they have no sum."""

    mark: str
    rule: str
    text: str
    throw: Throw | None = None
    singly: bool = False

    @property
    def sentence(self) -> str:
        """The words with their dice, as part of a paragraph."""
        if self.throw is None:
            return self.text
        return f"{self.text.removesuffix('.')}: {dice(self.throw, self.singly)} ({self.throw.label})."

    @property
    def lines(self) -> tuple[str, str]:
        """The words with the dice as they fell, every modifier and their label; and what needs a line of its own."""
        if self.throw is None:
            return self.text, ""
        words, fell = self.text.removesuffix("."), dice(self.throw, self.singly)
        for line, below in ((f"{words}: {fell}   {self.throw.label}", ""), (f"{words}: {fell}", self.throw.label)):
            if len(line) <= ROOM:
                return line, below
        return self.text, f"{fell}   {self.throw.label}"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A step of the turn, or a part of one. A text may tell in one paragraph what is `afar` from its reader."""

    title: str
    rule: str
    entries: tuple[Entry, ...]
    aside: str = ""
    minor: bool = False
    afar: bool = False

    @property
    def paragraph(self) -> str:
        """All of it in running text, every die with its label."""
        return " ".join((f"{self.title}.", *(entry.sentence for entry in self.entries)))


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, ready to print."""

    key: str
    rule: str
    prompt: str
    how: str
    options: tuple[tuple[str, str], ...]
    default: str
    lines: tuple[str, ...]  # the answer as it stands in an order file, filled in with the default


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the position: a few sentences and one table."""

    name: str
    title: str
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    lines: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()  # columns of figures

    @property
    def table(self) -> list[tuple[str, ...]]:
        """The rows under their heads, as text has them."""
        return [self.heads, *self.rows] if len(self.heads) > 1 else list(self.rows)


# ------------------------------------------------------------------------------------------------------ words


def one(lines: Sequence[str], *told: object) -> str:
    """One of the lines, always the same for the same things told."""
    return lines[crc32("/".join(map(str, told)).encode("utf-8")) % len(lines)]


def count(number: int, word: str) -> str:
    """'1 ship', '3 ships', 'no ships'."""
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """'a', 'a and b', 'a, b and c'."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


# ------------------------------------------------------------------------------------------------------ the story


def for_ears(notes: Iterable[Note], seat: str) -> list[Note]:
    """The notes this reader may hear; the public hears what was told to all."""
    return [note for note in notes if note.heard_by(seat or ALL)]


def mark(note: Note) -> str:
    """Whether everybody was told, or the reader alone."""
    return LAPSED if note.event == "lapsed" else OPEN if note.to == ALL else ALONE


def reason(text: str, throw: Throw) -> str:
    """What a die was thrown for: the note without the dice it repeats."""
    told = f": {throw}."
    return f"{text.removesuffix(told)}." if text.endswith(told) else text


def heard_marks(chapters: Iterable[Chapter]) -> list[str]:
    """What the marks before the lines mean, for those that occur."""
    used = {entry.mark for chapter in chapters for entry in chapter.entries}
    return [f"{sign} {words}" for sign, words in MEANINGS.items() if sign in used]


# ------------------------------------------------------------------------------------------------------ the frame


def framed(frame: Frame, phase: str) -> dict[str, Any]:
    """What the game folder knows, with an empty text for what it does not say."""
    return {
        **{name: text_of(frame, name) for name in TEXTS}, "phase": phase, "waits": bool(frame.get("waits")),
        "proof": [proven(entry) for entry in frame.get("proof", ())],
        "hashes": [(words, text) for words, name in HASHES if (text := text_of(frame, name))],
    }  # fmt: skip


def text_of(frame: Frame, name: str) -> str:
    """A text of the frame, or none."""
    value = frame.get(name)
    return "" if value is None else str(value)


def proven(entry: Mapping[str, str] | Sequence[str]) -> tuple[str, str]:
    """What can be checked, and by which command."""
    label, command = (entry.get("label", ""), entry.get("command", "")) if isinstance(entry, Mapping) else entry
    return str(label), str(command)


def waited_for(frame: Frame) -> list[str]:
    """The seats the game waits for."""
    waiting = frame.get("waiting_for") or ()
    return [waiting] if isinstance(waiting, str) else [str(seat) for seat in waiting]


def standing_lines(given: Iterable[str]) -> list[str]:
    """What standing orders did, as `StandingOrders.report` tells it, with like things counted and idle orders together.

    'No. 2: answered a; answered b; did not fire at c: why' becomes 'No. 2: answered a and b; did not fire at c: why'.
    """
    busy, idle = [], []
    for line in given:
        number, _, said = str(line).partition(": ")
        if said == NOTHING:
            idle.append(number)
        else:
            busy.append(f"{number}: {'; '.join(counted(said.split('; ')))}")
    return [*busy, *([f"{', '.join(idle)}: {NOTHING}"] if idle else [])]


def counted(said: Sequence[str]) -> list[str]:
    """Answers in one, and each reason for not firing once."""
    answers = [each.removeprefix(ANSWERED) for each in said if each.startswith(ANSWERED)]
    why: dict[str, list[str]] = {}
    for each in said:
        key, _, reason_given = each.removeprefix(IDLE).partition(": ")
        if each.startswith(IDLE):
            why.setdefault(reason_given, []).append(key)
    rest = [each for each in said if not each.startswith((ANSWERED, IDLE))]
    told = [f"{ANSWERED}{listed(answers)}"] if answers else []
    return [*told, *(f"{IDLE}{listed(keys)}: {words}" for words, keys in why.items()), *rest]


# ------------------------------------------------------------------------------------------------------ questions


def asked(question: Mapping[str, Any]) -> Asked:
    """A question of the frame: {key, rule, prompt, legal, default}."""
    key, legal = str(question["key"]), question.get("legal", {})
    answer = [] if question.get("default") is None else question["default"]
    how, options = choices(legal)
    default = "nothing" if answer in ([], {}, "") else one_line(answer)
    return Asked(key, text_of(question, "rule"), text_of(question, "prompt"), how, tuple(options), default,
                 tuple(yaml_lines([{"key": key, "answer": answer}])))  # fmt: skip


def choices(legal: Mapping[str, Any]) -> tuple[str, list[tuple[str, str]]]:
    """How to answer, and what with."""
    if "choose" in legal:
        return "Answer with one of:", words_of(legal["choose"])
    if "pick" in legal:
        return f"Answer with {how_many(legal)} of, in the order you prefer:", words_of(legal["pick"])
    return "", [(str(name).replace("_", " "), plainly(value)) for name, value in legal.items()]


def words_of(options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Options with what each of them is."""
    return [(str(name), str(words)) for name, words in options.items()]


def how_many(legal: Mapping[str, Any]) -> str:
    """The number wanted."""
    least, most = legal["least"], legal["most"]
    if least == most:
        return "all" if most == len(legal["pick"]) else str(least)
    return f"up to {most}" if not least else f"{least} to {most}"


def plainly(value: Any) -> str:
    """What is legal, where it is no list of choices, as text."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {plainly(inner)}" for name, inner in value.items())
    return ", ".join(map(plainly, value)) if isinstance(value, list | tuple) else str(value)


def answer_file(head: Mapping[str, str], found: Sequence[Asked]) -> str:
    """A whole order file that answers every question with its default."""
    lines = ["pbem: orders/1", *(f"{name}: {one_line(value)}" for name, value in head.items() if value), "answers:"]
    return "\n".join([*lines, *(f"  {line}" for each in found for line in each.lines)])


# ------------------------------------------------------------------------------------------------------ as a page


def chapter_data(told: Chapter, phase: str, frame: Frame) -> dict[str, Any]:
    """A chapter for templates of pages."""
    entries = [entry_data(each, phase, frame) for each in told.entries]
    return {"title": told.title, "rule": told.rule, "aside": told.aside, "entries": entries}


def entry_data(told: Entry, phase: str, frame: Frame) -> dict[str, Any]:
    """An entry, its dice with the place of their proof."""
    thrown = None
    if told.throw is not None:
        seed = page_parts.seed_of(frame, told.throw.label, phase)
        thrown = page_parts.dice(told.throw, seed, each=told.singly)
    return {"mark": MARKS[told.mark], "rule": told.rule, "text": told.text, "dice": thrown}


def question_data(each: Asked) -> dict[str, Any]:
    """A question for templates of pages."""
    return {
        "key": each.key, "rule": each.rule, "prompt": each.prompt, "how": each.how,
        "options": [list(option) for option in each.options], "default": each.default, "lines": list(each.lines),
    }  # fmt: skip


def part_data(part: Part) -> dict[str, Any]:
    """A part of the position for templates of pages."""
    tables = [page_parts.table("", part.heads, part.rows, part.numbers)] if part.rows else []
    return page_parts.section(part.name, part.title, tables, *part.lines)


def told_parts(parts: Iterable[Part]) -> Iterator[Part]:
    """Those that have something to say."""
    return (part for part in parts if part.rows or part.lines)
