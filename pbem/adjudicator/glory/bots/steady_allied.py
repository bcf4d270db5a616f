"""The Allied admiralty: out on the wind that serves and past a thin watch, raids by distance, and home again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.adjudicator.glory.bots.eyes import WATCH_AT_FIRST, Eyes, Leg, text, when
from pbem.adjudicator.glory.state.terms import (
    CLOSEST,
    FLEET,
    GOLD,
    MEDITERRANEAN,
    PORT,
    SEA,
    TRACK,
    TRANSPORT,
    WEST_INDIES,
    ZONE_PARTS,
)

#: European ports in the order in which they are given a May Sortie, and the fleet of each.
PORTS = {"toulon": "toulon-fleet", "rochefort": "rochefort-fleet", "cadiz": "cadiz-fleet", "brest": "brest-fleet",
         "ferrol": "ferrol-fleet", "cartagena": "cartagena-fleet"}  # fmt: skip
SPARES = ("finisterre-fleet", "magon-fleet", "dumanoir-fleet", "gourdon-fleet")
#: What a fleet out of each port goes for, the first that is still open.
TARGETS = {
    "toulon": ("naples", "alexandria", "malta"), "cartagena": ("naples", "alexandria"),
    "rochefort": ("trinidad", "antigua", "barbados"), "brest": ("bantry-bay", "antigua", "north-sea"),
    "ferrol": ("barbados", "antigua", "bantry-bay"), "cadiz": ("havana", "antigua", "barbados"),
}  # fmt: skip
INDIES = ("trinidad", "barbados", "antigua", "jamaica")
#: Ports that can be raided.
SITES = (*INDIES, "bantry-bay", "naples", "malta", "alexandria")
NORTH_SEA = "north-sea"
#: Twice what each die must show, one time in four, and an admiral's usual Command: what a raid hopes for.
HOPED, COMMAND = 9, 2
#: What lies where a fleet comes home.
HOMES = ("cadiz", "ferrol")
LETTERS = ("a", "b", "c", "d")
#: Ships that stay in port and tie down as many British (13.3), and the fewest that sail.
STAY, SAIL_WITH = 5, 5
#: Ships of the gold's escort (7.3).
GOLD_BLOCK, GOLD_PORT = "spanish-gold", "havana"
#: The army, the port where it waits, and where it may land; it is made ready from this turn, and sails until that one.
ARMY, ARMY_PORT, ARMY_FLEET = "french-transport", "toulon", "toulon-fleet"
LANDINGS, ARMY_FROM, ARMY_UNTIL = ("naples", "alexandria", "malta"), 8, 30
#: The crossing to England: its destination, the port whose fleet covers it, the guns that this takes (22.4), and the
#: turns that a fleet needs for it.
CROSSING, CROSSING_PORT, CROSSING_GUNS, CROSSING_TURNS = "channel", "brest", 110, 4
#: Sails of the watch on station that a fleet slips past: a frigate or two.
THIN = 1
#: A sail of which nothing is known counts for so many ships.
STRANGERS = 5
#: The turns in which a watch is taken to lose a ship to the weather.
WEARS = 5


def allied_plan(eyes: Eyes) -> dict[str, Any]:
    """A turn's orders."""
    trafalgar = eyes.trafalgar
    conseil = {} if trafalgar else destinations(eyes)
    orders: dict[str, Any] = {
        "provisions": provisions(eyes), "conseil": conseil, "fleets": list(squadrons(eyes)),
        "sail": [entry for entry in sailing(eyes, conseil) if entry["legs"]],
        "decoys": [{"rest": "scatter"}], "bonus": list(bonuses(eyes)), "search": [{"search": "none"}],
        "raid": [{"decoys": "raid"}], "battle": battle(),
        "after": [{"if": [{"own_hurt_at_least": "50"}], "bound": CLOSEST}, {"bound": "keep", "home": "all"}],
    }  # fmt: skip
    orders |= {"after": [{"home": "all"}]} if trafalgar else {"spies": ["brest", "plymouth"], "admiralty": yards(eyes)}
    return {name: section for name, section in orders.items() if section}


