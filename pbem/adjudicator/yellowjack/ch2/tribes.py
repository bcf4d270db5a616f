"""2.54, Tribal Auxiliaries: recruitment, placing, desertion, and what they do in sieges, campaigns and on the march."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.engine.order_parts import Entries
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Table
from pbem.adjudicator.yellowjack.base.conventions import natural, throw
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.ch2.units import at_port
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    BOURBON,
    BRITISH,
    GONE,
    SIDES,
    SPANISH,
    other,
    quarterly,
    turn_of,
)

WINTER_QUARTER = 4
DESERTS_FROM = 8
#: The contingent for which a Tribe serves with a side.
SERVES = {BRITISH: BRITISH, BOURBON: SPANISH}


def is_tribe(state: State, unit: str) -> bool:
    """Tells if a Unit is a Tribal Auxiliary."""
    return unit in state.board.craft.tribes


def free_tribes(state: State) -> list[str]:
    """The Tribes that serve nobody."""
    return [name for name in state.board.craft.tribes if not state.units[name].serves]


# -------------------------------------------------------------------------------------------- recruitment


@rule("2.542", "Recruitment on Quarterly Turns, the British first", "2.54", "2.543", "2.594")
async def recruitment(table: Table, state: State, ruling: Ruling) -> None:
    """Lets both sides try every Tribe once; not in winter. Unasked each is tried, for the largest stack (A4i)."""
    if not quarterly(state.date) or turn_of(state.date) == WINTER_QUARTER or not in_play(state):
        return
    asked = [recruit_question(table, state, side) for side in SIDES]
    for side, answer in zip(SIDES, await table.decide_all(*asked), strict=True):
        wishes = [each for each in answer if isinstance(each, Mapping)]
        for tribe in order_of(free_tribes(state), wishes):
            await try_tribe(table, state, side, tribe, wishes)


def in_play(state: State) -> bool:
    """Tells if the scenario has Tribes: those with Auxiliaries have."""
    return state.board.craft.corsairs_of(state.board.scenarios[state.scenario].set_up) is not None


def recruit_question(table: Table, state: State, side: str) -> Entries:
    """The question whom a side tries to win, and where they shall stand."""
    return entries(table, "2.542", side, "recruit", {"tribes": free_tribes(state)}, "Which Tribes do you call on?",
                   side)  # fmt: skip


def order_of(free: Sequence[str], wishes: Sequence[Mapping[str, Plain]]) -> list[str]:
    """The Tribes in the order in which they are tried: those that are named first, then the others."""
    named = [str(each.get("tribe", "")) for each in wishes]
    return [*(name for name in dict.fromkeys(named) if name in free), *(name for name in free if name not in named)]


async def try_tribe(
    table: Table, state: State, side: str, tribe: str, wishes: Sequence[Mapping[str, Plain]]
) -> None:  # fmt: skip
    """Throws for one Tribe, and places it if it joins; where it can stand nowhere nobody throws."""
    spots = places_for(state, tribe, side)
    refused = any(str(each.get("tribe", "")) == tribe and str(each.get("do", "")) == "no" for each in wishes)
    if not spots or refused:
        return
    fell = await throw(table, "2.542", "recruit", tribe, side, why=f"{state.label(tribe)} and the {state.label(side)}")
    if not state.board.craft.tribes[tribe].joins(side, natural(fell)):
        return
    at = next((str(each["at"]) for each in wishes
               if str(each.get("tribe", "")) in (tribe, "any") and str(each.get("at", "")) in spots),
              largest(state, spots, side))  # fmt: skip
    held = state.units[tribe]
    held.at, held.gone, held.disrupted, held.serves, held.joined = at, "", False, SERVES[side], state.date
    text = f"The {state.label(tribe)} join the {state.label(side)} side, at {state.label(at)}."
    table.note("2.542", ALL, text, "tribe", unit=tribe, seat=side, at=at)


@rule("2.544", "A Tribe joins a Friendly stack in its own country")
def places_for(state: State, tribe: str, side: str) -> list[str]:
    """The places where a Tribe may stand with a side: those of its group where the side has Units, and no enemy has."""
    group = state.board.groups[state.board.craft.tribes[tribe].group(side)]
    return [place for place in group if at_port(state, place, side)
            and (place in state.board.boxes or state.side_of_port(place) == side)]  # fmt: skip


def largest(state: State, spots: Sequence[str], side: str) -> str:
    """The place with the most Units of a side; the first among equals."""
    return max(spots, key=lambda place: (len(at_port(state, place, side)), -spots.index(place)))


# -------------------------------------------------------------------------------------------- desertion


@rule("2.545", "A Tribe deserts on 8 or more, not in the Turn in which it joined")
async def desertion(table: Table, state: State, ruling: Ruling) -> None:
    """Throws for every Tribe in play; one that deserts may be won again (A4j)."""
    for tribe in state.board.craft.tribes:
        held = state.units.get(tribe)
        if held is None or not held.serves or held.joined == state.date:
            continue
        fell = await throw(table, "2.545", "desert", tribe, why=f"{state.label(tribe)} stay")
        if natural(fell) >= DESERTS_FROM:
            disperse(state, tribe)
            table.note("2.545", ALL, f"The {state.label(tribe)} go home.", "tribe", unit=tribe, seat="", at="")


def disperse(state: State, tribe: str) -> None:
    """Takes a Tribe off the map; it serves nobody."""
    held = state.units[tribe]
    held.at, held.serves, held.joined, held.landed, held.disrupted, held.gone = GONE, "", 0, False, False, ""


# -------------------------------------------------------------------------------------------- what they do


@rule("2.546", "A Tribe never goes to sea", "2.54")
def may_embark(state: State, unit: str) -> bool:
    """Tells if a Unit may be carried by ship."""
    return not is_tribe(state, unit)


@rule("2.541", "Tribes in a campaign: those of the side that the marker does not favour, less the other's")
def tribes_shift(state: State, campaign: str) -> int:
    """The change of a progress die by Tribes in the Ports of a campaign: one at most, for the side that defends."""
    attacker = favoured(state, campaign)
    if not attacker:
        return 0
    mine = tribes_in(state, campaign, other(attacker)) - tribes_in(state, campaign, attacker)
    if mine <= 0:
        return 0
    return -1 if other(attacker) == BRITISH else 1


def favoured(state: State, campaign: str) -> str:
    """The side in whose half of the track the marker is; empty in the middle."""
    column = int(state.campaigns[campaign].hex[1]) if state.campaigns[campaign].hex else 3
    return BRITISH if column < 3 else BOURBON if column > 3 else ""


def tribes_in(state: State, campaign: str, side: str) -> int:
    """The Tribes of a side, not disrupted, in the Ports of a campaign."""
    groups = state.board.politics.campaigns[campaign].groups.values()
    ports = [port for group in groups if group for port in state.board.groups[group]]
    return sum(held.serves == SERVES[side] and held.at in ports and not held.disrupted
               for name, held in state.units.items() if is_tribe(state, name))  # fmt: skip


@rule("2.541", "A Tribe that defends a Port counts two")
def tribes_within(state: State, units: Sequence[str]) -> int:
    """The strength that Tribes which are not disrupted add to the defence of a Port, beyond one each."""
    return sum(is_tribe(state, unit) and not state.units[unit].disrupted for unit in units)


@rule("2.541", "A Tribe doubles the march of those who go with it", "2.576")
def guided(state: State, units: Sequence[str]) -> bool:
    """Tells if a stack that marches together has a Tribe that is not disrupted."""
    return any(is_tribe(state, unit) and not state.units[unit].disrupted for unit in units)
