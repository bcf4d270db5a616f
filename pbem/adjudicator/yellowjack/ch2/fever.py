"""2.58, the fever: Hits on Land Units by region in the Attrition Step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Shift, Table
from pbem.adjudicator.yellowjack.base.conventions import throw
from pbem.adjudicator.yellowjack.base.convoys import ranked
from pbem.adjudicator.yellowjack.base.ports import region_of
from pbem.adjudicator.yellowjack.base.prompts import entry
from pbem.adjudicator.yellowjack.ch2.units import fever_proof, hit, place_of
from pbem.adjudicator.yellowjack.state.house import choice
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import CONVOY, OFF_MAP, SIDES, turn_of

REGIONS = ("carolinas", "jamaica", "leewards", "gulf")
WINTER, RAINS = range(1, 5), range(8, 15)
MANY, CROWD = 7, 13
#: A Hit on Units that are carried takes two of them (2.582).
A_HIT_AT_SEA = 2


@rule("2.58", "Fever", "2.585")
@base("R11.8", "Land attrition")
async def fever(table: Table, state: State) -> None:
    """One die for each side and region in which it has Units that are not Fever Proof."""
    for side in SIDES:
        for region in REGIONS:
            if weak(state, side, region):
                await fever_in(table, state, side, region)


async def fever_in(table: Table, state: State, side: str, region: str) -> None:
    """The die of one side in one region, and where its Hits go."""
    shift, turn, number = Shift(), turn_of(state.date), len(weak(state, side, region))
    shift.add("2.58", -2, "winter", when=turn in WINTER)
    shift.add("2.58", 1, "the rains", when=turn in RAINS)
    shift.add("2.58", 1, "many men", when=MANY <= number < CROWD)
    shift.add("2.58", 2, "a crowd of men", when=number >= CROWD)
    die = await throw(table, "2.58", "fever", region, why=f"The fever in the region {region.title()}", shift=shift,
                      to=side)  # fmt: skip
    hits = getattr(state.board.fever[die.total], region)
    if hits:
        await distribute(table, state, side, region, hits)


def at_risk(state: State, side: str, region: str) -> list[str]:
    """The Units of a side in a region outside sieges, in the board's order."""
    return [unit for unit in state.units if state.unit_side(unit) == side and region_of_unit(state, unit) == region]


def weak(state: State, side: str, region: str) -> list[str]:
    """Those of them that are not Fever Proof."""
    return [unit for unit in at_risk(state, side, region) if not fever_proof(state, unit)]


@rule("3.454", "Units in a siege do not suffer from the fever besides", "2.638")
@base("R2.9", "Regions")
def region_of_unit(state: State, unit: str) -> str:
    """The region that a Unit is in; empty off the map, out of play, and at a besieged Port (3.45 has its own)."""
    at = place_of(state, unit)
    if at in state.formations:
        at = state.place(at)
    elif at in state.squadrons:
        at = state.place_of(at)
    if at in state.sieges or at == OFF_MAP:
        return ""
    return region_of(state, at) if at in state.board.boxes or at in state.board.nodes else ""


# ---------------------------------------------------------------------------------------------------- the Hits


@rule("2.581", "Where the Hits go", "2.582", "2.584")
async def distribute(table: Table, state: State, side: str, region: str, hits: int) -> None:
    """Boxes first, a Hit each; then Convoys, two Units a Hit; then Ports; again from the top while any can suffer."""
    order = await asked_order(table, state, side, region)
    struck: list[str] = []
    while hits > 0:
        before = hits
        for group, a_hit in groups(state, order):
            standing = [unit for unit in group if suffers(state, unit)]
            while standing and hits > 0:
                for unit in standing[:a_hit]:
                    suffer(table, state, side, unit)
                    struck.append(unit)
                standing, hits = standing[a_hit:], hits - 1
        if hits == before:
            return


async def asked_order(table: Table, state: State, side: str, region: str) -> list[str]:
    """The order in which a side's Units in a region suffer: as it says, else those not disrupted first, by id."""
    units = [unit for unit in at_risk(state, side, region) if suffers(state, unit)]
    usual = sorted(units, key=lambda unit: (fever_proof(state, unit), state.units[unit].disrupted, unit))
    question = entry(table, "2.581", side, "losses", {"cause": "fever", "region": region, "units": usual},
                     "Which Units suffer first?", region)  # fmt: skip
    answer = await table.decide(question)
    return ranked(usual, answer.get("units"))


def groups(state: State, order: Sequence[str]) -> Iterable[tuple[list[str], int]]:
    """The Units in boxes, in Convoys, and in Ports, each group with the Units that one Hit takes."""
    boxes = [unit for unit in order if place_of(state, unit) in state.board.boxes]
    carried = [unit for unit in order if is_carried(state, unit)]
    rest = [unit for unit in order if unit not in boxes and unit not in carried]
    return ((boxes, 1), (carried, A_HIT_AT_SEA), (rest, 1))


def is_carried(state: State, unit: str) -> bool:
    """Tells if a Unit is aboard a Troop Convoy."""
    at = place_of(state, unit)
    return at in state.formations and state.formations[at].kind == CONVOY


@rule("2.584", "Fever Proof Units are never eliminated by fever")
def suffers(state: State, unit: str) -> bool:
    """Tells if a Unit can take another Hit of the fever; Fever Proof ones do by the charter, and once."""
    if state.units[unit].gone:
        return False
    if not fever_proof(state, unit):
        return True
    return choice(state, "fever_proof") == "disrupt" and not state.units[unit].disrupted


def suffer(table: Table, state: State, side: str, unit: str) -> None:
    """One Hit on a Unit, told to its owner."""
    gone = hit(state, unit)
    told = "is eliminated by the fever" if gone else "is disrupted by the fever"
    table.note("2.583", side, f"{state.label(unit)} {told}.", "fever", unit=unit, gone=gone)
