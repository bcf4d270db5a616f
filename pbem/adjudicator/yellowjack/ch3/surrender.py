"""3.46, the fall of a Port: who escapes, who is taken, and whose it is now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, SEALED, Plain, Table
from pbem.adjudicator.yellowjack.base.conventions import natural, part, throw, when
from pbem.adjudicator.yellowjack.base.convoys import ranked, set_aside
from pbem.adjudicator.yellowjack.base.leaders import capture_leader, to_mess
from pbem.adjudicator.yellowjack.base.losses import CLEAR, PRIZES, shed, take_prize, tell_fate
from pbem.adjudicator.yellowjack.base.net import nearest
from pbem.adjudicator.yellowjack.base.orders import end_orders_of, take_up
from pbem.adjudicator.yellowjack.base.ports import is_friendly_to
from pbem.adjudicator.yellowjack.base.prompts import entry
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.ship_names import strike_name
from pbem.adjudicator.yellowjack.base.spotting import appear, by_lot, number_by_lot, vanish
from pbem.adjudicator.yellowjack.ch2.french import may_rouse
from pbem.adjudicator.yellowjack.ch2.marching import open_to, put
from pbem.adjudicator.yellowjack.ch2.units import CAPTURED, eliminate
from pbem.adjudicator.yellowjack.ch2.warships import take_aboard
from pbem.adjudicator.yellowjack.ch3.defence import besieger, defenders
from pbem.adjudicator.yellowjack.ch3.evacuation import fulfil
from pbem.adjudicator.yellowjack.ch3.fallen_craft import captured_craft, craft_escape, craft_in
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    CLASSES,
    CONVOY,
    FITTING_OUT,
    FLAGSHIP,
    IN_ORDINARY,
    INDEPENDENT,
    READY,
    RVO,
    SIDE_OF,
    SOL,
    other,
)
from pbem.base.records import dataclass, field

#: Highest die by which a Leader in a Port that falls gets away (3.467).
LEADER_ESCAPES_TO = 7
LAND_BOX, SHIPS = "land_box", "ships"
#: Sail are worth saving in this order, if their owner does not say.
BEST_FIRST = CLASSES


@dataclass(slots=True)
class Fall:
    """A Port that falls, with its defender and what the defender wants to save."""

    port: str
    captor: str
    loser: str
    units: list[str]  # ranked, the first saved first
    ready: list[str]  # Squadrons that are Ready in the Harbour
    trapped: list[str]  # Squadrons In Ordinary and Fitting Out
    sail: list[str]  # Classes ranked
    to: str  # land_box or ships
    rendezvous: str  # Port that ships make for
    attackers: int  # Sail of the captor in the Port Space
    craft: list[str] = field(default_factory=list)  # Auxiliaries that did not escape


@rule("3.46", "A captured Port: what escapes, what is taken", "3.411")
async def surrender(table: Table, state: State, ruling: Ruling, port: str) -> None:
    """Carries out the fall of a besieged Port."""
    fall = await last_wishes(table, state, port)
    units_out = await units_escape(table, state, fall)
    kept = await sail_escapes(table, state, fall)
    leaders = leaders_in(state, fall)
    await captured_sail(table, state, ruling, fall, kept)
    await captured_craft(table, state, port, fall.captor, fall.craft)
    await may_rouse(table, state, fall.captor, port)
    change_hands(table, state, fall)
    out = await sail_out(table, state, fall)
    await leaders_escape(table, state, ruling, fall, leaders)
    units_leave(table, state, ruling, fall, units_out, out)
    fulfil(table, state, ruling, port)
    await number_by_lot(table, state, "fallen", when(state), port)  # ships of Ports that a campaign hands over (3.22)


async def last_wishes(table: Table, state: State, port: str) -> Fall:
    """Asks the defender what to save first, before any die falls."""
    captor = besieger(state, port)
    loser = other(captor)
    inside = [s for name in state.in_harbour(port, loser) for s in state.squadrons_of(name)]
    trapped = [*state.squadrons_at(port, loser, IN_ORDINARY), *state.squadrons_at(port, loser, FITTING_OUT)]
    units = defenders(state, port)
    facts = {"port": port, "place": port, "units": units, "squadrons": inside, "impulse": str(state.impulse)}
    answer: dict[str, Plain] = {}
    if units or inside:
        question = entry(table, "3.463", loser, "escape", facts, f"{state.label(port)} falls: whom do you save first?",
                         when(state), port)  # fmt: skip
        answer = await table.decide(question)
    named = answer.get("sail")
    classes = [str(sort) for sort in named if sort in CLASSES] if isinstance(named, list) else []
    attackers = sum(sum(state.sail_of(name).values()) for name in state.ready_at(port, captor))
    return Fall(port, captor, loser, ranked(usual_rescue(state, units), answer.get("units")), inside, trapped,
                [*classes, *(sort for sort in BEST_FIRST if sort not in classes)], str(answer.get("to", LAND_BOX)),
                str(answer.get("rvo", "")), attackers)  # fmt: skip


def usual_rescue(state: State, units: Sequence[str]) -> list[str]:
    """Units in the order in which they are saved unasked: Personages, then special Units, then those still whole."""
    def weight(unit: str) -> tuple[bool, bool, bool, int]:
        special = unit in state.units and state.board.units[unit].icon != "plain"
        worn = unit in state.units and state.units[unit].disrupted
        return unit in state.units, not special, worn, list(units).index(unit)

    return sorted(units, key=weight)


# ------------------------------------------------------------------------------------------- the shares


@rule("3.461", "Garrisons, and Squadrons In Ordinary and Fitting Out, never escape")
async def units_escape(table: Table, state: State, fall: Fall) -> list[str]:
    """Throws for the Units, and returns those that get away."""
    if not fall.units:
        return []
    box = box_of(state, fall)
    fell = await throw(table, "3.46", "escape-units", fall.port, why=f"The garrison of {state.label(fall.port)}")
    row = state.board.escape_units[fell.total]
    return fall.units[: part(len(fall.units), row.land_box if box else row.sea_only)]


def box_of(state: State, fall: Fall) -> str:
    """The Land Box by which the defender may leave; empty for none."""
    box = state.board.ports[fall.port].box
    return box if box and open_to(state, box, fall.loser) else ""


@rule("3.46", "The share of ships goes by the attacker's Sail against the defender's")
async def sail_escapes(table: Table, state: State, fall: Fall) -> dict[str, dict[str, int]]:
    """Throws for the Sail Ready in the Harbour and the Auxiliaries, and returns what each Squadron keeps."""
    small = craft_in(state, fall.port, fall.loser)
    sail = sum(state.size(name) for name in fall.ready) + len(small)
    if not sail:
        return {}
    fell = await throw(table, "3.46", "escape-sail", fall.port, why=f"The ships in {state.label(fall.port)}")
    row = state.board.escape_sail[fell.total]
    percent = row.equal if fall.attackers <= sail else row.double if fall.attackers <= 2 * sail else row.more
    number = part(sail, percent)
    kept = saved(state, fall, number)
    rest = number - sum(sum(each.values()) for each in kept.values())
    fall.craft = craft_escape(table, state, fall.port, fall.loser, max(0, rest))
    return kept


@rule("3.463", "The owner chooses what escapes")
def saved(state: State, fall: Fall, number: int) -> dict[str, dict[str, int]]:
    """Shares out the Sail that escape: the Classes in the owner's order, of each the least damaged Squadron first."""
    kept: dict[str, dict[str, int]] = {name: {} for name in fall.ready}
    order = sorted(fall.ready, key=lambda name: (state.squadrons[name].dp, name))
    for sort in fall.sail:
        for name in order:
            take = min(number, state.squadrons[name].sail.get(sort, 0))
            if take:
                kept[name][sort] = take
                number -= take
    return kept


