"""The sections of an order file that plan a step of one's own: set-up, bids, agreements, outfitting, fleets, queue."""

from __future__ import annotations

from pbem.adjudicator.lions.board.terms import PIRATES, POTENTATE, POWERS
from pbem.adjudicator.lions.orders import examples, in_words, talk
from pbem.adjudicator.lions.orders.conditions import Look
from pbem.adjudicator.lions.orders.names import (
    class_,
    foe,
    force,
    group,
    item,
    leader,
    listed,
    marker,
    own_ship,
    place,
    places,
    power,
    prize,
    ship_or_class,
)
from pbem.adjudicator.lions.rules.ch04_sequence import BIDS, SETUP, WATCH, YEAR
from pbem.adjudicator.lions.rules.ch16_route import Short
from pbem.adjudicator.lions.state.state import FORT, REGIMENT
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.orders.echo import entries, names
from pbem.adjudicator.orders.grammar import NO_RULE, Row, nothing, provided
from pbem.adjudicator.orders.shapes import Either, Keys, List, Number, Shape, Text, Truth, Word

Plan = Row[Picture, Look]
NAME = "^[a-z0-9-]{1,40}$"
IF = {"if": provided()}
FORTS = Number("Fort points", 0, 99, eg=1)
LEADERS = listed("Leaders", leader, "blake")
FLEET = Number("The fleet's number", 1, 4, eg=1, sort="force")


def regiments(eg: int = 2, about: str = "Regiment points", least: int = 0) -> Number:
    """A number of regiment points."""
    return Number(about, least, 99, eg=eg)


def pounds(about: str = "Pounds", eg: int = 3) -> Number:
    """A number of pounds."""
    return Number(about, 0, 999, eg=eg)


def each_of(about: str, one: str, of: dict[str, Shape], need: str = "", *, rule: str, most: int = 0) -> List:
    """A list of entries, each a mapping."""
    return List(about, Keys(one, of, need=need), rule=rule, most=most)


# -------------------------------------------------------------------------------------------- set-up and bids

SET_UP = Keys("The set-up, before turn 1", {
    "place": List("How groups with several ports are divided; the rest goes to the first port",
                  Keys("What of a group goes to one port", {
        "group": group("A group of counters, as the order file lists them", eg="england-1"),
        "at": place("One of its ports"), "ships": listed("Classes, one for each ship", class_, "1st", "3rd"),
        "leaders": LEADERS, "regiments": regiments(), "forts": FORTS,
    }, need="group at")),
    "aboard": each_of("Who starts aboard", "Who starts aboard one ship", {
        "ship": own_ship("The ship"), "regiments": regiments(1), "leaders": LEADERS,
    }, need="ship", rule="19.8"),
})  # fmt: skip
BID = Keys("A bid", {
    "for": Text("Which marker: its number, 'any', or a kind seen with a Spy", pattern=NAME, eg="1",
                sort="marker for sale", offers="bids"),
    "rounds": List("Bids of successive rounds, should there be a tie; the last goes on", pounds(), least=1, most=20,
                   eg=[3, 5]),
    **IF,
}, need="for rounds")  # fmt: skip

EARLY: tuple[Plan, ...] = (
    Row(key="setup", rule="3.1", shape=SET_UP, steps=(SETUP,), topics=("setup",), heading="SET-UP (3.1)",
        talk=talk.set_up, example=examples.set_up, echo=in_words.set_up),
    Row(key="return", rule="9.6", steps=(BIDS,), topics=("return",),
        shape=List("Campaign markers to give back to the pool before the bids",
                   marker("A kind of marker", offers="hand"), eg=["marines"]),
        example=examples.returned, echo=lambda kinds: (f"Before the bids you return {names(kinds)}.",)),
    Row(key="bids", rule="9.3", steps=(BIDS,), topics=("bid",),
        shape=List("Blind bids for campaign markers: for each marker the first entry that fits; none, and you bid "
                   "nothing", BID),
        heading="BIDS for campaign markers (9.3)", shows=("spend", "never_below", "return"), talk=talk.bids,
        example=examples.bids, echo=entries(in_words.bid)),
    Row(key="spend", rule="9.3", steps=(BIDS,), example=examples.most_to_bid,
        shape=pounds("The most that all bids of the phase together may cost", 8),
        echo=lambda most: (f"All bids together cost {most} pounds at most.",)),
    Row(key="never_below", rule=NO_RULE, shape=pounds("Pounds that no bid, purchase or operation may touch", 5),
        steps=(BIDS, YEAR, WATCH), example=lambda seen: 1,
        echo=lambda least: (f"The last {least} pounds are not touched.",)),
)  # fmt: skip

# -------------------------------------------------------------------------------------------- agreements, outfitting