def battle() -> list[dict[str, Any]]:
    """Shy, wary at three to two, bold at two to one."""
    return [{"if": [{"ratio_at_least": {"own": "2", "enemy": "1"}}], "manner": "bold"},
            {"if": [{"ratio_at_least": {"own": "3", "enemy": "2"}}], "manner": "wary"}, {"manner": "shy"}]  # fmt: skip


# ------------------------------------------------------------------------------------------- council


def provisions(eyes: Eyes) -> dict[str, str]:
    """A May Sortie where most ships face the thinnest watch, the May Not where the watch is thickest."""
    drawn = [str(chit) for chit in eyes.known.get("drawn_provisions", ())]
    ranked = sorted(PORTS, key=lambda port: -chance(eyes, port))
    order = [chit for chit in drawn if chit == "may"] + [chit for chit in drawn if chit != "may"]
    return dict(zip(ranked, order, strict=False))


def yards(eyes: Eyes) -> dict[str, Any]:
    """The Transport is made ready space by space; crews get the points that are left."""
    wanted = ARMY_FROM <= eyes.turn < ARMY_UNTIL and not eyes.in_play(ARMY) and bool(landings(eyes))
    return {"transport": "1", "ready_at": [{"block": ARMY, "at": ARMY_PORT}]} if wanted else {}


def landings(eyes: Eyes) -> list[str]:
    """The places where the army may still land."""
    return [place for place in LANDINGS if place not in eyes.known["invaded"]]


def army_waits(eyes: Eyes) -> bool:
    """Tells if the army lies ready in its port."""
    here = eyes.block(ARMY)
    return here["part"] == PORT and here["at"] == ARMY_PORT and bool(landings(eyes)) and eyes.turn < ARMY_UNTIL


def crossing_pays(eyes: Eyes) -> bool:
    """Tells if a fleet has guns and time for the crossing to England, where no sail is seen."""
    strait, numbers = eyes.board.conseil[CROSSING].place, eyes.board.numbers
    guns = sum(eyes.board.ships[ship].attack for ship in eyes.ready(CROSSING_PORT))
    watched = any(sail["at"] == strait for _, sail in eyes.sails())
    return guns >= CROSSING_GUNS and not watched and eyes.turn + CROSSING_TURNS <= numbers.channel_last_turn


def chance(eyes: Eyes, port: str) -> int:
    """Rates a sortie: own sound ships in hundredths of the watch; nothing for a handful, or without a target."""
    own = len(eyes.ready(port))
    if own < SAIL_WITH or not (within_reach(eyes, who_sail(eyes, port), TARGETS[port]) or eyes.trafalgar):
        return own - 100
    return own * 100 // max(1, watching(eyes, port))


def watching(eyes: Eyes, port: str) -> int:
    """A guess at the British before a port: the last news, else what they began with; none where no sail is.

    Storms wear a watch down, so that an old count tells of fewer.
    """
    seen = [sail for _, sail in eyes.sails() if sail["at"] == port]
    worn = min(eyes.age(port), eyes.turn) // WEARS
    return max(eyes.last_word(port, WATCH_AT_FIRST) - worn, STRANGERS) if seen else 0


def open_targets(eyes: Eyes, wanted: tuple[str, ...]) -> list[str]:
    """Those of some places that are not known to be raided."""
    raided = {str(place) for place, seen in eyes.known["raided"].items() if seen == "raided"}
    gone = raided | {str(port) for port in eyes.known["invaded"]}
    if "1501" in gone:
        gone.add("north-sea")
    if not gold_waits(eyes):
        gone.add(GOLD_PORT)
    return [place for place in wanted if place not in gone]


def gold_waits(eyes: Eyes) -> bool:
    """Tells if the gold is still in Havana."""
    return str(eyes.block(GOLD_BLOCK)["at"]) == GOLD_PORT


