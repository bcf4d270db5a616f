"""Auxiliaries: their classes and boxes, their reach, recovery, Assignment and conversion (R6.1 to R6.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from pbem.adjudicator.engine.table import Plain, Table
from pbem.adjudicator.yellowjack.base.conventions import natural, throw
from pbem.adjudicator.yellowjack.base.ports import is_friendly_to, is_key
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.board.small_craft import PIRATE, AuxiliaryCounter
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Auxiliary
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    AVAILABLE,
    COMMANDS_OF,
    FITTING_OUT,
    FLAG,
    FRIGATE,
    IN_ORDINARY,
    INDEPENDENT,
    OFF_MAP,
    RECOVERY,
    SIDE_OF,
    SIDES,
    SOL_D,
)

FLEET, LIGHT, GALLEY, BOMB, FIRESHIP = "fleet", "light", "galley", "bomb", "fireship"
CORSAIR = "corsair"
#: Highest die of a recovery, and the legs of a move to another Command's Port (R6.2, R6.14).
RECOVERS_ON, REBASE_LEGS = 5, 6
REACH_LEGS = 1


# -------------------------------------------------------------------------------------------- what one is


def counter_of(state: State, aux: str) -> AuxiliaryCounter:
    """The counter of an Auxiliary."""
    return state.board.craft.counters[aux]


def side_of(state: State, aux: str) -> str:
    """The side of an Auxiliary; of a Pirate the one that has roused it, if any."""
    contingent = counter_of(state, aux).contingent
    return state.auxiliaries[aux].serves if contingent == PIRATE else SIDE_OF[contingent]


def of_side(state: State, side: str) -> list[str]:
    """The Auxiliaries of a side that are in play, without Pirates."""
    mine = counters_of(state.board, side)
    return [aux for aux in state.auxiliaries if aux in mine]


@lru_cache(maxsize=16)
def counters_of(board: Board, side: str) -> frozenset[str]:
    """The counters of Auxiliaries that are a side's."""
    return frozenset(aux for aux, one in board.craft.counters.items() if SIDE_OF.get(one.contingent) == side)


@base("R6.1", "Classes of Auxiliaries", "2.13", "2.133", "2.411")
def class_of(state: State, aux: str) -> str:
    """The class by which an Auxiliary acts: every Corsair acts as a Fleet Auxiliary (2.411)."""
    return FLEET if state.auxiliaries[aux].zone else counter_of(state, aux).sort


def screened_as(state: State, aux: str) -> str:
    """The column of the Screening matrix for an Auxiliary."""
    return CORSAIR if state.auxiliaries[aux].zone else counter_of(state, aux).sort


# -------------------------------------------------------------------------------------------- where it is


@base("2.422", "In a zone a Corsair is out of reach of weather and of everybody", "2.425")
def place_of(state: State, aux: str) -> str:
    """The place of an Auxiliary on the map; empty in a box, in a Corsair Zone and off the map."""
    one = state.auxiliaries[aux]
    at = one.target or one.at
    if at in state.formations:
        at = state.place(at)
    return at if at in state.board.nodes else ""


def is_ready(state: State, aux: str) -> bool:
    """Tells if an Auxiliary can be sent on a Task now: it is Stationed, Assigned or in its zone, and has none."""
    one = state.auxiliaries[aux]
    placed = bool(place_of(state, aux)) or one.at in state.board.corsair_zones
    return placed and not one.task and not one.spent


@base("R6.4", "The reach of an Auxiliary", "R6.13", "2.421", "2.432")
def reach_of(state: State, aux: str) -> tuple[str, ...]:
    """The places that an Auxiliary reaches: of a Corsair its zone's, of others their own and those one leg off."""
    one = state.auxiliaries[aux]
    zone = state.board.corsair_zones.get(one.at)
    if zone is not None:
        return tuple(dict.fromkeys((zone.origin, *zone.in_range)))
    here = place_of(state, aux)
    return around(state.board, here) if here else ()


@lru_cache(maxsize=512)
def around(board: Board, place: str) -> tuple[str, ...]:
    """A place and those one leg off, in the order of the map."""
    legs = board.net.legs_from(place) if place in board.nodes else {}
    return tuple(node for node in board.nodes if legs.get(node, REACH_LEGS + 1) <= REACH_LEGS)


@base("R6.2", "A Task done: into the Recovery Box", "3.433")
def to_recovery(state: State, aux: str) -> None:
    """Sends an Auxiliary to Recovery; one of a besieged Port is set beside it instead (3.433)."""
    one = state.auxiliaries[aux]
    home = one.station or one.at
    besieged = home in state.sieges and state.side_of_port(home) == SIDE_OF.get(counter_of(state, aux).contingent, "")
    one.at, one.spent = (home, True) if besieged else (RECOVERY, False)
    one.station, one.task, one.target, one.since = "", "", "", 0


