"""Conditions of plans, doctrine and standing orders. They test only what their owner may know at that moment.

A condition is a mapping of one word to what it wants, such as `{besieged: porto-bello}`; a list of them holds when all
do. Each is looked up in the owner's view and in the facts of the question. What cannot be known does not hold, and
neither does its opposite: so there is no word for "not", and each word has a named opposite where one is of use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from pbem.adjudicator.orders.carried_out import judging
from pbem.adjudicator.orders.carried_out.judging import Condition as Judged
from pbem.adjudicator.orders.carried_out.judging import Outcome
from pbem.adjudicator.orders.shapes import Keys, Number, Shape, Text, Word
from pbem.adjudicator.yellowjack.base.net import distances
from pbem.adjudicator.yellowjack.base.screens import PORT_INTERDICTION
from pbem.adjudicator.yellowjack.orders.lookout import UNKNOWN, YES, Lookout, Piece, sort_of, squadrons_in
from pbem.adjudicator.yellowjack.orders.names import ANY, HERE, NONE, chit, formation, name_of, place, port
from pbem.adjudicator.yellowjack.state import words
from pbem.adjudicator.yellowjack.state.words import date_from
from pbem.base.counting import counted
from pbem.base.records import dataclass

Wanted = Any
Holds: TypeAlias = Callable[[Lookout, Wanted], Outcome]
Condition: TypeAlias = Judged[Lookout]
#: Marks of damage, by thirds.
MARKS = ("sound", "worn", "battered", "crippled")
#: Sorts of enemies, as a report names them.
TYPES = ("flag", "detachment", "single", "company", "convoy", UNKNOWN)
SORTS = {"flag": "a Flag", "detachment": "a Detachment", "single": "a lone Squadron", "company": "the Company",
         "convoy": "a Convoy", UNKNOWN: "an Unspotted marker"}  # fmt: skip
ORDER_TYPES = (
    words.CRUISE, words.BLOCKADE, words.INTERDICTION, words.SHOW_OF_FORCE, words.SHOW_OF_FORCE_PIRATES,
    words.SUPPORT_ARMY, words.ASSAULT, words.RVO, words.ESCORT, words.TRANSPORT, NONE,
)  # fmt: skip
MOST_LEGS = 40
#: Farther than any place of the map is.
FAR = 999


# -------------------------------------------------------------------------------------------- the clock


def clock(name: str) -> Holds:
    """A count of the clock has been reached."""
    return lambda look, least: look.now(name) >= int(least)


def turn_reached(look: Lookout, wanted: Wanted) -> Outcome:
    """The Turn is this one or a later one."""
    return int(look.known["date"]) >= date_from(str(wanted))


# -------------------------------------------------------------------------------------------- places


def at_place(look: Lookout, name: Wanted) -> Outcome:
    """The Formation of the question lies there, or the question is about that place."""
    return look.here == str(name) if look.here else None


def reach(look: Lookout, wanted: Mapping[str, Wanted]) -> Callable[[str, str], bool]:
    """Tells if one place is near enough to another: in legs, or in MPs under the winds that blow now (R1.7)."""
    if "legs" in wanted or "mps" not in wanted:
        return lambda start, goal: look.board.legs(start, goal) <= int(wanted.get("legs", 0))
    winds = tuple(sorted(look.known["winds"].items()))
    return lambda start, goal: (
        distances(look.board, winds, goal, True, False, frozenset()).get(start, FAR) <= int(wanted["mps"])
    )


def near(look: Lookout, wanted: Wanted) -> Outcome:
    """The Formation of the question is near a place."""
    if not look.here:
        return None
    centre = look.spot(str(wanted["of"]))
    return centre == look.here or reach(look, wanted)(look.here, centre)


def enemies_near(look: Lookout, wanted: Wanted) -> list[Piece] | None:
    """The enemies near a place; None where the place is not known."""
    centre = look.spot(str(wanted["of"]))
    near_enough = reach(look, wanted)
    return list(look.enemies_near(centre, lambda at: near_enough(centre, at))) if centre else None


def enemy_within(look: Lookout, wanted: Wanted) -> Outcome:
    """Enemies are near a place: of a sort, and of so many Squadrons together."""
    found = enemies_near(look, wanted)
    if found is None:
        return None
    sort = str(wanted.get("type", ANY))
    return enough([each for each in found if sort in (ANY, sort_of(each))], wanted)


def enough(found: Sequence[Piece], wanted: Mapping[str, Wanted]) -> bool:
    """Some enemies are there, and their Squadrons are within the numbers that are wanted."""
    number = squadrons_in(found)
    most, least = wanted.get("squadrons_at_most"), wanted.get("squadrons_at_least")
    return bool(found) and (most is None or number <= int(most)) and (least is None or number >= int(least))


def enemy_at(look: Lookout, wanted: Wanted) -> Outcome:
    """Enemies are in a place, of so many Squadrons together."""
    where = look.spot(str(wanted["place"]))
    return enough(look.enemies_at(where), wanted) if where else None


def unspotted_within(look: Lookout, wanted: Wanted) -> Outcome:
    """A marker that is not Spotted is near a place."""
    found = enemies_near(look, wanted)
    return None if found is None else any(sort_of(each) == UNKNOWN for each in found)


def no_enemy_within(look: Lookout, wanted: Wanted) -> Outcome:
    """No enemy marker is near a place."""
    found = enemies_near(look, wanted)
    return None if found is None else not found


# -------------------------------------------------------------------------------------------- who is met


def enemy_squadrons(look: Lookout) -> int | None:
    """The enemy's Squadrons in the question."""
    told = look.number("enemy_squadrons")
    if told is not None:
        return told
    return squadrons_in(look.enemies()) if look.here else None


