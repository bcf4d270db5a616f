"""Counts the war for the campaign book: Battles with the Sail lost, Prestige by Turn, Ports, each side's dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.reports.annals import LOW, Annals, Battle, Cast, Gain, Kind, Method, casts
from pbem.adjudicator.yellowjack.reports.battle_cards import CARDS, cards, losses
from pbem.adjudicator.yellowjack.reports.logs import IN_LOGS
from pbem.adjudicator.yellowjack.state.words import SIDES
from pbem.adjudicator.yellowjack.view.picture import Picture

#: Dice that are one side's luck, by the first part of their label.
KINDS: Mapping[str, Kind] = {
    "zone": Kind("leaving Sea Zones", LOW, 1), "check": Kind("checks", LOW, 1), "breeze": Kind("breezes", LOW, 1),
}
METHOD = Method(
    "A die to leave a Sea Zone, to catch the wind or to pass a check counts for the side that throws it. Dice of "
    "Battle, Escalade and siege are read on tables that both sides share, and are nobody's. Beside Battles the book "
    "counts Prestige by cause, Ports that changed hands, and the Orders of each Turn.",
    "Prestige",
)
#: What a book leaves out: what owners are told besides what everybody sees, and where the story only marks a place.
LEFT_OUT = ("lapsed", "step", *IN_LOGS)
#: Notes of a fight that a book tells.
OUTCOMES = ("sunk", "leader-hit", "broke-off", "retreated", "captured", *CARDS.values())


def annals(reading: Reading[Picture], before: Sequence[Note]) -> Annals:
    """A phase, as the book counts it."""
    notes = reading.told.notes
    return Annals(tuple(battle(card) for card in cards(notes)), tuple(gains(notes)), tuple(luck(reading)))


def battle(notes: Sequence[Note]) -> Battle:
    """One fight with what each side lost in it."""
    lines = [note.text for note in notes[1:] if note.event in OUTCOMES]
    return Battle(notes[0].text.removesuffix("."), tuple(lines), tuple(losses(notes).items()))


def gains(notes: Sequence[Note]) -> Iterator[Gain]:
    """Prestige that was awarded, and Ports that changed hands."""
    for note in notes:
        facts = note.facts
        if note.event == "prestige" and facts.get("seat") in SIDES:
            yield Gain(str(facts["seat"]), note.text.removesuffix("."), int(facts.get("amount", 0)))
        elif note.event == "captured" and facts.get("by") in SIDES:
            yield Gain(str(facts["by"]), note.text.removesuffix("."))


def luck(reading: Reading[Picture]) -> Iterator[Cast]:
    """The dice that are one side's luck: those that it was told alone."""
    owners = {side: side for side in SIDES}
    for note in reading.told.notes:
        if note.throw is not None and note.to in SIDES:
            owners |= dict.fromkeys(note.throw.label.split("/")[1:], note.to)
    yield from casts(reading.told.notes, KINDS, owners)


def telling(notes: Sequence[Note]) -> list[Note]:
    """The notes as a book tells them: no bookkeeping."""
    return [note for note in notes if note.event not in LEFT_OUT and note.text]