def destinations(eyes: Eyes) -> dict[str, str]:
    """The four destinations: those that fleets outside ports use stay, then the directive's and the best targets."""
    held = {str(letter): str(place) for letter, place in eyes.known.get("conseil", {}).items()}
    used = {str(eyes.block(name)["letter"]) for kind in (FLEET, GOLD, "transport") for name in eyes.blocks(kind)
            if eyes.block(name)["part"] != PORT and eyes.block(name)["letter"]}  # fmt: skip
    kept = {letter: place for letter, place in held.items() if letter in used}
    wishes = [place for place in wished(eyes) if place not in kept.values()]
    for letter in LETTERS:
        if letter not in kept and wishes:
            kept[letter] = wishes.pop(0)
    return {letter: kept[letter] for letter in LETTERS if letter in kept}


def wished(eyes: Eyes) -> list[str]:
    """Destinations by weight: gold, crossing, army, raids in hand, the directive, then port by port."""
    found: list[str] = []
    if eyes.blocks(GOLD) and len(eyes.ready(GOLD_PORT)) >= eyes.board.numbers.gold_escort:
        found.append(HOMES[0])
    found += [CROSSING] if crossing_pays(eyes) else []
    found += landings(eyes)[:1] if army_waits(eyes) else []
    if any(to_the_gold(eyes, name, str(eyes.block(name)["at"])) for name in eyes.blocks(FLEET)
           if eyes.block(name)["part"] == PORT):  # fmt: skip
        found.append(GOLD_PORT)
    raiders = strongest_there(eyes)
    found += within_reach(eyes, raiders, INDIES)[:1] if len(raiders) >= SAIL_WITH else []
    directive = str(eyes.known.get("directive", ""))
    if directive in ("naples", "malta", "alexandria", "bantry-bay"):
        found += open_targets(eyes, (directive,))
    for port in sorted(PORTS, key=lambda each: -chance(eyes, each)):
        found += within_reach(eyes, who_sail(eyes, port), TARGETS[port])[:1]
    return list(dict.fromkeys([*found, *HOMES, "martinique", "antigua", "bantry-bay"]))


def in_indies(eyes: Eyes) -> list[str]:
    """The Allied fleets in the West Indies, or on their way."""
    return [name for name in eyes.blocks(FLEET)
            if eyes.sea_of(name) == WEST_INDIES or str(eyes.block(name)["at"]).startswith("west-")]  # fmt: skip


# ------------------------------------------------------------------------------------------- fleets


def squadrons(eyes: Eyes) -> Iterator[dict[str, Any]]:
    """Each port's fleet takes all sound ships but those that stay, and the gold its escort."""
    spares = eyes.unused(SPARES)
    for port, block in PORTS.items():
        ships, here = eyes.ready(port), eyes.block(block)
        free = here["part"] == "unused" or (here["part"] == PORT and here["at"] == port)
        number = len(ships) - stay_behind(len(ships))
        if number < SAIL_WITH:
            continue
        name = block if free else spares.pop(0) if spares else ""
        crowd = eyes.ashore(port)
        if port == ARMY_PORT and army_waits(eyes):
            name, crowd = ARMY, [*crowd, *(eyes.block(block)["admirals"] if free else ())]
        if name:
            yield {"block": name, "at": port, "ships": {"best": text(number)}, "admirals": crowd}
    yield from united(eyes)
    spanish = [ship for ship in eyes.ready(GOLD_PORT) if ship.startswith("s-")]
    if gold_waits(eyes) and len(spanish) >= eyes.board.numbers.gold_escort:
        yield {"block": GOLD_BLOCK, "at": GOLD_PORT, "ships": [ship[2:] for ship in spanish]}


def united(eyes: Eyes) -> Iterator[dict[str, Any]]:
    """Fleets that lie in one port of the West Indies become one."""
    ports = dict.fromkeys(str(eyes.block(name)["at"]) for name in in_indies(eyes) if eyes.block(name)["part"] == PORT)
    for port in [port for port in ports if port != GOLD_PORT or not gold_waits(eyes)]:
        here = [name for name in eyes.blocks(FLEET) if eyes.block(name)["at"] == port]
        if len(here) > 1 and len(eyes.ready(port)) > 1:
            crowd = [admiral for name in here for admiral in eyes.block(name)["admirals"]]
            yield {"block": here[0], "at": port, "ships": {"best": text(len(eyes.ready(port)))},
                   "admirals": [*eyes.ashore(port), *crowd]}  # fmt: skip


