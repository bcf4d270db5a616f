"""Chapter 15: random events, and those that come by the calendar."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.glory.rules import questions
from pbem.adjudicator.glory.rules.ch08_admirals import (
    ASIDE,
    CORNWALLIS,
    GARDNER,
    MISSIESSY,
    lose_admiral,
    replace_admiral,
    rosily,
    waiting,
)
from pbem.adjudicator.glory.rules.ch21_objectives import intrigues, new_orders
from pbem.adjudicator.glory.rules.ch22_markers import show_raid
from pbem.adjudicator.glory.rules.ch24_trafalgar import RANDOM, suspended
from pbem.adjudicator.glory.rules.telling import tell_move
from pbem.adjudicator.glory.state.state import AdmiraltyEvent, Block, State
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, FRENCH, PORT, SPANISH, ZONE_PARTS

NAPLES = "naples"
#: Boxes of the manpower tracks, by their place: the start, one step up, the top.
FIRST_STEP, TOP = 1, 2
NATIONS = {BRITISH: "British", FRENCH: "French", SPANISH: "Spanish"}


@rule("15.0", "Random events", "6.5", "24.2")
async def random_event(table: Table, state: State) -> None:
    """Throws for the turn's random event, after raids and invasions, and carries it out."""
    if suspended(state, RANDOM) or state.ended:
        return
    throw = await table.roll("15.0", "2d6", "event", why="Random event")
    event = state.board.random_events[throw.total]
    table.note("15.0", ALL, f"{event.name}.", "random_event", event=event.id)
    await EVENTS[event.id](table, state)


@rule("15.1", "Automatic events")
async def automatic_events(table: Table, state: State) -> None:
    """Carries out the event printed on this turn of the track."""
    if state.trafalgar():
        return
    calendar: dict[str, Event] = {
        "lord-barham": barham, "napoleon-marches": napoleon_marches, "spanish-draft": spanish_draft,
        "rosily-mesros": rosily,
    }  # fmt: skip
    if event := calendar.get(state.board.turn(state.turn).automatic):
        await event(table, state)


# ------------------------------------------------------------------------------------------- manpower


@rule("15.0", "Manpower events", "5.2.1")
def raise_manpower(table: Table, state: State, nation: str, to: int) -> None:
    """Moves a nation's marker up to a box of its track, never down."""
    boxes = state.board.manpower[nation]
    before, now = state.manpower.get(nation, 0), min(max(to, state.manpower.get(nation, 0)), len(boxes) - 1)
    state.manpower[nation] = now
    name, points = boxes[now]
    text = f"{NATIONS[nation]} manpower {'rises to' if now > before else 'stays at'} {points} ({name})."
    table.note("15.0", ALL, text, "manpower", nation=nation, box=now, points=points)


@rule("15.0", "Lord Barham", "15.1", "5.2.1")
async def barham(table: Table, state: State) -> None:
    """Brings Lord Barham to the Admiralty, once: by dice, on Apr III, or with the first sortie from Brest."""
    if state.barham or state.trafalgar():
        return
    state.barham = True
    table.note("15.1", ALL, "Lord Barham becomes First Lord of the Admiralty.", "barham")
    raise_manpower(table, state, BRITISH, FIRST_STEP)


async def dutch_navy(table: Table, state: State) -> None:
    """2: the French marker goes to the box of the Dutch crews."""
    raise_manpower(table, state, FRENCH, TOP)


async def spanish_surge(table: Table, state: State) -> None:
    """6: the Spanish marker goes to its Surge box."""
    raise_manpower(table, state, SPANISH, FIRST_STEP)


async def french_surge(table: Table, state: State) -> None:
    """9: the French marker goes up a box."""
    raise_manpower(table, state, FRENCH, state.manpower.get(FRENCH, 0) + 1)


async def sea_fencibles(table: Table, state: State) -> None:
    """12: the British marker goes up a box."""
    raise_manpower(table, state, BRITISH, state.manpower.get(BRITISH, 0) + 1)