def at_most(look: Lookout, most: Wanted) -> Outcome:
    """The enemies met have no more Squadrons than this."""
    number = enemy_squadrons(look)
    return None if number is None else number <= int(most)


def at_least(look: Lookout, least: Wanted) -> Outcome:
    """The enemies met have so many Squadrons or more."""
    number = enemy_squadrons(look)
    return None if number is None else number >= int(least)


def of_type(look: Lookout, wanted: Wanted) -> Outcome:
    """One of the enemies met is of a sort."""
    return any(sort_of(each) == str(wanted) for each in look.enemies()) if look.here else None


def sides(look: Lookout) -> tuple[int | None, int | None]:
    """The two sides of a comparison: strength where the question tells it, else Squadrons."""
    if look.tells("own_strength"):
        return look.number("own_strength"), look.number("enemy_strength")
    return look.number("own_squadrons"), enemy_squadrons(look)


def odds(look: Lookout, wanted: Wanted) -> bool | None:
    """Own to enemy is at least as two numbers; None where one side is not known."""
    own, enemy = sides(look)
    return None if own is None or enemy is None else own * int(wanted["enemy"]) >= enemy * int(wanted["own"])


def odds_below(look: Lookout, wanted: Wanted) -> Outcome:
    """Own to enemy is less than two numbers."""
    found = odds(look, wanted)
    return None if found is None else not found


def own_damage(look: Lookout, wanted: Wanted) -> Outcome:
    """A Squadron of one's own has reached a third of what it bears."""
    told, who = look.number("own_third"), str(wanted.get("who", look.who))
    if told is not None and "who" not in wanted:
        return told >= int(wanted["third"])
    return look.damage(who) >= int(wanted["third"]) if who in look.own else None


def enemy_damage(look: Lookout, wanted: Wanted) -> Outcome:
    """The enemy's worst Squadron, as far as it has been told, has reached a third."""
    told = look.number("enemy_third")
    return None if told is None else told >= int(wanted["third"])


# -------------------------------------------------------------------------------------------- Ports, Units, Orders


def port_fact(look: Lookout, name: str, fact: str) -> str:
    """A fact of a Port, as all may know it; empty where there is none."""
    return str(look.known["ports"].get(name, {}).get(fact, "") or "")


def shut(fact: str) -> Holds:
    """The enemy holds a Port shut, or besieges it."""

    def holds(look: Lookout, name: Wanted) -> Outcome:
        ports = look.known["ports"] if name == ANY else (look.spot(str(name)),)
        return any(port_fact(look, port, fact) not in ("", look.seat) for port in ports)

    return holds