def sailing(eyes: Eyes, conseil: dict[str, str]) -> Iterator[dict[str, Any]]:
    """Orders for every fleet in play, those about to form among them."""
    letters = {place: letter for letter, place in conseil.items()}
    names = [name for kind in (TRANSPORT, FLEET, GOLD) for name in eyes.blocks(kind)]
    fresh = [str(entry["block"]) for entry in squadrons(eyes) if entry["block"] not in names]
    ports = {str(entry["block"]): str(entry["at"]) for entry in squadrons(eyes)}
    for name in [*names, *fresh]:
        yield {"block": name, "legs": list(orders_of(eyes, name, letters, ports.get(name, "")))}


def orders_of(eyes: Eyes, name: str, letters: dict[str, str], formed_at: str) -> Iterator[Leg]:
    """One fleet's legs by where it is."""
    here = eyes.block(name)
    part, at = here["part"], formed_at or str(here["at"])
    if eyes.trafalgar:
        yield from free_sailing(eyes, name, at)
    elif formed_at or part == PORT:
        yield from out_of_port(eyes, name, at, letters)
    elif part == TRACK:
        yield {"arrive": {}, "stop": "inshore"}
    elif part == SEA:
        if here["reached"] and not stays_at_sea(eyes, name):
            yield {"leave": {"bound": CLOSEST}}
        yield {"make_for": "bound", "stop": stop_at(eyes, str(here["bound"]))}
    elif part in ZONE_PARTS:
        yield from in_zone(eyes, name, at, letters)


def stays_at_sea(eyes: Eyes, name: str) -> bool:
    """Tells if a fleet in the hex that it was bound for has still something to do there."""
    bound, strong = str(eyes.block(name)["bound"]), eyes.sound(name) * 2 >= len(eyes.ships(name))
    if bound == CROSSING:
        return strong and eyes.turn <= eyes.board.numbers.channel_last_turn
    return strong and bool(open_targets(eyes, (bound,)))


def stop_at(eyes: Eyes, bound: str) -> str:
    """Returns the part where a fleet stops: a friendly port, else Inshore to raid."""
    friendly = bound in eyes.known["friendly"] or bound == CLOSEST
    return "port" if friendly else "inshore" if bound in eyes.board.ports else "sea"


def out_of_port(eyes: Eyes, name: str, port: str, letters: dict[str, str]) -> Iterator[Leg]:
    """Out for the first target that has a letter: past a thin watch, in a storm's wake, or by strength."""
    letter = goal(eyes, name, port, letters)
    if not letter:
        return
    sortie = {"sortie": {"bound": letter}, "stop": "sea"}
    if port not in PORTS:
        if name == GOLD_BLOCK or len(eyes.ready(port)) >= SAIL_WITH or letter == letters.get(GOLD_PORT):
            yield sortie
        return
    zone = str(eyes.board.ports[port].zone).replace("_", "-")
    yield when({"watchers": {"port": port, "on_station_at_most": text(THIN)}}, **sortie)
    yield when({"storm_in": zone}, **sortie)
    if len(who_sail(eyes, port)) >= watching(eyes, port) * 2:
        yield dict(sortie)


def goal(eyes: Eyes, name: str, port: str, letters: dict[str, str]) -> str:
    """The letter of the best destination for a fleet in a port."""
    if name == GOLD_BLOCK:
        spanish = [ship for ship in eyes.ready(GOLD_PORT) if ship.startswith("s-")]
        enough = len(spanish) >= eyes.board.numbers.gold_escort
        return next((letters[home] for home in HOMES if home in letters), "") if enough else ""
    if port == GOLD_PORT and gold_waits(eyes):
        return ""  # it waits for more ships, to bring the gold home
    if to_the_gold(eyes, name, port):
        return letters.get(GOLD_PORT, "")
    if name == ARMY:
        return next((letters[place] for place in landings(eyes) if place in letters), "")
    if port == CROSSING_PORT and CROSSING in letters and crossing_pays(eyes):
        return letters[CROSSING]
    directive = str(eyes.known.get("directive", ""))
    wanted = TARGETS.get(port, INDIES if port in eyes.board.ports else ())
    near = (directive, *wanted) if same_side(eyes, port, directive) else wanted
    ships = who_sail(eyes, port)
    return next((letters[place] for place in within_reach(eyes, ships, tuple(near)) if place in letters), "")