@base("3.433", "A siege that is over sends the spent Auxiliaries beside the Port to Recovery")
def release_spent(state: State, port: str) -> None:
    """Puts the Auxiliaries that lie spent beside a Port into the Recovery Box."""
    for one in state.auxiliaries.values():
        if one.spent and one.at == port:
            one.at, one.spent = RECOVERY, False


def eliminate(state: State, aux: str) -> None:
    """Takes an Auxiliary out of play; its counter may be used again."""
    del state.auxiliaries[aux]


# -------------------------------------------------------------------------------------------- recovery


@base("R6.2", "Recovery: one die for each", "2.44", "2.532", "3.433")
async def recovery(table: Table, state: State) -> None:
    """Throws for every Auxiliary in the Recovery Box, and for every Marine that has done its Task (A3)."""
    for side in SIDES:
        for aux in [each for each in of_side(state, side) if state.auxiliaries[each].at == RECOVERY]:
            if await recovers(table, state, side, aux):
                comes_back(state, aux)
    for aux, one in state.auxiliaries.items():
        if counter_of(state, aux).contingent == PIRATE and one.at == RECOVERY:
            fell = await throw(table, "R6.2", "recovery", aux, why=recovery_of(state, aux))
            if natural(fell) <= RECOVERS_ON:
                comes_back(state, aux)
    for unit, held in state.units.items():
        if held.tasked and await recovers(table, state, state.unit_side(unit), unit):
            held.tasked = False


async def recovers(table: Table, state: State, side: str, name: str) -> bool:
    """Throws for one, in its owner's lane."""
    fell = await throw(table, "R6.2", "recovery", name, why=recovery_of(state, name), to=side)
    return natural(fell) <= RECOVERS_ON


def recovery_of(state: State, name: str) -> str:
    """Names the die of a recovery, with the faces that bring it."""
    return f"{state.label(name)} recovers on {RECOVERS_ON} or less"


@base("R6.13", "A Corsair that has recovered is in its zone again", "2.44")
def comes_back(state: State, aux: str) -> None:
    """Puts a recovered Auxiliary into the Available Box, a Corsair into its zone."""
    one = state.auxiliaries[aux]
    one.at, one.serves = one.zone or AVAILABLE, ""


# -------------------------------------------------------------------------------------------- assignment


@base("R6.2", "Assignment to a Port or a Formation", "2.168", "2.216")
async def assignment(table: Table, state: State, ruling: Ruling) -> None:
    """Asks both sides where their Available Auxiliaries go, and who is recalled or moved; unasked to an HQ."""
    sides = [side for side in SIDES if of_side(state, side)]
    asked = [entries(table, "R6.2", side, "assign", {"auxiliaries": of_side(state, side)},
                     "Where do your Auxiliaries go?", side) for side in sides]  # fmt: skip
    for side, answer in zip(sides, await table.decide_all(*asked), strict=True):
        for wish in answer:
            if isinstance(wish, Mapping):
                assign(table, state, ruling, side, wish)
        for aux in of_side(state, side):
            if state.auxiliaries[aux].at == AVAILABLE:
                station_at_hq(state, side, aux)


def assign(table: Table, state: State, ruling: Ruling, side: str, wish: Mapping[str, Plain]) -> None:
    """Carries out one wish, or tells its owner why not."""
    aux, to = str(wish.get("aux", "")), str(wish.get("to", ""))
    why = why_not_assigned(state, ruling, side, aux, to)
    if why:
        table.note("R6.2", side, f"{state.label(aux)} is not Assigned: {why}.", "lapsed", aux=aux)
        return
    one = state.auxiliaries[aux]
    if to == RECOVERY:
        to_recovery(state, aux)
        return
    one.at, one.command = to, command_of(state, side, to)
    table.note("R6.2", side, f"{state.label(aux)} goes to {state.label(to)}.", "assigned", aux=aux, to=to)


def command_of(state: State, side: str, to: str) -> str:
    """The Command of an Auxiliary that is Assigned to a Port or Formation."""
    if to in state.formations:
        return state.formations[to].command
    commands = state.board.commands_at(to, side)
    return commands[0] if commands else ""


