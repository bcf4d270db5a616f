"""The sum of a phase at a report's top: changes for the reader, their decisions, other events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.lions.reports.gist import fought
from pbem.adjudicator.lions.reports.likenesses import STORY
from pbem.adjudicator.lions.reports.sentences import SAID
from pbem.adjudicator.lions.reports.story import opens_turn
from pbem.adjudicator.lions.rules.ch04_sequence import WATCH
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.reports.note_reader import cards
from pbem.base.records import dataclass, replace

#: What a winner or a loser will want to find again at the top.
NEWS = ("plundered", "landed", "founded", "leader_lost", "breach", "favour", "crossed", "agreed", "mercenary",
        "prize_taken", "captured", "victory")  # fmt: skip


def in_brief(seen: Picture, notes: Sequence[Note], *, queued: bool = False) -> tuple[list[str], list[str]]:
    """Returns changes for the reader, and other events; the public gets all as one.

    Where operations are told in their order, of the others only losses and gains are summed up. What the reader's
    queue tells, if it is `queued`, is not told again.
    """
    if not seen.side:
        return Sum(seen, notes, seen.players).lines, []
    others = Sum(seen, notes, tuple(power for power in seen.players if power != seen.side), but=seen.side)
    told = any(note.event == "operation" for note in notes)
    own = Sum(seen, notes, (seen.side,), queued=queued)
    if told and seen.known.get("step") == WATCH:
        return own.lines, []
    return own.lines, others.losses_and_gains if told else others.lines


def but_own(seen: Picture, notes: Sequence[Note]) -> list[Note]:
    """The notes less those of the reader's own operations, which its queue tells."""
    found, own = [], False
    for note in notes:
        if opens_turn(seen, note):
            own = note.facts.get("power") == seen.side
        elif note.event == "step":
            own = False
        if not own:
            found.append(note)
    return found


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of a phase for some of the powers.

    It holds all that one of them had a part in and `but` had not.
    """

    seen: Picture
    notes: Sequence[Note]
    powers: tuple[str, ...]
    but: str = ""
    queued: bool = False  # fights and news of the reader's own operations stand with its queue

    @property
    def lines(self) -> list[str]:
        """Fights and losses first, then news, then money."""
        rest = replace(self, notes=but_own(self.seen, self.notes)) if self.queued else self
        return [*rest.battles(), *rest.assaults(), *self.said("lost"), *rest.news(), *self.said("paid"),
                *self.said("income")]  # fmt: skip

    @property
    def losses_and_gains(self) -> list[str]:
        """Ships lost, then what else was lost and won, all in a few lines."""
        news = " ".join(self.news())
        return [*self.said("lost"), *([news] if news else []), *self.said("income")]

    def said(self, name: str) -> list[str]:
        """Ships that are gone, each power's payments, each power's receipts."""
        return STORY.lines(name, self.seen, sum=self)

    def ours(self, powers: Sequence[object]) -> bool:
        """Tells if something belongs here; what concerns nobody in the game goes with the others' events."""
        inside = any(power in self.powers for power in powers)
        nobodys = bool(self.but) and not any(power in self.seen.players for power in powers)
        return (inside or nobodys or not self.seen.side) and self.but not in powers

    def battles(self) -> Iterator[str]:
        """Yields the end of each fight at sea; drawn fights share one line."""
        over = [note for note in self.notes if note.event == "battle_over" and self.ours(list(note.facts["scores"]))]
        yield from (fought(self.seen, note) for note in over if note.facts["winner"])
        drawn = Counter(self.seen.place(str(note.facts["square"])) for note in over if not note.facts["winner"])
        yield from STORY.lines("drawn", self.seen, places=drawn)

    def assaults(self) -> Iterator[str]:
        """Yields the end of each fight ashore, with attacker and defender."""
        for attack, *_, over in cards(self.notes, {"assault": "assault_over"}):
            if self.ours([attack.facts["attacker"], attack.facts["defender"]]):
                yield f"{self.seen.placed(attack.text.removesuffix('.'))}: {outcome(over)}."

    def nation(self, ship: str) -> str:
        """Returns the nation of a ship; empty if it is none of the counters."""
        known = self.seen.board.ships.get(ship)
        return known.nation if known else ""

    def news(self) -> Iterator[str]:
        """Treasure, plunder, leaders, agreements; what players wrote is left as they wrote it."""
        for note in self.notes:
            whose = note.facts.get("parties") or [note.facts.get("power", "")]
            if note.event in NEWS and isinstance(whose, list) and self.ours(whose):
                yield note.text if note.event == "agreed" else self.seen.placed(note.text)

    def pounds(self, event: str, power: str) -> list[int]:
        """The sums of one sort that concern one power."""
        return [int(str(note.facts["pounds"])) for note in self.notes
                if note.event == event and note.facts["power"] == power]  # fmt: skip


def outcome(note: Note) -> str:
    """'Spain holds', 'nobody wins': how an assault ended, after words that name the place."""
    text = note.text.removesuffix(".").removesuffix(f" {note.facts['square']}").removesuffix(" at")
    return text.replace("Nobody", "nobody")


# ------------------------------------------------------------------------------------------------ what comes next


def to_decide(seen: Picture) -> list[str]:
    """Lists the reader's next orders, and the things to look at before."""
    if not seen.side or seen.known["ended"]:
        return []
    return SAID.lines("to_decide", seen)