def preyed(look: Lookout, name: Wanted) -> Outcome:
    """An enemy Corsair lies for prey off a Port, which is open to all."""
    port = ANY if name == ANY else look.spot(str(name))
    return any(one["task"] == PORT_INTERDICTION and one["side"] != look.seat and port in (ANY, one["at"])
               for one in look.known["tasks"])  # fmt: skip


def held(look: Lookout, name: Wanted) -> Outcome:
    """A Port is one's own."""
    return words.SIDE_OF.get(port_fact(look, str(name), "holder"), "") == look.seat


def lost(look: Lookout, name: Wanted) -> Outcome:
    """A Port is not one's own."""
    return not held(look, name)


def units(look: Lookout) -> int | None:
    """The own Units of the question; None where it is about none."""
    return len(look.texts("units")) if "units" in look.facts else None


def units_below(look: Lookout, wanted: Wanted) -> Outcome:
    """Fewer own Units are there than this."""
    number = units(look)
    return None if number is None else number < int(wanted["units"])


def units_at_least(look: Lookout, wanted: Wanted) -> Outcome:
    """So many own Units are there."""
    number = units(look)
    return None if number is None else number >= int(wanted["units"])


def has_order(look: Lookout, wanted: Wanted) -> Outcome:
    """A Formation carries out an Order of a sort; `none` means that it has none."""
    who = str(wanted.get("who", look.who))
    if who not in look.own:
        return None
    key, kind = look.order_of(who), str(wanted["type"])
    if kind == NONE:
        return not key
    return bool(key) and str(look.known["orders"].get(key, {}).get("kind", "")) == kind


def in_hand(look: Lookout, name: Wanted) -> Outcome:
    """An Order lies in one's own hand."""
    return any(str(each) == name for each in look.known["hand"])


def prestige(look: Lookout, least: Wanted) -> Outcome:
    """One's own Prestige has reached a level."""
    return int(look.known["prestige"][look.seat]) >= int(least)


# -------------------------------------------------------------------------------------------- the words

THIRD = Number("Of its Damage Rating: 1 worn, 2 battered, 3 crippled", 1, 3, eg=2)
RATIO = {"own": Number("Own", 1, 99, eg=2), "enemy": Number("Enemy", 1, 99, eg=3)}
COUNTS = {"squadrons_at_most": Number("Of no more Squadrons together", 0, 20, eg=1),
          "squadrons_at_least": Number("Of so many Squadrons together", 1, 20, eg=2)}  # fmt: skip
AROUND: dict[str, Shape] = {
    "of": place("A place, or here", eg="here", beside=(HERE,)),
    "legs": Number("Within so many legs", 0, MOST_LEGS, eg=1),
    "mps": Number("Within so many MPs under the winds", 0, MOST_LEGS, eg=2),
}  # fmt: skip
around = partial(Keys, of=AROUND, need="of", eg={"of": "here", "legs": 1})
UNITS = {"units": Number("Units", 1, 40, eg=1)}


@dataclass(frozen=True, slots=True)
class InWords(Judged[Lookout]):
    """A condition whose words tell more than its parts: `{enemies}` of a number, `{near}` what, `{sort}` of enemy."""

    def said(self, wanted: Any, speak: judging.Speak) -> str:
        return judging.filled(self.words, parts_in_words(wanted, speak), str)

    def denied(self, wanted: Any, speak: judging.Speak) -> str:
        return judging.filled(self.unmet, parts_in_words(wanted, speak), str)


def parts_in_words(wanted: Any, speak: judging.Speak) -> dict[str, str]:
    """The parts of a condition in words."""
    if not isinstance(wanted, Mapping):
        return {"sort": SORTS[str(wanted)]}
    return {"enemies": enemies_in_words(wanted), "near": near_in_words(wanted, speak),
            "place": speak(str(wanted.get("place", ""))), "mark": MARKS[int(wanted.get("third", 0))]}  # fmt: skip


