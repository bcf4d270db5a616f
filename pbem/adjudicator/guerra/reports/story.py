"""Tells the notes a reader heard, step by step and force by force in their own order, with their sum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.reports import battle_cards
from pbem.adjudicator.guerra.reports.council_lines import SPENT, gathered, part_of
from pbem.adjudicator.guerra.reports.prospects import prospects
from pbem.adjudicator.guerra.reports.told_places import (
    PURSE_WORDS,
    SIDES,
    force_name,
    forces_at,
    halves,
    place,
    ships_at,
    units_of,
)
from pbem.adjudicator.guerra.reports.voice import VOICE
from pbem.adjudicator.guerra.rules.ch02_setup import within
from pbem.adjudicator.guerra.rules.ch04_resources import awaited
from pbem.adjudicator.guerra.state.terms import COUNCIL, DUE, MUSTER, PATRIOT, ROYALIST, SEATS, UPRISINGS
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.adjudicator.reports.parts import Chapter
from pbem.adjudicator.reports.phrases import count, listed
from pbem.base.records import replace

#: Notes that begin a chapter. The die of an activation stands before the word of it, and belongs with it.
STEP, ACTIVATED, STIRS = "step", "activated", "stirs"
ACTIVATION = "activate/"
COUNCILS = (COUNCIL, UPRISINGS, MUSTER, "second-muster")
OPENING, GROUND = ("Orders", "3.1"), ("The toll of the ground", "5.3")
ATTRITION = "attrition/"
#: What a summary tells, and what it says of a phase in which nothing happened.
SETUP = "setup"
BRIEF = (
    "rose", "surrendered", "port-fell", "siege-over", "leader-lost", "leader-safe", "haven", "subverted", "repression",
    "legion", "liberals", "sunk", "captured", "lost-at-sea", "victory",
)  # fmt: skip


BUILT, LANDED = "built", "landed"
NO_FIGHTING, NO_MARCH = "Nothing was fought, and nothing fell.", "No force marched, and none was ordered to fight."
QUIET = {
    COUNCIL: "Nobody rose, and nobody came in.", UPRISINGS: "Nobody rose.", MUSTER: "Nobody came in.",
    PATRIOT: NO_FIGHTING, ROYALIST: NO_FIGHTING,
}  # fmt: skip


def chapters(seen: Picture, notes: Sequence[Note], phase: str) -> list[Chapter]:
    """The notes under the step or force in which they were made; steps in which nothing was told are left out."""
    parts: list[tuple[str, str, list[Note]]] = [(*OPENING, [])]
    council = phase.partition(".")[2] in COUNCILS
    for note in gathered(seen.board, notes) if council else notes:
        if note.event == STEP:
            parts.append((note.text.removesuffix("."), note.rule, []))
        elif council and part_of(note) != parts[-1][:2]:
            parts.append((*part_of(note), [note]))
        elif not council and apart(note, parts):
            parts.append((*GROUND, [note]))
        elif not council and begins(note, parts[-1], seen.side):
            parts.append((heading(seen, note), note.rule, [note]))
        else:
            parts[-1][2].append(note)
    if not council:
        with_their_price(parts)
    heard = [each for each in parts if any(battle_cards.worth_telling(note, seen.side) for note in each[2])]
    found = [chapter(title, rule, list(with_epitaphs(seen.board, told)), seen.side, phase)
             for title, rule, told in heard]  # fmt: skip
    said: set[str] = set()
    return [once(each, said) for each in found]


def once(told: Chapter, said: set[str]) -> Chapter:
    """A chapter, without its aside where another has had the same words."""
    fresh = told.aside not in said
    said.add(told.aside)
    return told if fresh else replace(told, aside="")


def with_their_price(parts: Sequence[tuple[str, str, list[Note]]]) -> None:
    """Points that were spent on an activation are told with it, after its die; they fall before it."""
    for (_, _, before), (_, _, after) in pairwise(parts):
        if before and before[-1].event == SPENT and after and after[0].throw is not None:
            after.insert(1, before.pop())


def begins(note: Note, last: tuple[str, str, list[Note]], side: str) -> bool:
    """Tells if a note begins the story of a force: its die, or the word that it is activated."""
    if note.throw is not None:
        return note.throw.label.startswith(ACTIVATION)
    if note.event == STIRS and note.facts.get("seat") == side:
        return False
    return note.event in (ACTIVATED, STIRS) and not in_hand(last[2], note)


def apart(note: Note, parts: Sequence[tuple[str, str, list[Note]]]) -> bool:
    """Tells if a note begins the toll of the ground on forces that nobody activated."""
    if note.throw is None or not note.throw.label.startswith(ATTRITION) or parts[-1][:2] == GROUND:
        return False
    return force_of(note) not in {force_of(told) for *_, notes in parts for told in notes if begun_by(told)}


def begun_by(note: Note) -> bool:
    """Tells if a note is the die of an activation, or the word of it."""
    return note.event in (ACTIVATED, STIRS) or (note.throw is not None and note.throw.label.startswith(ACTIVATION))


def in_hand(told: Sequence[Note], note: Note) -> bool:
    """Tells if the chapter that is open is that of the same force and has only its die so far."""
    return len(told) == 1 and told[0].throw is not None and force_of(told[0]) == force_of(note)


def force_of(note: Note) -> str:
    """The force that a note of an activation is about."""
    return note.throw.label.split("/")[1] if note.throw is not None else str(note.facts.get("force", ""))


def heading(seen: Picture, note: Note) -> str:
    """The title of a force's story: its name, as far as the reader knows it."""
    name = force_of(note)
    return force_name(seen, name) if name in seen.known["forces"] else seen.board.label(name)


