"""The war as a whole: told in brief with its turning point, its strength turn by turn, and who came to what end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.adjudicator.reports.annals import Annals, Fate, Measure, Named, Sentence
from pbem.adjudicator.reports.phrases import listed
from pbem.base.counting import counted
from pbem.base.records import dataclass

Data = dict[str, Any]
#: So many of the heaviest events tell the war in brief; and events lighter than this name no chapter.
CHIEF, CHIEF_SENTENCES, LEAST_TITLE = 5, 2, 8
#: So many ships lost in a turn are worth a title.
MANY_SHIPS = 3
#: The weight of a lost ship, beside the weights of a title's events.
SHIP = 8
#: Places that fell are named together, so many at most.
FALLS, MOST_NAMED = " falls", 3


@dataclass(frozen=True, slots=True)
class Chapter:
    """A turn as the war counts it: its title, its sentences, the strength after it."""

    number: int
    plain: str  # its title without what happened in it
    title: str
    tale: tuple[Sentence, ...]
    measures: tuple[Measure, ...]
    fates: tuple[Fate, ...]


def side_name(seat: str) -> str:
    """A seat as it stands in a heading."""
    return seat.replace("-", " ").replace("_", " ").title()


# ------------------------------------------------------------------------------------------------------ the chapters


def headline(tale: Iterable[Sentence], fates: Sequence[Fate] = ()) -> str:
    """The title of a turn: its heaviest event, or the many ships that a side lost; empty if nothing is worth one."""
    named = [each for each in tale if each.title and each.weight >= LEAST_TITLE]
    most = max((each.weight for each in named), default=0)
    lost = {side: sum(each.side == side and each.sort == "ship" for each in fates) for side in sides_of(fates)}
    side = max(lost, key=lambda each: lost[each], default="")
    if side and lost[side] >= MANY_SHIPS and lost[side] * SHIP > most:
        return f"{counted(lost[side], f'{side_name(side)} ship')} lost"
    return together(list(dict.fromkeys(each.title for each in named if each.weight == most)))


def together(titles: Sequence[str]) -> str:
    """Titles of equal weight as one: 'Curacao and Nassau fall'; of others the first."""
    falls = [each.removesuffix(FALLS) for each in titles if each.endswith(FALLS)]
    if len(falls) < 2 or len(falls) < len(titles):
        return titles[0] if titles else ""
    more = len(falls) - MOST_NAMED
    shown = [*falls[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])]
    return f"{listed(shown)} fall"


def sides_of(fates: Iterable[Fate]) -> list[str]:
    """The sides that lost something, in the order of their losses."""
    return list(dict.fromkeys(each.side for each in fates))


def lost_sentences(fates: Sequence[Fate]) -> list[Sentence]:
    """A sentence for each side that lost ships or leaders: who, and how."""
    found = []
    for side in sides_of(fates):
        ways: dict[str, list[str]] = {}
        for each in fates:
            if each.side == side:
                ways.setdefault(each.words, []).append(each.name)
        told = "; ".join(f"{listed(names)}, {words}" for words, names in ways.items())
        found.append(Sentence(f"{side_name(side)} losses: {told}.", 3 * sum(map(len, ways.values()))))
    return found


def strength(seats: Iterable[Annals]) -> tuple[Measure, ...]:
    """The measures of a phase from several eyes: what a side tells of itself, and what all see, each once."""
    found: dict[tuple[str, str], Measure] = {}
    for some in seats:
        for each in some.measures:
            found.setdefault((each.name, each.side), each)
    return tuple(found.values())


# ---------------------------------------------------------------------------------------------- the war in brief


def in_brief(chapters: Sequence[Chapter], outcome: str, battles: int) -> list[str]:
    """The war in a few paragraphs: how it ended, how long it was, what weighed most, where it turned."""
    chief = sorted(sorted(range(len(chapters)), key=lambda at: (-heaviest(chapters[at]), at))[:CHIEF])
    events = [f"{chapters[at].plain}: {weighty(chapters[at])}" for at in chief if heaviest(chapters[at]) >= LEAST_TITLE]
    turns = sum(bool(each.number) for each in chapters)
    length = f"It was a war of {counted(turns, 'turn')} and {counted(battles, 'battle')}."
    return [" ".join(filter(None, (outcome, length))), *events, *filter(None, [turning_point(chapters)])]


def heaviest(chapter: Chapter) -> int:
    """The weight of the heaviest event of a chapter."""
    return max((each.weight for each in chapter.tale), default=0)


def weighty(chapter: Chapter) -> str:
    """The events of a chapter that weigh most, in their order."""
    chief = sorted(chapter.tale, key=lambda each: -each.weight)[:CHIEF_SENTENCES]
    return " ".join(each.text for each in chapter.tale if each in chief)


def turning_point(chapters: Sequence[Chapter]) -> str:
    """Says from which chapter on the side that was ahead at the end stayed ahead, by the title's first measure."""
    series = first_measure(chapters)
    if not series:
        return ""
    name, rows, good = series
    last = leader(rows[-1], good)
    if last is None:
        return f"Nobody was ahead at the end ({name.lower()}: {standing(rows[-1])})."
    since = next((at + 1 for at in range(len(rows) - 1, -1, -1) if leader(rows[at], good) != last), 0)
    if since:
        turned = f"The turning point was {chapters[since].plain}. From then to the end the {side_name(last)} side was"
        return f"{turned} ahead ({name.lower()}: {standing(rows[since])} after it; {standing(rows[-1])} at the end)."
    ahead = [margin(row, last, good) for row in rows]
    swing = max(range(1, len(rows)), key=lambda at: (ahead[at] - ahead[at - 1], -at), default=0)
    if not swing or ahead[swing] <= ahead[swing - 1]:
        held = f"{name.lower()}: {standing(rows[-1])} at the end"
        return f"The {side_name(last)} side was ahead from first to last ({held})."
    return (f"The {side_name(last)} side was ahead from first to last, and {chapters[swing].plain} was the turning "
            f"point: it widened the lead most ({name.lower()}: {standing(rows[swing - 1])} before it; "
            f"{standing(rows[swing])} after it).")  # fmt: skip


