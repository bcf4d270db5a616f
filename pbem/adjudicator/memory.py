"""What a side remembers of others: where it saw their units last, and in which turn.

A function of what the side was told, and of nothing else: a unit is remembered where it was seen last, until it is seen
elsewhere or known to be lost. Whether it is still there is for nobody to say but its owner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.table import ALL, Note

#: Whose memory is everybody's.
PUBLIC = "public"
#: After so many turns a ghost is no longer drawn: whoever has gone from where he was seen can be anywhere.
STALE = 2


@dataclass(frozen=True, slots=True)
class Glimpse:
    """Units of one side in one place, as they were seen. Where the place is empty, they were seen for the last time."""

    place: str
    side: str
    units: tuple[tuple[str, str], ...]  # the unit's id, empty for units nobody can tell apart, and words for it
    turn: int

    def without(self, others: Sequence[str]) -> Glimpse:
        """The same less what was seen elsewhere since."""
        return replace(self, units=tuple(unit for unit in self.units if unit[0] not in others))

    @property
    def words(self) -> list[str]:
        """What was seen."""
        return [words for _, words in self.units]

    def to_plain(self) -> dict[str, Any]:
        """As a position and a view hold it."""
        return {"place": self.place, "side": self.side, "units": list(map(list, self.units)), "turn": self.turn}


#: What of a note is a sighting.
News = Callable[[Note], Iterable[Glimpse]]


def nothing(note: Note) -> Iterable[Glimpse]:
    """While no phase is played, nothing is seen."""
    return ()


def glimpse(plain: Mapping[str, Any]) -> Glimpse:
    """A glimpse again from plain data."""
    units = tuple((str(unit), str(words)) for unit, words in plain["units"])
    return Glimpse(str(plain["place"]), str(plain["side"]), units, int(plain["turn"]))


def remember(known: Sequence[Glimpse], seen: Iterable[Glimpse]) -> tuple[Glimpse, ...]:
    """What is known after new sightings: the newest word on each place and on each unit."""
    found = list(known)
    for each in seen:
        units = [unit for unit, _ in each.units if unit]
        older = (one.without(units) for one in found if (one.place, one.side) != (each.place, each.side))
        found = [one for one in older if one.units]
        if each.place and each.units:
            found.append(each)
    return tuple(found)


@dataclass(slots=True)
class Memories:
    """What everybody remembers: each seat, and the public. Of a phase being played, `story` is what was told so far."""

    known: dict[str, tuple[Glimpse, ...]]
    story: Sequence[Note] = ()
    news: News = nothing

    @classmethod
    def of(cls, seats: Iterable[str]) -> Memories:
        """Nothing has been seen."""
        return cls(dict.fromkeys((*seats, PUBLIC), ()))

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Memories:
        """The inverse of `to_plain`."""
        return cls({seat: tuple(map(glimpse, seen)) for seat, seen in plain.items()})

    def to_plain(self) -> dict[str, Any]:
        """What outlives a phase."""
        return {seat: [each.to_plain() for each in known] for seat, known in self.known.items()}

    def listen(self, story: Sequence[Note], news: News) -> None:
        """A phase begins, and its story grows from now on."""
        self.story, self.news = story, news

    def heard(self, seat: str) -> tuple[Glimpse, ...]:
        """What a seat remembers with what it has been told of the phase being played."""
        ears = ALL if seat == PUBLIC else seat
        told = (each for note in self.story if note.heard_by(ears) for each in self.news(note) if each.side != seat)
        return remember(self.known.get(seat, ()), told)

    def keep(self) -> None:
        """The phase is over: what was told in it is remembered."""
        self.known = {seat: self.heard(seat) for seat in self.known}
        self.listen((), nothing)

    def view(self, seat: str | None) -> list[dict[str, Any]]:
        """What a seat remembers now, as its view holds it; None is the public."""
        return [each.to_plain() for each in self.heard(seat or PUBLIC)]


# ------------------------------------------------------------------------------------------------------ in a report


def remembered(view: Mapping[str, Any]) -> list[Glimpse]:
    """What the reader of a view remembers, in the order in which he saw it."""
    return [glimpse(each) for each in view.get("memory", ())]


def gone(view: Mapping[str, Any], present: Sequence[tuple[str, str]]) -> Iterator[tuple[Glimpse, int]]:
    """Who was seen of late where nobody of his side is to be seen now, and how many turns ago."""
    for each in remembered(view):
        age = max(int(view["turn"]) - each.turn, 0)
        if (each.place, each.side) not in present and age <= STALE:
            yield each, age


def by_turn(glimpses: Iterable[Glimpse], told: Callable[[Glimpse], str]) -> list[str]:
    """'Seen in turn 3: ...', the newest turn first."""
    turns: dict[int, list[str]] = {}
    for each in glimpses:
        turns.setdefault(each.turn, []).append(told(each))
    return [f"Seen in {f'turn {turn}' if turn else 'the set-up'}: {'; '.join(turns[turn])}."
            for turn in sorted(turns, reverse=True)]  # fmt: skip
