"""Positions of Yellow Jack for tests of views and reports: Vernon at sea, Lezo out, a siege of Porto Bello."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import ALL, Note
from pbem.adjudicator.yellowjack.board.board import load_board
from pbem.adjudicator.yellowjack.state.known import Sighting
from pbem.adjudicator.yellowjack.state.pieces import (
    Award,
    Convoy,
    Formation,
    Leader,
    Order,
    Personage,
    PortHeld,
    Siege,
    Squadron,
    Unit,
)
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    ASSAULT,
    BOURBON,
    BRITISH,
    CONVOY,
    CRUISE,
    FITTING_OUT,
    FLAG,
    INDEPENDENT,
    OFF_MAP,
    READY,
    SPANISH,
    date_from,
)
from pbem.adjudicator.yellowjack.view.picture import Picture, picture
from pbem.adjudicator.yellowjack.view.view import view

BOARD = load_board()
SCENARIO = "porto-bello"
SAIL = {"j2": {"sol": 4}, "j3": {"sol": 1, "sol-d": 1}, "j1": {"sol": 1, "sol-d": 1}, "jf1": {"frigate": 2},
        "k1": {"sol": 2, "sol-d": 1}, "g1": {"sol-d": 1}, "gf1": {"frigate": 2}}  # fmt: skip


def bare() -> State:
    """Turn 13 of 1739 with every counter off the map, and Ports in the hands that are printed."""
    plan = BOARD.scenarios[SCENARIO]
    state = State(BOARD, {}, SCENARIO, date=date_from(plan.first), count=1, last=date_from(plan.last))
    state.ports = {name: PortHeld(port.contingent) for name, port in BOARD.ports.items()}
    state.squadrons = {name: Squadron(one.command) for name, one in BOARD.squadrons.items()}
    state.units = {name: Unit(OFF_MAP) for name in BOARD.units}
    state.leaders = {name: Leader(one.ranks[0][1]) for name, one in BOARD.leaders.items()}
    state.personages = {name: Personage(OFF_MAP) for name in BOARD.personages}
    state.prestige = dict(plan.prestige)
    state.start_prestige = dict(plan.prestige)
    state.settle()
    return state


def set_up() -> State:
    """The scenario as it begins: everybody in port."""
    state = bare()
    for name, held in SAIL.items():
        state.squadrons[name].sail = dict(held)
    state.new_formation("br-flag-j2", FLAG, "port-royal-jamaica", FITTING_OUT, ["j2", "j3"])
    state.new_formation("br-flag-j1", FLAG, "port-royal-jamaica", FITTING_OUT, ["j1"])
    state.new_formation("jf1", INDEPENDENT, "port-royal-jamaica", FITTING_OUT, ["jf1"])
    state.new_formation("sp-flag-k", FLAG, "cartagena-de-indias", FITTING_OUT, ["k1"])
    state.new_formation("rcg", "company", "la-guaira", FITTING_OUT, ["g1", "gf1"])
    state.leaders["vernon"].posts = ["british-fleet", "jamaica", "br-flag-j2"]
    state.leaders["brown"].posts = ["br-flag-j1"]
    state.leaders["lezo"].posts = ["cartagena", "sp-flag-k"]
    state.personages["virrey-nueva-granada"].at = "cartagena-de-indias"
    for unit, at in (("fijo-cartagena", "cartagena-de-indias"), ("milicia-cartagena", "cartagena-de-indias"),
                     ("fijo-panama", "lb-panama")):  # fmt: skip
        state.units[unit].at = at
    state.hand = {BRITISH: ["j-aao", "j-blockade-cartagena", "j-cruise-main"],
                  BOURBON: ["k-cruise-main", "k-cruise-caracas", "k-interdict-roques"]}  # fmt: skip
    state.pool = {BRITISH: ["j-show"], BOURBON: ["k-show", "k-cruise-mosquito"]}
    convoy(state)
    state.settle()
    return state


def convoy(state: State) -> None:
    """The Expedition at Port Royal with its two Units."""
    state.formations["br-troops-1"] = Formation(CONVOY, BRITISH, "jamaica", "port-royal-jamaica", FITTING_OUT)
    state.convoys["br-troops-1"] = Convoy("troops", destination="porto-bello")
    for unit in ("fleet-marines-a", "jamaica-companies-a"):
        state.units[unit].at = "br-troops-1"


def put_to_sea(state: State, formation: str, at: str) -> None:
    """A Formation Ready at a place, under its marker."""
    one = state.formations[formation]
    one.at, one.state = at, READY
    state.give_marker(formation)


def at_sea() -> State:
    """Vernon and the Expedition off the Main, Brown at Santa Marta; Lezo out and Spotted, the Company not."""
    state = set_up()
    state.impulse, state.mpi, state.step = 2, 4, "ops"
    put_to_sea(state, "br-flag-j2", "sz-colombia-basin")
    state.formations["br-troops-1"].goes_with = "br-flag-j2"
    put_to_sea(state, "br-flag-j1", "santa-marta")
    put_to_sea(state, "sp-flag-k", "s53")
    put_to_sea(state, "rcg", "s57")
    state.formations["sp-flag-k"].spotted = "search"
    state.known[BRITISH].markers["z-01"] = Sighting(SPANISH, FLAG, 1, "s53", state.date, 2, 3)
    state.orders = {"j-aao": Order(ASSAULT, BRITISH, ["br-flag-j2", "br-troops-1"], "j-aao", ["porto-bello"],
                                   since=13, last=16),
                    "k-cruise-main": Order(CRUISE, BOURBON, ["sp-flag-k"], "k-cruise-main", since=13,
                                           last=16)}  # fmt: skip
    for key, order in state.orders.items():
        for name in order.to:
            state.formations[name].order = key
    state.hand[BRITISH].remove("j-aao")
    state.hand[BOURBON].remove("k-cruise-main")
    state.plans = {"br-flag-j2": {"then": [{"carry_on": "yes"}]}, "sp-flag-k": {"then": [{"carry_on": "yes"}]}}
    state.winds = {"sw-colombia": "nne", "sw-aves": "nne"}
    state.squadrons["j1"].dp, state.squadrons["k1"].dp = 7, 5
    state.ledger = [Award(13, BRITISH, 1, "an enemy SOL sunk", "1.612")]
    state.settle()
    return state


def besieged() -> State:
    """The Expedition ashore before Porto Bello, with the battalion of Panama in the town."""
    state = at_sea()
    for name in ("br-flag-j2", "br-troops-1"):
        state.formations[name].at = "porto-bello"
    state.formations["br-flag-j2"].blockades = "porto-bello"
    for unit in ("fleet-marines-a", "jamaica-companies-a"):
        state.units[unit].at, state.units[unit].landed = "porto-bello", True
    state.units["fijo-panama"].at = "porto-bello"
    state.sieges["porto-bello"] = Siege("j-aao", "br-flag-j2", "br-troops-1", since=state.now)
    return state


def told(state: State, seat: str | None) -> dict[str, object]:
    """The view of a seat."""
    return view(state, seat)


def reading(state: State, seat: str | None, story: Iterable[Note] = (), phase: str = "y39t13.ops") -> Reading[Picture]:
    """One reader's view and story, as a match gives them."""
    rest = {"phase": phase, "house": {}, "standing": [], "doctrine": {}, "memory": []}
    frame = {"game": "yellowjack-test", "phase": phase, "phase_title": "1739, Turn 13: operations"}
    return Reading(told(state, seat) | rest, Told(tuple(story), ()), frame, picture)


