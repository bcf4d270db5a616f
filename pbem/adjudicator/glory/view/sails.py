"""Sails: the other side's blocks as they can be told apart, with numbers, pools and news (2.3, 7.4, 14.0).

A block in sight is a sail with a number. Sails in one place are a pool: nobody can tell which is which. When one of a
pool leaves, all of them get new numbers, and each is known to be one of the old ones; once they are all together again,
they have their old numbers back. Numbers come from what was told, in its order, and never from ids. All of this is made
from notes: `sail` and `spotted` are told to all, `masts` to each seat for itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.adjudicator.engine.plain_state import plain, read
from pbem.adjudicator.engine.table import Note
from pbem.base.records import dataclass, field, replace

#: The events that are read here.
SAIL, SPOTTED, MASTS = "sail", "spotted", "masts"
#: What a word for a place says of it: the port or hex, the part.
SORTIE = "sortie"


@dataclass(frozen=True, slots=True)
class Word:
    """Words on a force: the least and the most ships, other blocks, when and how it was seen."""

    low: int
    high: int
    turn: int
    how: str  # spotted, masts or battle
    frigates: bool = False
    convoy: bool = False
    gold: bool = False
    ordinary_low: int = 0
    ordinary_high: int = 0
    of: int = 1  # how many sails the word was of


@dataclass(frozen=True, slots=True)
class Sail:
    """One of the other side's blocks in sight."""

    number: int
    place: str
    left: tuple[str, ...] = ()  # the ports that it may have come out of
    since: int = 0  # the turn in which it came out
    of: tuple[int, ...] = ()  # the numbers of which it is one
    face: bool = False  # lies on its face (10.3.1)
    word: Word | None = None


@dataclass(slots=True)
class Sails:
    """One side's sails as all the others see them."""

    last: int = 0
    seen: dict[int, Sail] = field(default_factory=dict)
    parted: dict[int, Sail] = field(default_factory=dict)  # what was known of those that pools were made of

    def at(self, place: str) -> list[Sail]:
        """The sails in a place: one pool."""
        return [sail for sail in self.seen.values() if sail.place == place]

    def new_number(self) -> int:
        """The next number."""
        self.last += 1
        return self.last

    def appear(self, place: str, left: str, turn: int, *, down: bool = False) -> None:
        """A block comes into sight; `left` is the port that it has come out of, if it has."""
        number = self.new_number()
        self.seen[number] = Sail(number, place, (left,) if left else (), turn if left else 0, face=down)

    def leave(self, was: str, *, down: bool = False) -> Sail | None:
        """One sail leaves its place: taken from it, alone as it is, or under a new number as one of the pool.

        Everybody sees how many of a pool lie on their face, and if the one that leaves does.
        """
        pool = self.at(was)
        if len(pool) <= 1:
            return self.seen.pop(pool[0].number) if pool else None
        together, lying = mixed(pool), sum(sail.face for sail in pool) - down
        for sail in pool:
            self.parted[sail.number] = self.seen.pop(sail.number)
        leaver = replace(together, number=self.new_number(), face=down)
        for place in range(len(pool) - 1):
            number = self.new_number()
            self.seen[number] = replace(together, number=number, face=place < lying)
        return leaver

    def move(self, was: str, now: str, turn: int, port: str = "", *, down: bool = False) -> None:
        """A sail goes from place to place; one that comes out of a port where it could be seen is known by it."""
        sail = self.leave(was, down=down)
        if sail is None:
            self.appear(now, port, turn, down=down)
            return
        left, since = ((port,), turn) if port else (sail.left, sail.since)
        self.seen[sail.number] = replace(sail, place=now, left=left, since=since, face=down)
        self.reunite(now, sail.of)

    def reunite(self, place: str, numbers: tuple[int, ...]) -> None:
        """Gives a pool its numbers back when all its sails are together again.

        So ships that sail in company, along a track above all, are not renumbered at every step.
        """
        pool = [sail for sail in self.at(place) if sail.of == numbers]
        if not numbers or len(pool) < len(numbers):
            return
        together, before = mixed(pool), [self.parted[number] for number in numbers]
        if (together.left, together.since) != (mixed(before).left, mixed(before).since):
            return
        news = any(sail.word != mixed(before).word for sail in pool)
        for sail, old in zip(by_face(pool), by_face(before), strict=True):
            del self.seen[sail.number], self.parted[old.number]
            word = together.word if news else old.word
            self.seen[old.number] = replace(old, place=place, face=sail.face, word=word)
        for others in dict.fromkeys(old.of for old in before):
            self.reunite(place, others)

    def forget(self) -> None:
        """Drops what was known of pools that can never be whole again, since one of their sails is gone."""
        carried = Counter(sail.of for sail in (*self.seen.values(), *self.parted.values()))
        whole = {number for numbers, count in carried.items() if count == len(numbers) for number in numbers}
        self.parted = {number: sail for number, sail in self.parted.items() if number in whole}

    def lie(self, place: str, *, down: bool) -> None:
        """A block in a place is laid on its face, or stood up."""
        for sail in reversed(self.at(place)):
            if sail.face != down:
                self.seen[sail.number] = replace(sail, face=down)
                return

    def tell(self, place: str, word: Word) -> None:
        """News of all sails in a place."""
        pool = self.at(place)
        for sail in pool:
            self.seen[sail.number] = replace(sail, word=replace(word, of=len(pool)))


def mixed(pool: Iterable[Sail]) -> Sail:
    """Joins the knowledge of a pool: the ports of all, and the widest word on them."""
    sails = list(pool)
    left = tuple(dict.fromkeys(port for sail in sails for port in sail.left))
    return Sail(
        0, sails[0].place, left, max(sail.since for sail in sails), tuple(sorted(sail.number for sail in sails)),
        word=widest([sail.word for sail in sails]),
    )  # fmt: skip


