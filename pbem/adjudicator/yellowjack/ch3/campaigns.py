"""3.21, Military Campaigns: Activation, progress on the track, Wins, and what Ports and Orders do to them."""

from __future__ import annotations

from pbem.adjudicator.engine.order_parts import Entry
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Shift, Table
from pbem.adjudicator.yellowjack.base.conventions import clamped, natural, throw
from pbem.adjudicator.yellowjack.base.prestige import award
from pbem.adjudicator.yellowjack.base.prompts import entry
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import number_by_lot
from pbem.adjudicator.yellowjack.ch2.tribes import tribes_shift
from pbem.adjudicator.yellowjack.ch3.changed_ports import status_changes
from pbem.adjudicator.yellowjack.ch3.louisburg import louisburg_begins
from pbem.adjudicator.yellowjack.state.house import choice
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Campaign
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    AID,
    BOURBON,
    BRITISH,
    SIDES,
    other,
    quarterly,
    turn_of,
    year_of,
)

GEORGIA, HONDURAN, LOUISBURG = "georgia", "honduran", "louisburg"
#: Campaigns on which Prestige may be spent (1.614).
BOUGHT = (GEORGIA, HONDURAN)
SPANISH, FRENCH, NEUTRAL = "spanish", "french", "neutral"
SAN_AGUSTIN = "san-agustin"
#: What the first Turn of the first two Georgia campaigns adds to the die (3.225).
FIRST_TURNS = {1: -2, 2: 2}
AID_SHIFT, RECOVERY_SHIFT = 2, 1
#: The side for which a low die is good.
LOW = BRITISH


# -------------------------------------------------------------------------------------------- the start


@rule("3.211", "The campaigns", "3.21")
def lay_campaigns(state: State, set_up: str) -> None:
    """Puts the campaigns as a scenario has them."""
    for start in state.board.politics.starts:
        if start.scenario == set_up:
            state.campaigns[start.campaign] = Campaign(start.status, so_far=start.so_far)


# -------------------------------------------------------------------------------------------- the Event Step


@rule("3.213", "Activation on Quarterly Turns, progress on every Turn", "3.21")
@base("R9.2", "Military Campaigns")
async def campaigns(table: Table, state: State, ruling: Ruling) -> None:
    """Throws for campaigns that may begin, then for those that are Active; seasons end here (A1)."""
    for name in state.campaigns:
        forget(state, name)
        if quarterly(state.date):
            await activation(table, state, name)
    for name in state.campaigns:
        if state.campaigns[name].active:
            await progress(table, state, name)
    for name, one in state.campaigns.items():
        end_of_season(table, state, name)
        one.support = {}
    await number_by_lot(table, state, "handed-over")


@rule("3.224", "A campaign that can no longer occur takes its chits along", "3.235", "3.313")
def forget(state: State, name: str) -> None:
    """Takes the Support Army chits of a campaign that is over for good out of pools and hands, without penalty."""
    one = state.campaigns[name]
    if one.active or may_occur(state, name):
        return
    for side in SIDES:
        for shelf in (state.pool[side], state.hand[side]):
            shelf[:] = [chit for chit in shelf if state.board.chits[chit].campaign != name]


@rule("3.212", "Campaigns become eligible through Events", "3.222", "3.224", "3.235", "3.232")
def may_occur(state: State, name: str) -> bool:
    """Tells if a campaign can occur: no Event and no Win has ended it, and San Agustin is not taken."""
    card, one = state.board.politics.campaigns[name], state.campaigns[name]
    if one.done or (card.ends_with and card.ends_with in state.events):
        return False
    if card.requires and card.requires not in state.events:
        return False
    return not (name == GEORGIA and state.side_of_port(SAN_AGUSTIN) == BRITISH and one.status != BRITISH)


@rule("3.214", "Seasons: Georgia and Honduras from Winter to Summer", "3.215", "3.213")
async def activation(table: Table, state: State, name: str) -> None:
    """Throws for an idle campaign where the chart has a number; it begins in the white box."""
    one, when = state.campaigns[name], (name, year_of(state.date), turn_of(state.date))
    highest = state.board.politics.checks.get(when)
    if one.active or highest is None or one.won == year_of(state.date) or not may_occur(state, name):
        return
    title = state.board.politics.campaigns[name].name
    fell = await throw(table, "3.213", "campaign-active", name, why=f"The {title} campaign begins")
    if natural(fell) > highest:
        return
    one.active, one.hex, one.taken, one.fresh = True, state.board.politics.middle[name], [], True
    one.so_far += 1
    table.note("3.216", ALL, f"The {title} campaign is Active.", "campaign", campaign=name, active=True)
    adjust_at_start(table, state, name)
    if name == LOUISBURG:
        louisburg_begins(table, state)


