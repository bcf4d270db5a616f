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
#: What lies where a fleet comes home.
HOMES = ("cadiz", "ferrol")
LETTERS = ("a", "b", "c", "d")
#: Ships that stay in port and tie down as many British (13.3), and the fewest that sail.
STAY, SAIL_WITH = 5, 5
#: Ships of the gold's escort (7.3).
GOLD_BLOCK, GOLD_PORT = "spanish-gold", "havana"
#: Sails of the watch on station that a fleet slips past: a frigate or two.
THIN = 1
#: A sail of which nothing is known counts for so many ships.
STRANGERS = 5


def allied_plan(eyes: Eyes) -> dict[str, Any]:
    """A turn's orders."""
    trafalgar = eyes.trafalgar
    conseil = {} if trafalgar else destinations(eyes)
    orders: dict[str, Any] = {
        "provisions": provisions(eyes), "conseil": conseil, "fleets": list(squadrons(eyes)),
        "sail": [entry for entry in sailing(eyes, conseil) if entry["legs"]],
        "decoys": [{"rest": "scatter"}], "bonus": list(bonuses(eyes)), "search": [{"search": "none"}],
        "raid": [{"attempt": "raid", "decoys": "raid"}], "battle": battle(),
        "after": [{"if": [{"own_hurt_at_least": "50"}], "bound": CLOSEST}, {"bound": "keep", "home": "all"}],
    }  # fmt: skip
    orders |= {"after": [{"home": "all"}]} if trafalgar else {"spies": ["brest", "plymouth"]}
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


def chance(eyes: Eyes, port: str) -> int:
    """Rates a sortie: own sound ships in hundredths of the watch; nothing for a handful."""
    own = len(eyes.ready(port))
    if own < SAIL_WITH:
        return own - 100
    return own * 100 // max(1, watching(eyes, port))


def watching(eyes: Eyes, port: str) -> int:
    """A guess at the British before a port: the last news, else what they began with; none where no sail is."""
    seen = [sail for _, sail in eyes.sails() if sail["at"] == port]
    return eyes.last_word(port, WATCH_AT_FIRST) if seen else 0


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
    """Destinations in the order of the ports that may sail, a home port among them."""
    found: list[str] = []
    directive = str(eyes.known.get("directive", ""))
    if directive in ("naples", "malta", "alexandria", "bantry-bay"):
        found += open_targets(eyes, (directive,))
    for port in sorted(PORTS, key=lambda each: -chance(eyes, each)):
        found += within_reach(eyes, len(eyes.ready(port)), TARGETS[port])[:1]
    if ready_in_indies(eyes):
        found = [*within_reach(eyes, SAIL_WITH, INDIES)[:2], *found]
    if eyes.blocks(GOLD) and len(eyes.ready(GOLD_PORT)) >= eyes.board.numbers.gold_escort:
        found.insert(0, HOMES[0])
    found.insert(3, HOMES[0])
    return list(dict.fromkeys([*found, *HOMES, "martinique", "antigua", "bantry-bay"]))


def ready_in_indies(eyes: Eyes) -> bool:
    """Tells if an Allied fleet is in the West Indies, or on its way."""
    return any(eyes.sea_of(name) == WEST_INDIES or str(eyes.block(name)["at"]).startswith("west-")
               for name in eyes.blocks(FLEET))  # fmt: skip


# ------------------------------------------------------------------------------------------- fleets


def squadrons(eyes: Eyes) -> Iterator[dict[str, Any]]:
    """Each port's fleet takes all sound ships but those that stay, and the gold its escort."""
    spares = eyes.unused(SPARES)
    for port, block in PORTS.items():
        ships, here = eyes.ready(port), eyes.block(block)
        free = here["part"] == "unused" or (here["part"] == PORT and here["at"] == port)
        number = len(ships) - (STAY if len(ships) >= STAY + SAIL_WITH + 2 else 0)
        if number < SAIL_WITH:
            continue
        name = block if free else spares.pop(0) if spares else ""
        if name:
            yield {"block": name, "at": port, "ships": {"best": text(number)}, "admirals": eyes.ashore(port)}
    spanish = [ship for ship in eyes.ready(GOLD_PORT) if ship.startswith("s-")]
    if gold_waits(eyes) and len(spanish) >= eyes.board.numbers.gold_escort:
        yield {"block": GOLD_BLOCK, "at": GOLD_PORT, "ships": [ship[2:] for ship in spanish]}


def sailing(eyes: Eyes, conseil: dict[str, str]) -> Iterator[dict[str, Any]]:
    """Orders for every fleet in play, those about to form among them."""
    letters = {place: letter for letter, place in conseil.items()}
    names = [name for kind in (FLEET, GOLD) for name in eyes.blocks(kind)]
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
        yield {"make_for": "bound", "stop": stop_at(eyes, str(here["bound"]))}
    elif part in ZONE_PARTS:
        yield from in_zone(eyes, name, at, letters)


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
        yield sortie
        return
    zone = str(eyes.board.ports[port].zone).replace("_", "-")
    yield when({"watchers": {"port": port, "on_station_at_most": text(THIN)}}, **sortie)
    yield when({"storm_in": zone}, **sortie)
    if len(eyes.ready(port)) * 2 >= watching(eyes, port) * 3:
        yield dict(sortie)


def goal(eyes: Eyes, name: str, port: str, letters: dict[str, str]) -> str:
    """The letter of the best destination for a fleet in a port."""
    if name == GOLD_BLOCK:
        spanish = [ship for ship in eyes.ready(GOLD_PORT) if ship.startswith("s-")]
        enough = len(spanish) >= eyes.board.numbers.gold_escort
        return next((letters[home] for home in HOMES if home in letters), "") if enough else ""
    if port == GOLD_PORT and gold_waits(eyes):
        return ""  # it waits for more ships, to bring the gold home
    directive = str(eyes.known.get("directive", ""))
    wanted = TARGETS.get(port, INDIES if port in eyes.board.ports else ())
    near = (directive, *wanted) if same_side(eyes, port, directive) else wanted
    ships = len(eyes.ready(port))
    return next((letters[place] for place in within_reach(eyes, ships, tuple(near)) if place in letters), "")


def same_side(eyes: Eyes, port: str, place: str) -> bool:
    """Tells if a directive's place lies in a port's own sea."""
    return place in eyes.board.ports and eyes.board.ports[place].sea == eyes.board.ports[port].sea


def in_zone(eyes: Eyes, name: str, port: str, letters: dict[str, str]) -> Iterator[Leg]:
    """At its destination: Inshore until the raid is done or the enemy has seen it, then on to the next, or home."""
    target = port in open_targets(eyes, SITES) and eyes.block(name)["bound"] == port
    if target and not too_strong(eyes, eyes.sound(name), port):
        yield when({"not": [{"spotted": name}]}, station="inshore")
    if port in eyes.known["friendly"]:
        yield {"enter": port}
    sea = str(eyes.board.ports[port].sea)
    theatre = INDIES if sea == WEST_INDIES else TARGETS["toulon"] if sea == MEDITERRANEAN else ()
    strong = eyes.sound(name) >= SAIL_WITH - 1
    for place in within_reach(eyes, eyes.sound(name), theatre) if strong else ():
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


def within_reach(eyes: Eyes, ships: int, wanted: tuple[str, ...]) -> list[str]:
    """Open targets that are not too strongly guarded, those before which no sail lies first."""
    watched = {str(sail["at"]) for _, sail in eyes.sails()}
    places = [place for place in open_targets(eyes, wanted) if not too_strong(eyes, ships, place)]
    return sorted(places, key=lambda place: place in watched)


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