def by_face(pool: Iterable[Sail]) -> list[Sail]:
    """The sails of a pool, first those that stand, then those that lie on their face."""
    return sorted(pool, key=lambda sail: (sail.face, sail.number))


def widest(words: Iterable[Word | None]) -> Word | None:
    """The word that holds for any of several sails; none where nothing is known of one of them."""
    known = list(words)
    told = [word for word in known if word is not None]
    if len(told) < len(known) or not told:
        return None
    low = 0 if len(told) > 1 else told[0].low
    oldest = min(told, key=lambda word: word.turn)
    return Word(
        low, max(word.high for word in told), oldest.turn, oldest.how, any(word.frigates for word in told),
        any(word.convoy for word in told), any(word.gold for word in told), of=max(word.of for word in told),
    )  # fmt: skip


@dataclass(slots=True)
class Lookout:
    """The sails of both sides as everybody sees them, and the news that each seat heard."""

    sails: dict[str, Sails] = field(default_factory=dict)  # side -> its sails
    news: dict[str, dict[str, Word]] = field(default_factory=dict)  # hearer -> place -> the newest word on the enemy
    counted: dict[str, dict[str, Word]] = field(default_factory=dict)  # hearer -> place -> what the enemy knows of it

    @classmethod
    def from_plain(cls, known: Mapping[str, Any]) -> Lookout:
        """The inverse of `to_plain`."""
        return Lookout(
            {side: Sails(each["last"], by_number(each["seen"]), by_number(each["parted"]))
             for side, each in known["sails"].items()},
            read(dict[str, dict[str, Word]], known["news"]), read(dict[str, dict[str, Word]], known["counted"]),
        )  # fmt: skip

    def to_plain(self) -> dict[str, Any]:
        """Returns the part that outlives a phase."""
        return {
            "sails": {side: {"last": each.last, "seen": plain(list(each.seen.values())),
                             "parted": plain(list(each.parted.values()))} for side, each in self.sails.items()},
            "news": plain(self.news), "counted": plain(self.counted),
        }  # fmt: skip


def by_number(known: Iterable[Mapping[str, Any]]) -> dict[int, Sail]:
    """Sails again from plain data."""
    return {each["number"]: sail_of(each) for each in known}


def sail_of(known: Mapping[str, Any]) -> Sail:
    """A sail again from plain data."""
    word = known["word"]
    return read(Sail, {**known, "word": read(Word, word) if word else None})  # type: ignore[no-any-return]


#: Whether a block can be seen in a place, and what a told range stands for.
InSight = Callable[[str], bool]
Range = Callable[[str], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Ear:
    """Reads notes into a lookout: the turn they were made in, what can be seen, and how ranges are told."""

    turn: int
    seats: tuple[str, ...]
    in_sight: InSight
    range_ends: Range

    def hear(self, lookout: Lookout, note: Note) -> None:
        """One note."""
        if note.event == SAIL:
            self.sail(lookout, note.facts)
        elif note.event == SPOTTED:
            self.spotted(lookout, note.facts)
        elif note.event == MASTS:
            self.masts(lookout, note)

    def sail(self, lookout: Lookout, facts: Mapping[str, Any]) -> None:
        """A block has changed its place."""
        sails = lookout.sails.setdefault(str(facts["side"]), Sails())
        was, now = str(facts["was"]), str(facts["now"])
        port = was.removesuffix("/port") if was.endswith("/port") and not now.endswith("/port") else ""
        before, after, down = self.in_sight(was), self.in_sight(now), facts.get("face") == "down"
        if not before and after:
            sails.appear(now, port, self.turn, down=down)
        elif before and not after:
            sails.leave(was, down=down)
            sails.forget()
        elif before and was != now:
            sails.move(was, now, self.turn, port, down=down)
        elif before:
            sails.lie(now, down=down)

    def spotted(self, lookout: Lookout, facts: Mapping[str, Any]) -> None:
        """A place was seen into: for each part and side, what is there."""
        at = str(facts["place"])
        for part, sides in facts["areas"].items():
            place = at if part == "sea" else f"{at}/{part}"
            for side, told in sides.items():
                word = self.word(told, SPOTTED)
                lookout.sails.setdefault(side, Sails()).tell(place, word)
                for seat in self.seats:
                    kept = lookout.news if seat != side else lookout.counted
                    kept.setdefault(seat, {})[place] = word

    def masts(self, lookout: Lookout, note: Note) -> None:
        """A seat has counted; each of the two hears it in a note of its own."""
        facts = note.facts
        place = f"{facts['port']}/inshore" if facts["inshore"] == "yes" else str(facts["port"])
        kept = lookout.news if note.to == facts["by"] else lookout.counted
        kept.setdefault(note.to, {})[place] = self.word(facts, MASTS)

    def word(self, told: Mapping[str, Any], how: str) -> Word:
        """A range with what else was seen."""
        low, high = self.range_ends(str(told.get("ships", "")))
        least, most = self.range_ends(str(told.get("ordinary", "")))
        return Word(
            low, high, self.turn, how, told.get("frigates") == "yes", told.get("convoy") == "yes",
            told.get("gold") == "yes", least, most,
        )  # fmt: skip


def first_sight(places: Iterable[tuple[str, str]], in_sight: InSight) -> Lookout:
    """The sails at the start of a game, from (side, place) of every block; in the order of places, not of blocks."""
    lookout = Lookout()
    for side, place in sorted(places):
        if in_sight(place):
            lookout.sails.setdefault(side, Sails()).appear(place, "", 0)
    return lookout