@rule("3.223", "A campaign after a Spanish Win begins nearer to the next", "3.233")
def adjust_at_start(table: Table, state: State, name: str) -> None:
    """Moves the marker a box for each British Port of the list that the Bourbons hold; in their Win box it is off."""
    one, card = state.campaigns[name], state.board.politics.campaigns[name]
    if one.status != SPANISH or not card.groups[BOURBON]:
        return
    held = [port for port in state.board.groups[card.groups[BOURBON]]
            if port in state.ports and state.side_of_port(port) == BOURBON and state.ports[port].captured]  # fmt: skip
    for _ in held:
        one.hex = box_toward(state, name, BOURBON)
    if state.board.politics.tracks[name][one.hex].win:
        one.active = False
        table.note("3.223", ALL, f"The {card.name} campaign does not occur.", "campaign", campaign=name, active=False)


def box_toward(state: State, name: str, side: str) -> str:
    """The hex one box nearer to a side's Win; the same if it is there."""
    here = state.campaigns[name].hex
    return state.board.politics.tracks[name][here].toward[side] or here


# -------------------------------------------------------------------------------------------- progress


@rule("3.216", "Progress: one die, and the arrow that it names", "3.218", "3.225")
async def progress(table: Table, state: State, name: str) -> None:
    """Throws for an Active campaign, lets both sides pay for the next arrow, and moves the marker."""
    one, title = state.campaigns[name], state.board.politics.campaigns[name].name
    fell = await throw(table, "3.216", "campaign", name, why=f"The {title} campaign", shift=shift_of(state, name))
    one.fresh = False
    die = await bought(table, state, name, clamped(fell.total))
    move(table, state, name, state.board.politics.tracks[name][one.hex].arrows[die])


@rule("3.218", "Support Army Orders, Tribes and first Turns change the die", "3.225", "2.541")
def shift_of(state: State, name: str) -> Shift:
    """The modifiers of progress; low favours the British."""
    one, shift = state.campaigns[name], Shift()
    for side in SIDES:
        number = one.support.get(side, 0) * (-1 if side == LOW else 1)
        shift.add("3.218", number, "armies that were supported", when=number != 0)
    first = FIRST_TURNS.get(one.so_far, 0) if name == GEORGIA and one.fresh else 0
    shift.add("3.225", first, "the first Turn", when=first != 0)
    tribes = tribes_shift(state, name)
    shift.add("2.541", tribes, "Tribal Auxiliaries", when=tribes != 0)
    if name == LOUISBURG:
        shift.add("3.152", AID_SHIFT, "aid to Louisburg", when=AID in state.events)
        shift.add("3.24", RECOVERY_SHIFT, "the French come to win it back", when=one.status == BRITISH)
    return shift


@rule("1.614", "A point of Prestige for the next arrow", "3.21")
async def bought(table: Table, state: State, name: str, die: int) -> int:
    """Asks both sides at once, after the die, and returns the die that counts; if both pay it stands."""
    if name not in BOUGHT:
        return die
    goals = {side: next_arrow(state, name, die, side) for side in SIDES}
    asking = [side for side in SIDES if goals[side] != die and state.prestige[side] > 0]
    answers = await table.decide_all(*[shift_question(table, state, name, die, side) for side in asking])
    paid = [side for side, answer in zip(asking, answers, strict=True) if str(answer.get("do", "")) == "pay"]
    for side in paid:
        award(table, state, side, -1, "1.614", f"it is spent on {state.board.politics.campaigns[name].name}")
    return goals[paid[0]] if len(paid) == 1 else die


def next_arrow(state: State, name: str, die: int, side: str) -> int:
    """The nearest die that is better for a side and has another arrow; the same die where there is none."""
    arrows = state.board.politics.tracks[name][state.campaigns[name].hex].arrows
    better = range(die - 1, -1, -1) if side == LOW else range(die + 1, len(arrows))
    return next((each for each in better if arrows[each] != arrows[die]), die)


