"""Formations: what one may hold, how it is formed in port and unformed, and who goes with a Flag (R3.6 to R3.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.engine.table import Plain, Table
from pbem.adjudicator.yellowjack.base.orders import end_orders_of
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import short
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    DETACHMENT,
    FITTING_OUT,
    FLAG,
    GRAND_FLOTILLA,
    INDEPENDENT,
    OFF_MAP,
    SIDE_OF,
    SIDES,
)

MADE_UP = (FLAG, DETACHMENT, INDEPENDENT)
ADMIRALS = ("rear-admiral", "vice-admiral", "admiral")


def stand_alone(state: State, squadron: str, at: str, condition: str) -> None:
    """Makes a Squadron a Formation by itself, which has the Squadron's name."""
    state.leave(squadron)
    state.new_formation(squadron, INDEPENDENT, at, condition, [squadron])


@base("R3.7", "Unforming")
def drop_if_empty(table: Table, state: State, formation: str) -> None:
    """A Formation without Squadrons is gone: its Leader goes to the Mess."""
    if formation in state.formations and state.empty(formation):
        end_orders_of(table, state, formation, "R9.7", "it has no Squadron left")
        state.remove(formation)


# -------------------------------------------------------------------------------------------------- forming (R3.7)


@base("R3.7", "Who may make up a Flotilla, in port or off the map", "2.125", "2.173", "R11.3")
def why_not_formed(
    state: State, ruling: Ruling, side: str, formation: str, at: str, squadrons: Sequence[str]
) -> str:  # fmt: skip
    """Returns why Squadrons cannot make up a Formation at a Port; empty if they can."""
    record = state.board.formations.get(formation)
    if record is None or SIDE_OF[record.contingent] != side:
        return "it is no Flotilla of yours"
    if formation in state.formations and (
        state.place(formation) != at or state.condition(formation) != FITTING_OUT
    ):  # fmt: skip
        return f"it does not lie Fitting Out at {state.label(at)}"
    if at != OFF_MAP and (at not in state.ports or state.side_of_port(at) != side):
        return "that is no Friendly Port"
    if len(squadrons) > record.size:
        return f"it holds {record.size} Squadrons at most"
    for name in squadrons:
        reason = why_not_in(state, side, formation, at, name) or ruling.why_not_together(state, name, formation)
        if reason:
            return f"{state.label(name)}: {reason}"
    commands = {state.squadrons[name].command for name in squadrons}
    if (len(commands) > 1 and formation != GRAND_FLOTILLA) or (record.command and commands - {record.command}):
        return "they are not of its Command"
    if squadrons and record.kind == FLAG and formation not in state.formations and not free_admiral(state, formation):
        return "no Admiral is in the Mess to lead it"
    return ""


def why_not_in(state: State, side: str, formation: str, at: str, squadron: str) -> str:
    """Returns why one Squadron cannot join a Formation at a Port; empty if it can."""
    if squadron not in state.squadrons or state.squadron_side(squadron) != side or not state.size(squadron):
        return "it is no Squadron of yours"
    if state.place_of(squadron) != at or state.state_of(squadron) != FITTING_OUT:
        return f"it does not lie Fitting Out at {state.label(at)}"
    held = state.squadrons[squadron].formation
    if at == OFF_MAP and (held not in state.formations or not state.formations[held].enters
                          or state.formations[held].kind not in MADE_UP):  # fmt: skip
        return "it does not wait to come onto the map"
    return "it carries out an Order" if held != formation and state.formations[held].order else ""


def free_admiral(state: State, formation: str) -> str:
    """The senior Leader of Admiral's rank in the Mess who may lead a Flag; empty for none."""
    contingent = state.board.formations[formation].contingent
    free = [name for name, one in state.leaders.items() if not one.posts and not one.gone and one.rank in ADMIRALS
            and one.out_until < state.date and state.board.leaders[name].contingent == contingent]  # fmt: skip
    return max(free, key=lambda name: ADMIRALS.index(state.leaders[name].rank), default="")


def free_leader(state: State, contingent: str) -> str:
    """The first Leader of a contingent in the Mess, of whatever rank; empty for none."""
    able = [name for name, one in state.leaders.items() if not one.posts and not one.gone
            and one.out_until < state.date and state.board.leaders[name].contingent == contingent]  # fmt: skip
    return next(iter(able), "")