def chapter(title: str, rule: str, told: Sequence[Note], side: str, phase: str) -> Chapter:
    """One of them."""
    events = {note.event for note in told if note.event not in ("", "roll")}
    aside = VOICE.aside(rule, events, f"{phase}/{title}")
    return Chapter(title, rule, tuple(battle_cards.told(told, side, phase)), aside)


def with_epitaphs(board: Board, told: Iterable[Note]) -> Iterator[Note]:
    """The notes, with two lines from history after that of a leader's end."""
    for note in told:
        yield note
        lost = board.leaders.get(str(note.facts.get("leader", ""))) if note.event == "leader-lost" else None
        if lost is not None and lost.epitaph:
            yield Note("", note.to, f"In the other history: {lost.epitaph}")


def in_brief(seen: Picture, notes: Sequence[Note], phase: str) -> list[str]:
    """Sums up a phase: fights, risings, sieges, leaders, the legion, the news from Spain, and what a muster brings."""
    fought = map(fight, battle_cards.fought(notes))
    told = [note.text for note in notes if note.event in BRIEF]
    quiet = QUIET.get(phase.partition(".")[2]) if phase != seen.known["phase"] else ""  # a game that is to begin
    if quiet == NO_FIGHTING and not any(begun_by(note) for note in notes):
        quiet = NO_MARCH
    return list(dict.fromkeys([*fought, *told, *mustered(seen.board, notes)])) or ([quiet] if quiet else [])


def mustered(board: Board, notes: Sequence[Note]) -> Iterator[str]:
    """Counts who was raised, by side, and who came in, by place."""
    raised = [str(note.facts["seat"]) for note in notes if note.event == BUILT]
    if raised:
        yield f"Raised: {listed([f'{SIDES[seat]} {raised.count(seat)}' for seat in SEATS if seat in raised])}."
    landed: dict[str, int] = {}
    for note in notes:
        if note.event == LANDED:
            where = place(board, str(note.facts.get("port") or note.facts.get("at") or note.facts.get("area", "")))
            landed[where] = landed.get(where, 0) + len([*note.facts.get("units", ()), *note.facts.get("leaders", ())])
    come = [f"{number} at {where}" for where, number in landed.items() if number and where]
    if come:
        yield f"Come in: {listed(come)}."


def fight(card: Sequence[Note]) -> str:
    """One fight with what came of it."""
    return f"{card[-1].text} {battle_cards.lost_in_words(card)}".strip()


