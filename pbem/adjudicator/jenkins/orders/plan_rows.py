"""The sections of an order file for one's own phase: set-up, purchases, stacks, moves."""

from __future__ import annotations

from pbem.adjudicator.jenkins.orders import examples, talk
from pbem.adjudicator.jenkins.orders.names import counter, place, places, ship
from pbem.adjudicator.jenkins.rules.conditions import Look
from pbem.adjudicator.jenkins.view.picture import Picture
from pbem.adjudicator.orders.grammar import Row, nothing, provided
from pbem.adjudicator.orders.shapes import Either, Just, Keys, List, Number, Truth, Word

SETUP, OWN, ENEMY = "setup", "own", "enemy"
BUY = Keys("One purchase", {
    "counter": counter("What is bought", offers="shop"),
    "at": place("The friendly seaport it is placed in", offers="ports"),
    "aboard": counter("The ship there it is placed aboard", offers="berths"),
}, need="counter at")  # fmt: skip
GARRISON = Keys("", {
    "counter": counter("One of the free Soldiers", offers="garrisons"),
    "at": place("A Spanish seaport of value 2 or more", offers="havens"),
}, need="counter at")  # fmt: skip
STACK = Keys("", {
    "hex": place("Where the stack is", offers="stacks"),
    "top": List("The order wanted, topmost first; others follow as they lie", counter("A counter"),
                eg=["deception-e1", "boyne"]),
}, need="hex top")  # fmt: skip
SET_UP = Keys("The set-up, before turn 1", {
    "buy": List("Purchases", BUY, rule="3.3"),
    "garrisons": List("Which free Soldiers stand in which Spanish seaport", GARRISON, rule="3.1"),
    "stacks": List("The order of stacks", STACK, rule="4.3"),
    "isidro": Number("The box of the turn track for the San Isidro", 1, 10, rule="11.9", eg=8),
})  # fmt: skip
PATH = places("Where to go; gaps are filled by the shortest way", "2919", "leogane")
EMBARK = List("Who comes aboard, in seaports", Keys("", {
    "counter": counter("Who comes aboard", offers="land"), "on": counter("On which ship", offers="ships"),
    "at": place("In which seaport on the way; the start, if left out"),
}, need="counter on"), rule="7.3", eg=[{"counter": "soldiers-e1", "on": "boyne"}])  # fmt: skip
MEET = Keys("", {
    "at": place("Where on the way"), "ships": List("Which ships", ship(), least=1, eg=["norwich"]),
}, need="at ships")  # fmt: skip
MOVE = Either("One move: ships and a path, troops and a path, or a ship to scuttle", (
    Keys("Ships sail", {
        "ships": List("Ships that sail together from one hex", ship(), least=1, eg=["boyne", "frigate-e1"]),
        "path": PATH, "embark": EMBARK, "join": List("Ships picked up on the way", MEET),
        "leave": List("Ships left behind on the way", MEET),
        "debark": Either(
            "Who goes ashore at the end of the path, after any naval combat there; short of it nobody does",
            (Just("Everybody aboard", "all"), List("These passengers", counter("A passenger", offers="land"))),
            rule="7.3"),
        "if": provided("Sail only if all of these hold"),
        "hold_if": provided("Stop before the next hex once all of these hold"),
        "if_missed": Word("What to do when the enemy ahead was not met: enter their hex, or hold beside it",
                          ("enter", "hold"), rule="7.2", eg="hold"),
        "to_track": Truth("At the end of the path go to the turn track, for the other ocean", rule="7.4"),
        "enter": place("Coming off the turn track, the sea hex where the ships are placed", rule="7.4"),
    }, need="ships"),
    Keys("Troops march", {
        "troops": List("Troops that march together from one hex", counter("A land counter ashore", offers="troops"),
                       least=1, eg=["soldiers-e1"]),
        "path": PATH, "if": provided("March only if all of these hold"),
    }, need="troops path"),
    Keys("A ship is scuttled", {
        "scuttle": counter("The ship the Spanish player tries to scuttle in a friendly seaport", offers="ships"),
        "if": provided(),
    }, need="scuttle", rule="11.7"),
))  # fmt: skip

#: The rules themselves, which `orders check` plays, write what these rows do.
PLANS: tuple[Row[Picture, Look], ...] = (
    Row(key="setup", rule="3.1", shape=SET_UP, steps=(SETUP,), topics=("setup",), heading="SET-UP (3.1)",
        talk=talk.set_up, desk_talk=talk.placing, example=examples.set_up, echo=nothing),
    Row(key="buy", rule="6.1", shape=List("Purchases of this turn, in the order in which points are spent", BUY),
        steps=(OWN,), topics=("buy",), heading="PURCHASES, in this order, as far as points and room go (6.1)",
        talk=talk.shop, desk_talk=talk.purse, example=examples.purchases, echo=nothing),
    Row(key="stacks", rule="4.3", shape=List("The order of stacks, settled with the purchases", STACK), steps=(OWN,),
        topics=("stacks",), heading="STACKS: what lies on top is what the enemy sees (4.3, 4.4)",
        example=examples.stackings, echo=nothing),
    Row(key="moves", rule="7.0", shape=List("Moves, carried out one after another", MOVE), steps=(OWN,),
        topics=("move",), heading="MOVES (7.0)", talk=talk.movement, desk_talk=talk.sailing, example=examples.moves,
        echo=nothing),
)  # fmt: skip