@rule("15.1", "Spanish Manpower Draft", "5.2.1", "22.1")
async def spanish_draft(table: Table, state: State) -> None:
    """Raises Spanish manpower to its highest level: on Sep III, or when the British control Algiers."""
    raise_manpower(table, state, SPANISH, TOP)


@rule("15.1", "Napoleon marches", "22.4", "23.2")
async def napoleon_marches(table: Table, state: State) -> None:
    """Turns the Invasion Plans over: England can no longer be invaded."""
    state.marched = True
    table.note("15.1", ALL, "Napoleon breaks camp and marches east: England is safe.", "marched")


# ------------------------------------------------------------------------------------------- St. Cyr, privateers


@rule("15.0", "General St. Cyr, or French privateers", "5.10", "22.3.3")
async def st_cyr(table: Table, state: State) -> None:
    """4: Naples is threatened, if it is still free, once and not after Oct III; else privateers take a frigate."""
    early = state.turn <= state.board.numbers.event_last_turn
    if NAPLES in state.invaded or NAPLES in state.events or not early:
        await privateers(table, state)
        return
    due = state.turn + state.board.numbers.event_turns
    state.events[NAPLES] = AdmiraltyEvent(due, open=True)
    text = f"An expedition must be Inshore at Naples by {state.board.turn(due).label}, or the kingdom falls."
    table.note("5.10", ALL, text, "admiralty_event", event=NAPLES, due=due)


@rule("15.0", "French privateers", "7.7")
async def privateers(table: Table, state: State) -> None:
    """A frigate of the British player's choice leaves the map for two turns."""
    frigates = [block for block in state.blocks_of(BRITISH) if state.is_frigate(block)]
    if not frigates:
        return
    options = {block: f"{state.label(block)}, {state.place(block)}" for block in frigates}
    gone = await questions.choose(table, "15.0", BRITISH, "frigate-lost/privateers", {"zone": ""}, options,
                                  frigates[-1], "French privateers: which frigate is called away?")  # fmt: skip
    was, back = state.place(gone), state.turn + state.board.numbers.privateer_turns
    state.blocks[gone] = Block(f"turn-{back}")
    tell_move(table, state, "15.0", gone, was, "", "gone")
    table.note("15.0", ALL, f"French privateers: a frigate is away until turn {back}.", "frigate_away", back=back)


# ------------------------------------------------------------------------------------------- admirals


@rule("15.0", "Admiral Falls Ill", "8.1")
async def admiral_ill(table: Table, state: State) -> None:
    """5: first Cornwallis goes ashore for three turns, then Missiessy for good; later nobody."""
    state.illnesses += 1
    if state.illnesses == 1:
        await cornwallis_ill(table, state)
    elif state.illnesses == 2 and state.admirals[MISSIESSY].at not in ("gone", ASIDE):
        await lose_admiral(table, state, MISSIESSY, "taken ill")


async def cornwallis_ill(table: Table, state: State) -> None:
    """Cornwallis hands over to Gardner, and comes back on the turn track's word."""
    officer = state.admirals[CORNWALLIS]
    if officer.at in ("gone", ASIDE) or officer.at.startswith("turn-"):
        return
    was, officer.back = officer.at, state.turn + state.board.numbers.sick_turns
    officer.at = f"turn-{officer.back}"
    table.note("8.1", ALL, "Cornwallis falls ill.", "admiral_ill", admiral=CORNWALLIS, back=officer.back)
    await replace_admiral(table, state, CORNWALLIS, "ill", was)


@rule("8.1", "Cornwallis returns", "5.4")
async def back_from_sickness(table: Table, state: State) -> None:
    """Brings Cornwallis back into a British port of the player's choice; Gardner is set aside again."""
    officer = state.admirals[CORNWALLIS]
    if not officer.back or officer.back > state.turn or waiting_elsewhere(state):
        return
    options = {port: state.label(port) for port in state.board.ports
               if state.friendly(port, BRITISH) and str(state.board.ports[port].sea) != "west_indies"}  # fmt: skip
    officer.at = await questions.choose(table, "8.1", BRITISH, "returns/admiral", {"name": CORNWALLIS}, options,
                                        "plymouth", "Where does Cornwallis return?")  # fmt: skip
    officer.back = 0
    if not waiting(state, GARDNER) and state.admirals[GARDNER].at != "gone":
        state.admirals[GARDNER].at = ASIDE
    text = f"Cornwallis is back in {state.label(officer.at)}; Gardner strikes his flag."
    table.note("8.1", BRITISH, text, "admiral", admiral=CORNWALLIS, at=officer.at)


