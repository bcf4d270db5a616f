"""Conditions of march books, council, doctrine and standing orders. They test only what their owner may know then.

A condition is a mapping of one word to what it wants, such as `{held: santa-fe}`; a list of them holds when all do.
Each is looked up in the owner's view and in the facts of the question. What is hidden is not known: then neither a
condition nor its opposite holds, and the reason says so. So there is no word for "not"; each has a named opposite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from pbem.adjudicator.guerra.orders.names import (
    ANY,
    STRONGEST,
    any_leader,
    area,
    foe_marker,
    leader,
    name_of,
    nation,
    place,
    port,
    sea,
    unit,
)
from pbem.adjudicator.guerra.state.terms import POOL, ROYALIST
from pbem.adjudicator.guerra.view.look import Look
from pbem.adjudicator.orders.carried_out import judging
from pbem.adjudicator.orders.carried_out.judging import Condition as Judged
from pbem.adjudicator.orders.carried_out.judging import Outcome
from pbem.adjudicator.orders.shapes import Either, Keys, Number, Shape, Truth, Word

Wanted = Any
Holds: TypeAlias = Callable[[Look, Wanted], Outcome]
Condition: TypeAlias = Judged[Look]
#: What a fortress adds to its garrison where a condition compares (6.2).
WALLS = 8
PER_CENT = 100
YES = "yes"
HALVES = 2


# -------------------------------------------------------------------------------------------- areas


def control(look: Look, name: str) -> str:
    """Returns who holds an area, as all may know it."""
    return str(look.known["control"].get(name, ""))


def held(look: Look, name: str) -> Outcome:
    """The area is wholly one's own."""
    return control(look, name) == look.seat


def there(*, own: bool, field: bool = False) -> Holds:
    """Forces of a side are seen in an area; a marker is seen."""
    return lambda look, name: bool(look.forces_at(name, own=own, field=field))


def regulars(look: Look, name: str) -> Outcome:
    """Enemy regulars are seen in the area; a marker counts as regulars."""
    return any(look.regulars(force) for force in look.forces_at(name, own=False))


def enemy_factors(look: Look, wanted: Wanted) -> Outcome:
    """All enemy forces in the area are open, and sum to no more."""
    found = [look.strength(force) for force in look.forces_at(str(wanted["at"]), own=False)]
    return None if None in found else sum(each or 0 for each in found) <= int(wanted["factors"])


def marker_there(look: Look, wanted: Wanted) -> Outcome:
    """An army marker of the enemy stands in the area."""
    name = str(wanted["marker"])
    found = [force for force in look.forces_at(str(wanted["at"]), own=False) if look.forces[force]["marker"]]
    return bool(found) if name == ANY else name in found


def guerrillas(look: Look, name: str) -> Outcome:
    """Enemy guerrillas are in the area."""
    return any(look.guerrilla(force) for force in look.forces_at(name, own=False))


# -------------------------------------------------------------------------------------------- strength


def at_least(own: int | None, enemy: int | None, wanted: Mapping[str, Wanted]) -> Outcome:
    """Own strength is to the enemy's at least as two numbers; unknown where either is."""
    if own is None or enemy is None:
        return None
    return own > 0 and own * int(wanted["enemy"]) >= enemy * int(wanted["own"])


def own_strength(look: Look) -> int | None:
    """One's own side of the comparison: as the question tells it, of the fleet, or of the force in hand."""
    if look.tells("own"):
        return look.number("own")
    if look.told("verb") == "attack_fleet":
        return look.broadside(look.sea_forces())
    return look.strength(look.force) if look.force in look.forces else None


