"""Conditions of legs, doctrine and standing orders. They test only what their owner may know at that moment.

A condition is a mapping of one word to what it wants, such as `{wind: NE}`; a list of them holds when all do. Each is
looked up in the owner's view and in the facts of the question. None tests the contents of a sail that nobody spotted,
the other seat's orders, or dice to come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from pbem.adjudicator.glory.orders.names import (
    CHITS,
    HERE,
    SEAS,
    area,
    block,
    enemy,
    event,
    is_chit,
    place,
    port,
    sail,
    way,
    wind,
    zone,
)
from pbem.adjudicator.glory.view.look import NEVER, Look, is_in, spot
from pbem.adjudicator.orders.grammar import provided
from pbem.adjudicator.orders.shapes import Either, Keys, List, Number, Shape, Truth, Word

Wanted = Any
Holds = Callable[[Look, Wanted], bool]
PARTS_WATCHED = ("inshore", "loose", "off")


class Condition(NamedTuple):
    """A word of a condition: the shape of its value, its test, and the words for both outcomes."""

    shape: Shape
    holds: Holds
    unmet: str
    words: str


def number(about: str, eg: int, least: int = 0, most: int = 180) -> Number:
    """A number of ships, sails or turns."""
    return Number(about, least, most, eg=eg)


def some(value: Wanted) -> list[Any]:
    """One value or several, as a list."""
    return value if isinstance(value, list) else [value]


def limits(wanted: Mapping[str, Wanted], stem: str, low: int, high: int) -> bool:
    """Tells if a range lies within `<stem>_at_least` by its lower end and `<stem>_at_most` by its upper end."""
    least, most = f"{stem}_at_least".lstrip("_"), f"{stem}_at_most".lstrip("_")
    return low >= int(wanted.get(least, low)) and high <= int(wanted.get(most, high))


# -------------------------------------------------------------------------------------------- chits, winds, calendar


def winds_so_far(look: Look, wanted: Wanted) -> bool:
    """So many winds were drawn in these seas this turn."""
    drawn = look.known["winds_so_far"]
    return all(int(drawn.get(sea, 0)) >= int(least) for sea, least in wanted.items())


def chit_left(look: Look, word: str) -> bool:
    """A chit of this sort is still in the cup."""
    return any(is_chit(chit, word) for chit in look.known["chits"])


def weather_in(kinds: tuple[str, ...]) -> Holds:
    """Weather of one of these kinds lies on a zone."""
    return lambda look, zone: any(each["kind"] in kinds for each in look.known["weather"].get(zone, ()))


# -------------------------------------------------------------------------------------------- places and sails


def near(look: Look, wanted: Wanted) -> bool:
    """The block is within so many hexes of a place."""
    at = spot(look.block(str(wanted.get("block", HERE))))
    return look.hexes_between(at, look.place(str(wanted["of"]))) <= int(wanted["hexes"])


def left(look: Look, wanted: Wanted) -> bool:
    """A sail came out of a port: this turn, or since another."""
    if isinstance(wanted, Mapping):
        return look.has_left(str(wanted["port"]), int(wanted["since"]))
    return look.has_left(str(wanted), look.turn)


def sail_within(look: Look, wanted: Wanted) -> bool:
    """Enough sails are within so many hexes of a place."""
    of = look.place(str(wanted["of"]))
    found = [1 for _, each in look.sails() if look.hexes_between(of, spot(each)) <= int(wanted["hexes"])]
    return len(found) >= int(wanted.get("at_least", 1))


def sail_on(look: Look, wanted: str) -> bool:
    """A sail is on a track, or in a box of one."""
    on = [spot(each) for _, each in look.sails()]
    return any(at == wanted or at.startswith(f"{wanted}-") for at in on)


def seen(look: Look, wanted: Wanted) -> bool:
    """The last news of a place says so many ships, and is not too old."""
    at = look.place(str(wanted["at"]))
    news = look.known["news"].get(at)
    if news is None or look.age(at) > int(wanted.get("age", NEVER)):
        return False
    return limits(wanted, "ships", int(news["low"]), int(news["high"]))


def sail_seen(look: Look, wanted: Wanted) -> bool:
    """The last news of a sail, or of one that left a port, says so many ships."""
    numbers = [str(wanted["sail"])] if "sail" in wanted else []
    numbers += look.sails_left(str(wanted["left"]), int(wanted.get("since", look.turn))) if "left" in wanted else []
    known = [each for name, each in look.sails() if name in numbers and str(each.get("high", "")) not in ("", "None")]
    return any(limits(wanted, "ships", int(each["low"]), int(each["high"])) for each in known)


def masts(look: Look, wanted: Wanted) -> bool:
    """So many ships were counted this turn: in an enemy port, or Inshore of an own one."""
    place = str(wanted["port"]) if "port" in wanted else f"{wanted.get('inshore', '')}/inshore"
    counted = look.known["news"].get(place)
    if counted is None or counted["how"] != "masts" or int(counted["turn"]) != look.turn:
        return False
    return limits(wanted, "", int(counted["low"]), int(counted["high"]))


def watchers(look: Look, wanted: Wanted) -> bool:
    """So many sails watch a port."""
    zone = [spot(each).partition("/")[2] for _, each in look.sails() if is_in(spot(each), str(wanted["port"]))]
    watching = [part for part in zone if part in PARTS_WATCHED]
    counts = {part: watching.count(part) for part in PARTS_WATCHED}
    counts |= {"sails": len(watching), "on_station": counts["inshore"] + counts["loose"]}
    return all(limits(wanted, stem, have, have) for stem, have in counts.items())


# -------------------------------------------------------------------------------------------- own strength


def own(look: Look, wanted: Wanted) -> bool:
    """An own block has so many ships of a kind."""
    ships = look.ships(str(wanted.get("block", HERE)))
    if not ships:
        return False
    return all(limits(wanted, kind, look.count(ships, kind), look.count(ships, kind)) for kind in KINDS)


def own_at(look: Look, wanted: Wanted) -> bool:
    """So many own ships lie ready in a place."""
    ready = len(look.own_at(look.place(str(wanted["place"]))))
    return limits(wanted, "ships", ready, ready)


def at_sea(look: Look, name: str) -> bool:
    """An own block is on the map and outside a port."""
    at = spot(look.block(name))
    return bool(at) and not at.endswith("/port") and at not in ("unused", "gone") and not at.startswith("turn-")


def came_out(look: Look, name: str) -> bool:
    """An own block came out of a port this turn."""
    block = look.block(name)
    return bool(block.get("left_by")) and int(block.get("sortied", 0)) == look.turn


# -------------------------------------------------------------------------------------------- battle


def strengths(look: Look) -> tuple[int, int]:
    """Own strength and the enemy's: firepower once the lines are formed, before that ships."""
    if look.told("own_fire") and look.told("enemy_fire"):
        return look.number("own_fire"), look.number("enemy_fire")
    return look.number("own"), look.number("enemy_low")


