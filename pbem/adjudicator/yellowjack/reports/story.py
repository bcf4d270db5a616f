"""Tells the notes a reader heard, Impulse by Impulse, with their sum in at most ten lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.reports.parts import Chapter
from pbem.adjudicator.reports.phrases import count, listed
from pbem.adjudicator.yellowjack.ch3.issuing import issues_before
from pbem.adjudicator.yellowjack.orders.plans import has_routine
from pbem.adjudicator.yellowjack.reports import battle_cards
from pbem.adjudicator.yellowjack.reports.logs import IN_LOGS, STEP, timed
from pbem.adjudicator.yellowjack.reports.told_places import formation, order_name, place, plan_of, turn_words
from pbem.adjudicator.yellowjack.reports.voice import VOICE
from pbem.adjudicator.yellowjack.state.words import ADMIN, OPS, SETUP
from pbem.adjudicator.yellowjack.view.picture import Picture
from pbem.base.records import replace

OPENING = ("Before the winds are thrown", "R4.1")
IMPULSE_RULE = "R4.3"
#: What a summary tells, the weightiest first.
BRIEF = ("victory", "event", "captured", "reverted", "evacuated", "campaign-won", "duty", "fulfilled", "failed",
         "sunk", "leader-hit", "landed", "blockade", "boxes", "prestige", "issued", "relieved", "promoted", "posted",
         "assembled", "worn", "repaired", "state", "formed", "refitted", "extended")  # fmt: skip
MOST_BRIEF = 10
#: What a seat with a routine has to know that has Orders to give out.
ASLEEP = ("Your routine sleeps through administration: name these Orders in a standing 'issue', or cancel the routine "
          "in this letter, and you are asked.")
#: How the note begins that tells an owner the drawn Orders that they take.
KEEPS = "You keep "
HELP = "An Auxiliary Stationed there may Screen them; a Flotilla that waits there drives them off (2.462)."
#: Matters to decide that are told at most, before the rest is counted.
MOST_DECIDED = 10


def chapters(seen: Picture, notes: Sequence[Note], phase: str) -> list[Chapter]:
    """The notes under their Impulse, and in administration under their step; where nothing was told there is none."""
    parts: list[tuple[str, str, list[Note]]] = [(*OPENING, [])]
    admin, card = phase.endswith((ADMIN, SETUP)), ""
    for told in timed(notes):
        note = told.note
        inside, card = bool(card), battle_cards.CARDS.get(note.event, "" if note.event == card else card)
        if note.event == STEP:
            title = heading(note, admin=admin)
            if title != parts[-1][0]:
                parts.append((title, note.rule if admin else IMPULSE_RULE, []))
        elif note.event not in IN_LOGS:
            parts[-1][2].append(note if admin or inside or not told.mpi else at_mpi(note, told.mpi))
    return [chapter(title, rule, told, seen.side, phase) for title, rule, told in parts if any(n.text for n in told)]


def heading(note: Note, *, admin: bool) -> str:
    """The title of a step's chapter: its own in administration, else that of its Impulse."""
    impulse = int(note.facts.get("impulse", 0))
    return note.text.removesuffix(".") if admin or not impulse else f"Impulse {impulse}"


def at_mpi(note: Note, mpi: int) -> Note:
    """A note with its MPI before it."""
    if note.throw is not None:
        return replace(note, why=f"MPI {mpi}: {note.why}")
    return replace(note, text=f"MPI {mpi}: {note.text}") if note.text else note


def chapter(title: str, rule: str, told: Sequence[Note], side: str, phase: str) -> Chapter:
    """One of them."""
    events = {note.event for note in told if note.event not in ("", "roll")}
    aside = VOICE.aside(rule, events, f"{phase}/{title}")
    return Chapter(title, rule, tuple(battle_cards.entries(told, side, phase)), aside)


def in_brief(notes: Sequence[Note]) -> list[str]:
    """The Turn in ten lines: fights, Corsairs, fever, Orders taken, Ports, losses, blockades, boxes, Prestige."""
    fought = [*(fight(card) for card in battle_cards.cards(notes)), *prowlers(notes), *sick(notes), *taken(notes)]
    told = sorted((BRIEF.index(note.event), number, note.text) for number, note in enumerate(notes)
                  if note.event in BRIEF and note.text)  # fmt: skip
    lines = list(dict.fromkeys([*fought, *(text for *_, text in told)]))
    if len(lines) > MOST_BRIEF:
        rest = len(lines) - MOST_BRIEF + 1
        lines = [*lines[: MOST_BRIEF - 1], f"And {count(rest, 'thing')} more, below."]
    return lines or ["Nothing to report."]


def prowlers(notes: Sequence[Note]) -> Iterator[str]:
    """Tells the cost of Corsairs off the reader's Ports, and what can be done about them."""
    lay = [str(note.facts["name"]) for note in notes if note.event == "interdicted"]
    if lay:
        ports = listed(list(dict.fromkeys(lay)))
        yield f"Corsairs off {ports} cost you {count(len(lay), 'Failed Order')} (2.461). {HELP}"


def sick(notes: Sequence[Note]) -> Iterator[str]:
    """Tells whom of the reader's the fever has taken, by name, and how many lie sick still."""
    well = {str(note.facts["unit"]) for note in notes if note.event == "recovered"}
    struck = {str(note.facts["unit"]): bool(note.facts["gone"]) for note in notes if note.event == "fever"}
    dead = [note.text.partition(" is eliminated")[0] for note in notes if note.event == "fever" and note.facts["gone"]]
    ill = sum(not gone and unit not in well for unit, gone in struck.items())
    told = [f"takes {listed(dead)}"] if dead else []
    told += [f"lays {count(ill, 'Unit')} low"] if ill else []
    if told:
        yield f"The fever {listed(told)} (2.58)."


