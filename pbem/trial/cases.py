"""Neutral case files: one ruling each, run against the rules (docs/cases.md).

A case names its dice by label and its answers by key. What is missing makes it fail, and so does what is left over:
a case that does not say everything proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pbem.adjudicator.engine.driver import FORCED, UNASKED, Asking, Driver, Source
from pbem.adjudicator.engine.table import Decision, Note, Plain, Roll, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.game import Match
from pbem.adjudicator.titles import GAMES, load_game
from pbem.base.dice_spec import read_spec
from pbem.base.errors import BadInput, CheckFailed, Fault, Kind, bad
from pbem.base.files import read_file
from pbem.base.records import dataclass, field
from pbem.schema import Document, read_document
from pbem.strict_yaml.writing import write

#: The case files of the titles, where the tests lie beside the package.
CASES = Path(__file__).parents[2] / "tests" / "cases"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One case and why it fails; it holds when there is no reason."""

    file: str
    name: str
    rules: tuple[str, ...]
    faults: tuple[Fault, ...]

    @property
    def holds(self) -> bool:
        return not self.faults


class Surprise(Exception):
    """The rules asked for a die that the case does not name, or names with faces that it cannot show."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message)
        self.message, self.rule = message, rule


@dataclass(slots=True)
class NamedDice:
    """Dice by label, each to be thrown once."""

    left: dict[str, tuple[int, ...]]
    thrown: list[str] = field(default_factory=list)

    def __call__(self, roll: Roll) -> tuple[int, ...]:
        if roll.label not in self.left:
            raise Surprise(f"the rules throw {roll.spec} for '{roll.label}', which the case does not name", roll.rule)
        faces = self.left.pop(roll.label)
        if not read_spec(roll.spec).fits(faces):
            shown = ", ".join(map(str, faces))
            raise Surprise(f"'{roll.label}' is {roll.spec}, which cannot fall {shown}", roll.rule)
        self.thrown.append(roll.label)
        return faces


@dataclass(slots=True)
class NamedAnswers:
    """Answers by key, each to be asked for once."""

    left: dict[str, Plain]

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        return (self.left.pop(decision.key), "the case") if decision.key in self.left else None

    def recall(self, decision: Decision, source: str) -> None:
        """A case has no record."""


def case_files(paths: Iterable[Path]) -> list[Path]:
    """The files named, every case below the folders named; and of the cases that lie beside the tests those of a game,
    or those with these words in their names."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(path.rglob("*.yaml"))
        else:
            found += [path] if path.exists() or path.suffix == ".yaml" else cases_called(str(path))
    return found


def cases_called(words: str) -> list[Path]:
    """The case files of a game, such as `jenkins`, or those whose names hold the words; they lie in a checkout."""
    if not CASES.is_dir():
        hint = "a checkout has them in tests/cases; you can also name files of your own: docs/cases.md"
        raise bad(f"there is no file '{words}', and the case files are not installed", hint=hint, kind=Kind.UNKNOWN)
    if words in GAMES:
        return sorted((CASES / words).rglob("*.yaml"))
    wanted = "-".join(words.lower().split())
    found = sorted(path for path in CASES.rglob("*.yaml") if wanted in path.stem)
    if not found:
        hint = f"name a file, a folder, a game ({', '.join(GAMES)}) or words of a case's name"
        raise bad(f"no case is called '{words}'", hint=hint, kind=Kind.UNKNOWN)
    return found


def run_case(path: Path) -> Outcome:
    """Read one case file and run it."""
    page = read_document("case", read_file(path), str(path))
    case = page.value
    try:
        faults = tuple(rule_on(page))
    except (BadInput, CheckFailed) as error:
        faults = error.at(str(path)).faults
    return Outcome(str(path), case["case"], tuple(case["rule"]), faults)


def rule_on(page: Document) -> Iterator[Fault]:
    """Set up, play, compare."""
    case = page.value
    game = load_game(case["game"])
    match, played = game.pose(case["given"])
    table, dice = Table(), NamedDice({part["label"]: tuple(part["faces"]) for part in case.get("dice", ())})
    answers = NamedAnswers({part["key"]: part["answer"] for part in case.get("answers", ())})
    record = Transcript()
    driver = Driver(record, dice, sources(game, match, case, answers, page))
    try:
        outcome = driver.run(played(table))
    except Surprise as surprise:
        yield fault(page, ("dice",) if "dice" in case else (), surprise.message, surprise.rule)
        return
    if isinstance(outcome, Asking):
        for question in outcome.questions:
            yield fault(page, (), f"'{question.key}' is asked, and nothing answers: {question.prompt}", question.rule)
    for lapse in driver.lapses:
        yield fault(page, (), f"'{lapse.decision.key}': {lapse.reasons[0]}", lapse.decision.rule)
    yield from unanswered(page, record, answers)
    yield from left_over(page, dice, answers)
    yield from unmet(page, match, table.story, [] if isinstance(outcome, Asking) else match.invariants())