def to_the_gold(eyes: Eyes, name: str, port: str) -> bool:
    """Tells if a few Spanish ships of the West Indies go to Havana, where the gold waits for an escort."""
    few = len(eyes.ready(port)) < SAIL_WITH and any(ship.startswith("s-") for ship in eyes.ready(port))
    return gold_waits(eyes) and port not in (*PORTS, GOLD_PORT) and name != GOLD_BLOCK and few


def same_side(eyes: Eyes, port: str, place: str) -> bool:
    """Tells if a directive's place lies in a port's own sea."""
    return place in eyes.board.ports and eyes.board.ports[place].sea == eyes.board.ports[port].sea


def in_zone(eyes: Eyes, name: str, port: str, letters: dict[str, str]) -> Iterator[Leg]:
    """At its destination: Inshore until the raid is done or the enemy has seen it, then on to the next, or home."""
    target = port in open_targets(eyes, SITES) and eyes.block(name)["bound"] == port
    sound = [ship for ship in eyes.ships(name) if eyes.is_sound(ship)]
    target = target and len(sound) * 2 >= len(eyes.ships(name)) and raid_pays(eyes, sound, port)
    if target and not too_strong(eyes, len(sound), port):
        yield when({"not": [{"spotted": name}]}, station="inshore")
    if name == ARMY and port in landings(eyes) and not too_strong(eyes, eyes.sound(name), port):
        yield {"station": "inshore"}
    if port in eyes.known["friendly"]:
        yield {"enter": port}
    sea = str(eyes.board.ports[port].sea)
    theatre = INDIES if sea == WEST_INDIES else TARGETS["toulon"] if sea == MEDITERRANEAN else ()
    strong = len(sound) >= SAIL_WITH - 1 and len(sound) * 2 >= len(eyes.ships(name))
    for place in within_reach(eyes, sound, theatre) if strong else ():
        if place in letters and place != port:
            yield {"leave": {"bound": letters[place]}, "stop": "inshore"}
    yield {"leave": {"bound": CLOSEST}}


def too_strong(eyes: Eyes, ships: int, place: str) -> bool:
    """Tells if the British off a place are known to be more than two for three."""
    guards = any(sail["at"] == place for _, sail in eyes.sails())
    return guards and guess(eyes, place) * 3 > ships * 2


def guess(eyes: Eyes, place: str) -> int:
    """Guesses the British ships off a place where a sail was seen."""
    return eyes.last_word(place, WATCH_AT_FIRST) or STRANGERS


def within_reach(eyes: Eyes, ships: list[str], wanted: tuple[str, ...]) -> list[str]:
    """Open targets that these ships may hope to raid past what is known of the guard, the unwatched first."""
    watched = {str(sail["at"]) for _, sail in eyes.sails()}
    places = [place for place in open_targets(eyes, wanted)
              if not too_strong(eyes, len(ships), place) and raid_pays(eyes, ships, place)]  # fmt: skip
    return sorted(places, key=lambda place: place in watched)


def raid_pays(eyes: Eyes, ships: list[str], place: str) -> bool:
    """Tells if a raid would succeed one time in four (22.2); other places are no matter of dice."""
    if place not in (*SITES, NORTH_SEA):
        return True
    numbers, port = eyes.board.numbers, eyes.board.ports.get(place)
    dice, defence = numbers.raid_inshore_dice, port.defence or 0 if port else numbers.raid_hex_defence
    if port is None:
        dice = numbers.raid_hex_dice
    guns = sum(eyes.board.ships[ship].attack for ship in ships)
    roll = dice * HOPED // 2 + COMMAND + eyes.board.excess(guns)
    return eyes.board.losses(roll, guns) >= defence