def ratio(look: Look, wanted: Wanted) -> bool:
    """Own strength to the enemy's is at least as these numbers."""
    mine, others = strengths(look)
    return mine * int(wanted["enemy"]) >= others * int(wanted["own"]) and mine > 0


def told_is(name: str) -> Holds:
    """A fact of the question is one of these words."""
    return lambda look, wanted: look.told(name) in [str(word) for word in some(wanted)]


def told_least(name: str) -> Holds:
    """A number that the question tells is at least this."""
    return lambda look, least: look.told(name) != "" and look.number(name) >= int(least)


def fought_at(look: Look, wanted: str) -> bool:
    """The question is about this place."""
    return is_in(look.here(), wanted)


def gauge(look: Look, wanted: str) -> bool:
    """The weather gauge is one's own, or the enemy's."""
    return look.told("gauge") == ("windward" if wanted == "own" else "leeward")


AT_LEAST, AT_MOST = "By the lower end of what is known", "By the upper end of what is known"
RATIO = {"own": Number("Own", 1, 99, eg=3), "enemy": Number("Enemy", 1, 99, eg=2)}
OF_SHIPS = {"ships_at_least": number(AT_LEAST, 11), "ships_at_most": number(AT_MOST, 15)}
KINDS = ("ships", "undamaged", "damaged", "wrecked")
STRENGTH = {f"{kind}_{end}": number(f"{kind.title()}: {words}", 8) for kind in KINDS
            for end, words in (("at_least", "so many or more"), ("at_most", "so many or fewer"))}  # fmt: skip
WATCHERS = {f"{stem}_{end}": number(f"{words}, {less}", 1) for stem, words in (
    ("sails", "Sails of any kind in the zone"), ("inshore", "Sails Inshore"), ("loose", "Sails on Loose"),
    ("off", "Sails Off Station"), ("on_station", "Sails Inshore or on Loose"))
    for end, less in (("at_most", "at most"), ("at_least", "at least"))}  # fmt: skip