def story() -> list[Note]:
    """Two Impulses of operations as the rules tell them: winds, ways, a Battle, a blockade, boxes."""

    def note(to: str, text: str, event: str, rule: str = "R5.2", /, **facts: object) -> Note:
        return Note(rule, to, text, event, facts)

    return [
        note(ALL, "Impulse 1: the winds.", "step", "R5.4", step="w2", impulse=1, mpi=0),
        note(ALL, "The trades blow from the north-north-east.", "wind", "R5.4", wind="sw-colombia",
             blows=True, **{"from": "nne"}),
        note(ALL, "Impulse 1, MPI 1: ships move.", "step", step="m3", impulse=1, mpi=1),
        note(BRITISH, "br-flag-j2 puts to sea.", "log", formation="br-flag-j2", at="port-royal-jamaica", what="sea"),
        note(ALL, "b-01 appears off Port Royal (Jamaica).", "marker", marker="b-01", at="port-royal-jamaica"),
        note(ALL, "Impulse 1, MPI 2: ships move.", "step", step="m3", impulse=1, mpi=2),
        note(BRITISH, "Vernon (br-flag-j2) sails to s40.", "log", formation="br-flag-j2", at="port-royal-jamaica",
             to="s40"),
        note(ALL, "b-01 goes to s40.", "marker", marker="b-01", at="s40", **{"from": "port-royal-jamaica"}),
        note(BOURBON, "Lezo (sp-flag-k) sails to s53.", "log", formation="sp-flag-k", at="cartagena-de-indias",
             to="s53"),
        note(ALL, "z-01 goes to s53.", "marker", marker="z-01", at="s53", **{"from": "cartagena-de-indias"}),
        note(BOURBON, "Her step 'follow' lapses: nothing is in sight.", "lapsed", "R5.2"),
        note(ALL, "Impulse 2, MPI 3: the fleets meet.", "step", "R7.4", step="m5", impulse=2, mpi=3),
        note(BRITISH, "z-01 is a Spanish Flag Flotilla of one Squadron.", "spotted", "R7.1", marker="z-01", at="s53",
             nation="spanish", kind="flag", squadrons=1),
        note(ALL, "Battle off Santa Marta (s53).", "battle", "R8.1", at="s53", british=["b-02"], bourbon=["z-01"]),
        note(ALL, "Round 1.", "round", "R8.5", round=1),
        note(BRITISH, "Brown's ships take 3 DPs.", "hit", "R8.8"),
        note(BOURBON, "The British took a telling fire.", "hit", "R8.16"),
        note(ALL, "The Spanish SOL(D) strikes.", "sunk", "R8.9", seat=BOURBON, number=1, **{"class": "sol-d"}),
        note(ALL, "The British keep the place off Santa Marta.", "battle-over", "R8.15", at="s53", result=BRITISH,
             rounds=1, lost={BRITISH: 0, BOURBON: 1}),
        note(ALL, "Impulse 2 ends: Orders.", "step", "R9.12", step="e4", impulse=2, mpi=0),
        note(BRITISH, "Brown (br-flag-j1) has Fulfilled Cruise (j-cruise-main).", "fulfilled", "R9.13",
             order="j-cruise-main", formation="br-flag-j1"),
        note(ALL, "The British gain 1 Prestige for an enemy SOL(D) (now 11).", "prestige", "1.612", seat=BRITISH,
             amount=1, level=11),
        note(ALL, "In the boxes: British 1 Fulfilled, 0 Failed; Bourbon 0 and 0.", "boxes", "R9.9", british=[1, 0],
             bourbon=[0, 0]),
    ]  # fmt: skip
