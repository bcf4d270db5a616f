"""Counts the war for the campaign book: combats with their losses, seaports taken, each side's dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.jenkins.board.board import DATA, Board
from pbem.adjudicator.jenkins.board.pieces import SIDES, Counter, CounterKind
from pbem.adjudicator.jenkins.reports.battle_cards import NOBODY
from pbem.adjudicator.jenkins.view.picture import Picture
from pbem.adjudicator.reports.annals import Annals, Battle, Fate, Gain, Measure, Named, casts, counting, tale, tellings
from pbem.base.records import dataclass, field

#: A combat die hits at or below a number (9.1, 9.2); the die of a counter's fate is good above its cost (9.3).
KINDS, METHOD = counting(DATA / "annals.yaml")
TELLINGS = tellings(DATA / "tale.yaml")
#: Counters that a book's index names.
SHIPS = (CounterKind.SHIP, CounterKind.FRIGATE, CounterKind.BOMB_SHIP, CounterKind.MERCHANT)
LEADERS = (CounterKind.LEADER,)
#: Causes that a report names by their table, as a book says them of one ship or leader.
CAUSES = {"wrecks": "wrecked", "great gale": "lost in a great gale", "yellow fever": "dead of yellow fever"}
BEGINNINGS = ("naval_combat", "land_combat")
#: What a book leaves out: routes that are on the map, and where lost counters went, which the sum of the phase says.
LEFT_OUT = ("voyage", "to_pool", "gone", "holds")
#: Events of a combat besides its dice.
ENDINGS = ("naval_over", "land_over")
OUTCOMES = ("inflicted", *ENDINGS, "captured")


@dataclass(slots=True)
class Combat:
    """A combat being read from the notes."""

    title: str
    hex: str
    lines: list[str] = field(default_factory=list)
    lost: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))

def annals(reading: Reading[Picture], before: Sequence[Note]) -> Annals:
    """A phase, as the book counts it."""
    board, told = reading.seen.board, reading.told
    #: Names in labels: sides and their counters.
    owners = {side: side for side in SIDES} | {name: counter.side for name, counter in board.counters.items()}
    battles = tuple(Battle(each.title, tuple(each.lines), tuple(each.lost.items())) for each in combats(told.notes))
    return Annals(
        battles, tuple(gains(board, told.notes)), casts(told.notes, KINDS, owners),
        tale=tale(told.notes, TELLINGS, lambda note: spoken(board, note)), measures=tuple(measures(reading.seen)),
        named=tuple(named(reading.seen)), fates=tuple(fates(board, told.notes)),
    )  # fmt: skip


def combats(notes: Sequence[Note]) -> list[Combat]:
    """Combats in the order of the phase, each until it is over; who fights in it is revealed before."""
    found: list[Combat] = []
    shown: dict[str, list[str]] = {}
    running = False
    for note in notes:
        if note.event == "revealed":
            shown.setdefault(str(note.facts["hex"]), []).append(note.text)
        elif note.event in BEGINNINGS:
            place = str(note.facts["hex"])
            found.append(Combat(note.text.partition(": ")[0], place, shown.pop(place, [])))
            running = True
        elif running and note.event == "eliminated":
            found[-1].lost[str(note.facts["side"])] += 1
        elif found and note.event in OUTCOMES:
            found[-1].lines.append(note.text)
            if note.event in ENDINGS:
                found[-1].title += f", {str(note.facts['winner']).title() or NOBODY} victory"
                running = False
    return found


def gains(board: Board, notes: Sequence[Note]) -> Iterator[Gain]:
    """Seaports taken, for what they yield at once (3.4)."""
    for note in notes:
        if note.event == "captured":
            port = board.seaports[str(note.facts["port"])]
            yield Gain(str(note.facts["side"]), port.name, int(note.facts["points"]))


# --------------------------------------------------------------------------------------------------- names and sums


def spoken(board: Board, note: Note) -> Mapping[str, str]:
    """The facts of a note in a book's words."""
    facts = note.facts
    found = {name: str(facts[name]).title() for name in ("side", "winner") if name in facts}
    if "port" in facts:
        found["port"] = board.seaports[str(facts["port"])].name
    if "hex" in facts:
        found["place"] = place(board, str(facts["hex"]))
    if trail := list(map(str, facts.get("trail", ()))):
        lost = ", and none of them was left" if note.text.endswith("none of them is left.") else ""
        found |= {"origin": place(board, trail[0]), "goal": f"{place(board, trail[-1])}{lost}"}
    return found


def place(board: Board, hex_id: str) -> str:
    """A seaport by its name, the open sea by its hex."""
    port = board.seaport_at.get(hex_id)
    return port.name if port else f"the open sea ({hex_id})"


def measures(seen: Picture) -> Iterator[Measure]:
    """Seaports and war funds of both sides, and the reader's own counters afloat."""
    for side in SIDES:
        ports = sum(seen.state.holder(port) == side for port in seen.board.seaports.values())
        yield Measure("Seaports held", side, ports)
        yield Measure("War fund points", side, int(seen.known["funds"][side]))
    if seen.side:
        afloat = (seen.board.counters[each].kind in SHIPS for _, stack in seen.own_stacks() for each in stack)
        yield Measure("Ships on the map", seen.side, sum(afloat))


def named(seen: Picture) -> Iterator[Named]:
    """The reader's own ships and leaders on the map."""
    for hex_id, stack in seen.own_stacks():
        for counter in map(seen.board.counters.__getitem__, stack):
            if sort := sort_of(counter):
                yield Named(seen.side, sort, counter.label, place(seen.board, hex_id))


def sort_of(counter: Counter) -> str:
    """Ship or leader; nothing for what an index leaves out."""
    return "ship" if counter.kind in SHIPS else "leader" if counter.kind in LEADERS else ""


def fates(board: Board, notes: Sequence[Note]) -> Iterator[Fate]:
    """Ships and leaders that were lost, and why."""
    for note in notes:
        if note.event == "eliminated":
            counter = board.counters[str(note.facts["counter"])]
            if sort := sort_of(counter):
                port, why = board.seaport_at.get(str(note.facts["hex"])), str(note.facts["why"])
                where = f" at {port.name}" if port else f" at {note.facts['hex']}"
                yield Fate(str(note.facts["side"]), sort, counter.label, f"{CAUSES.get(why, why)}{where}")


# ------------------------------------------------------------------------------------------------------ the telling


def telling(notes: Sequence[Note]) -> list[Note]:
    """The notes as a book tells them: no bookkeeping."""
    return [note for note in notes if not bookkeeping(note)]


def bookkeeping(note: Note) -> bool:
    """Tells if a note matters only to players."""
    fate = note.throw is not None and note.throw.label.startswith("disposal/")
    return fate or note.event in LEFT_OUT or (note.event == "funds" and " yields 0 more" in note.text)