def enemy_strength(look: Look, *, remembered: bool) -> int | None:
    """The enemy's side: as the question tells it, the garrison behind its walls, ships, or the force that is meant."""
    if look.tells("enemy"):
        return look.number("enemy")
    if look.told("verb") == "attack_fleet":
        where = look.told("in_port") or look.told("sea")
        return look.broadside(look.ships_at(where, own=False))
    if look.tells("port"):
        return look.factors(look.garrison(look.told("port"))) + WALLS
    force = look.target(look.told("target") or STRONGEST, look.area)
    if not force:
        return None
    seen = look.strength(force)
    last = look.remembered(force) if seen is None and remembered else None
    return look.factors(last) if last is not None else seen


def odds(look: Look, wanted: Wanted) -> Outcome:
    """Own factors are to the enemy's at least as two numbers, by what is open."""
    return at_least(own_strength(look), enemy_strength(look, remembered=False), wanted)


def odds_seen(look: Look, wanted: Wanted) -> Outcome:
    """The same, with what was seen of a marker this turn."""
    return at_least(own_strength(look), enemy_strength(look, remembered=True), wanted)


def own_at_most(look: Look, most: Wanted) -> Outcome:
    """The force in hand has no more factors."""
    own = own_strength(look)
    return None if own is None else own <= int(most)


def cavalry_share(look: Look, wanted: Wanted) -> Outcome:
    """So many of a hundred units of the force are cavalry."""
    units = look.units_of(look.force)
    return bool(units) and look.cavalry(units) * PER_CENT >= int(wanted["own"]) * len(units)


def more_cavalry(look: Look, wanted: Wanted) -> Outcome:
    """One side or the other has more cavalry units, once both are open."""
    if not (look.tells("own_cavalry") and look.tells("enemy_cavalry")):
        return None
    own, enemy = look.number("own_cavalry"), look.number("enemy_cavalry")
    return own > enemy if wanted == "own" else enemy > own


# -------------------------------------------------------------------------------------------- sieges, ships, leaders


def besieging(look: Look, wanted: Wanted) -> Outcome:
    """The force lies before a fortress."""
    told = look.told("besieging") or str(look.forces.get(look.force, {}).get("siege", ""))
    return bool(told) if wanted == ANY else told == wanted


def works(look: Look, name: Wanted) -> Outcome:
    """Works of one's own stand before a fortress."""
    siege = look.known["sieges"].get(name, {})
    return siege.get("by") == look.seat and bool(siege.get("works"))


def besieged(look: Look, name: Wanted) -> Outcome:
    """The enemy besieges the port."""
    return look.known["sieges"].get(name, {}).get("by") not in (None, "", look.seat)


def free(look: Look, name: Wanted) -> Outcome:
    """The port is one's own and not besieged."""
    return str(look.known["ports"].get(name, "")) == look.seat and not besieged(look, name)


def sea_is_ours(look: Look, name: Wanted) -> Outcome:
    """Ships of one's own are there, and none of the enemy's; ships in port do not count (S9)."""
    return bool(look.ships_at(name, own=True)) and not look.ships_at(name, own=False)


def leader_at(look: Look, wanted: Wanted) -> Outcome:
    """A leader is seen in an area; unknown for one of the enemy's who is not seen."""
    found = look.leader(str(wanted["leader"]))
    if not found and look.board.leaders[str(wanted["leader"])].side != look.seat:
        return None
    return look.at(found) == str(wanted["at"])


def leader_lost(look: Look, name: Wanted) -> Outcome:
    """A leader is out of the game."""
    return str(look.leader(name).get("where", "")) == "gone"


def steps_inside(look: Look, most: Wanted) -> Outcome:
    """The garrison of the fortress in question has no more steps."""
    return look.tells("port") and look.steps(look.garrison(look.told("port"))) <= int(most)


def purse(look: Look, wanted: Wanted) -> Outcome:
    """A purse has so many points now."""
    name, least = (str(wanted["nation"]), wanted["rp"]) if isinstance(wanted, Mapping) else ("", wanted)
    name = name or look.told("purse") or (ROYALIST if look.seat == ROYALIST else "")
    purses = look.known["purse"]
    if name:
        return int(purses.get(name, 0)) >= int(least) * HALVES
    return any(int(each) >= int(least) * HALVES for key, each in purses.items() if key != ROYALIST)


