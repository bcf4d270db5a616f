"""The sections of an order file that say what forces and fleets do: stacks formed anew, and the march books."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from pbem.adjudicator.guerra.orders import examples, in_words, talk
from pbem.adjudicator.guerra.orders.names import (
    ANY,
    STRONGEST,
    area,
    foe,
    foe_marker,
    force,
    leader,
    listed,
    marker,
    nation,
    place,
    port,
    ship,
    target,
    unit,
    water,
)
from pbem.adjudicator.guerra.state.terms import NATIONS, PATRIOT, ROYALIST
from pbem.adjudicator.guerra.view.look import Look
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.adjudicator.orders.echo import entries
from pbem.adjudicator.orders.grammar import Example, Row, provided
from pbem.adjudicator.orders.shapes import Either, Keys, List, Number, Ref, Shape, Truth, Word

#: Steps of a turn that ask for orders.
ROYALIST_SETUP, PATRIOT_SETUP, COUNCIL = "royalist-setup", "patriot-setup", "council"
#: The Patriot's council where a quick pace joins the operations to it.
QUICK = "quick-council"
OPERATIONS = (PATRIOT, ROYALIST, QUICK)


def open_step(known: Mapping[str, Any]) -> str:
    """The step that is open to a reader, as the rows know it."""
    step = str(known.get("step", ""))
    quick = step == COUNCIL and known.get("house", {}).get("pace") == "quick" and known.get("seat") == PATRIOT
    return QUICK if quick else step


IF = {"if": provided()}
GOING: dict[str, Shape] = {
    **IF, "after_defeat": Truth("Also when the force was beaten before it in this activation"),
}  # fmt: skip
AGAIN: dict[str, Shape] = {**GOING, "times": Number("How often, while it is lawful and paid for", 1, 6, eg=2)}
TARGET = target("A force by its number, its marker, or a leader who is seen with it; or any, strongest, weakest by the "
                "factors seen, a marker counting as stronger than any open force; or rebels", eg=STRONGEST)
UNITS = listed("Units", unit, "cb-s", least=1)
LEADERS = listed("Leaders", leader, "bolivar")

ATTACK: dict[str, Shape] = {
    **AGAIN, "at": area("Only there", eg="mojos"), "target": TARGET,
    "in_port": port("A fleet: enemy ships in this port (7.10)", eg="callao"),
}  # fmt: skip
SIEGE: dict[str, Shape] = {"port": port("The fortress", eg="puerto-cabello")}
INSIDE: dict[str, Shape] = {**GOING, "port": port("The fortress or city", eg="callao"),
                            "units": listed("Which units; else all that may", unit, "br1-s")}  # fmt: skip
VERBS: dict[str, Shape] = {
    "move": Keys("Marches to an area, 1 OP (5.0)", {
        **GOING, "to": area("Where", eg="mojos"), "via": listed("Areas on the way, in order", area, "chiquitos"),
    }, need="to", rule="5.0"),
    "attack": Keys("Attacks a force in the same area, 2 OP (6.1); a fleet attacks ships (7.5)", ATTACK, rule="6.1",
                   eg={"target": STRONGEST}),
    "hunt": Keys("Hunts guerrillas, 2 OP (10.1)", {
        **AGAIN, "unit": foe("A unit, or any", eg=ANY),
    }, rule="10.1"),
    "besiege": Keys("Assaults a fortress, 3 OP, with works first 2 more (6.2, 6.4)", {
        **AGAIN, **SIEGE, "works": Truth("Builds works before the first assault"),
    }, need="port", rule="6.2"),
    "works": Keys("Builds siege works without an assault, 2 OP (6.4)", {**GOING, **SIEGE}, need="port", rule="6.4"),
    "blockade": Keys("Blockades a fortress (6.6)", {**GOING, **SIEGE}, need="port", rule="6.6"),
    "enter": Keys("Goes into a fortress or city of yours (5.1)", INSIDE, need="port", rule="5.1"),
    "sally": Keys("Comes out of a fortress or city (5.1)", INSIDE, need="port", rule="5.1"),
    "leave": Keys("Leaves units behind with the next march (5.2)", {
        **GOING, "units": listed("Which stay", unit, "r-mi8"), "leaders": listed("Leaders who stay", leader, "boves"),
    }, rule="5.2", eg={"units": ["r-mi8"]}),
    "pick_up": Keys("Takes along what has not operated (5.2)", {
        **GOING, "units": listed("Which units", unit, "cu"), "leaders": listed("Which leaders", leader, "pezuela"),
        "force": force("Or a whole force", eg="royal-7"),
    }, rule="5.2", eg={"force": "royal-7"}),
    "embark": Keys("Goes aboard the fleet, 1 OP (7.6)", {
        **GOING, "stay_behind": listed("Units that stay if there is no room", unit, "art-p1"),
        "marker": Word("Whether the army marker goes with those who sail", ("goes", "stays"), eg="goes"),
    }, rule="7.6", eg={"stay_behind": ["art-p1"]}),
    "sail": Keys("Sails, 1 OP for four sea areas (7.1)", {
        **GOING, "to": water("A sea area, or spain", eg="pacific-8"),
        "via": listed("Sea areas on the way, in order", water, "pacific-9"),
        "as_far_as": Truth("Goes as far as the points reach, if they do not suffice"),
    }, need="to", rule="7.1"),
    "land": Keys("Lands the force that is aboard (7.6)", {
        **GOING, "area": area("Where", eg="lima"), "or": listed("Or where else, in order", area, "arequipa"),
    }, need="area", rule="7.6"),
    "raid": Keys("Raids a coast, 1 OP (7.8)", {**GOING, "area": area("Which", eg="southern-chile")}, need="area",
                 rule="7.8"),
    "wait": Truth("Stays at sea, on station for the next muster (7.4)", rule="7.4"),
    "subvert": Keys("Tries to win over an American Royalist unit, in the turn of the Liberals (10.2.2)", {
        **GOING, "unit": foe("Which unit", eg="vdc"), "marker": foe_marker("A guess under which marker it is",
                                                                                        eg="alto-peru"),
        "with": unit("The counter that replaces it", eg="p8"),
    }, need="unit", rule="10.2.2"),
    "haven": Keys("A leader crosses into the haven (10.3)", {**GOING, "leader": leader("Who", eg="bolivar")},
                  need="leader", rule="10.3"),
    "stop": Truth("Ends the activation", rule="3.3"),
}  # fmt: skip
STEP_OTHERWISE = Either("In its stead while its conditions do not hold", (
    Ref("One step", name="short_step"), List("Several, in order", Ref("A step", name="short_step"), least=1, most=8),
), eg={"stop": True})  # fmt: skip
STACK = Keys("Units of one area made one force before the first activation (5.1)", {
    "at": place("Where they stand", eg="costa-firme"), "units": UNITS, "leader": leader("A leader with them"),
    "leaders": LEADERS, "inside": Truth("They stand in the fortress or city; else in the field"),
}, need="at units")  # fmt: skip
FLEET = Keys("Ships of one port or sea area", {
    "at": place("Where they lie", eg="callao"), "ships": listed("Which ships", ship, "r-f1", least=1),
    "leader": leader("A naval leader aboard", eg="cochrane"), "rp": Number("RP for +2 each on its die", 0, 9, eg=1),
}, need="at ships", eg={"at": "callao", "ships": ["r-f1"]})  # fmt: skip
OPERATION: dict[str, Shape] = {
    **IF,
    "force": Either("Which force", (force("A force"), STACK), eg="alto-peru"),
    "fleet": FLEET,
    "rp": Number("RP spent for +2 each on the activation die (3.3)", 0, 9, eg=1),
    "purse": nation("The purse that pays, where 4.2 opens it", rule="4.2", eg="chile"),
    "nation": nation("Of a stack of several nations: this nation's men march, in their own step (3.2)", rule="3.2",
                     eg="chile"),
    "thin": Truth("Where the Mexican die allows fewer, the first units march and the rest stay", rule="10.7"),
    "marker": Word("Whether the army marker goes with those who march", ("goes", "stays"), eg="goes"),
    "undaunted": Truth("Goes on with its book after a defeat"),
    "do": List("The march book, from the top down", Ref("A step", name="step"), most=24,
               eg=[{"move": {"to": "mojos"}}]),
}  # fmt: skip
FORMED = Keys("A force", {
    **IF, "at": place("Where its units stand", eg="charcas"), "units": UNITS, "leader": leader("A leader with them"),
    "leaders": LEADERS, "marker": marker("The army marker over them (5.1.1)", eg="alto-peru"),
    "inside": Truth("They stand in the fortress or city; else in the field"),
    "port": port("Which one, where the area has several", eg="veracruz"),
}, need="at units", eg={"at": "charcas", "units": ["cu", "rl"], "marker": "alto-peru"})  # fmt: skip
#: Shapes of this module that the schema defines once.
NAMED: dict[str, Shape] = {
    "short_step": Keys("A step: one verb", VERBS),
    "step": Keys("A step: one verb, and what is done in its stead", {**VERBS, "else": STEP_OTHERWISE}),
    "stack": FORMED,
}  # fmt: skip

March = Row[Picture, Look]
royalist = partial(Example, "t03.royalist", by=ROYALIST)
patriot = partial(Example, "t03.patriot", by=PATRIOT)


def entries_of(about: str, one: str, of: dict[str, Shape], need: str = "", **more: Any) -> List:
    """A list of entries, each a mapping."""
    return List(about, Keys(one, of, need=need), **more)


FORCES = List("Forces formed anew before the first activation; the rest stays as it is (5.1)",
              Ref("A force", name="stack"))  # fmt: skip
MARCHES: tuple[March, ...] = (
    Row(key="forces", rule="5.1", steps=OPERATIONS, topics=("forces",), shape=FORCES,
        heading="FORCES formed anew (5.1)", talk=talk.forces, example=examples.forces,
        echo=entries(in_words.formed), story=royalist("""\