def waiting_elsewhere(state: State) -> bool:
    """Tells if Cornwallis is not on the turn track any more."""
    return not state.admirals[CORNWALLIS].at.startswith("turn-")


# ------------------------------------------------------------------------------------------- spies


@rule("15.0", "Spy Networks", "5.12", "22.2")
async def spy_networks(table: Table, state: State) -> None:
    """7: royalists lay bare provisions and raid markers to the British; French spies look into one place."""
    royalist_spies(table, state)
    for place in list(state.raids):
        show_raid(table, state, place)
    await french_spies(table, state)


def royalist_spies(table: Table, state: State) -> None:
    """Turns every provisions chit on the map face up."""
    for port, chit in state.chits.items():
        if port in state.chits_shown:
            continue
        state.chits_shown.append(port)
        name = "May Sortie" if chit == "may" else "May Not Sortie"
        table.note("15.0", ALL, f"Royalist spies: {name} lies at {state.label(port)}.", "provisions_shown", port=port,
                   chit=chit)  # fmt: skip


@rule("15.0", "French spies", "4.0")
async def french_spies(table: Table, state: State) -> None:
    """Shows the Allied player every ship in one British port or in one patrol zone of their choice."""
    options = {f"{port}/port": f"in {state.label(port)}" for port in state.board.ports if state.friendly(port, BRITISH)}
    options |= {port: f"off {state.label(port)}" for port in state.board.ports}
    place = await questions.choose(table, "15.0", ALLIED, "spies", {}, options, "brest",
                                   "Where do your spies look?")  # fmt: skip
    port, _, part = place.partition("/")
    table.note("15.0", BRITISH, f"French spies look {options[place]}.", "spied_upon", place=place)
    told = spied_ships(state, port, harbour=part == PORT)
    names = ", ".join(f"{row[1]} ({row[2]}, {row[3]})" for row in told) or "no ship"
    table.note("15.0", ALLIED, f"Your spies report {options[place]}: {names}.", "spied", place=place, ships=told)


def spied_ships(state: State, port: str, *, harbour: bool) -> list[list[object]]:
    """The British ships of a port or of its zone: id, name, nation, guns."""
    areas = (PORT,) if harbour else ZONE_PARTS
    found = [ship for block in state.blocks_at(port, BRITISH, *areas) for ship in state.ships_in(block)]
    if harbour:
        found = state.in_port(port, BRITISH)
    pieces = [state.board.ships[ship] for ship in state.in_board_order(found)]
    return [[piece.id, piece.name, piece.nation, piece.guns] for piece in pieces]


# ------------------------------------------------------------------------------------------- the others


async def fever(table: Table, state: State) -> None:
    """11: Yellow Jack closes the ports of the West Indies until a die ends it (5.9)."""
    state.fever = True
    table.note("15.0", ALL, "Yellow Jack: nothing sails, mends or crews in the West Indies.", "fever", on="yes")


async def bonaparte_intrigues(table: Table, state: State) -> None:
    """10: the current directive is shown."""
    intrigues(table, state)


Event = Callable[[Table, State], Awaitable[None]]
EVENTS: dict[str, Event] = {
    "dutch-navy": dutch_navy, "lord-barham": barham, "st-cyr": st_cyr, "admiral-ill": admiral_ill,
    "spanish-surge": spanish_surge, "spy-networks": spy_networks, "new-orders": new_orders,
    "french-surge": french_surge, "bonaparte-intrigues": bonaparte_intrigues, "fever": fever,
    "sea-fencibles": sea_fencibles,
}  # fmt: skip