def near_in_words(wanted: Mapping[str, Wanted], speak: judging.Speak) -> str:
    """The reach of a condition about a place."""
    if "of" not in wanted:
        return ""
    where = "her" if wanted["of"] == HERE else speak(str(wanted["of"]))
    unit, number = ("MP", wanted["mps"]) if "mps" in wanted and "legs" not in wanted else ("leg", wanted.get("legs", 0))
    if not int(number):
        return "where she is" if wanted["of"] == HERE else f"at {where}"
    return f"within {counted(int(number), unit)} of {where}"


def enemies_in_words(wanted: Mapping[str, Wanted]) -> str:
    """The enemies that a condition wants: of a sort, of so many Squadrons."""
    sort = str(wanted.get("type", ANY))
    told = "an enemy" if sort == ANY else f"{SORTS[sort]} of the enemy's"
    least, most = wanted.get("squadrons_at_least"), wanted.get("squadrons_at_most")
    told += f" of {counted(int(least), 'Squadron')} or more" if least is not None else ""
    told += " and" if least is not None and most is not None else ""
    told += f" of no more than {counted(int(most), 'Squadron')}" if most is not None else ""
    return told


def number(about: str, holds: Holds, said: str, denied: str, most: int, eg: int) -> Condition:
    """A condition that wants a number."""
    return Judged(Number(about, 0, most, eg=eg), holds, said, denied)


