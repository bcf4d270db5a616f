"""Leaders between the Turns: who comes back to duty, who is posted where, who is relieved (R3.13, R11.9, R11.10)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Shift, Table
from pbem.adjudicator.yellowjack.base.conventions import throw
from pbem.adjudicator.yellowjack.base.leaders import order_of_rank, senior
from pbem.adjudicator.yellowjack.base.prestige import award
from pbem.adjudicator.yellowjack.base.prompts import choose, entries
from pbem.adjudicator.yellowjack.base.spending import put_over
from pbem.adjudicator.yellowjack.base.stations import RANKS, fit
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    ABSENT,
    COMMANDS_OF,
    FITTING_OUT,
    FLEET_STATION,
    FRENCH,
    GRAND_FLOTILLA,
    SIDE_OF,
    SIDES,
    SPANISH,
    quarterly,
    turn_of,
    year_of,
)

OUT_FOR = 4
SENIOR = "is senior, and holds it"
#: How a Leader is gone for good; the Company's Flotilla.
OUT_OF_PLAY, COMPANY_FLOTILLA = ("killed", "captured"), "rcg"
FLEET_CONTINGENT = {FLEET_STATION[side]: side if side != "bourbon" else SPANISH for side in SIDES}


@base("R3.13", "Posting", "R4.6")
async def posting(table: Table, state: State) -> None:
    """Each side posts Leaders of the Mess, or in port, to Stations and Flotillas; an empty Flag takes the senior."""
    for side in SIDES:
        prompt = "Which Leaders are posted, and where?"
        for entry in await table.decide(entries(table, "R3.13", side, "post", {}, prompt, side)):
            overrule = SENIOR in why_not_posted(state, side, str(entry.get("leader", "")), str(entry.get("to", "")))
            overrule = overrule and put_over(table, state, side, str(entry.get("leader", "")))
            post(table, state, side, entry, overrule=overrule)


@base("R3.13", "What speaks against a posting", "2.266")
def why_not_posted(state: State, side: str, leader: str, to: str) -> str:
    """Returns why a Leader cannot be posted to a Station or Flotilla; empty if it can be."""
    if leader not in state.leaders or SIDE_OF[state.board.leaders[leader].contingent] != side:
        return "there is no such Leader of yours"
    one, contingent = state.leaders[leader], state.board.leaders[leader].contingent
    if not fit(state, leader):
        return "they are out of play" if one.gone else "they are not fit yet"
    afloat = next((name for name in one.posts if name in state.formations), "")
    if afloat and state.condition(afloat) != FITTING_OUT:
        return "they are at sea"
    if to in state.formations:
        record = state.formations[to]
        if record.contingent != contingent and (to != GRAND_FLOTILLA or contingent != FRENCH):
            return "it is of another contingent"
        if state.condition(to) != FITTING_OUT or state.side_of_port(state.place(to)) != side:
            return "it does not lie Fitting Out in a Friendly Port"
        if contingent == FRENCH and on_station(state, leader):
            return "French Admirals do not go to sea"
    elif to not in (*COMMANDS_OF[side], FLEET_STATION[side]):
        return "that is neither a Station nor a Flotilla of yours"
    holder = state.admiral_of(to)
    if holder and fit(state, holder) and order_of_rank(state, holder) < order_of_rank(state, leader):
        return f"{state.label(holder)} {SENIOR}"
    return ""


def on_station(state: State, leader: str) -> bool:
    """Tells if a Leader holds a Station."""
    return any(post not in state.formations for post in state.leaders[leader].posts)


def post(table: Table, state: State, side: str, entry: Mapping[str, Plain], *, overrule: bool = False) -> None:
    """Posts one Leader; whom they take the place of goes to the Mess. A point of Prestige overrules seniority."""
    leader, to = str(entry.get("leader", "")), str(entry.get("to", ""))
    reason = why_not_posted(state, side, leader, to)
    if reason and not overrule:
        table.note("R3.13", side, f"{state.label(leader)} is not posted to {state.label(to)}: {reason}.", "lapsed")
        return
    before = state.admiral_of(to)
    nation = state.board.leaders
    if before and before != leader and nation[before].contingent == nation[leader].contingent:
        state.leaders[before].posts.remove(to)
    posts = state.leaders[leader].posts
    if to in state.formations:  # one Flotilla for one Leader; a Station may be kept beside it (R3.12)
        posts[:] = [name for name in posts if name not in state.formations]
    if to not in posts:
        posts.append(to)
    table.note("R3.13", side, f"{state.label(leader)} is posted to {state.label(to)}.", "posted", leader=leader, to=to)


@base("R11.9", "Promotion by the dates of the data", "2.15", "2.151", "2.152", "2.153")
def promote(table: Table, state: State) -> None:
    """On Turn 1 each Leader takes the rank of the Year; all hear it, for counters are open."""
    if turn_of(state.date) != 1:
        return
    for name, one in state.leaders.items():
        rank, style = state.board.leaders[name].rank_on(state.date)
        if rank and rank != one.rank and not one.gone:
            one.rank = rank
            told = f"{state.label(name)} is now {style} ({year_of(state.date)})."
            table.note("R11.9", ALL, told, "promoted", leader=name)


@rule("2.672", "The Company's Leaders")
def company_leader(table: Table, state: State) -> None:
    """Solano takes the place of Iturriaga when the latter is gone; the Company's Detachment has nobody else."""
    first, heir = "iturriaga", "solano"
    if state.leaders[first].gone in OUT_OF_PLAY and state.leaders[heir].gone == ABSENT:
        state.leaders[heir].gone = ""
        if COMPANY_FLOTILLA in state.formations and not state.leader_of(COMPANY_FLOTILLA):
            state.leaders[heir].posts = [COMPANY_FLOTILLA]
        side = SIDE_OF[state.board.leaders[heir].contingent]
        told = f"{state.label(heir)} takes the place of {state.label(first)}."
        table.note("2.672", side, told, "posted", leader=heir, to=COMPANY_FLOTILLA)