def in_pool(look: Look, name: Wanted) -> Outcome:
    """A unit lies in its pool."""
    return str(look.known["units"].get(name, {}).get("where", "")) == POOL


def arrived(look: Look, name: Wanted) -> Outcome:
    """A unit is on the map."""
    seen = look.known["units"].get(name, {})
    return bool(seen.get("force")) or look.at(seen) in {**look.board.seas, **look.board.ports}


def rose(*, own: bool) -> Holds:
    """An area has risen this turn for one side or the other."""

    def holds(look: Look, name: Wanted) -> Outcome:
        return any((by == look.seat) == own for by in look.known.get("rose_now", {}).get(name, ()))

    return holds


def moved_to(look: Look, wanted: Wanted) -> Outcome:
    """The enemy is bound for a place, in the question of an interception."""
    return look.told("moving_to") == wanted if look.tells("moving_to") else None


# -------------------------------------------------------------------------------------------- facts of the question


def fact(name: str) -> Holds:
    """A fact of the question is true, or is not."""
    return lambda look, wanted: (look.told(name) == YES) == bool(wanted)


def fact_at_least(name: str) -> Holds:
    """A number that the question tells is at least this."""
    return lambda look, least: look.tells(name) and look.number(name) >= int(least)


def here(look: Look, name: Wanted) -> Outcome:
    """The question is about this place."""
    return str(name) in (look.area, look.told("port"), look.told("sea"))


def phase_is(look: Look, wanted: Wanted) -> Outcome:
    """The open phase is this one."""
    return str(look.known.get("phase", "")).partition(".")[2] == str(wanted)


def limit(look: Look, least: Wanted) -> Outcome:
    """So many units may still be activated in Mexico (10.7)."""
    left = int(look.known.get("mexico_left", -1))
    return left < 0 or left >= int(least)


RATIO = {"own": Number("Own", 1, 99, eg=3), "enemy": Number("Enemy", 1, 99, eg=2)}
PHASES = ("council", "patriot", "royalist")
REGION = {"at": area("Where", eg="mojos")}


def ratio(about: str) -> Shape:
    """Two numbers, one's own and the enemy's."""
    return Keys(about, RATIO, need="own enemy", eg={"own": 3, "enemy": 2})


