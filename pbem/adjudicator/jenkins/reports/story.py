"""Tells the notes a reader heard, step by step in their own order, with their sum."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.reports.voice import VOICE
from pbem.adjudicator.jenkins.rules.ch03_funds import captured_ports
from pbem.adjudicator.jenkins.rules.ch11_special import in_supply
from pbem.adjudicator.jenkins.state.state import enemy
from pbem.adjudicator.jenkins.view.picture import Picture
from pbem.adjudicator.reports.parts import Chapter, Entry, mark
from pbem.adjudicator.reports.phrases import count, listed

#: Dice that are read one by one, so that a modifier counts for each (9.1, 9.2).
READ_SINGLY = ("naval", "naval-reroll", "land", "land-reroll")
SET_UP = ("Set-up", "3.1")


def chapters(notes: Sequence[Note], phase: str) -> list[Chapter]:
    """The notes under the step in which they were made."""
    parts: list[tuple[str, str, list[Note]]] = []
    for note in notes:
        if note.event == "step":
            parts.append((note.text, note.rule, []))
            continue
        if not parts:
            parts.append((*SET_UP, []))
        parts[-1][2].append(note)
    return [Chapter(title, rule, tuple(map(entry, told)), VOICE.aside(rule, hints(told), phase))
            for title, rule, told in parts]  # fmt: skip


def hints(told: Iterable[Note]) -> list[str]:
    """Lists words on the kind of step: its events, and their rules."""
    return [word for note in told for word in (note.event, note.rule) if word]


def entry(note: Note) -> Entry:
    """One note as a line with its dice."""
    if note.throw is None:
        return Entry(mark(note), note.rule, note.text)
    singly = note.throw.label.partition("/")[0] in READ_SINGLY
    return Entry(mark(note), note.rule, f"{note.why}.", note.throw, singly)


def in_brief(seen: Picture, notes: Sequence[Note]) -> list[str]:
    """Sums up a phase: each side's losses, and the seaports that changed hands."""
    lines = [line for side in SIDES if (line := losses(seen, notes, side))]
    for note in notes:
        if note.event in ("captured", "victory"):
            lines.append(note.text)
    return lines


def to_decide(seen: Picture) -> list[str]:
    """Lists the reader's next orders, and the matters that press."""
    if seen.known.get("phase_side") != seen.side or not seen.side or seen.known["winner"]:
        return []
    stacks = [hex_id for hex_id, _ in seen.own_stacks()]
    pressed = (("Out of supply (6.7)", [each for each in stacks if not in_supply(seen.state, each, seen.side)]),
               ("In a storm (8.1)", [each for each in stacks if each in seen.known["storms"]]),
               ("Beside the enemy", [each for each in stacks if seen.state.stack(each, enemy(seen.side))]))  # fmt: skip
    matters = (f"{words}: {listed([seen.place(each) for each in hexes])}." for words, hexes in pressed if hexes)
    return [to_spend(seen), *matters]


def to_spend(seen: Picture) -> str:
    """The reader's war funds at their next purchases, with what comes in before (3.2); at the set-up nothing does."""
    now = int(seen.known["funds"].get(seen.side, 0))
    if not seen.known["turn"]:
        return f"You order next: {count(now, 'point')} to spend (3.2)."
    income = seen.board.funds.per_turn[seen.side] + sum(port.value for port in captured_ports(seen.state, seen.side))
    total = min(now + income, seen.board.funds.maximum)
    return f"You order next: {count(total, 'point')} to spend, with those that come in first (3.2)."


def losses(seen: Picture, notes: Sequence[Note], side: str) -> str:
    """A side's losses, with those that may be bought again."""
    lost = counters(notes, ("eliminated", "called_home", "scuttled"))
    mine = [name for name in dict.fromkeys(lost) if seen.board.counters[name].side == side]
    if not mine:
        return ""
    back = [name for name in dict.fromkeys(counters(notes, ("to_pool",))) if name in mine]
    again = f"; back in the force pool: {seen.labels(back)}" if back else ""
    return f"{side.title()} losses: {seen.labels(mine)}{again}."


def counters(notes: Iterable[Note], events: Sequence[str]) -> list[str]:
    """The counters that notes of some sorts speak of."""
    return [str(note.facts["counter"]) for note in notes if note.event in events and "counter" in note.facts]