@base("R11.10", "Relief of Admirals", "1.615", "R3.14")
async def relief(table: Table, state: State, lost: Mapping[str, int], behind: Mapping[str, bool]) -> None:
    """Throws for each Fleet Admiral who lost Orders or the HQ; `lost` is the net Prestige lost."""
    if not quarterly(state.date):
        return
    for side in SIDES:
        station = FLEET_STATION[side]
        leader = state.admiral_of(station)
        hq_lost = SIDE_OF.get(state.holder(state.board.hq[station]), "") not in (side, "")
        if leader and (behind[side] or hq_lost):
            await throw_for_relief(table, state, side, leader, lost[side])


async def throw_for_relief(table: Table, state: State, side: str, leader: str, lost: int) -> None:
    """One die, two more for each point of Prestige lost: on 10 or more the Admiral goes, unless a point is paid."""
    shift = Shift()
    shift.add("1.615", 2 * lost, "Prestige lost")
    high = RANKS.index(state.leaders[leader].rank) >= RANKS.index("vice-admiral")
    shift.add("R11.10", -1, "high rank", when=high)
    die = await throw(
        table, "R11.10", "relief", side, why=f"the friends of {state.label(leader)} at court", shift=shift
    )
    if die.total < state.board.number("relief_needs"):
        return
    usual = "yes" if state.prestige[side] > 3 else "no"
    wish = "no"
    if state.prestige[side]:
        wish = await table.decide(choose(
            table, "R11.10", side, "save_admiral", {"leader": leader}, f"{state.label(leader)} is to be relieved.",
            {"yes": "1 Prestige keeps them there", "no": "they go"}, usual, side))  # fmt: skip
    if wish == "yes":
        award(table, state, side, -1, "R11.10", f"{state.label(leader)} stays in command")
        return
    one = state.leaders[leader]
    one.posts, one.out_until = [], state.date + OUT_FOR
    table.note("R11.10", ALL, f"{state.label(leader)} is relieved.", "relieved", leader=leader, seat=side)
    follow(table, state, side)


def follow(table: Table, state: State, side: str) -> None:
    """The senior fit Leader of the contingent without a Station takes the Fleet."""
    contingent = FLEET_CONTINGENT[FLEET_STATION[side]]
    free = [name for name in state.leaders if fit(state, name) and state.board.leaders[name].contingent == contingent]
    heir = senior(state, free)
    if heir:
        state.leaders[heir].posts.append(FLEET_STATION[side])
        table.note(
            "R11.10", ALL, f"{state.label(heir)} takes the Fleet.", "posted", leader=heir, to=FLEET_STATION[side]
        )
