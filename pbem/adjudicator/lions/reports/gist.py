"""Sums up an operation in a sentence or two: its goal, winner, losses and gains."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.lions.board.terms import PIRATES
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.reports.phrases import listed
from pbem.base.patterns import pattern

#: Events of an operation that keep the words of their notes.
TOLD = (
    "assault_over", "aftermath", "ship_lost", "leader_lost", "captured", "plundered", "landed", "founded", "crossed",
    "prize_taken", "delivered", "arrears", "unpaid", "halted", "expelled", "pirates", "breach", "favour", "lapsed",
)  # fmt: skip

#: Events that a fight begins with; the aftermath ends it, with the losses of both sides.
FIGHTS = ("battle", "assault")


#: Events that the story tells and the reader's queue need not tell again, and what the queue alone tells.
STORY_ALONE, QUEUE_ALONE = ("aftermath", "halted", "pirates", "ship_lost", "leader_lost"), ("lapsed",)
NOTHING = pattern(r"(.*) loses? nothing$")
BUT_DAMAGE = pattern(r" loses? nothing and (takes? )")


def came_of(seen: Picture, notes: Sequence[Note], *, but: Sequence[str] = QUEUE_ALONE) -> list[str]:
    """Lists sentences on fights, gains and losses, and none for a mere voyage.

    Events in `but` are left out. An order that came to nothing stands beside the order.
    """
    found = []
    fighting = False
    for note in notes:
        fighting = note.event in FIGHTS or (fighting and note.event != "aftermath")
        if fighting and note.event == "ship_lost":
            continue  # the aftermath names it
        if note.event == "battle_over":
            found.append(fought(seen, note))
        elif note.event == "aftermath" and note.event not in but:
            found += losses(seen, note)
        elif note.event in TOLD and note.event not in but:
            found.append(seen.placed(note.text))
    return found


def losses(seen: Picture, note: Note) -> list[str]:
    """Writes the losses of a fight, and names who is left; sides without losses are left out."""
    told, _, rest = note.text.partition(". ")
    sides = [BUT_DAMAGE.sub(r" \1", part) for part in told.split("; ") if not NOTHING.match(part)]
    costs = "; ".join(sides)
    left = note.facts.get("left")
    if isinstance(left, list):  # at sea; ashore the note says who holds the place
        names = [seen.subject(str(power)) for power in left]
        rest = "Both stay." if len(names) > 1 else f"{names[0]} alone stays." if names else "Nobody stays."
    return [f"{costs[0].upper()}{costs[1:]}.", seen.placed(rest)] if costs else [seen.placed(rest)]


def fought(seen: Picture, note: Note) -> str:
    """Writes the end of a battle at sea, with its points for ships sunk and damage (18.4)."""
    where, winner, scores = seen.place(str(note.facts["square"])), str(note.facts["winner"]), note.facts["scores"]
    if not winner:
        return f"A battle at {where} is drawn."
    losers = [power for power in scores if power != winner]
    tally = " to ".join(str(scores[power]) for power in (winner, *losers))
    beats = "beat" if winner == PIRATES else "beats"
    beaten = listed([seen.name(power) for power in losers])
    return f"{seen.subject(winner)} {beats} {beaten} at {where}, {tally} in points."


def sentence(words: str) -> str:
    """Words as a sentence; nothing where there are none."""
    text = words.removeprefix(", ")
    return f"{text[0].upper()}{text[1:]}." if text else ""


def led(seen: Picture, notes: Sequence[Note]) -> str:
    """'to Havana I4, with the Goa treasure'; ', becalmed' of a force that stays."""
    ways = [[str(square) for square in note.facts["way"]] for note in notes if note.event == "moved"]
    sailed = [f"to {seen.place(way[-1])}" for way in ways if len(way) > 1]
    incidents = [note.text.partition(": ")[2].removesuffix(".") for note in notes if note.event == "incident"]
    taken = [seen.state.label(str(note.facts["fleet"])) for note in notes if note.event == "escorted"]
    return ", ".join(["".join(sailed[-1:]), *(f"with the {name} treasure" for name in taken), *incidents])