# ------------------------------------------------------------------------------------------- ships


@rule("3.468", "Captured Sail: the Strike Colours table says what becomes of each", "1.612")
async def captured_sail(
    table: Table, state: State, ruling: Ruling, fall: Fall, kept: Mapping[str, Mapping[str, int]]
) -> None:  # fmt: skip
    """Throws for every Sail that did not escape; one that runs clear stays with its Squadron."""
    for squadron in [*fall.trapped, *fall.ready]:
        lost: dict[str, int] = {}
        for sort, number in list(state.squadrons[squadron].sail.items()):
            for _ in range(number - kept.get(squadron, {}).get(sort, 0)):
                fate = await fate_in_port(table, state, fall.port, sort)
                if fate == CLEAR:
                    continue
                lost[sort] = lost.get(sort, 0) + 1
                name = strike_name(state, squadron, sort)
                tell_fate(table, state, fall.captor, sort, fate, name)
                if fate in PRIZES:
                    take_prize(table, state, fall.captor, sort, fall.port, name)
        for sort, number in lost.items():
            ruling.sail_lost(table, state, fall.loser, sort, number)
        shed(state, squadron, lost)


async def fate_in_port(table: Table, state: State, port: str, sort: str) -> str:
    """Throws the fate of one captured Sail."""
    fell = await throw(table, "3.468", "struck", port, sort, why="", to="", lane=SEALED)
    row = state.board.struck[fell.total]
    return row.line if sort in (FLAGSHIP, SOL) else row.light


@rule("3.464", "Ships that escape break out as Independent Squadrons, Unspotted, each with an RVO")
async def sail_out(table: Table, state: State, fall: Fall) -> list[str]:
    """Puts every Squadron that still has Sail to sea by itself, and returns them; a draw numbers them."""
    for name in formations_in(state, fall):
        end_orders_of(table, state, name, "R9.7", f"{state.label(fall.port)} has fallen")
    out = []
    for squadron in [*fall.ready, *fall.trapped]:
        if not state.size(squadron):
            state.unform(squadron)
            continue
        state.leave(squadron)
        state.squadrons[squadron].at = state.squadrons[squadron].state = ""
        out.append(squadron)
    for name in formations_in(state, fall):
        if state.formations[name].kind != CONVOY and not state.formations[name].squadrons:
            vanish(table, state, name)
            state.remove(name)
    for squadron in out:
        state.new_formation(squadron, INDEPENDENT, fall.port, READY, [squadron])
    for squadron in await by_lot(table, state, out, when(state), fall.port):
        appear(table, state, squadron)
        state.formations[squadron].hushed = True
        goal = rendezvous(state, fall)
        if goal:
            take_up(state, f"rvo-{squadron}", RVO, fall.loser, [squadron], [goal], state.date)
        text = f"{state.label(squadron)} breaks out of {state.label(fall.port)}."
        table.note("3.464", fall.loser, text, "broke-out", formation=squadron, at=fall.port)
    return out