def shift_question(table: Table, state: State, name: str, die: int, side: str) -> Entry:
    """The question if a side pays for the next arrow; its facts tell whom the arrow of the die favours."""
    title = state.board.politics.campaigns[name].name
    facts = {"what": name, "toward": favours(state, name, die, side), "prestige": str(state.prestige[side])}
    prompt = f"The die of the {title} campaign is {die}: pay a point of Prestige for the next arrow?"
    return entry(table, "1.614", side, "shift", facts, prompt, name, side)


def favours(state: State, name: str, die: int, side: str) -> str:
    """The side that the arrow of a die favours, as a side speaks of it: own, enemy or nobody."""
    here = state.campaigns[name].hex
    goal = state.board.politics.tracks[name][here].arrows[die]
    before, after = int(here[1]), int(goal[1])
    if before == after:
        return "nobody"
    return "own" if (after < before) == (side == LOW) else "enemy"


def move(table: Table, state: State, name: str, goal: str) -> None:
    """Moves the marker; in a dark hex the campaign is won."""
    one, title = state.campaigns[name], state.board.politics.campaigns[name].name
    if goal == one.hex:
        text = f"The {title} campaign stands still."
    else:
        text = f"The {title} campaign moves from {one.hex} to {goal}."
    table.note("3.216", ALL, text, "campaign", campaign=name, hex=goal, active=True)
    one.hex = goal
    winner = state.board.politics.tracks[name][goal].win
    if winner:
        win(table, state, name, winner)


@rule("3.216", "A Win: Status, Prestige, and what the Status does", "3.22", "3.23", "3.235", "3.24")
def win(table: Table, state: State, name: str, winner: str) -> None:
    """Ends a campaign with a Win for this Year; the Status goes to the winner's box from wherever it is."""
    one, card = state.campaigns[name], state.board.politics.campaigns[name]
    one.active, one.won = False, year_of(state.date)
    status = BRITISH if winner == BRITISH else FRENCH if name == LOUISBURG else SPANISH
    changed, one.status = one.status != status, status
    if name == HONDURAN:
        one.done = not (choice(state, "honduras_again") == "yes" and winner == BOURBON)
    table.note("3.216", ALL, f"The {card.name} campaign is a {winner.title()} Win.", "campaign-won", campaign=name,
               by=winner)  # fmt: skip
    award(table, state, winner, card.win, "3.216", f"the {card.name} campaign is won")
    award(table, state, other(winner), -card.lost, "3.216", f"the {card.name} campaign is lost")
    if changed:
        status_changes(table, state, name, status)
    forget(state, name)


@rule("3.217", "Georgia without a Win in a Year is Neutral", "3.214", "3.215", "3.212")
def end_of_season(table: Table, state: State, name: str) -> None:
    """Ends an Active campaign on the last Turn of its season; Georgia's Status goes back to Neutral without a Win."""
    one, card = state.campaigns[name], state.board.politics.campaigns[name]
    if turn_of(state.date) != card.last:
        return
    if one.active:
        one.active = False
        table.note("3.214", ALL, f"The {card.name} campaign is over for this Year.", "campaign", campaign=name,
                   active=False)  # fmt: skip
    if name == GEORGIA and one.won != year_of(state.date) and one.status != NEUTRAL:
        if state.side_of_port(SAN_AGUSTIN) == BRITISH and one.status == BRITISH and state.ports[SAN_AGUSTIN].captured:
            return  # taken by assault, it stays with the captor (3.222)
        one.status = NEUTRAL
        status_changes(table, state, name, NEUTRAL)


# -------------------------------------------------------------------------------------------- Ports, armies


@rule("3.221", "Captured Ports move the marker", "3.231", "3.234")
def port_captured(table: Table, state: State, captor: str, port: str) -> None:
    """San Agustin ends Georgia with a British Win; other Ports of a campaign are worth boxes to who takes them."""
    for name, one in state.campaigns.items():
        card = state.board.politics.campaigns[name]
        group = state.board.groups.get(card.groups[captor], ())
        if not one.active or port not in group:
            continue
        if name == GEORGIA and captor == BRITISH:
            win(table, state, name, BRITISH)
            continue
        one.taken.append(port)
        mine = [each for each in one.taken if each in group]
        if len(mine) % card.ports_for_a_box == 0:
            move(table, state, name, box_toward(state, name, captor))