AGREEMENT = Keys("One agreement: the very same entry must stand in the file of every party", {
    "id": Text("A name for it, the same in every party's file", pattern=NAME, eg="peace"),
    "parties": List("Who agrees", power("A power"), least=2, eg=["england", "spain"]),
    "gives": List("What changes hands at once", Keys("One gift", {
        "from": power("Who gives"), "to": power("Who gets"), "pounds": pounds(),
        "markers": listed("Campaign markers", marker, "gunners"),
        "random": Number("So many markers at random", 1, 9, eg=1),
    }, need="from to")),
    "promise": Word("What is promised", (
        "non_aggression", "passage", "transport", "alliance", "end_game", "honour", "none"), eg="non_aggression"),
    "where": Either("Where it holds", (Word("Anywhere", ("any",), eg="any"), places("In these squares", "H12"))),
    "until": Number("It holds before this turn ends", 1, 20, eg=3),
    "text": Text("In words", longest=400, eg="no attacks west of Lisbon"),
    "carrier": power("A contract to carry: whose ships"), "troops": power("Whose troops"),
    "from": place("From where"), "to": place("Where to"), "regiments": regiments(2, "How many points", 1),
}, need="parties")  # fmt: skip
OUTFIT = Keys("Outfitting: what is bought, repaired, founded and demobilised", {
    "demobilise": each_of("What leaves the map", "One ship, or points in one place", {
        "ship": own_ship("A ship"), "at": place("Or land points there"), "regiments": regiments(), "forts": FORTS, **IF,
    }, rule="11.3"),
    "unplunder": each_of("Plunder to remove", "One place", {"at": place("Where"), **IF}, "at", rule="21.7"),
    "found": each_of("Colonies to found", "One place", {"at": place("Where"), **IF}, "at", rule="24.2"),
    "repair": each_of("Ships to repair", "One ship", {"ship": own_ship("Which"), **IF}, "ship", rule="18.2"),
    "buy": each_of("What to buy, in this order", "One purchase", {
        "item": item("A class of ship, regiment or fort", eg="3rd"), "at": place("Where it arrives"),
        "number": Number("Points; ships come one by one", 1, 99, eg=2), **IF,
    }, "item at", rule="11.2"),
    "companies": each_of("The Dutch companies' land points", "Where they send points", {
        "at": place("Where"), "regiments": regiments(), "forts": FORTS}, "at", rule="3.3", most=1),
    "charter": each_of("Company Charter", "Where", {
        "at": place("Where"), "ship": ship_or_class("A class of small rated ship", eg="5th", offers="classes"),
    }, "at ship", rule="9.13", most=9),
    "leaders": Number("How many leaders to try for, at two dice each", 0, 20, rule="22.2", eg=1),
    "leader_price": Number("The most to pay for one", 0, 12, rule="22.2", eg=8),
})  # fmt: skip
FLEETS = Keys("How ships are formed into fleets", {
    "dissolve": List("Fleets to dissolve first", Number("A fleet's number", 1, 4, eg=2), most=4),
    "form": List("Fleets to form; a place named here is organised anew as a whole", Keys("One fleet", {
        "number": FLEET, "at": place("Where"),
        "ships": listed("Ships, and treasure fleets to escort", own_ship, "england-1st-1", "england-3rd-1", least=1),
        "regiments": regiments(2, "Regiment points that go aboard"),
        "leaders": listed("Leaders who go aboard", leader, "blake"),
    }, need="number at ships"), most=4),
})  # fmt: skip

# -------------------------------------------------------------------------------------------- the queue