def formations_in(state: State, fall: Fall) -> list[str]:
    """The Formations of the defender in a Port that falls: in the Harbour, or Fitting Out."""
    return [*state.in_harbour(fall.port, fall.loser),
            *state.formations_at(fall.port, fall.loser, state=FITTING_OUT, led=True)]  # fmt: skip


def rendezvous(state: State, fall: Fall) -> str:
    """The Port that escaped ships make for: as ordered, else the nearest that their side holds."""
    if is_friendly_to(state, fall.rendezvous, fall.loser):
        return fall.rendezvous
    return nearest(state, fall.port, [port for port in state.ports if is_friendly_to(state, port, fall.loser)])


# ------------------------------------------------------------------------------------------- Leaders and Units


def leaders_in(state: State, fall: Fall) -> list[str]:
    """The Leaders who sail with the Formations in a Port that falls."""
    names = formations_in(state, fall)
    return [leader for leader, one in state.leaders.items() if any(post in names for post in one.posts)]


@rule("3.467", "Each Leader is taken on 8 or 9, else he goes to the Officers' Mess", "3.464")
async def leaders_escape(
    table: Table, state: State, ruling: Ruling, fall: Fall, leaders: Sequence[str]
) -> None:  # fmt: skip
    """Throws for each Leader in a Port that has fallen."""
    for leader in leaders:
        fell = await throw(table, "3.467", "escape-leader", fall.port, leader, why="", to="", lane=SEALED)
        if natural(fell) > LEADER_ESCAPES_TO:
            capture_leader(table, state, ruling, leader)
        else:
            to_mess(state, leader)
            text = f"{state.label(leader)} escapes from {state.label(fall.port)}."
            table.note("3.467", fall.loser, text, "escaped", leader=leader, port=fall.port)


@rule("3.466", "Units that escape: to the Land Box, aboard escaping ships, or back after three Turns")
def units_leave(
    table: Table, state: State, ruling: Ruling, fall: Fall, escaped: Sequence[str], ships: Sequence[str]
) -> None:  # fmt: skip
    """Moves the Units that escape; the others are taken."""
    for unit in fall.units:
        if unit not in escaped:
            take_unit(table, state, ruling, fall, unit)
    box = box_of(state, fall)
    aboard = [unit for unit in escaped if unit in state.units] if fall.to == SHIPS or not box else []
    left = take_aboard(state, ships, aboard)
    for unit in escaped:
        if unit in aboard and unit not in left:
            continue
        if box:
            put(state, unit, box)
        elif unit in state.units:
            set_aside(table, state, unit, fall.port)
        else:
            eliminate(state, unit)
    names = ", ".join(state.label(unit) for unit in escaped)
    if escaped:
        text = f"Of the garrison of {state.label(fall.port)} there escape: {names}."
        table.note("3.466", ALL, text, "escaped", port=fall.port, units=list(escaped), seat=fall.loser)


@rule("3.468", "Captured Units are eliminated", "R12.2")
def take_unit(table: Table, state: State, ruling: Ruling, fall: Fall, unit: str) -> None:
    """Takes a Unit or Personage prisoner; a Viceroy is worth Prestige to the captor."""
    eliminate(state, unit, CAPTURED)
    text = f"{state.label(unit)} is taken at {state.label(fall.port)}."
    table.note("3.468", ALL, text, "unit-lost", unit=unit, port=fall.port, seat=fall.loser)
    if unit in state.personages and state.board.personages[unit].viceroy:
        points = state.board.numbers.viceroy_prestige
        ruling.award(table, state, fall.captor, points, "R12.2", f"{state.label(unit)} taken")


# ------------------------------------------------------------------------------------------- the Port


@rule("3.469", "A captured Port has no Intrinsic Garrison", "1.325")
def change_hands(table: Table, state: State, fall: Fall) -> None:
    """Gives a Port to the captor at once; its repairs wait (1.325)."""
    held = state.ports[fall.port]
    contingent = state.board.formations[state.sieges[fall.port].flotilla].contingent
    original = state.owner_of(fall.port)
    held.holder = original if SIDE_OF.get(original, "") == fall.captor else contingent
    held.captured = state.date
    text = f"{state.label(fall.port)} is captured by the {state.label(fall.captor)} side."
    table.note("3.46", ALL, text, "captured", port=fall.port, by=fall.captor)
