"""Keeps a side's memory of others: the place and turn of their last sighting.

Memory depends only on what the side heard and on what everybody sees. A unit is remembered at its last place until it
is seen elsewhere or known to be lost. Only its owner knows if it is still there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from pbem.adjudicator.engine.table import ALL, Note
from pbem.base.records import dataclass, field, replace

#: Whose memory is everybody's.
PUBLIC = "public"
#: After so many turns a ghost is no longer drawn: units that left the place of a sighting can be anywhere.
STALE = 2


@dataclass(frozen=True, slots=True)
class Glimpse:
    """Units of one side seen in one place.

    Where the place is empty, they were seen for the last time.
    `part` is set in news alone: there may have been others that could not be seen. `left` is set in what is kept:
    since then nobody of that side was in the place at the end of a phase, so anyone there now has come anew.
    """

    place: str
    side: str
    units: tuple[tuple[str, str], ...]  # the unit's id, empty for units nobody can tell apart, and words for it
    turn: int
    part: bool = False
    left: bool = False

    def without(self, others: Sequence[str]) -> Glimpse:
        """The same less what was seen elsewhere since."""
        if not any(unit in others for unit, _ in self.units):
            return self
        return replace(self, units=tuple(unit for unit in self.units if unit[0] not in others))

    def replaces(self, other: Glimpse) -> bool:
        """Tells if this glimpse replaces an older one whole; a partial one says nothing of the rest."""
        same = (self.place, self.side) == (other.place, other.side)
        return same and (not self.part or (self.turn == other.turn and not other.left))

    def joined(self, known: Iterable[Glimpse]) -> Glimpse:
        """With whatever else was seen here this turn, in the words in which it was seen first."""
        before = tuple(unit for one in known if self.replaces(one) for unit in one.units)
        named = [unit for unit, _ in before]
        return replace(self, units=(*before, *(unit for unit in self.units if unit[0] not in named)))

    @property
    def words(self) -> list[str]:
        """Returns words for the units seen."""
        return [words for _, words in self.units]

    def to_plain(self) -> dict[str, Any]:
        """As a position and a view hold it."""
        units = list(map(list, self.units))
        return {"place": self.place, "side": self.side, "units": units, "turn": self.turn, "left": self.left}


#: What of a note is a sighting.
News = Callable[[Note], Iterable[Glimpse]]


def nothing(note: Note) -> Iterable[Glimpse]:
    """While no phase is played, nothing is seen."""
    return ()


def glimpse(plain: Mapping[str, Any]) -> Glimpse:
    """A glimpse again from plain data."""
    units = tuple((unit, words) for unit, words in plain["units"])
    return Glimpse(plain["place"], plain["side"], units, plain["turn"], left=plain["left"])


def remember(known: Sequence[Glimpse], seen: Iterable[Glimpse]) -> tuple[Glimpse, ...]:
    """Adds new sightings to what is known.

    The newest word on each unit counts, and the newest on each place that was seen whole.
    """
    found = Found(known)
    for news in seen:
        found.hear(news)
    return tuple(found.glimpses.values())


class Found:
    """Holds what is known while news come in, the oldest first, by place and side and by units."""

    __slots__ = ("at", "glimpses", "many", "of_unit")

    def __init__(self, known: Sequence[Glimpse]) -> None:
        self.many = 0  # the number of the next
        self.glimpses: dict[int, Glimpse] = {}
        self.at: dict[tuple[str, str], list[int]] = {}
        self.of_unit: dict[str, int] = {}
        for each in known:
            self.add(each)

    def add(self, each: Glimpse) -> None:
        """Takes in a glimpse behind all others."""
        self.glimpses[self.many] = each
        self.at.setdefault((each.place, each.side), []).append(self.many)
        self.of_unit.update(dict.fromkeys([unit for unit, _ in each.units], self.many))
        self.many += 1

    def hear(self, news: Glimpse) -> None:
        """One sighting: what it replaces goes, and so do its units wherever they were seen before."""
        same = {number: one for number in self.at.get((news.place, news.side), ())
                if (one := self.glimpses.get(number)) is not None and news.replaces(one)}  # fmt: skip
        each = news.joined(same.values()) if news.part else news
        for number in same:
            del self.glimpses[number]
        units = [unit for unit, _ in each.units if unit]
        for number in {self.of_unit[unit] for unit in units if unit in self.of_unit} & self.glimpses.keys():
            self.glimpses[number] = self.glimpses[number].without(units)
            if not self.glimpses[number].units:
                del self.glimpses[number]
        if each.place and each.units:
            self.add(replace(each, part=False))


@dataclass(slots=True)
class Memories:
    """Holds what each seat and the public remember.

    While a phase is played, `story` holds the notes made so far.
    """

    known: dict[str, tuple[Glimpse, ...]]
    story: Sequence[Note] = ()
    news: News = nothing
    read: int = 0  # notes of the story that were looked through
    seen: list[tuple[str, Glimpse]] = field(default_factory=list)  # what they show, and to whom
    so_far: dict[str, tuple[int, tuple[Glimpse, ...]]] = field(default_factory=dict)  # seat -> how much of it, and then

    @classmethod
    def of(cls, seats: Iterable[str]) -> Memories:
        """Nothing has been seen."""
        return cls(dict.fromkeys((*seats, PUBLIC), ()))

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Memories:
        """The inverse of `to_plain`."""
        return cls({seat: tuple(map(glimpse, seen)) for seat, seen in plain.items()})

    def to_plain(self) -> dict[str, Any]:
        """Returns what outlives a phase."""
        return {seat: [each.to_plain() for each in known] for seat, known in self.known.items()}

    def listen(self, story: Sequence[Note], news: News) -> None:
        """A phase begins, and its story grows from now on."""
        self.story, self.news, self.read, self.seen, self.so_far = story, news, 0, [], {}

    def heard(self, seat: str) -> tuple[Glimpse, ...]:
        """Returns what a seat remembers, with what it has heard of the phase being played; each note is read once."""
        if self.news is nothing:
            return self.known.get(seat, ())
        for note in self.story[self.read :]:
            self.seen += [(note.to, each) for each in self.news(note)]
        self.read = len(self.story)
        read, before = self.so_far.get(seat, (0, self.known.get(seat, ())))
        told = [each for to, each in self.seen[read:] if to in (ALL, seat) and each.side != seat]
        after = remember(before, told) if told else before
        self.so_far[seat] = len(self.seen), after
        return after

    def keep(self, present: Collection[tuple[str, str]]) -> None:
        """The phase is over: what was told in it is remembered; in which places a side is, everybody sees."""
        there = set(present)
        self.known = {
            seat: tuple(each if each.left or (each.place, each.side) in there else replace(each, left=True)
                        for each in self.heard(seat))
            for seat in self.known
        }  # fmt: skip
        self.listen((), nothing)

    def view(self, seat: str | None) -> list[dict[str, Any]]:
        """Returns what a seat remembers now, as its view holds it; None is the public."""
        return [each.to_plain() for each in self.heard(seat or PUBLIC)]


# ------------------------------------------------------------------------------------------------------ from notes


@dataclass(frozen=True, slots=True)
class Sign:
    """Notes that show units of a side in a place; without a place they say that units are gone."""

    events: tuple[str, ...]
    units: str  # the fact that names a unit, several, or each with its words
    at: str = ""  # the fact with the place, or with a way that ended there
    side: str = "side"
    partly: str = ""  # a fact that goes with a look at some of those who are there
    but: str = ""  # a side that nobody remembers

    def read(self, facts: Mapping[str, Any], turn: int, label: Callable[[str], str]) -> Iterator[Glimpse]:
        """Yields what the facts of such a note show, if they show anything."""
        side, units = str(facts.get(self.side, "")), tuple(named(facts.get(self.units), label))
        if units and (not self.but or side != self.but):
            yield Glimpse(place_in(facts, self.at), side, units, turn, part=self.partly in facts)


def named(given: Any, label: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yields units with their words: those that a note gives, or else their labels."""
    for each in given if isinstance(given, list | tuple) else (given,) if given else ():
        yield (str(each), label(str(each))) if isinstance(each, str) else (str(each[0]), str(each[1]))