EMBARK = Keys("Who goes aboard before the force sails", {
    "regiments": regiments(), "leaders": LEADERS, "of": power("Another power's troops, by a contract to carry them"),
}, rule="19.2")  # fmt: skip
DROP = each_of("Who is left on the way", "What is left in one place", {
    "at": place("Where"), "ships": listed("Ships", own_ship, "england-4th-1"), "regiments": regiments(1),
    "leaders": LEADERS,
}, "at", rule="16.6")  # fmt: skip
PLAYED = each_of("Campaign markers to play with it", "One marker", {
    "marker": marker("Which"), "at": place("Where it works"),
    "ship": ship_or_class("Which ship, or which class of ship", offers="names"),
    "points": Word("Which land points first", (REGIMENT, FORT), eg=REGIMENT),
    "regiments": regiments(2, "How many of the points are regiments"), "forts": FORTS,
    "from": Word("Against whom: a power, or the pool", (*POWERS, "pool"), eg="spain"),
}, "marker", rule="9.13")  # fmt: skip
#: What pirates under a Letter of Marque may do as well as a force.
RAID: dict[str, Shape] = {
    "path": places("Where to, the goal last; gaps are filled by the shortest way past fewest others", "cadiz"),
    "short": Either("Where to stop when the roll does not reach the goal; else at the safest square reached", (
        Word("Where it began, at the nearest own port, or as far as the roll carries", tuple(Short), eg="stay"),
        Keys("Another place", {"to": place("Sail there instead")}, need="to"),
    ), rule="16.3"),
    "anywhere": Truth("Attack, land, plunder and trade wherever the voyage ends, not at the goal alone", rule="13.2"),
    "attack": Keys("Whom to attack at sea; the strongest force of those that fit", {
        "power": Word("Whom: a power, or the pirates of a port", (*POWERS, PIRATES), eg="spain"),
        "force": foe("Which force: a fleet's number, or a ship"), "any": Truth("Any force that is there"),
    }, rule="17.1"),
    "land": Keys("Who goes ashore at the end", {"regiments": regiments(), "leaders": LEADERS}, rule="19.7"),
    "shore": Word("Whose land units to attack", (*POWERS, PIRATES, POTENTATE, "any"), rule="20.1", eg="any"),
    "plunder": Truth("Plunder at the end", rule="21.1"),
    "after_battle": Keys("What must hold before it lands, attacks ashore and plunders", {
        "won": Truth("No battle of the operation was drawn or lost"),
        "sea_clear": Truth("No enemy ships are in the square"),
        "troops_at_least": Number("So many regiment points are with it, aboard and ashore", 1, 99, eg=4),
    }, rule="13.2"),
    "breach": Truth("Even if it breaks a promise", rule="10.3"),
    "markers": PLAYED,
}  # fmt: skip
#: One operation of a force, in the order in which it is carried out (13.2).
VOYAGE: dict[str, Shape] = {
    "take": listed("Treasure fleets to take under escort", own_ship, "treasure-goa", offers="treasure", rule="23.4"),
    "embark": EMBARK, "admiral": leader("Who commands the voyage"), "path": RAID["path"],
    "short": RAID["short"], "anywhere": RAID["anywhere"],
    "cross": Truth("Cross the Pacific instead", rule="16.10"), "drop": DROP, "attack": RAID["attack"],
    "after_battle": RAID["after_battle"], "land": RAID["land"], "shore": RAID["shore"], "plunder": RAID["plunder"],
    "markers": RAID["markers"],
    "show": places("What to lay open to all before it: units in these places, or your hand", "hand",
                   item="A square or port, or 'hand'", rule="15.3"),
    "breach": RAID["breach"], "trade": Truth("Trade with the potentate of the port", rule="29"),
    "scuttle": listed("Prizes to scuttle first", prize, "spain-3rd-1", rule="34"),
}  # fmt: skip
#: When an entry of the queue is carried out.
TIMING: dict[str, Shape] = {
    **IF, "until": provided("No longer, once all of these hold"),
    "times": Number("How often; once, if left out", 1, 99, eg=2),
}
OPERATION = Either("One operation of the queue", (
    Keys("One operation of a force", {
        "force": force("A fleet's number, a ship, or a square with troops"), **TIMING, **VOYAGE,
        "second": Keys("A second operation of the same force at once, with Grand Design", VOYAGE, rule="9.13"),
    }, need="force"),
    Keys("One operation of pirates, with a Letter of Marque", {
        "letter_of_marque": Keys("Pirates sail for you", {"port": place("A pirate port")}, need="port", rule="9.13"),
        **TIMING, **RAID,
    }, need="letter_of_marque"),
    Keys("Diplomacy instead of an operation", {
        "diplomacy": Keys("In the leader's port", {"leader": leader("The leader who negotiates")}, need="leader",
                          rule="9.13"), **TIMING,
    }, need="diplomacy"),
    Keys("Lords of Six Weeks instead of an operation", {
        "lords": Keys("Ships form or join a fleet", {
            "at": place("The port"), "number": FLEET, "ships": listed("Ships", own_ship, "england-3rd-1"),
        }, need="at number ships", rule="9.13"), **TIMING,
    }, need="lords"),
    Keys("Pass, with markers that need no operation", {
        "pass": Truth("You pass"), "markers": PLAYED, **TIMING,
    }, need="pass markers"),
    Keys("Pass, and try nothing below, until something has happened", {
        "pass_until": provided("Until all of these hold")}, need="pass_until"),
))  # fmt: skip

YEARLY: tuple[Plan, ...] = (
    Row(key="agreements", rule="10.1", shape=List("Agreements you put your name to", AGREEMENT, most=20),
        steps=(BIDS,), topics=("agreements",), heading="AGREEMENTS (10.1)", talk=talk.agreements,
        example=examples.agreements, echo=entries(in_words.agreement)),
    Row(key="outfit", rule="11.1", shape=OUTFIT, steps=(YEAR,), topics=("outfit", "leader"),
        heading="OUTFITTING (11.1)", talk=talk.outfitting, example=examples.outfit, echo=in_words.recruiting),
    # The rehearsal of `orders check` tells of the fleets that are formed.
    Row(key="fleets", rule="12.2", shape=FLEETS, steps=(YEAR,), topics=("fleets",), heading="FLEETS (12.2)",
        talk=talk.fleets, desk_talk=talk.forming, example=examples.fleets, echo=nothing),
    Row(key="operations", rule="13.1", steps=(YEAR, WATCH), topics=("operation",), heading="OPERATIONS (13.1)",
        shape=List("The queue: each time your turn comes round, the first that is not used up and whose conditions "
                   "hold; none, and you pass", OPERATION),
        talk=talk.operations, desk_talk=talk.sailing, example=examples.operations, echo=in_words.operations),
)  # fmt: skip
