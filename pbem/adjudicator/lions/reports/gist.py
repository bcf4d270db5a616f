"""What came of an operation, in a sentence or two: where it led, who won, who was lost, what was taken."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.reports.phrases import listed

#: What is told of an operation in the words in which it was told.
TOLD = (
    "assault_over", "ship_lost", "leader_lost", "captured", "plundered", "landed", "founded", "crossed", "prize_taken",
    "delivered", "arrears", "unpaid", "halted", "expelled", "pirates", "breach", "favour", "lapsed",
)  # fmt: skip


def came_of(seen: Picture, power: str, notes: Sequence[Note]) -> list[str]:
    """Sentences on all that is more than a voyage of this power; none where it was nothing more.

    What the reader could not do in the meantime is told where his orders are, and came of no operation of another.
    """
    found = []
    for note in notes:
        if note.event == "battle_over":
            found.append(fought(seen, note))
        elif note.event in TOLD and (note.event != "lapsed" or power == seen.side):
            found.append(seen.placed(note.text))
    return found


def fought(seen: Picture, note: Note) -> str:
    """How a battle at sea ended (18.4)."""
    where, winner, scores = seen.place(str(note.facts["square"])), str(note.facts["winner"]), note.facts["scores"]
    if not winner:
        return f"A battle at {where} is drawn."
    losers = [power for power in scores if power != winner]
    tally = " to ".join(str(scores[power]) for power in (winner, *losers))
    return f"{seen.subject(winner)} beats {listed([seen.name(power) for power in losers])} at {where}, {tally}."


def voyage(seen: Picture, start: str, notes: Sequence[Note]) -> str:
    """'Cadiz G12 to Havana I4', or what kept the force where it was: 'Cadiz G12, becalmed'."""
    return f"{seen.place(start)} {led(seen, notes)}".replace(" ,", ",").rstrip()


def led(seen: Picture, notes: Sequence[Note]) -> str:
    """'to Havana I4, with the Goa treasure'; ', becalmed' of a force that stays."""
    ways = [[str(square) for square in note.facts["way"]] for note in notes if note.event == "moved"]
    sailed = [f"to {seen.place(way[-1])}" for way in ways if len(way) > 1]
    incidents = [note.text.partition(": ")[2].removesuffix(".") for note in notes if note.event == "incident"]
    taken = [seen.state.label(str(note.facts["fleet"])) for note in notes if note.event == "escorted"]
    return ", ".join(["".join(sailed[-1:]), *(f"with the {name} treasure" for name in taken), *incidents])