CONDITIONS: Mapping[str, Condition] = {
    "turn": Judged(Number("The turn is this", 1, 15, eg=6), lambda look, wanted: look.turn == int(wanted),
                      "it is turn {0}", "it is not turn {0}"),
    "turn_at_least": Judged(Number("The turn is this or a later one", 1, 15, eg=6),
                               lambda look, least: look.turn >= int(least), "it is turn {0} or later",
                               "turn {0} has not come"),
    "phase": Judged(Word("The phase that is open", PHASES, eg="council"), phase_is, "it is the {0}'s phase",
                       "it is another phase"),
    "liberals": Judged(Truth("Liberals rule in Spain (10.2), or do not"),
                          lambda look, wanted: bool(int(look.known["liberals"])) == bool(wanted),
                          "the Liberals rule in Spain", "the Liberals do not rule in Spain"),
    "held": Judged(area("You control it wholly"), held, "{0} is wholly yours", "{0} is not wholly yours"),
    "lost": Judged(area("You do not control it wholly"), lambda look, name: not held(look, name),
                      "{0} is not wholly yours", "{0} is wholly yours"),
    "partly": Judged(area("Both sides are there"), lambda look, name: control(look, name) == "both",
                        "both sides are in {0}", "{0} is not shared"),
    "own_at": Judged(area("You have units there"), there(own=True), "you have units in {0}",
                        "you have nobody in {0}"),
    "enemy_at": Judged(area("Enemy forces are seen there"), there(own=False), "enemies are in {0}",
                          "no enemy is in {0}"),
    "no_enemy_at": Judged(area("No enemy force is seen there"),
                             lambda look, name: not look.forces_at(name, own=False), "no enemy is in {0}",
                             "enemies are in {0}"),
    "no_enemy_in_field": Judged(area("None there outside a fortress, guerrillas apart"),
                                   lambda look, name: not look.forces_at(name, own=False, field=True),
                                   "no enemy stands in the field in {0}", "enemies stand in the field in {0}"),
    "own_factors_at_most": Judged(Number("The force in hand has no more factors", 0, 99, eg=3), own_at_most,
                                     "it has {0} factors or fewer", "it has more than {0} factors"),
    "enemy_regulars": Judged(area("Enemy regulars are seen there; a marker counts as regulars"), regulars,
                                "enemy regulars are in {0}", "no enemy regulars are seen in {0}"),
    "no_regulars": Judged(area("No enemy regulars are seen there, and no marker"),
                             lambda look, name: not regulars(look, name), "no enemy regulars are seen in {0}",
                             "enemy regulars are in {0}"),
    "enemy_guerrillas": Judged(area("Enemy guerrillas are there"), guerrillas, "enemy guerrillas are in {0}",
                                  "no enemy guerrillas are in {0}"),
    "enemy_factors_at_most": Judged(
        Keys("All enemy forces there are open and sum to no more",
             {**REGION, "factors": Number("Factors", 0, 99, eg=14)}, need="at factors"),
        enemy_factors, "{factors} factors or fewer of the enemy are in {at}",
        "more than {factors} factors of the enemy are in {at}"),
    "seen": Judged(Keys("An enemy army marker stands there",
                        {"marker": foe_marker("Which, or any", eg="alto-peru"), **REGION}, need="marker at"),
                   marker_there, "an army marker ({marker}) stands in {at}",
                      "no army marker ({marker}) stands in {at}"),
    "not_seen": Judged(Keys("No such marker stands there",
                            {"marker": foe_marker("Which, or any", eg="alto-peru"), **REGION}, need="marker at"),
                       lambda look, wanted: not marker_there(look, wanted),
                          "no army marker ({marker}) stands in {at}", "an army marker ({marker}) stands in {at}"),
    "garrison_at_most": Judged(Number("Steps inside the fortress in question", 0, 30, eg=2), steps_inside,
                                  "{0} steps or fewer are inside", "more than {0} steps are inside"),
    "odds": Judged(ratio("Own factors to the enemy's at least as these, by what is open"), odds,
                      "the odds are {own} to {enemy} or better", "the odds are worse than {own} to {enemy}"),
    "odds_seen": Judged(ratio("The same, with what was seen of a marker this turn"), odds_seen,
                           "the odds, as far as seen, are {own} to {enemy} or better",
                           "the odds, as far as seen, are worse than {own} to {enemy}"),
    "cavalry_share": Judged(Keys("So many of a hundred units of the force are cavalry",
                                    {"own": Number("Per cent", 1, 100, eg=50)}, need="own"), cavalry_share,
                               "{own} in a hundred of it are cavalry", "fewer than {own} in a hundred are cavalry"),
    "more_cavalry": Judged(Word("Who has more cavalry units (6.1)", ("own", "enemy"), eg="own"), more_cavalry,
                              "the side with more cavalry is: {0}", "the side with more cavalry is not: {0}"),
    "moving_to": Judged(place("Where the enemy is bound (3.5)"), moved_to, "it is bound for {0}",
                           "it is not bound for {0}"),
    "besieging": Judged(port("The force lies before this fortress, or any", eg="callao", beside=(ANY,)), besieging,
                           "it besieges {0}", "it does not besiege {0}"),
    "works": Judged(port("Works of yours stand before it"), works, "works stand before {0}",
                       "no works stand before {0}"),
    "op_rolled": Judged(Number("The die gave so many points or more", 0, 20, eg=8), fact_at_least("op_rolled"),
                           "the die gave {0} OP or more", "the die gave fewer than {0} OP"),
    "op_left": Judged(Number("So many points are left", 0, 20, eg=4), fact_at_least("op_left"),
                         "{0} OP are left", "fewer than {0} OP are left"),
    "won": Judged(Truth("It won its last battle"), fact("won"), "it won its last battle",
                     "it has not won its last battle"),
    "lost_battle": Judged(Truth("It lost its last battle"), fact("lost_battle"), "it lost its last battle",
                             "it has not lost its last battle"),
    "enemy_avoided": Judged(Truth("The enemy avoided its last battle"), fact("enemy_avoided"),
                               "the enemy avoided battle", "the enemy did not avoid battle"),
    "moved": Judged(Truth("It has moved in this activation"), fact("moved"), "it has moved",
                       "it has not moved"),
    "purse_at_least": Judged(
        Either("So many RP are in the purse now", (
            Number("Points", 0, 99, eg=6), Keys("Of a nation", {"nation": nation("Whose", eg="colombia"),
                                                             "rp": Number("Points", 0, 99, eg=2)}, need="nation rp"),
        )), purse, "{0} RP or more are in the purse", "the purse is too small"),
    "sea_is_ours": Judged(sea("Ships of yours are there and none of the enemy"), sea_is_ours, "{0} is yours",
                             "{0} is not yours alone"),
    "enemy_ships_at": Judged(place("Enemy ships are in this sea area or port", eg="callao"),
                                lambda look, name: bool(look.ships_at(name, own=False)), "enemy ships are in {0}",
                                "no enemy ship is in {0}"),
    "besieged": Judged(port("The enemy besieges it"), besieged, "{0} is besieged", "{0} is not besieged"),
    "free": Judged(port("It is yours and not besieged"), free, "{0} is yours and free",
                      "{0} is not yours, or is besieged"),
    "leader_at": Judged(Keys("A leader is there", {"leader": any_leader("Who", eg="bolivar"), **REGION},
                                need="leader at"), leader_at, "{leader} is in {at}", "{leader} is not in {at}"),
    "leader_lost": Judged(leader("A leader of yours is lost"), leader_lost, "{0} is lost", "{0} is not lost"),
    "in_pool": Judged(unit("A unit lies in its pool", eg="vdc"), in_pool, "{0} is in the pool",
                         "{0} is not in the pool"),
    "arrived": Judged(unit("A unit is on the map", eg="vdc"), arrived, "{0} is on the map",
                         "{0} is not on the map"),
    "rose": Judged(area("An uprising of yours there succeeded this turn"), rose(own=True),
                      "{0} has risen for you", "{0} has not risen for you"),
    "rebelled": Judged(area("An uprising of the enemy's there succeeded this turn"), rose(own=False),
                          "{0} has risen against you", "{0} has not risen against you"),
    "mexico_left": Judged(Number("Units that may still be activated in Mexico (10.7)", 0, 6, eg=3), limit,
                             "{0} units may still act in Mexico", "fewer than {0} units may still act in Mexico"),
    "here": Judged(place("The question is about this place"), here, "it is in {0}", "it is not in {0}"),
}  # fmt: skip


def speak(word: str) -> str:
    """A place or leader by its name; anything else as it is written, without hyphens."""
    return name_of(word) or word.replace("-", " ").replace("_", " ")


def unmet(look: Look, conditions: Iterable[Mapping[str, Wanted]]) -> str:
    """The first condition that does not hold, or is not known, in words; empty if all hold."""
    return judging.unmet(CONDITIONS, look, conditions, speak)


def in_words(conditions: Sequence[Mapping[str, Wanted]]) -> str:
    """Conditions in words."""
    return judging.all_in_words(CONDITIONS, conditions, speak)