WIND = Either("A wind, or several", (wind("One wind"), List("Winds", wind("A wind"), least=1, most=7, eg=["NE", "W"])),
              eg="NE")  # fmt: skip
PORT_SINCE = Keys("A port, and since which turn", {"port": port("The port"), "since": number("Turn", 4, 1, 36)},
                  need="port since")  # fmt: skip
MASTS = Keys("What was counted last, this turn (13.5)", {
    "port": port("Ready ships in this enemy port"), "inshore": port("British ships Inshore of this own port"),
    "at_least": number(AT_LEAST, 16), "at_most": number(AT_MOST, 10),
})  # fmt: skip
TACTICS = ("form-line", "engage-more-closely", "cut-the-line", "general-chase", "admirals-wake", "close-the-line",
           "tack-together", "general-withdrawal")  # fmt: skip
FOUL = ("squall", "gale", "storm", "hurricane")
SAILS = ("easy", "full", "at-anchor", "weigh-anchor")

CONDITIONS: Mapping[str, Condition] = {
    "any": Condition(provided("One of these holds"), lambda look, some: any(not unmet(look, [each]) for each in some),
                     "none of several conditions holds", "{any}"),
    "not": Condition(provided("These do not all hold"), lambda look, all_: bool(unmet(look, all_)),
                     "what must not hold does", "not: {not}"),
    "wind": Condition(WIND, told_is("wind"), "it does not blow {0}", "it blows {0}"),
    "winds_so_far": Condition(
        Keys("So many winds were drawn in these seas this turn, this one with them",
             {sea: number("Winds", 2, 1, 3) for sea in SEAS}, eg={"north_atlantic": 2}),
        winds_so_far, "fewer winds were drawn", "so many winds have blown: {0}"),
    "first_half": Condition(Truth("You move first in this activation"),
                            lambda look, wanted: (look.told("first_half") == "yes") == bool(wanted),
                            "it is the other half", "you move first"),
    "initiative_drawn": Condition(Truth("The first initiative chit is out"),
                                  lambda look, wanted: (int(look.known["initiative_drawn"]) > 0) == bool(wanted),
                                  "the first initiative is not as wanted", "the first initiative is out"),
    "chit_left": Condition(Word("A chit of this sort is still in the cup", CHITS, eg="NE"), chit_left,
                           "{0} is not in the cup any more", "{0} may still come"),
    "season": Condition(Word("The season", ("winter", "spring", "summer", "fall"), eg="winter"),
                        lambda look, wanted: look.known["season"] == wanted, "it is not {0}", "it is {0}"),
    "turn_at_least": Condition(number("The turn is this or a later one", 12, 1, 36),
                               lambda look, least: look.turn >= int(least), "turn {0} has not come",
                               "it is turn {0} or later"),
    "turn_at_most": Condition(number("The turn is this or an earlier one", 23, 1, 36),
                              lambda look, most: look.turn <= int(most), "turn {0} is over",
                              "it is turn {0} or earlier"),
    "storm_in": Condition(zone("A storm or a hurricane lies on this weather zone"), weather_in(("storm", "hurricane")),
                          "no storm lies on {0}", "a storm lies on {0}"),
    "gale_in": Condition(zone("A gale lies on it"), weather_in(("gale",)), "no gale lies on {0}",
                         "a gale lies on {0}"),
    "foul_in": Condition(zone("Foul weather of any kind lies on it"), weather_in(FOUL), "no foul weather lies on {0}",
                         "foul weather lies on {0}"),
    "in": Condition(place("The block is there", eg="brest/inshore"),
                    lambda look, wanted: is_in(spot(look.block(HERE)), wanted), "it is not in {0}",
                    "it lies in {0}"),
    "near": Condition(Keys("The block, or another of yours, is within so many hexes by sea",
                           {"of": place("Of where", eg="1123"), "hexes": number("Hexes", 5), "block": block("Which")},
                           need="of hexes"), near, "it is not within {hexes} hexes of {of}",
                      "it is within {hexes} hexes of {of}"),
    "off_station": Condition(Truth("The block is Off Station"),
                             lambda look, wanted: spot(look.block(HERE)).endswith("/off") == bool(wanted),
                             "it is not so", "it is blown Off Station"),
    "left": Condition(Either("A sail came out of that port: this turn, or since a turn",
                             (port("The port", eg="brest"), PORT_SINCE), eg="brest"), left,
                      "no sail has left {0}", "a sail has left {0}"),
    "sail_at": Condition(place("Enemy blocks lie there", eg="0709"),
                         lambda look, wanted: bool(look.sails_at(look.place(wanted))), "no sail is in {0}",
                         "a sail is in {0}"),
    "no_sail_at": Condition(place("No enemy block lies there", eg="0709"),
                            lambda look, wanted: not look.sails_at(look.place(wanted)), "a sail is in {0}",
                            "no sail is in {0}"),
    "sail_within": Condition(Keys("Sails are within so many hexes of a place",
                                  {"of": place("Of where"), "hexes": number("Hexes", 4),
                                   "at_least": number("How many", 1)}, need="of hexes"), sail_within,
                             "no such sail is within {hexes} hexes of {of}", "a sail is within {hexes} hexes of {of}"),
    "sail_on": Condition(way("A sail is on a track, west to the Indies or east to Europe, or in one of its boxes"),
                         sail_on, "no sail is on the way {0}", "a sail is on the way {0}"),
    "seen": Condition(Keys("The last news of a place: so many ships, not older than so many turns",
                           {"at": place("Where", eg="cadiz"), **OF_SHIPS, "age": number("Turns", 2)}, need="at"),
                      seen, "the news of {at} does not say so", "the last news of {at} says so"),
    "sail_seen": Condition(Keys("The last news of a sail, or of one that left a port",
                                {"left": port("The port"), "since": number("Since turn", 4, 1, 36),
                                 "sail": sail("The sail"), **OF_SHIPS}), sail_seen,
                           "nothing of the kind is known of it", "what is known of the sail says so"),
    "masts": Condition(MASTS, masts, "the count of masts does not say so", "the count of masts says so"),
    "no_news": Condition(Keys("Nothing was counted or seen there for so long",
                              {"of": port("Where", eg="toulon"), "turns": number("Turns", 2)}, need="of turns"),
                         lambda look, wanted: look.age(wanted["of"]) >= int(wanted["turns"]),
                         "{of} was looked into since", "{of} has not been looked into for {turns} turns"),
    "own": Condition(Keys("An own block has so many ships; 'here' for the block itself",
                          {"block": block("Which; else the block itself"), **STRENGTH}), own,
                     "its ships are not so many", "its ships are so many"),
    "own_at": Condition(Keys("So many own ships lie ready in a place", {"place": place("Where"), **OF_SHIPS},
                             need="place"), own_at, "not so many ships lie ready in {place}",
                        "so many ships lie ready in {place}"),
    "at_sea": Condition(block("An own block is outside a port", eg="brest-fleet"), at_sea, "{0} is not at sea",
                        "{0} is at sea"),
    "left_by": Condition(block("An own block came out of a port this turn", eg="brest-fleet"),
                         came_out, "{0} has not come out",
                         "{0} has come out"),
    "spotted": Condition(block("An own block was spotted this turn", eg="brest-fleet"),
                         lambda look, name: bool(look.block(name).get("spotted")), "{0} has not been spotted",
                         "{0} has been spotted"),
    "sail_is": Condition(Word("A search here would find one sail and no more", ("lone",), eg="lone"),
                         lambda look, _: len(look.sails_at(look.here())) == 1, "there is not one sail alone",
                         "the sail is alone"),
    "may": Condition(port("Allied: the own May Sortie chit lies there", eg="brest"),
                     lambda look, wanted: look.known["provisions"].get(wanted) == "may", "{0} is not provisioned",
                     "{0} is provisioned"),
    "watchers": Condition(Keys("Allied: sails that watch a port, whatever they are",
                               {"port": port("The port"), **WATCHERS}, need="port"), watchers,
                          "{port} is not watched so", "{port} is watched so"),
    "chit_at": Condition(port("British: a provisions chit lies there face down", eg="brest"),
                         lambda look, wanted: look.known["provisions"].get(wanted) == "hidden",
                         "no hidden chit lies at {0}", "{0} has been given a chit"),
    "provisioned": Condition(port("A May Sortie chit was seen there", eg="brest"),
                             lambda look, wanted: look.known["provisions"].get(wanted) == "may",
                             "no May Sortie was seen at {0}", "a May Sortie was seen at {0}"),
    "raided": Condition(place("A raid marker lies there", eg="malta"),
                        lambda look, wanted: look.known["raided"].get(wanted, "nothing") != "nothing",
                        "{0} has not been raided", "{0} has been raided"),
    "objective_open": Condition(area("The own objective there has not been scored", eg="malta"),
                                lambda look, wanted: wanted in look.known["objectives"]
                                and not look.known["objectives"][wanted].get("scored"),
                                "the objective of {0} is not open", "the objective of {0} is open"),
    "directive": Condition(area("Allied: the own directive", eg="bantry-bay"),
                           lambda look, wanted: look.known.get("directive") == wanted, "the directive is not {0}",
                           "the directive is {0}"),
    "event": Condition(event("British: the own Admiralty Event", eg="slave-revolt"),
                       lambda look, wanted: wanted in look.known["event"], "the event is not {0}",
                       "the event is {0}"),
    "event_due": Condition(Keys("British: the own event falls due within so many turns",
                                {"within": number("Turns", 2)}, need="within"),
                           lambda look, wanted: any(int(due) - look.turn <= int(wanted["within"])
                                                    for due in look.known["event"].values()),
                           "no event is due so soon", "an event falls due within {within} turns"),
    "ratio_at_least": Condition(Keys("In a battle, your strength to the enemy's: ships before the lines are formed, "
                                     "firepower after", RATIO, need="own enemy"), ratio,
                                "the odds are below {own} to {enemy}", "the odds are {own} to {enemy} or better"),
    "gauge": Condition(Word("Whose the weather gauge is", ("own", "enemy"), eg="own"), gauge,
                       "the gauge is not as wanted", "the weather gauge is {0}"),
    "day_at_least": Condition(number("The battle may last so many rounds", 4, 1, 6), told_least("day"),
                              "the day is shorter", "the day holds {0} rounds"),
    "round_at_least": Condition(number("The battle is in this round or a later one", 2, 1, 6), told_least("round"),
                                "round {0} has not come", "it is round {0} or later"),
    "own_hurt_at_least": Condition(number("Percent of your ships damaged or wrecked", 50, 1, 100),
                                   told_least("own_hurt"), "fewer than {0} in 100 of yours are hurt",
                                   "{0} in 100 or more of yours are hurt"),
    "enemy_hurt_at_least": Condition(number("Percent of the enemy's ships damaged or wrecked", 50, 1, 100),
                                     told_least("enemy_hurt"), "fewer than {0} in 100 of theirs are hurt",
                                     "{0} in 100 or more of theirs are hurt"),
    "enemy_shows": Condition(Word("The enemy's tactic that lies face up", TACTICS, eg="general-withdrawal"),
                             told_is("enemy_shows"), "the enemy does not show {0}", "the enemy shows {0}"),
    "enemy_sail": Condition(Word("The sail that the enemy carries", SAILS, eg="full"), told_is("enemy_sail"),
                            "the enemy is not under {0} sail", "the enemy is under {0} sail"),
    "against": Condition(enemy("The admiral announced", eg="nelson"), told_is("against"), "it is not against {0}",
                         "it is against {0}"),
    "convoy": Condition(Word("A convoy is in the battle", ("own", "enemy"), eg="enemy"),
                        lambda look, wanted: look.told("convoy") in (wanted, "both"), "no such convoy is there",
                        "a convoy is there: {0}"),
    "at": Condition(place("Where it is fought", eg="cadiz"), fought_at, "it is not at {0}", "it is fought at {0}"),
    "sea": Condition(Word("The sea", SEAS, eg="mediterranean"), told_is("sea"), "it is not the {0}",
                     "it is fought in the {0}"),
}  # fmt: skip


def unmet(look: Look, conditions: Iterable[Mapping[str, Wanted]]) -> str:
    """The first condition that does not hold, in words; empty if all hold."""
    for condition in conditions:
        for word, wanted in condition.items():
            each = CONDITIONS[word]
            if not each.holds(look, wanted):
                return in_words(each.unmet, wanted)
    return ""


def in_words(words: str, wanted: Wanted, named: Callable[[str], str] = str) -> str:
    """A condition's words with what it wants in them; `named` tells a name as it is spoken."""
    parts = {str(key): named(str(value)) for key, value in wanted.items()} if isinstance(wanted, Mapping) else {}
    whole = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in parts.items())
    shown = whole if parts else " or ".join(named(str(each)) for each in some(wanted))
    for key, value in {"0": shown, **parts}.items():
        words = words.replace(f"{{{key}}}", value)
    return words