forces:
  - {marker: alto-peru, at: charcas, units: [cu, rl, fp, art-r4], leader: pezuela}
  - {at: puerto-cabello, inside: true, units: [r-mi3]}
""", "Four units and Pezuela stand under the marker of Alto Perú in Charcas. One militia unit holds Puerto Cabello.",
        checked=False)),
    Row(key="operations", rule="3.3", steps=OPERATIONS, topics=("force", "step"), heading="OPERATIONS (3.3)",
        shape=entries_of("Forces in the order in which they operate, each with its march book", "One activation",
                         OPERATION, eg=[{"force": "alto-peru", "do": [{"move": {"to": "mojos"}}]}]),
        shows=("never_below",), talk=talk.operations, example=examples.operations, echo=in_words.operations,
        story=royalist("""\
operations:
  - force: alto-peru
    rp: 1
    do:
      - hunt: {unit: any, times: 2, if: [{enemy_guerrillas: charcas}]}
      - move: {to: mojos, if: [{op_left: 5}, {enemy_factors_at_most: {at: mojos, factors: 14}}]}
        else: {stop: true}
      - attack: {target: strongest, if: [{odds: {own: 3, enemy: 2}}]}
  - fleet: {at: callao, ships: [r-f1]}
    do:
      - sail: {to: pacific-10}
      - raid: {area: southern-chile}
""", "The army of Alto Perú pays a point for its die, hunts guerrillas twice, and goes down to Mojos if five points "
     "are left and no more than fourteen factors are seen there; else it stops. It attacks at three to two or better. "
     "The frigate of Callao sails to the tenth area of the Pacific and raids Southern Chile.", checked=False)),
    Row(key="never_below", rule="4.1", steps=OPERATIONS, shape=Either(
            "Points that no operation of this phase and no road may touch", (
                Number("Points of each purse", 0, 99, eg=2),
                Keys("By purse", {name: Number("Points", 0, 99, eg=1) for name in NATIONS}),
            ), eg=2),
        example=lambda seen: 1, echo=in_words.untouched, story=patriot("never_below: {plata: 2, colombia: 1}\n",
        "The last two points of El Plata and the last one of Grand Colombia stay in their purses.")),
)  # fmt: skip