@base("R3.7", "Forming and unforming")
async def forming(table: Table, state: State, ruling: Ruling) -> None:
    """Each side makes up and dissolves Flotillas of what lies Fitting Out in one Friendly Port."""
    for side in SIDES:
        prompt = "Which Flotillas are made up, and of which Squadrons?"
        facts = {"formations": state.of_side(side)}
        for entry in await table.decide(entries(table, "R3.7", side, "form", facts, prompt, side)):
            form(table, state, ruling, side, entry)


def form(table: Table, state: State, ruling: Ruling, side: str, entry: Mapping[str, Plain]) -> None:
    """Makes a Flotilla hold the Squadrons named and no others; those that it gives up lie alone."""
    formation, at = str(entry.get("formation", "")), str(entry.get("at", "")).replace("_", "-")
    squadrons = [str(name) for name in entry.get("squadrons", ())]
    if formation in state.formations and not at:
        at = state.place(formation)
    reason = why_not_formed(state, ruling, side, formation, at, squadrons)
    if reason:
        table.note("R3.7", side, f"{state.label(formation)} is not made up: {reason}.", "lapsed")
        return
    waiting = squadrons if at == OFF_MAP else []
    entrances = [state.formations[state.squadrons[name].formation].enters for name in waiting]
    new = formation not in state.formations
    leader = free_admiral(state, formation) if new and state.board.formations[formation].kind == FLAG else ""
    if new:
        state.new_formation(formation, state.board.formations[formation].kind, at, FITTING_OUT)
        if leader:
            state.leaders[leader].posts.append(formation)
    before = list(state.formations[formation].squadrons)
    for name in squadrons:
        old = state.squadrons[name].formation
        state.join(name, formation)
        if old != formation:
            drop_if_empty(table, state, old)
    for name in (name for name in before if name not in squadrons):
        stand_alone(state, name, at, FITTING_OUT)
        state.formations[name].enters = state.formations[formation].enters
    if entrances:
        state.formations[formation].enters = entrances[0]
    if formation == GRAND_FLOTILLA:
        post_each_nation(state, formation)
    held = ", ".join(state.label(name) for name in squadrons) or "no Squadron, and is gone"
    table.note("R3.7", side, f"{state.label(formation)} at {state.label(at)} now has {held}.", "formed",
               formation=formation)  # fmt: skip
    drop_if_empty(table, state, formation)


@base("2.215", "In the Grand Flotilla each nation has a Leader", "R3.7")
def post_each_nation(state: State, formation: str) -> None:
    """Posts a Leader of each nation that has Squadrons in a Flotilla and none of its own there."""
    for nation in dict.fromkeys(state.board.squadrons[name].contingent for name in state.squadrons_of(formation)):
        there = any(formation in one.posts and state.board.leaders[name].contingent == nation
                    for name, one in state.leaders.items())  # fmt: skip
        leader = "" if there else free_leader(state, nation)
        if leader:
            state.leaders[leader].posts.append(formation)


# ------------------------------------------------------------------------------------------- going with a Flag (R3.8)


@base("R3.8", "Attach and detach")
def why_not_of_flag(state: State, detachment: str, flag: str) -> str:
    """Returns why a Formation can never attach to another; empty if it can, once they lie together."""
    one, lead = state.formations[detachment], state.formations.get(flag)
    if lead is None or lead.kind != FLAG or one.kind != DETACHMENT:
        return "only a Detachment attaches to a Flag (R3.8)"
    if (lead.command, lead.contingent) != (one.command, one.contingent):
        return f"{short(state, flag)} is of another Command (R3.8)"
    return ""


@base("R3.6", "A Flag takes two Detachments at most")
def is_full(state: State, flag: str) -> bool:
    """Tells if as many Detachments go with a Flag as may."""
    attached = [name for name in state.companions(flag) if state.formations[name].kind == DETACHMENT]
    return len(attached) >= state.board.numbers.detachments_attached


@base("R3.8", "A Squadron that leaves its Flotilla alone")
def split_off(state: State, squadron: str) -> str:
    """Makes a Squadron of a Formation in port a Formation by itself, and returns its name."""
    formation = state.squadrons[squadron].formation
    stand_alone(state, squadron, state.place(formation), state.condition(formation))
    if state.empty(formation):
        state.remove(formation)
    return squadron