def first_measure(chapters: Sequence[Chapter]) -> tuple[str, list[dict[str, int]], int] | None:
    """The measure that decides the war, after each chapter; None if not every chapter has it for two sides."""
    names = [each.name for chapter in chapters for each in chapter.measures]
    if not names:
        return None
    name = names[0]
    rows = [{each.side: each.amount for each in chapter.measures if each.name == name} for chapter in chapters]
    good = next(each.good for chapter in chapters for each in chapter.measures if each.name == name)
    return (name, rows, good) if all(len(row) > 1 for row in rows) else None


def leader(row: Mapping[str, int], good: int) -> str | None:
    """The side that is ahead alone."""
    best = max(row.values(), key=lambda amount: amount * good)
    ahead = [side for side, amount in row.items() if amount == best]
    return ahead[0] if len(ahead) == 1 else None


def margin(row: Mapping[str, int], side: str, good: int) -> int:
    """The lead of a side over the next."""
    return good * row[side] - max(good * amount for other, amount in row.items() if other != side)


def standing(row: Mapping[str, int]) -> str:
    """'English 7, Spanish 23'."""
    return ", ".join(f"{side_name(side)} {amount}" for side, amount in row.items())


# ------------------------------------------------------------------------------------------------------ the index


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the index."""

    side: str
    sort: str
    name: str
    fate: str
    when: str


def index_of(fates: Iterable[tuple[str, Fate]], named: Iterable[Named], end: str) -> list[Entry]:
    """Every ship and leader with its last fate, by side, leaders first. A counter that came back may be alive again."""
    found = {(each.side, each.name): Entry(each.side, each.sort, each.name, each.words, when) for when, each in fates}
    found |= {(each.side, each.name): Entry(each.side, each.sort, each.name, f"{end}: {each.where}", "")
              for each in named}  # fmt: skip
    return sorted(found.values(), key=lambda each: (each.side, each.sort, each.name))