def taken(notes: Sequence[Note]) -> Iterator[str]:
    """Tells in one line which of the drawn Orders the reader has now."""
    names = [note.text.removeprefix(KEEPS).removesuffix(".") for note in notes if note.text.startswith(KEEPS)]
    if names:
        yield f"New in your hand: {', '.join(names)} (3.312)."


#: What is to do where the first Orders are drawn.
DRAWN = "Say by 'receive' which drawn Orders you like to take (3.312); you give them out in your next letter."


def first_words(seen: Picture) -> list[str]:
    """The sum of a game that has not begun."""
    if not seen.side:
        return ["The fleets are in port, and the Orders are being written."]
    heading = seen.board.scenarios[str(seen.known["scenario"])]
    if not heading.draws:
        return [f"Issue your first Orders: {len(seen.known['hand'])} in hand (R9.5)."]
    lines = [DRAWN]
    start = seen.board.craft.corsairs_of(heading.set_up)
    if start is not None and start.number[seen.side]:
        number = count(start.number[seen.side], "Privateer")
        lines.append(f"Choose your {number} and their zones, by 'privateers' (2.423).")
    return lines


def fight(card: Sequence[Note]) -> str:
    """One fight with what came of it: the Sail or Units lost, the reader's own damage, how the enemy looks."""
    hurt = sum(int(str(note.facts["dp"])) for note in card if note.event == "hit" and "dp" in note.facts)
    looks = [note.text.removeprefix("After the Battle ").removesuffix(".") for note in card if note.event == "thirds"]
    own = [f"you take {count(hurt, 'damage point')}"] if hurt else []
    told = "; ".join([*own, *looks])
    after = f"{told[:1].upper()}{told[1:]}." if told else ""
    return " ".join(part for part in (card[-1].text, battle_cards.lost_in_words(card), after) if part)


# -------------------------------------------------------------------------------------------------- what to decide


def to_decide(seen: Picture) -> list[str]:
    """Lists the matters that press the reader before the next orders."""
    known = seen.known
    if not seen.side or known["over"]:
        return []
    lines = [*sieges(seen), *called_home(seen), *idle(seen), *in_hand(seen), *last_chances(seen), *damage(seen)]
    if str(known["step"]) == OPS and known["quarterly"]:
        lines.append("This is a Quarterly Turn: Orders are drawn in its administration (R4.1, 3.31).")
    if len(lines) > MOST_DECIDED:
        lines = [*lines[: MOST_DECIDED - 1], f"And {count(len(lines) - MOST_DECIDED + 1, 'matter')} more, below."]
    return lines


def sieges(seen: Picture) -> Iterable[str]:
    """Sieges that the reader lays or suffers."""
    for port, siege in seen.known["sieges"].items():
        words = "You besiege" if siege["side"] == seen.side else "You are besieged in"
        yield f"{words} {place(seen.board, port)} (3.42)."


def called_home(seen: Picture) -> Iterator[str]:
    """Sail that have to go home and are not named yet."""
    owed = sum(int(one["sail"]) for one in seen.known.get("beyond", {}).get("duties", ()))
    going = [name for name, one in seen.formations.items() if str(one["order"]).startswith("withdrawal-")]
    under_way = sum(sum(seen.known["squadrons"][each]["sail"].values()) for name in going
                    for each in seen.formations[name]["squadrons"])  # fmt: skip
    if owed > under_way:
        yield f"{owed - under_way} Sail more must go home: name them with `withdraw`, or idle ones go (R11.11)."


def bound_somewhere(seen: Picture, name: str) -> bool:
    """Tells if a Formation is a Convoy that has a destination: it needs no word."""
    return bool(seen.known["convoys"].get(name, {}).get("destination"))


def idle(seen: Picture) -> Iterator[str]:
    """Own Formations without an Order and without a plan."""
    names = [formation(seen, name) for name, one in seen.formations.items()
             if not one["order"] and not plan_of(seen, name) and not one["goes_with"]
             and one["at"] in seen.board.nodes and not bound_somewhere(seen, name)]  # fmt: skip
    if names:
        yield f"Without Order or plan: {listed(names)} (R9.21)."


def in_hand(seen: Picture) -> Iterator[str]:
    """Orders in hand that nobody carries out."""
    names = [order_name(seen.board, chit) for chit in seen.known["hand"] if chit not in seen.known["orders"]]
    if names:
        later = "" if issues_now(seen) else " They are Issued in administration."
        yield f"In hand and not Issued: {listed(names)} (R9.5).{later}"
    if names and str(seen.known["step"]).startswith(OPS) and has_routine(seen.known.get("standing", ())):
        yield ASLEEP


def issues_now(seen: Picture) -> bool:
    """Tells if the next letter may give out Orders: that of administration, or of the first operations (R4.3)."""
    return not str(seen.known["step"]).startswith(OPS) or issues_before(seen.state)


def last_chances(seen: Picture) -> Iterator[str]:
    """Orders that end with this Turn or the next."""
    for key, order in seen.known["orders"].items():
        if order["last"] and order["last"] <= seen.known["date"] + 1:
            yield f"{order_name(seen.board, key)} must be Fulfilled by {turn_words(order['last'])} (R9.6)."


def damage(seen: Picture) -> Iterator[str]:
    """Own Squadrons that are battered or crippled."""
    names = [name for name, one in seen.known["squadrons"].items() if int(one["third"]) > 1]
    if names:
        yield f"Battered or crippled: {listed(names)} (R3.4)."
