"""Chapter 6: the sequence of play as a list one can hold beside the page, and the short steps of the turn."""
# Chapter 6 by paragraphs: 6.0, 6.4, 6.7, 6.8 ch06_sequence; 6.3 ch06_perilous; 6.1 is in ch03_setup, 6.2 and 6.5 in
# ch08_storms, 6.6 in ch10_fortunes.

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Shift, Table
from pbem.adjudicator.engine.turns import TurnStep, play_steps
from pbem.adjudicator.jenkins.board.pieces import SIDES, TURN_TRACK, CounterKind, Succession, SuccessionEffect
from pbem.adjudicator.jenkins.rules import questions
from pbem.adjudicator.jenkins.rules.ch03_setup import open_game, purchase_step, set_up
from pbem.adjudicator.jenkins.rules.ch05_victory import determine_victory
from pbem.adjudicator.jenkins.rules.ch07_movement import movement_step
from pbem.adjudicator.jenkins.rules.ch08_storms import remove_storms, storm_determination
from pbem.adjudicator.jenkins.rules.ch09_combat import combat_step
from pbem.adjudicator.jenkins.rules.ch09_eliminated import eliminate
from pbem.adjudicator.jenkins.rules.ch10_fortunes import fortunes_of_war
from pbem.adjudicator.jenkins.rules.ch11_special import in_supply
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State
from pbem.base.records import replace

#: The kinds of label the dice of this game have, with what follows them (PROTOCOL 3.8e).
LABEL_KINDS = {
    "isidro": (), "storm": (), "perilous": ("hex",), "perilous-loss": ("hex",), "intercept": ("hex",),
    "disease": ("hex",), "naval": ("hex", "counter"), "naval-reroll": ("hex", "counter"), "land": ("hex", "side"),
    "land-reroll": ("hex", "side"), "disposal": ("counter",), "scuttle": ("counter",), "fortunes": (),
    "fortunes-toll": ("side",), "fortunes-gain": ("side",), "europe": (), "europe-funds": ("side",),
    "victory": ("seaport",),
}  # fmt: skip


async def english_purchases(table: Table, state: State) -> None:
    await purchase_step(table, state, ENGLISH)


async def english_movement(table: Table, state: State) -> None:
    await movement_step(table, state, ENGLISH)


@rule("6.4", "Combat Resolution Step", "9.0")
async def english_combat(table: Table, state: State) -> None:
    await combat_step(table, state, ENGLISH)


async def spanish_purchases(table: Table, state: State) -> None:
    await purchase_step(table, state, SPANISH)


async def spanish_movement(table: Table, state: State) -> None:
    san_isidro_arrives(table, state)
    await movement_step(table, state, SPANISH)


async def spanish_combat(table: Table, state: State) -> None:
    await combat_step(table, state, SPANISH)


async def storms_leave(table: Table, state: State) -> None:
    remove_storms(table, state)


@rule("6.7", "Supply Step")
async def supply_step(table: Table, state: State) -> None:
    """In each hex out of supply the owner eliminates one counter, never a deception; England first, hex by hex."""
    for side in SIDES:
        for hex_id in state.hexes(side):
            if not in_supply(state, hex_id, side):  # 11.8; storms matter not
                await go_short(table, state, hex_id, side)


async def go_short(table: Table, state: State, hex_id: str, side: str) -> None:
    """The loss of a hex out of supply."""
    names = [c.id for c in state.counters(hex_id, side) if c.kind is not CounterKind.DECEPTION]
    if not names:
        return
    toll = state.board.numbers.supply_loss
    question = questions.losses(table, state, side, "6.7", "supply", hex_id, names, toll, discreet=True)
    for name in await table.decide(question):
        await eliminate(table, state, name, "6.7", "out of supply")


@rule("6.8", "The War of Austrian Succession")
async def austrian_succession(table: Table, state: State) -> None:
    """Spain rolls; +1 if a French, -1 if a Dutch seaport fell this turn; until the war ends."""
    if state.peace:
        return
    shift = Shift()
    for name, nation in (("austrian-french", "french"), ("austrian-dutch", "dutch")):
        fell = any(state.board.seaports[port].nation == nation for port in state.captured)
        shift.add("6.8", state.board.modifiers[name].amount or 0, f"a {nation.title()} seaport fell", when=fell)
    throw = await table.roll("6.8", "1d6", "europe", why="The war in Europe", shift=shift)
    await succession(table, state, state.board.austrian_succession[throw.total])