def place_in(facts: Mapping[str, Any], name: str) -> str:
    """The place that a fact names, a way by its end; empty for units that are gone."""
    told = facts.get(name, "")
    return str(told if isinstance(told, str) else told[-1])


def news_by(signs: Sequence[Sign], turn: int, label: Callable[[str], str] = str) -> News:
    """Returns a function that reads the sightings in a note of this turn; `label` has the words for a unit's name."""
    if not signs:
        return nothing
    return partial(seen_in, {event: sign for sign in signs for event in sign.events}, turn, label)


def seen_in(signs: Mapping[str, Sign], turn: int, label: Callable[[str], str], note: Note) -> Iterator[Glimpse]:
    """Yields the sightings in one note."""
    if sign := signs.get(note.event):
        yield from sign.read(note.facts, turn, label)


# ------------------------------------------------------------------------------------------------------ in a report


def remembered(view: Mapping[str, Any]) -> list[Glimpse]:
    """Returns what the reader of a view remembers, in the order of the sightings."""
    return [glimpse(each) for each in view.get("memory", ())]


def gone(view: Mapping[str, Any], present: Collection[tuple[str, str]]) -> Iterator[tuple[Glimpse, int]]:
    """Yields recent sightings in places that side has left since, with their age in turns."""
    for each in remembered(view):
        age = max(int(view["turn"]) - each.turn, 0)
        if (each.left or (each.place, each.side) not in present) and age <= STALE:
            yield each, age


def ghosts(view: Mapping[str, Any], present: Collection[tuple[str, str]]) -> Iterable[tuple[Glimpse, int]]:
    """Of those that have gone what a map has room for: the newest in each place where none of that side is now."""
    found = {(each.place, each.side): (each, age) for each, age in gone(view, present)}
    return [told for where, told in found.items() if where not in present]


def by_turn(glimpses: Iterable[Glimpse], told: Callable[[Glimpse], str]) -> list[str]:
    """'Seen in turn 3: ...', the newest turn first."""
    turns: dict[int, list[str]] = {}
    for each in glimpses:
        turns.setdefault(each.turn, []).append(told(each))
    return [f"Seen in {f'turn {turn}' if turn else 'the set-up'}: {'; '.join(turns[turn])}."
            for turn in sorted(turns, reverse=True)]  # fmt: skip