CONDITIONS: Mapping[str, Condition] = {
    "impulse_at_least": number("The Impulse is this or a later one", clock("impulse"), "it is Impulse {0} or later",
                               "Impulse {0} has not come", 3, 2),
    "mpi_at_least": number("The MPI is this or a later one", clock("mpi"), "it is MPI {0} or later",
                           "MPI {0} has not come", 6, 3),
    "turn_at_least": Judged(Text("The Turn is this or a later one", pattern="^y[0-9]{2}t[0-9]{2}$", eg="y39t15"),
                            turn_reached, "it is Turn {0} or later", "Turn {0} has not come"),
    "round_at_least": number("The round of a Battle is this or a later one", clock("round"), "it is round {0} or later",
                             "round {0} has not come", 3, 2),
    "at": Judged(place("It is there", eg="porto-bello"), at_place, "she is at {0}", "she is not at {0}"),
    "within": InWords(around("It is near a place"), near, "she is {near}", "she is not {near}"),
    "enemy_at": InWords(Keys("Enemies are in a place", {"place": place("Where", eg="cartagena-de-indias"), **COUNTS},
                            need="place", eg={"place": "cartagena-de-indias", "squadrons_at_most": 1}), enemy_at,
                       "{enemies} is at {place}", "no such enemy is at {place}: {enemies}"),
    "enemy_within": InWords(Keys("Enemies are near a place", {
        **AROUND, "type": Word("Of a sort", (ANY, *TYPES), eg="flag"), **COUNTS,
    }, need="of", eg={"of": "here", "legs": 1, "squadrons_at_least": 2}), enemy_within,
        "{enemies} is {near}", "no such enemy is {near}: {enemies}"),
    "unspotted_within": InWords(around("A marker that is not Spotted is near a place"), unspotted_within,
                                "an Unspotted marker is {near}", "no Unspotted marker is {near}"),
    "no_enemy_within": InWords(around("No enemy marker is near a place"), no_enemy_within, "no enemy is {near}",
                               "an enemy is {near}"),
    "squadrons_at_most": number("The enemies met have no more Squadrons", at_most, "enemy Squadrons are {0} or fewer",
                                "enemy Squadrons are more than {0}", 20, 1),
    "squadrons_at_least": number("The enemies met have so many Squadrons", at_least,
                                 "enemy Squadrons are {0} or more", "enemy Squadrons are fewer than {0}", 20, 2),
    "type": InWords(Word("One of the enemies met is of this sort", TYPES, eg="convoy"), of_type,
                    "{sort} is among the enemies", "there is not {sort} among the enemies"),
    "odds_at_least": Judged(Keys("Own to enemy at least as these: Squadrons, or strength in an Escalade", RATIO,
                                 need="own enemy", eg={"own": 3, "enemy": 2}), odds,
                            "the odds are {own} to {enemy} or better", "the odds are worse than {own} to {enemy}"),
    "odds_below": Judged(Keys("Own to enemy less than these", RATIO, need="own enemy", eg={"own": 2, "enemy": 3}),
                         odds_below, "the odds are worse than {own} to {enemy}",
                         "the odds are {own} to {enemy} or better"),
    "own_damage_at_least": InWords(Keys("A Squadron of yours has this damage", {
        "who": formation("Of this Formation; else of the one in question", eg="br-flag-j1"), "third": THIRD,
    }, need="third", eg={"third": 2}), own_damage, "a Squadron is {mark}",
        "no Squadron is {mark}"),
    "enemy_damage_at_least": InWords(Keys("The enemy met has this damage, as far as you were told", {"third": THIRD},
                                         need="third", eg={"third": 2}), enemy_damage,
                                    "an enemy Squadron is {mark}",
                                    "no enemy Squadron is known to be {mark}"),
    "blockaded": Judged(port("The enemy blockades it, or any", eg="cartagena-de-indias"), shut("blockaded"),
                        "{0} is blockaded", "{0} is not blockaded"),
    "besieged": Judged(port("The enemy has landed before it, or before any", eg="porto-bello"), shut("besieged"),
                       "{0} is besieged", "{0} is not besieged"),
    "corsair_off": Judged(port("An enemy Corsair lies for prey off it, or off any (2.461)", eg="nassau"), preyed,
                          "a Corsair lies off {0}", "no Corsair lies off {0}"),
    "held": Judged(port("It is yours", eg="porto-bello"), held, "{0} is yours", "{0} is not yours"),
    "lost": Judged(port("It is not yours", eg="porto-bello"), lost, "{0} is not yours", "{0} is yours"),
    "units_below": Judged(Keys("Fewer Units of yours are there", UNITS, need="units", eg={"units": 1}), units_below,
                          "fewer than {units} Units are there", "{units} Units or more are there"),
    "units_at_least": Judged(Keys("So many Units of yours are there", UNITS, need="units", eg={"units": 2}),
                             units_at_least, "{units} Units or more are there", "fewer than {units} Units are there"),
    "order": Judged(Keys("A Formation carries out an Order of this sort; none if it has none", {
        "who": formation("Which; else the one in question", eg="br-flag-j1"),
        "type": Word("The sort", ORDER_TYPES, eg="cruise"),
    }, need="type", eg={"type": "none"}), has_order, "the Order is: {type}", "the Order is not: {type}"),
    "in_hand": Judged(chit("An Order lies in your hand", eg="j-cruise-main"), in_hand, "{0} is in hand",
                      "{0} is not in hand"),
    "prestige_at_least": number("Your Prestige has reached this", prestige, "Prestige is {0} or more",
                                "Prestige is below {0}", 99, 12),
}  # fmt: skip
#: What only some questions tell: word -> the sections in which it can hold.
ONLY_IN: Mapping[str, tuple[str, ...]] = {
    "round_at_least": ("battle",), "units_below": ("evacuate", "escalade"), "units_at_least": ("evacuate", "escalade"),
    "enemy_damage_at_least": ("battle", "breakout"), "odds_at_least": ("stance", "battle", "escalade"),
    "odds_below": ("stance", "battle", "escalade"), "type": ("stance", "battle"),
}  # fmt: skip


def speak(word: str) -> str:
    """A place or Leader by name; anything else as it is written."""
    return name_of(word) or (word if "-" in word else word.replace("_", " "))


def unmet(look: Lookout, conditions: Iterable[Mapping[str, Wanted]]) -> str:
    """The first condition that does not hold, or is not known, in words; empty if all hold."""
    return judging.unmet(CONDITIONS, look, conditions, speak)


def in_words(conditions: Sequence[Mapping[str, Wanted]]) -> str:
    """Conditions in words."""
    return judging.all_in_words(CONDITIONS, conditions, speak)


def told_true(look: Lookout, name: str) -> bool:
    """Tells if a fact of the question is yes."""
    return look.told(name) == YES