def who_sail(eyes: Eyes, port: str) -> list[str]:
    """The sound ships that would sail from a port: the best, as far as they need not stay."""
    ready = sorted(eyes.ready(port), key=lambda ship: -eyes.board.ships[ship].attack)
    return ready[: len(ready) - stay_behind(len(ready))] if port in PORTS else ready


def stay_behind(ready: int) -> int:
    """The number of ships that stay in a European port, of those that lie ready there."""
    return STAY if ready >= STAY + SAIL_WITH + 2 else 0


def strongest_there(eyes: Eyes) -> list[str]:
    """The sound ships of the largest fleet in the West Indies, or on its way there."""
    fleets = [[ship for ship in eyes.ships(name) if eyes.is_sound(ship)] for name in in_indies(eyes)]
    return max(fleets, key=len, default=[])


def bonuses(eyes: Eyes) -> Iterator[dict[str, Any]]:
    """Bonus chits bring the largest fleet at sea on, else a rumour towards the Channel."""
    out = sorted((name for name in eyes.blocks(FLEET) if eyes.block(name)["part"] == SEA),
                 key=lambda name: -len(eyes.ships(name)))  # fmt: skip
    for name in [*out, *PORTS.values()]:
        yield {"chit": "any", "if": [{"at_sea": name}], "block": name, "make_for": "bound"}
    yield {"chit": "any", "block": "any-decoy", "make_for": "1403"}


# ------------------------------------------------------------------------------------------- Trafalgar


def allied_set_up(eyes: Eyes) -> dict[str, Any]:
    """In Trafalgar the fleet on the track is bound for Ferrol, where most ships can join it."""
    return {"toulon": "ferrol"} if eyes.trafalgar else {}


def free_sailing(eyes: Eyes, name: str, at: str) -> Iterator[Leg]:
    """Trafalgar: the fleets join in Ferrol, sail for Brest before it closes, and then beyond the Straits."""
    part = eyes.block(name)["part"]
    if part == TRACK:
        yield {"arrive": {}, "stop": "port"}
        return
    figures = eyes.board.trafalgar
    here = eyes.block(name)
    together = len(eyes.ready(at)) if part == PORT else len(eyes.ships(name))
    need = eyes.board.numbers.trafalgar_ships
    if part == PORT and eyes.turn < figures.grant_before and together >= need:
        yield {"make_for": "brest", "stop": "port"}
    elif part == PORT and eyes.turn >= figures.grant_before and together >= need:
        yield {"make_for": "1222", "stop": "sea"}
    elif part == PORT and at != "ferrol" and eyes.turn < figures.grant_before:
        yield when({"watchers": {"port": at, "on_station_at_most": text(THIN)}}, make_for="ferrol", stop="port")
    elif part == PORT and together >= SAIL_WITH:
        target = "bantry-bay" if "bantry-bay" in open_targets(eyes, ("bantry-bay",)) else "1501"
        yield when({"watchers": {"port": at, "on_station_at_most": text(THIN)}}, make_for=target, stop="inshore")
    elif part != PORT:
        yield from at_large(eyes, name, str(here["at"]))


def at_large(eyes: Eyes, name: str, at: str) -> Iterator[Leg]:
    """A Trafalgar fleet at sea: on for what its strength allows."""
    need, figures = eyes.board.numbers.trafalgar_ships, eyes.board.trafalgar
    if len(eyes.ships(name)) >= need:
        early = eyes.turn < figures.grant_before
        yield {"make_for": "brest", "stop": "port"} if early else {"make_for": "1222", "stop": "sea"}
        return
    raids = open_targets(eyes, ("bantry-bay", "north-sea"))
    if at in raids:
        yield {"station": "inshore"}
    if eyes.sound(name) >= SAIL_WITH and raids:
        target = "1501" if raids[0] == "north-sea" else raids[0]
        yield {"make_for": target, "stop": "inshore" if target in eyes.board.ports else "sea"}
    yield {"enter": "ferrol"}