async def succession(table: Table, state: State, row: Succession) -> None:
    """The result on the War of Austrian Succession Table (6.8)."""
    if row.effect is SuccessionEffect.OVER:
        state.peace = True
        table.note("6.8", ALL, "The War of Austrian Succession ends.", "peace")
    elif row.effect is SuccessionEffect.WAR_FUNDS:
        throw = await table.roll("6.8", row.dice, "europe-funds", row.side, why=f"War funds for {row.side.title()}")
        gained = state.grant(row.side, throw.total)
        table.note("6.8", ALL, f"{row.side.title()} gains {gained} war fund points.", "funds", side=row.side)
    else:
        await called_home(table, state, row)


async def called_home(table: Table, state: State, row: Succession) -> None:
    """A named ship or a Soldiers counter on the map is removed for good, its owner choosing (6.8)."""
    ship = row.effect is SuccessionEffect.REMOVE_SHIP
    away = [name for name, ship in state.aboard.items() if ship in state.track]
    counters = [state.board.counters[name] for name in [*state.on_map(row.side), *state.track, *sorted(away)]]
    names = [c.id for c in counters if c.side == row.side and (c.named_ship if ship else c.is_soldiers)]
    if not names:
        table.note("6.8", ALL, f"{row.side.title()} has nothing to send home.", "europe", side=row.side)
        return
    asked = questions.losses(table, state, row.side, "6.8", "europe", "europe", names, 1)
    for name in await table.decide(replace(asked, prompt="Choose a counter of yours that is called home to Europe.")):
        await send_home(table, state, name)


async def send_home(table: Table, state: State, name: str) -> None:
    """Passengers go ashore in a seaport of their side, and are lost with their ship anywhere else (7.3)."""
    hex_id = state.hex_of(name)
    side = state.board.counters[name].side
    for passenger in state.passengers(name):
        if state.is_friendly_port(hex_id, side):
            del state.aboard[passenger]
        else:
            await eliminate(table, state, passenger, "6.8", "with the ship that was called home")
    state.track.pop(name, None)
    state.lift(name)
    if state.stack(hex_id, side):
        state.settle(hex_id, side)
    state.gone.append(name)
    label = state.board.counters[name].label
    table.note("6.8", ALL, f"{label} is called home to Europe.", "called_home", counter=name)


@rule("11.9", "San Isidoro arrives")
def san_isidro_arrives(table: Table, state: State) -> None:
    """She enters at the hex printed 'To Spain', at the beginning of the Spanish Movement Step of her turn."""
    if state.isidro and state.isidro == state.turn:
        ship = next(place for place in state.board.setup if place.place == TURN_TRACK).counters[0]
        state.put(ship, state.board.to_spain)
        state.isidro = 0
        table.note("11.9", ALL, f"{state.board.counters[ship].label} arrives from Spain.", "isidro_arrives")


@rule("6.0", "Sequence of play", "6.1", "6.2", "6.3", "6.5", "6.6")
def sequence() -> dict[str, tuple[TurnStep[State], ...]]:
    """Each phase's steps in the printed order; the Administrative Phase is played with the Spanish one."""
    return {
        ENGLISH: (
            TurnStep(1, "6.1", "English War Fund Purchases", english_purchases),
            TurnStep(2, "6.2", "Storm Determination", storm_determination),
            TurnStep(3, "6.3", "English Movement", english_movement),
            TurnStep(4, "6.4", "English Combat Resolution", english_combat),
        ),
        SPANISH: (
            TurnStep(5, "6.1", "Spanish War Fund Purchases", spanish_purchases),
            TurnStep(6, "6.3", "Spanish Movement", spanish_movement),
            TurnStep(7, "6.4", "Spanish Combat Resolution", spanish_combat),
            TurnStep(8, "6.5", "Storm Removal", storms_leave),
            TurnStep(9, "6.6", "Fortunes of War", fortunes_of_war),
            TurnStep(10, "6.7", "Supply", supply_step),
            TurnStep(11, "6.8", "The War of Austrian Succession", austrian_succession),
        ),
    }


@rule("1.2", "Game length", "6.0")
async def play_phase(table: Table, state: State, side: str) -> None:
    """One side's phase of the turn that is on; turn 0 is the set-up; after the last turn comes victory (5.0)."""
    if state.turn == 0:
        if side == ENGLISH:
            open_game(state)
        await set_up(table, state, side)
    else:
        await play_steps(table, state, sequence()[side], "Step", over=lambda: False)
    if side == SPANISH:
        await end_of_turn(table, state)


async def end_of_turn(table: Table, state: State) -> None:
    """Clears the turn's effects (6.8, 7.2); after the tenth turn the victory dice are thrown (1.2, 5.0)."""
    state.captured = []
    state.intercepted = []
    if state.turn == state.board.numbers.turns:
        await determine_victory(table, state)
    else:
        state.turn += 1