@base("R6.14", "Rebase: to a Port of the Command, or of another within six legs", "R6.2")
def why_not_assigned(state: State, ruling: Ruling, side: str, aux: str, to: str) -> str:
    """Explains why an Auxiliary may not go to a Port, a Formation or Recovery; empty if it may."""
    if aux not in of_side(state, side):
        return "it is none of yours in play"
    one, own = state.auxiliaries[aux], counter_of(state, aux)
    if one.zone:
        return "a Corsair stays in its zone (2.42)"
    if to == RECOVERY:
        return "it is in no Port or Formation" if one.at in (RECOVERY, AVAILABLE, OFF_MAP) or one.spent else ""
    if one.spent or one.at == RECOVERY:
        return "it is recovering"
    if to in state.formations:
        return why_not_to_formation(state, side, aux, to)
    if to not in state.ports or not is_friendly_to(state, to, side):
        return "it goes to a Friendly Port or a Formation of yours"
    if not may_lie(state, ruling, own.contingent, to):
        return f"{state.label(to)} is not open to it"
    far = one.at in state.ports and state.board.legs(one.at, to) > REBASE_LEGS
    if far and one.command not in state.board.commands_at(to, side):
        return "that Port is of another Command and more than six legs away (R6.14)"
    return ""


def may_lie(state: State, ruling: Ruling, contingent: str, port: str) -> bool:
    """Tells if an Auxiliary of a contingent may be Stationed at a Port: its own nation's, or one that shares it."""
    holder = state.holder(port)
    return holder == contingent or ruling.shares(state, contingent, holder)


@base("R6.2", "Limits: one to a Detachment or Convoy, to a Flag one for each Squadron", "2.131", "2.216")
def why_not_to_formation(state: State, side: str, aux: str, to: str) -> str:
    """Explains why an Auxiliary may not be Assigned to a Formation; empty if it may."""
    formation = state.formations[to]
    if state.side_of(to) != side:
        return "it is no Formation of yours"
    if formation.contingent != counter_of(state, aux).contingent:
        return "it is of another contingent (2.216)"
    at, here = state.place(to), place_of(state, aux)
    in_port = (at in state.ports and is_friendly_to(state, at, side)) or at == OFF_MAP
    if not in_port or state.condition(to) != FITTING_OUT:
        return "the Formation does not lie Fitting Out at a Friendly Port"
    if state.auxiliaries[aux].at != AVAILABLE and here != at:
        return "it is not in the same Port"
    if len(assigned_to(state, to)) >= limit_of(state, to):
        return f"the Formation has its {limit_of(state, to)} (2.131)"
    return ""


@base("R3.6", "Auxiliaries of a Formation", "2.131")
def limit_of(state: State, formation: str) -> int:
    """The most Auxiliaries that a Formation may have: attached Squadrons count too, a lone Squadron has none."""
    kind = state.formations[formation].kind
    if kind == FLAG:
        return len(state.squadrons_of(formation))
    return 0 if kind == INDEPENDENT else 1


def assigned_to(state: State, formation: str) -> list[str]:
    """The Auxiliaries Assigned to a Formation; one away on a Task that lasts counts too."""
    return [aux for aux, one in state.auxiliaries.items() if formation in (one.at, one.station)]


@base("R6.2", "An Auxiliary without a word goes to the HQ that has fewest")
def station_at_hq(state: State, side: str, aux: str) -> None:
    """Stations an Available Auxiliary at the HQ of its nation that has fewest and is still held."""
    contingent = counter_of(state, aux).contingent
    open_hqs = [(command, state.board.hq[command]) for command in COMMANDS_OF[side]
                if state.holder(state.board.hq[command]) == contingent]  # fmt: skip
    if not open_hqs:
        return
    numbers = {port: sum(one.at == port for one in state.auxiliaries.values()) for _, port in open_hqs}
    command, port = min(open_hqs, key=lambda pair: (numbers[pair[1]], COMMANDS_OF[side].index(pair[0])))
    one = state.auxiliaries[aux]
    one.at, one.command = port, command


# -------------------------------------------------------------------------------------------- conversions


@base("R6.3", "Conversions: a Frigate or SOL(D) becomes a Fleet Auxiliary", "2.122", "2.144")
async def conversions(table: Table, state: State) -> None:
    """Asks both sides which Sail become Auxiliaries and which Auxiliaries become Sail again."""
    asked = [entries(table, "R6.3", side, "convert", {"squadrons": convertible(state, side)},
                     "Which Sail become Auxiliaries, and which go back?", side) for side in SIDES]  # fmt: skip
    for question, answer in zip(asked, await table.decide_all(*asked), strict=True):
        for wish in answer:
            if not isinstance(wish, Mapping):
                continue
            why = why_not_converted(state, question.side, wish)
            if why:
                table.note("R6.3", question.side, f"Nothing is converted: {why}.", "lapsed")
            else:
                convert(table, state, question.side, wish)


def convertible(state: State, side: str) -> list[str]:
    """The Squadrons of a side that have Mixed-Role Sail and lie at one of its Ports."""
    return [name for name, held in state.squadrons.items()
            if state.squadron_side(name) == side and at_friendly_port(state, side, name)
            and any(held.sail.get(sort) for sort in (FRIGATE, SOL_D))]  # fmt: skip