def to_decide(seen: Picture) -> list[str]:
    """Lists the matters that press the reader before the next orders."""
    if not seen.side or seen.known["winner"] or not seen.known.get("step"):
        return []
    if str(seen.known["step"]).endswith(SETUP):
        return list(beginnings(seen)) if str(seen.known["step"]) == f"{seen.side}-{SETUP}" else []
    lines = (*arrivals(seen), *sieges(seen), *prospects(seen), purse_line(seen), *limits(seen))
    return [line for line in lines if line]


def beginnings(seen: Picture) -> Iterable[str]:
    """The places within which the reader's counters may begin (2.1, 2.2, 12.2, 12.3)."""
    yield ("Your forces stand as history had them. A 'setup' section moves them within these places; what it does not "
           "name stays.")  # fmt: skip
    found: dict[tuple[str, ...], list[str]] = {}
    for name in own_counters(seen):
        places = within(seen.state, name)
        if len(places) > 1:
            found.setdefault(places, []).append(name)
    for places, names in found.items():
        yield f"In {listed([place(seen.board, each) for each in places], 'or')}: {', '.join(names)} (2.0)."


def own_counters(seen: Picture) -> list[str]:
    """The reader's counters on the map."""
    forces = [name for name, force in seen.known["forces"].items() if force["side"] == seen.side]
    held = [each for name in forces for each in (*seen.known["forces"][name]["leaders"], *units_of(seen, name))]
    return [*held, *(ship for where in seen.board.ports for ship in ships_at(seen, where, seen.side))]


def arrivals(seen: Picture) -> Iterable[str]:
    """The arrivals of this turn that are not placed yet."""
    board = seen.board
    mine = [board.units[name].name for name, told in seen.known["units"].items()
            if told["where"] == DUE and board.units[name].side == seen.side]  # fmt: skip
    mine += [board.leaders[name].name for name, told in seen.known["leaders"].items()
             if told["where"] == DUE and board.leaders[name].side == seen.side]  # fmt: skip
    if mine:
        yield f"Due to arrive: {listed(mine)} (4.8, 4.10)."


def sieges(seen: Picture) -> Iterable[str]:
    """Sieges that the reader lays or suffers."""
    for port, siege in seen.known["sieges"].items():
        words = "You besiege" if siege["by"] == seen.side else "You are besieged in"
        works = ", with works" if siege["works"] else ""
        lie = listed([f"{seen.board.label(ship)} ({ship})" for ship in ships_at(seen, port, seen.side)])
        risk = f"; if it falls, a die decides on {lie} in port (7.9)" if lie else ""
        yield f"{words} {place(seen.board, port)}{works} (6.2){risk}."


def purse_line(seen: Picture) -> str:
    """The money in the reader's purses, where they may spend it next."""
    if str(seen.known["step"]) in SEATS and str(seen.known["step"]) != seen.side:
        return ""
    own = [name for name in seen.known["purse"] if (name == ROYALIST) == (seen.side == ROYALIST)]
    told = [f"{PURSE_WORDS[name]} {halves(seen.known['purse'][name])}" for name in own]
    more = sum(awaited(seen.state, seen.side).values()) if seen.known["step"] in COUNCILS else 0
    coming = f"; your areas as they are held now pay {halves(more)} more" if more else ""
    return f"In the purse: {', '.join(told)} RP{coming} (4.0)." if told else ""


def limits(seen: Picture) -> Iterable[str]:
    """The Mexican die, and guerrillas that live on sufferance."""
    left = int(seen.known.get("mexico_left", -1))
    if seen.side == ROYALIST and left >= 0 and seen.known.get("step") == ROYALIST:
        yield f"In Mexico you may still activate {count(left, 'unit')} (10.7)."
    if seen.side == PATRIOT:
        alone = [place(seen.board, area) for area in seen.board.areas
                 if not forces_at(seen, area, PATRIOT) and area in seen.known["masses"]]  # fmt: skip
        if alone:
            yield f"Masses were raised, and nobody of yours stands in {listed(alone)} (4.9)."


def by_purse(known: Mapping[str, int]) -> str:
    """Purses in words."""
    return ", ".join(f"{PURSE_WORDS[name]} {halves(amount)}" for name, amount in known.items())
