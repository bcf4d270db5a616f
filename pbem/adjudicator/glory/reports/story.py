"""Tells the notes a reader heard, chit by chit in their own order, with their sum."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.glory.reports import battle_cards, captain
from pbem.adjudicator.glory.reports.told_places import dated, label, own_blocks
from pbem.adjudicator.glory.reports.voice import VOICE
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, PORT, TRAFALGAR
from pbem.adjudicator.glory.view.picture import Picture
from pbem.adjudicator.reports.frame import turn_of
from pbem.adjudicator.reports.note_reader import by_head
from pbem.adjudicator.reports.parts import Chapter, Part
from pbem.adjudicator.reports.phrases import count, listed

#: Notes that begin a chapter.
HEADS = ("step", "chit")
OPENING = ("Orders", "5.2")
#: What a summary tells.
BRIEF = (
    "foundered", "raid_shown", "raid_marker", "scored", "directive_done", "directive_open", "gold_home",
    "admiral_lost", "convoy_lost", "prize_home", "game_over", "random_event", "channel",
)  # fmt: skip


def chapters(notes: Sequence[Note], side: str, phase: str) -> list[Chapter]:
    """The notes under the step or chit in which they were made; steps in which nothing was told are left out."""
    parts = by_head(notes, HEADS)
    told_of = [(head, told) for head, told in parts if is_chit(head) or any(each.text for each in told)]
    return [chapter(head, told, side, phase) for head, told in told_of]


def is_chit(head: Note | None) -> bool:
    """Tells if a chapter is a chit; a chit has its chapter even if nothing came of it."""
    return head is not None and head.event == "chit"


def chapter(head: Note | None, told: Sequence[Note], side: str, phase: str) -> Chapter:
    """One of them."""
    title, rule = (head.text.removesuffix("."), head.rule) if head else OPENING
    aside = VOICE.aside(rule, hints(told), f"{phase}/{title}") if head and head.event == "chit" else ""
    return Chapter(title, rule, tuple(battle_cards.told(told, side)), aside)


def hints(told: Iterable[Note]) -> list[str]:
    """Words on what happened: its events, and sorties."""
    found = [note.event for note in told if note.event]
    if any(note.event == "sail" and str(note.facts["was"]).endswith(f"/{PORT}") for note in told):
        found.append("sortie")
    return found


def eye(seen: Picture, notes: Sequence[Note], phase: str) -> list[Part]:
    """The captain's eye: a page has it first, a text after the sum of the phase."""
    lines = captain.eye(seen, notes, phase)
    number = turn_of(phase, seen.known)
    title = f"{captain.letter_head(seen.side)}, {dated(seen.board, number)} 1805"
    return [Part("eye", title, lines=tuple(lines))] if lines and number else []


#: The sum of a phase in which nothing happened, and of a game before its first turn.
QUIET = "Nothing came out, nothing was fought, nothing lost."
UNBEGUN = "Nothing has sailed yet: the ships lie where the orders of last year left them."


def in_brief(seen: Picture, notes: Sequence[Note]) -> list[str]:
    """Sums up a phase: who came out, battles, the weather's losses, missions, admirals, events."""
    out = list(captain.out_of_port(seen, notes, ""))
    fought = [fight(card) for card in battle_cards.cards(notes)]
    hurt = list(captain.own_losses(seen, notes, ""))
    told = [note.text for note in notes if note.event in BRIEF]
    lines = list(dict.fromkeys([*out, *fought, *told, *hurt]))
    return lines or [UNBEGUN if seen.known.get("step") == "setup" else QUIET]


def fight(card: Sequence[Note]) -> str:
    """One battle with what came of it."""
    over = card[-1].facts
    rounds = int(over.get("rounds", 0))
    went = "declined" if over.get("denied") == "yes" else count(rounds, "round") if rounds else "no shot fired"
    lost = battle_cards.lost_in_words(battle_cards.losses(card)) or "No ship was lost."
    return f"{card[0].text.removesuffix('.')}: {went}. {lost}"


def to_decide(seen: Picture) -> list[str]:
    """Lists the reader's next orders, and the matters that press."""
    if not seen.side or seen.known["winner"] or not seen.known.get("step"):
        return []
    if seen.known["step"] == "setup":
        return set_up(seen)
    return [line for line in (*british(seen), *allied(seen)) if line]


def set_up(seen: Picture) -> list[str]:
    """The reader's choices before the first turn."""
    if seen.side == BRITISH:
        return ["Where your frigates begin, and which fleets lie Inshore off their port, which on Loose (3.0)."]
    trafalgar = seen.known["scenario"] == TRAFALGAR
    return ["The port that the Toulon fleet is bound for (24.1.1)."] if trafalgar else []


def british(seen: Picture) -> list[str]:
    """Matters that press the British player."""
    if seen.side != BRITISH:
        return []
    off = [label(seen.board, name) for name, _ in own_blocks(seen, "off")]
    due = [f"{seen.board.admiralty[name].name} in {dated(seen.board, int(turn))}"
           for name, turn in seen.known["event"].items()]  # fmt: skip
    return [yards(seen), f"Off Station: {listed(off)} (9.1)." if off else "",
            f"Falls due: {listed(due)} (5.10)." if due else ""]  # fmt: skip


def allied(seen: Picture) -> list[str]:
    """Matters that press the Allied player."""
    if seen.side != ALLIED:
        return []
    may = [label(seen.board, port) for port, face in seen.known["provisions"].items() if face == "may"]
    drawn = len(seen.known["drawn_provisions"])
    return [
        f"You place {count(drawn, 'provisions chit')} (5.12)." if drawn else "",
        f"Ports that may send a fleet out: {listed(may)} (11.1)." if may else "", yards(seen),
    ]  # fmt: skip


def yards(seen: Picture) -> str:
    """Ships that wait for a crew or for the yard."""
    idle = sum(len(port["ordinary"]) for port in seen.known["ports"].values())
    hurt = sum(len(port["damaged"]) for port in seen.known["ports"].values())
    points = ", ".join(f"{nation.title()} {number}" for nation, number in seen.known["points"].items())
    if seen.known["scenario"] == TRAFALGAR:
        return f"In the yards: {count(hurt, 'damaged ship')} (5.2.3)." if hurt else ""
    if not hurt and not idle:
        return ""
    ships = f"{count(hurt, 'damaged ship')}, {count(idle, 'ship')} without a crew"
    return f"In the yards: {ships}; manpower {points} (5.2)."