def at_friendly_port(state: State, side: str, squadron: str) -> bool:
    """Tells if a Squadron lies Fitting Out or In Ordinary at a Port of its side."""
    at = state.place_of(squadron)
    lies = state.state_of(squadron) in (FITTING_OUT, IN_ORDINARY)
    return lies and at in state.ports and is_friendly_to(state, at, side)


def free_counter(state: State, contingent: str, sort: str) -> str:
    """A counter of a contingent and class that is not in play, if the mix has one; empty for none (R1.10)."""
    mine = [name for name, one in state.board.craft.counters.items()
            if one.contingent == contingent and one.sort == sort and not one.corsair]  # fmt: skip
    in_play = [name for name in mine if name in state.auxiliaries]
    kind = {FLEET: "fleet-auxiliary", LIGHT: "light-auxiliary"}.get(sort, sort)
    if len(in_play) >= state.board.mix[contingent].get(kind, 0):
        return ""
    unnamed = [name for name in mine if name not in state.auxiliaries and f"-{sort}-" in name]
    return next(iter(unnamed or [name for name in mine if name not in state.auxiliaries]), "")


@base("R6.3", "What a conversion wants", "R1.10", "2.134", "2.241")
def why_not_converted(state: State, side: str, wish: Mapping[str, Plain]) -> str:
    """Explains why a conversion is not lawful; empty if it is."""
    aux, squadron = str(wish.get("aux", "")), str(wish.get("into" if "aux" in wish else "of", ""))
    if squadron not in state.squadrons or state.squadron_side(squadron) != side:
        return "the Squadron is none of yours"
    if not at_friendly_port(state, side, squadron):
        return f"{state.label(squadron)} lies in no Port of yours"
    contingent, held = state.board.squadrons[squadron].contingent, state.squadrons[squadron]
    if not aux:
        sort = str(wish.get("class", FRIGATE))
        if sort not in (FRIGATE, SOL_D) or not held.sail.get(sort):
            return f"{state.label(squadron)} has no Mixed-Role Sail of that class"
        return "" if free_counter(state, contingent, FLEET) else "no Auxiliary counter is free (2.134)"
    if aux not in of_side(state, side) or state.auxiliaries[aux].at != AVAILABLE:
        return f"{state.label(aux)} is not in the Available Box"
    own = counter_of(state, aux)
    if own.contingent != contingent or not own.converts:
        return f"{state.label(aux)} cannot become Sail of {state.label(squadron)}"
    if not is_key(state, state.place_of(squadron)):
        return "Sail come back at a Key Port"
    if state.is_frigates(squadron) != (own.converts == FRIGATE):
        return "Frigates have Squadrons of their own (2.141)"
    if state.size(squadron) >= state.board.squadrons[squadron].capacity:
        return f"{state.label(squadron)} is full"
    return ""


def convert(table: Table, state: State, side: str, wish: Mapping[str, Plain]) -> None:
    """Carries out a conversion: the new Auxiliary goes to Recovery; the last Sail of a Squadron stays its last."""
    aux, squadron = str(wish.get("aux", "")), str(wish.get("into" if "aux" in wish else "of", ""))
    held = state.squadrons[squadron]
    if aux:
        sort = counter_of(state, aux).converts
        held.sail[sort] = held.sail.get(sort, 0) + 1
        eliminate(state, aux)
        table.note("R6.3", side, f"{state.label(aux)} sails with {state.label(squadron)} again.", "converted", aux=aux)
        return
    sort = str(wish.get("class", FRIGATE))
    made = free_counter(state, state.board.squadrons[squadron].contingent, FLEET)
    held.sail[sort] -= 1
    if not held.sail[sort]:
        del held.sail[sort]
    held.dp = min(held.dp, state.dr(squadron))
    state.auxiliaries[made] = Auxiliary(RECOVERY, held.command)
    state.settle()
    table.note("R6.3", side, f"A {state.label(sort)} of {state.label(squadron)} becomes {state.label(made)}.",
               "converted", aux=made)  # fmt: skip
    if not state.size(squadron):
        drop(state, squadron)


def drop(state: State, squadron: str) -> None:
    """Unforms a Squadron whose last Sail has gone, and a Formation that has nothing left."""
    formation = state.squadrons[squadron].formation
    state.unform(squadron)
    if formation in state.formations and state.empty(formation):
        state.remove(formation)


def carried_by(state: State, formation: str, sorts: Sequence[str]) -> list[str]:
    """The Auxiliaries of some classes that are with a Formation, or with one that goes with it, and ready."""
    names = state.together(formation)
    return [aux for aux, one in state.auxiliaries.items()
            if one.at in names and is_ready(state, aux) and counter_of(state, aux).sort in sorts]  # fmt: skip
