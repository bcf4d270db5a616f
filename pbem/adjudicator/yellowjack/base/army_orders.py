"""Orders before Ports of a campaign, and at pirate bases: Support Army, Show of Force (R9.14, R9.15)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import SEALED, Table
from pbem.adjudicator.yellowjack.base.conventions import throw, when
from pbem.adjudicator.yellowjack.base.harbour_tasks import bomb_shift, use_bomb
from pbem.adjudicator.yellowjack.base.orders import FULFILLED, count_miss, end_order
from pbem.adjudicator.yellowjack.board.pieces import Chit
from pbem.adjudicator.yellowjack.board.small_craft import PIRATE
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FLOTILLAS, READY, SHOW_OF_FORCE_PIRATES, SUPPORT_ARMY, other

#: Ends of Impulses in a row that make a full Impulse before a Port.
FULL_IMPULSE = 2


def campaign_ports(state: State, campaign: str) -> list[str]:
    """The Ports of a campaign, of both sides."""
    groups = state.board.politics.campaigns[campaign].groups.values()
    return [port for group in groups if group for port in state.board.groups[group]]


def pirate_bases(state: State, commands: tuple[str, ...] = ()) -> list[str]:
    """The origins of the Corsair Zones where Pirates may lie; with Commands, those in their areas."""
    found = [zone.origin for zone in state.board.corsair_zones.values() if PIRATE in zone.flags]
    return [place for place in dict.fromkeys(found) if not commands or any(
        command in names for command in commands for names in state.board.nodes[place].commands.values())]  # fmt: skip


@base("R9.21", "Orders that name no place: the Ports of the campaign, the bases of Pirates", "R9.15")
def places_of(state: State, chit: Chit, target: str) -> list[str]:
    """The places of an Order as it is Issued: those of its chit, the target, or what its kind means."""
    if chit.points or target:
        return list(chit.points) or [target]
    if chit.kind == SUPPORT_ARMY:
        return campaign_ports(state, chit.campaign)
    return pirate_bases(state, (chit.command,)) if chit.kind == SHOW_OF_FORCE_PIRATES else []


def lies_ready(state: State, formation: str, places: list[str]) -> str:
    """The place of an Order where a Flotilla lies Ready and no enemy Flotilla of as many Squadrons does."""
    place, side = state.place(formation), state.side_of(formation)
    if state.condition(formation) != READY or place not in places:
        return ""
    squadrons = len(state.squadrons_of(formation))
    foes = [name for name in state.ready_at(place, other(side)) if state.formations[name].kind in FLOTILLAS]
    return "" if any(len(state.squadrons_of(name)) >= squadrons for name in foes) else place


@base("R9.15", "Support Army: a full Impulse before a Port of an Active campaign, then a die", "2.132", "3.218")
async def support_army(table: Table, state: State, key: str, formation: str) -> None:
    """Throws at the end of a full Impulse; a hit helps the campaign in this Turn, the third miss Fails."""
    order = state.orders[key]
    campaign = state.board.chits[order.chit].campaign
    place = lies_ready(state, formation, order.targets)
    active = campaign in state.campaigns and state.campaigns[campaign].active
    if not place or place != order.held_at:
        order.ends, order.held_at = int(bool(place)), place
        return
    order.ends += 1
    if order.ends < FULL_IMPULSE or not active:
        return
    die = await throw(table, "R9.15", "support-army", when(state), formation, why="An army is supported",
                      shift=bomb_shift(state, formation, place, doubled=False), to="", lane=SEALED)  # fmt: skip
    use_bomb(state, formation)
    if die.total <= state.board.number("show_needs"):
        support = state.campaigns[campaign].support
        support[order.side] = support.get(order.side, 0) + 1
        end_order(table, state, key, FULFILLED, "R9.15", f"the army at {state.label(place)} is supported")
        return
    said = f"{state.label(formation)} helps the army at {state.label(place)} little"
    count_miss(table, state, key, "R9.15", (said, "the third try came to nothing"),
               formation=formation, at=place, what="support")  # fmt: skip


@base("R9.14", "Show of Force vs Pirate Bases: an end of an Impulse at the origin of a pirate zone", "2.45")
def show_to_pirates(table: Table, state: State, key: str, formation: str) -> None:
    """Fulfils the Order of a Flotilla that lies Ready at a pirate base."""
    place = lies_ready(state, formation, state.orders[key].targets)
    if place:
        end_order(table, state, key, FULFILLED, "R9.14", f"the pirates of {state.label(place)} have seen the flag")