def sources(
    game: Any, match: Match, case: Mapping[str, Any], answers: NamedAnswers, page: Document
) -> dict[str, list[Source]]:
    """For each seat the exact answers, then its orders, read as any order file is."""
    heads = {"pbem": "orders/1", "phase": "case"}
    found: dict[str, list[Source]] = {}
    for seat in game.seats:
        orders = []
        if seat in case.get("orders", {}):
            body = write({**heads, "seat": seat, **case["orders"][seat]})
            orders = [game.read_orders(body.encode(), f"{page.file} orders of {seat}")]
            match.adopt(seat, orders)
        found[seat] = [answers, *match.sources(seat, orders)]
    return found


def unanswered(page: Document, record: Transcript, answers: NamedAnswers) -> Iterator[Fault]:
    """Choices that the driver answered by itself: what was forced may be named, what was not must be."""
    for choice in [each for each in record if each["k"] == "decide"]:
        if choice["source"] == FORCED and answers.left.get(choice["key"]) == choice["answer"]:
            del answers.left[choice["key"]]
        if choice["source"] == UNASKED:
            yield fault(page, (), f"'{choice['key']}' is asked, and nothing answers", choice["rule"])


def left_over(page: Document, dice: NamedDice, answers: NamedAnswers) -> Iterator[Fault]:
    """Returns the dice and answers of the case that the rules never asked for."""
    thrown = ", ".join(dice.thrown) or "nothing"
    for number, part in enumerate(page.value.get("dice", ())):
        if part["label"] in dice.left:
            yield fault(page, ("dice", number), f"'{part['label']}' is never thrown", "", hint=f"thrown: {thrown}")
    for key in answers.left:
        yield fault(page, ("answers",), f"'{key}' is never asked", "")


def unmet(page: Document, match: Match, story: list[Note], broken: list[str]) -> Iterator[Fault]:
    """Every expectation that does not hold, and every law of the position that is broken."""
    for text in broken:
        yield fault(page, (), f"the position is broken: {text}", "")
    expect = page.value["expect"]
    found = match.facts()
    for name, wanted in expect.items():
        if name == "events":
            for number, event in enumerate(wanted):
                if not any(tells(note, event) for note in story):
                    yield fault(page, ("expect", "events", number), f"no such event: {event}", event.get("rule", ""),
                                hint=f"there were: {told_events(story)}")
        else:
            yield from differing(page, ("expect", name), wanted, found.get(name, ""), name)


def differing(page: Document, path: tuple[str | int, ...], wanted: Plain, found: Plain, name: str) -> Iterator[Fault]:
    """Compares facts as words: of a mapping only what is named, of a list of records each that is named."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key, item in wanted.items():
            yield from differing(page, (*path, key), item, found.get(key, ""), f"{name} {key}")
    elif isinstance(wanted, list) and any(isinstance(item, dict) for item in wanted):
        for number, item in enumerate(wanted):
            if not any(fits(item, record) for record in found or ()):
                near = [record for record in found or () if record.get(next(iter(item))) == next(iter(item.values()))]
                yield fault(page, (*path, number), f"{name}: no {item}", "", hint=f"there is {near or 'none like it'}")
    elif as_words(wanted) != as_words(found):
        yield fault(page, path, f"{name} is {as_words(found)}, where {as_words(wanted)} is expected", "")


def fits(wanted: Mapping[str, Plain], record: Mapping[str, Plain]) -> bool:
    """Checks whether a record has everything that is wanted of it."""
    return all(as_words(record.get(name, "")) == as_words(item) for name, item in wanted.items())


def as_words(value: Plain) -> Plain:
    """Numbers and truth as order files write them; lists in order."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return [as_words(item) for item in value]
    return str(value) if isinstance(value, int) else value


def tells(note: Note, event: Mapping[str, Any]) -> bool:
    """Checks whether a note is the wanted event: its rule, its name, and each fact that is given."""
    return fits(event, {"rule": note.rule, "event": note.event, "to": note.to, **note.facts})


def told_events(story: list[Note]) -> str:
    """Lists what did happen, for the hint."""
    return ", ".join(f"{note.rule} {note.event}" for note in story if note.event not in ("roll", "step", "")) or "none"


def fault(page: Document, path: tuple[str | int, ...], message: str, rule: str, hint: str = "") -> Fault:
    """A failing case, at its place in the file."""
    return page.fault(path, message, rule=rule, hint=hint, kind=Kind.MISMATCH)
