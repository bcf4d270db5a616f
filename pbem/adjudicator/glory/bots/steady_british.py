"""The British admiralty: a fleet before every port, frigates close in, hunters after what gets out, and reliefs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.adjudicator.glory.bots.eyes import AT_FIRST, Eyes, Leg, named, text, when
from pbem.adjudicator.glory.state.terms import (
    EXPEDITION,
    FLEET,
    MEDITERRANEAN,
    NORTH_ATLANTIC,
    PORT,
    SEA,
    TRACK,
    WEST_INDIES,
    ZONE_PARTS,
)

#: The Allied ports that are watched, and the fleet that watches each.
STATIONS = {
    "brest": "channel-fleet", "ferrol": "cape-fleet", "cadiz": "gibraltar-fleet", "toulon": "mediterranean-fleet",
    "rochefort": "downs-fleet",
}  # fmt: skip
BANTRY = "bantry-bay"
#: The block that goes after what leaves a port, and where it looks if nothing is in sight.
HUNTERS = {"brest": "biscay-fleet", "ferrol": "african-fleet", "cadiz": "levant-fleet", "toulon": "minorca-fleet"}
GUESSES = {
    "brest": ["bantry-bay", "0808"], "ferrol": ["0513", "rochefort"], "cadiz": ["1123", "0123"],
    "toulon": ["naples", "1123"], "rochefort": ["1109", "ferrol"],
}  # fmt: skip
#: Fleets that carry reliefs out of the home ports, and of the Mediterranean.
RELIEFS = ("atlantic-fleet", "downs-fleet", "biscay-fleet", "african-fleet", "levant-fleet", "minorca-fleet")
HOMES = {"plymouth": ("brest", "ferrol", "rochefort", BANTRY), "portsmouth": ("brest", "ferrol", "rochefort", BANTRY),
         "gibraltar": ("cadiz",), "madalenas": ("toulon",)}  # fmt: skip
#: Where damaged ships of a station go.
HAVENS = {"brest": ("plymouth", "portsmouth"), "ferrol": ("plymouth",), "rochefort": ("plymouth",),
          "cadiz": ("gibraltar",), "toulon": ("madalenas",), "bantry-bay": ("plymouth",)}  # fmt: skip
#: Posts of the frigates, the most important first.
POSTS = ("brest/inshore", "toulon/inshore", "ferrol/inshore", "cadiz/inshore", "rochefort/inshore", "brest/loose",
         "cadiz/loose", "bantry-bay/loose", "toulon/loose")  # fmt: skip
#: The fewest sound ships that go hunting, or out as a relief.
HUNT_WITH, RELIEF_WITH = 6, 2
#: The fewest sound ships that stay at sea as hunters; fewer go to the station that needs them.
HUNT_ON_WITH = 4
INDIES_FLEET, INDIES_BASE = "west-indies-fleet", "trinidad"
#: The islands that are guarded, the weakest first.
INDIES_POSTS = (INDIES_BASE, "barbados", "antigua")
IRISH = "irish-fleet"
#: The arrival of British blocks nearest to that base (12.3), and the sound ships wanted there and off Bantry.
ARRIVAL, GUARD, IRISH_GUARD = "4", 14, 9
#: The port where a fleet goes in that is half hurt.
REFUGES = {NORTH_ATLANTIC: "plymouth", MEDITERRANEAN: "madalenas", WEST_INDIES: "antigua"}
#: Spaces paid a turn to make an expedition ready, as long as none is (5.2.1).
SPACES = 2
#: The points of a turn from which Moore is made ready before any event needs those troops.
PLENTY = 7
#: Where each Admiralty Event sends an expedition or a squadron (5.10).
LANDINGS = {"naples": "naples", "russia": "corfu", "barbary": "algiers"}
CROSSINGS = {"slave-revolt": {"to": "jamaica"}, "leopard": {"to": "canada", "home": "2"}}
#: Craig waits in the Mediterranean, where Naples and Corfu are near; Moore at home, for the other side of the ocean.
CRAIG, MOORE, CRAIG_WAITS = "craig", "moore", "malta"
#: The escort of an expedition: with fewer guns no landing succeeds at Algiers.
ESCORT = 5
#: Where a squadron shows the flag in Portugal (5.10).
PORTUGAL, LISBON = "portugal", "lisbon"
#: Where the West India convoy gathers.
CONVOY, CONVOY_PORT = "convoy", "antigua"
CHANNEL_PORTS = ("plymouth", "portsmouth")
#: Until this turn reliefs go west only after a sail.
EARLY = 4


def british_set_up(eyes: Eyes) -> dict[str, Any]:
    """All fleets on Loose Blockade, for it is January."""
    fleets = [block for port, block in STATIONS.items() if port in ("brest", "ferrol", "cadiz")]
    if eyes.trafalgar:
        fleets = ["cape-fleet", "gibraltar-fleet"]
    return {"stations": [{"block": block, "station": "loose"} for block in fleets]}


def british_plan(eyes: Eyes) -> dict[str, Any]:
    """A turn's orders."""
    sail: list[dict[str, Any]] = []
    fleets = list(reliefs(eyes))
    formed = {str(entry["block"]): str(entry["at"]) for entry in fleets}
    watchers = {block: port for port in STATIONS if (block := keeper(eyes, port))}
    for block in dict.fromkeys([*watchers, *(name for name in STATIONS.values() if eyes.in_play(name))]):
        home = watchers.get(block, "") or next((port for port, name in STATIONS.items() if name == block), "")
        if block in watchers or home not in watchers.values():
            sail.append({"block": block, "legs": watch(eyes, home, block)})
    for block in eyes.blocks(FLEET):
        if block not in [entry["block"] for entry in sail]:
            sail.append({"block": block, "legs": list(roving(eyes, block))})
    named = [entry["block"] for entry in sail]
    for block in (*formed, *HUNTERS.values()):
        if block not in named:
            sail.append({"block": block, "legs": list(roving(eyes, block, formed.get(block, "")))})
            named.append(block)
    convoys = dict.fromkeys([*eyes.blocks(EXPEDITION), *(str(entry["block"]) for entry in escorts(eyes))])
    sail += [{"block": block, "legs": landing(eyes, block)} for block in convoys]
    sail += [{"block": frigate, "legs": legs} for frigate, legs in scouts(eyes)]
    orders: dict[str, Any] = {
        "fleets": fleets + list(escorts(eyes)), "sail": [entry for entry in sail if entry["legs"]],
        "bonus": list(bonuses(eyes)), "relocate": list(relocations(eyes)), "transfer": list(transfers(eyes)),
        "battle": battle(),
        "after": [{"home": "all", "release": "none"}],
        "search": [{"north_sea": ["1403", "1501"]}],
    }  # fmt: skip
    if not eyes.trafalgar:
        orders |= {"admiralty": yards(eyes), "declare": [{"event": "yes", "barbary": "yes"}]}
    return {name: section for name, section in orders.items() if section}


def battle() -> list[dict[str, Any]]:
    """Bold from four to five ships upward, else wary; shy of twice the own strength."""
    return [{"if": [{"ratio_at_least": {"own": "4", "enemy": "5"}}], "manner": "bold", "damage": "spread"},
            {"if": [{"ratio_at_least": {"own": "1", "enemy": "2"}}], "manner": "wary"}, {"manner": "shy"}]  # fmt: skip


# ------------------------------------------------------------------------------------------- stations


def watch(eyes: Eyes, port: str, block: str) -> list[Leg]:
    """A blockading fleet: it hunts what leaves with what may go, and keeps its station by the season."""
    here = eyes.block(block)
    if here["at"] != port:
        return to_station(eyes, port, block)
    legs: list[Leg] = []
    legs += hurt_home(eyes, block)
    hunter = HUNTERS.get(port, "")
    quarry = {"left": port, "guess": GUESSES[port]}
    legs.append(when({"left": port}, {"masts": {"port": port, "at_most": "0"}}, hunt=quarry))
    if hunter in unused(eyes):
        free = {"own": {"undamaged_at_least": text(HUNT_WITH)}}
        legs.append(when({"left": port}, free, detach={"as": hunter, "keep": "masts", "take": "best"}, hunt=quarry))
    legs += flag(eyes, port, block)
    legs.append(when({"event": "rockets"}, {"event_due": {"within": "0"}}, station="inshore"))
    zone = str(eyes.board.ports[port].zone).replace("_", "-")
    if eyes.winter:
        return [*legs, {"station": "loose"}]
    return [*legs, when({"storm_in": zone}, station="loose"), {"station": "inshore"}]


def keeper(eyes: Eyes, port: str) -> str:
    """The fleet that keeps the watch before a port: the one that belongs there, else the strongest of those there."""
    there = eyes.off(port)
    return STATIONS[port] if STATIONS[port] in there else max(there, key=eyes.sound, default="")


def to_station(eyes: Eyes, port: str, block: str) -> list[Leg]:
    """A fleet that belongs before a port goes there, unless something got out that it can hunt."""
    return [{"hunt": {"left": port, "since": text(max(1, eyes.turn - 1))}}, {"make_for": port, "stop": "loose"}]


def roving(eyes: Eyes, block: str, formed_at: str = "") -> Iterator[Leg]:
    """Hunters and reliefs by where they are: off a track, in the West Indies, at sea, or fresh out of port."""
    here = eyes.block(block)
    part = here["part"]
    sea = eyes.sea_of(block) if part in (SEA, PORT, *ZONE_PARTS) else ""
    if part == TRACK:
        yield {"arrive": {}, "stop": "loose"}
    elif block == INDIES_FLEET or sea == WEST_INDIES:
        yield from guard_indies(eyes, block)
    elif block == IRISH:
        yield {"station": "loose" if eyes.winter else "inshore"}
    elif here["at"] == LISBON and event(eyes) == PORTUGAL:
        yield {"station": "loose"}
    elif to_lisbon(eyes) and (formed_at in CHANNEL_PORTS or enough_for_lisbon(eyes, block)):
        yield {"make_for": LISBON, "stop": "loose"}
    else:
        if part != PORT and not formed_at:
            yield from hurt_home(eyes, block)
            if eyes.sound(block) >= HUNT_ON_WITH:
                yield from hunting(eyes, block, sea)
        if formed_at in CHANNEL_PORTS and goes_west(eyes):
            yield {"cross": {"to": ARRIVAL}}
        yield from homeward(eyes, block, formed_at)


def hunting(eyes: Eyes, block: str, sea: str) -> Iterator[Leg]:
    """A fleet at sea goes after what is in sight and not known to be stronger."""
    strength = max(eyes.sound(block), HUNT_WITH)
    for number in sorted(eyes.sails_in(sea) if sea else (), key=int):
        stronger = {"sail_seen": {"sail": named(number), "ships_at_least": text(strength * 5 // 4 + 1)}}
        yield when({"not": [stronger]}, hunt={"sail": named(number)})
    for port in STATIONS:
        yield when({"left": port}, hunt={"left": port, "spread": "true"})
    if eyes.sound(block) >= HUNT_WITH and eyes.sails_on("west") and not eyes.trafalgar:
        yield when({"sail_on": "west"}, cross={"to": ARRIVAL})


def hurt_home(eyes: Eyes, block: str) -> Iterator[Leg]:
    """A fleet of which half is hurt goes in; wrecks leave one that is sound, for the next storm would sink them."""
    haven = REFUGES.get(eyes.sea_of(block), "")
    ships, free = eyes.ships(block), unused(eyes)
    if haven and eyes.sound(block) * 2 < len(ships):
        yield {"enter": haven}
    elif haven and free and any(eyes.is_wrecked(ship) for ship in ships):
        yield {"detach": {"as": free[0], "ships": "damaged"}, "enter": haven}


def goes_west(eyes: Eyes) -> bool:
    """Tells if a relief is wanted in the West Indies: after a sail, or once the year is under way."""
    wanted = eyes.sails_on("west") > 0 or eyes.turn > EARLY
    return wanted and indies_guard(eyes) < GUARD and not eyes.trafalgar


def homeward(eyes: Eyes, block: str, formed_at: str) -> Iterator[Leg]:
    """To the station that needs it most, to join the fleet there."""
    part, at = eyes.block(block)["part"], str(eyes.block(block)["at"])
    base = at if part in ZONE_PARTS and at in STATIONS else needy(eyes, block, formed_at)
    other = keeper(eyes, base) if base in STATIONS else next(iter(eyes.off(base)), "")
    yield {"make_for": base, "join": other} if other not in ("", block) else {"make_for": base, "stop": "loose"}


def indies_guard(eyes: Eyes) -> int:
    """Counts own sound ships in the West Indies, or on their way there."""
    return sum(eyes.sound(block) for block in eyes.blocks(FLEET)
               if eyes.sea_of(block) == WEST_INDIES or str(eyes.block(block)["at"]).startswith("west-"))  # fmt: skip


def needy(eyes: Eyes, block: str, formed_at: str) -> str:
    """The station that lacks most ships by the last count, of those that a fleet can reach."""
    sea = eyes.sea_of(block) if not formed_at else str(eyes.board.ports[formed_at].sea)
    near = HOMES.get(formed_at or eyes.block(block)["at"], ())
    ports = near or [port for port in STATIONS if str(eyes.board.ports[port].sea) == sea] or list(STATIONS)
    return max(ports, key=lambda port: wanted_off(eyes, port) - eyes.on_watch(port))


def wanted_off(eyes: Eyes, port: str) -> int:
    """The sound ships that a station should have: as many as lie in the port, or a guard off Bantry."""
    return IRISH_GUARD if port == BANTRY else eyes.last_word(port, AT_FIRST)


def reliefs(eyes: Eyes) -> Iterator[dict[str, Any]]:
    """Ships that lie ready at home form fleets, if there are enough of them and a block is free."""
    free = unused(eyes)
    kept = [eyes.block(name)["at"] for name in eyes.blocks(EXPEDITION)
            if waits_for_escort(eyes, name) and not eyes.ships(name)]  # fmt: skip
    for port in [port for port in HOMES if port not in kept]:
        ships = eyes.harbour(port)
        enough = eyes.board.numbers.portugal_ships if to_lisbon(eyes) and port in CHANNEL_PORTS else RELIEF_WITH
        if len(ships) >= enough and free:
            yield {"block": free.pop(0), "at": port, "ships": {"best": text(len(ships))}, "admirals": eyes.ashore(port)}


def unused(eyes: Eyes) -> list[str]:
    """Blocks for new fleets; one is kept for the escort of each expedition that is out (7.2)."""
    out = [name for name in eyes.blocks(EXPEDITION) if eyes.ships(name)]
    return eyes.unused(RELIEFS)[: -len(out) or None]


def relocations(eyes: Eyes) -> Iterator[dict[str, Any]]:
    """Damaged ships go in wherever they may, first where the yards will have time for them soonest."""
    for port, havens in HAVENS.items():
        for haven in sorted(havens, key=lambda each: turns_of_work(eyes, each)):
            yield {"from": port, "to": haven, "ships": "all", "when_at_least": "1"}


def transfers(eyes: Eyes) -> Iterator[dict[str, Any]]:
    """Damaged ships go to the other Channel port, until both yards have work for as many turns."""
    busy, idle = sorted(CHANNEL_PORTS, key=lambda port: -turns_of_work(eyes, port))
    yards_, hurt = eyes.board.ports[busy].repair, eyes.hurt(busy)
    both = yards_ + eyes.board.ports[idle].repair
    surplus = len(hurt) - (len(hurt) + len(eyes.hurt(idle))) * yards_ // both
    manned = [ship for ship in hurt if ship in eyes.known["ports"][busy]["ready"]]
    if surplus > 0 and manned and turns_of_work(eyes, busy) > turns_of_work(eyes, idle):
        yield {"to": idle, "ships": [ship[2:] for ship in manned[-surplus:]]}


def turns_of_work(eyes: Eyes, port: str) -> int:
    """The turns for which a port's yards have damaged ships to mend."""
    return len(eyes.hurt(port)) // max(1, eyes.board.ports[port].repair)


# ------------------------------------------------------------------------------------------- the West Indies


def guard_indies(eyes: Eyes, block: str) -> Iterator[Leg]:
    """A fleet in the West Indies: after raiders that are no stronger, else on guard; extra fleets go home in the end.

    In the months of hurricanes it lies in port, and where the convoy gathers if an event asks for one.
    """
    strength = eyes.sound(block)
    if eyes.block(block)["part"] == PORT and eyes.hurt(str(eyes.block(block)["at"])) and not strength:
        return
    yield from hurt_home(eyes, block)
    if event(eyes) == CONVOY:
        yield {"enter": CONVOY_PORT}
    intruders = sorted(eyes.sails_in(WEST_INDIES), key=int)
    for number in intruders:
        weak = {"sail_seen": {"sail": named(number), "ships_at_most": text(strength * 5 // 4)}}
        yield when(weak, hunt={"sail": named(number)})
    others = [name for name in eyes.blocks(FLEET) if name != INDIES_FLEET and eyes.sea_of(name) == WEST_INDIES]
    place = 0 if block == INDIES_FLEET else 1 + others.index(block)
    if place >= len(INDIES_POSTS):
        yield {"cross": {"to": "3"}}
    post = INDIES_POSTS[min(place, len(INDIES_POSTS) - 1)]
    if eyes.turn and eyes.board.turn(eyes.turn).hurricane:
        yield {"enter": post}
    yield {"make_for": post, "stop": "loose"}


# ------------------------------------------------------------------------------------------- frigates


def scouts(eyes: Eyes) -> Iterator[tuple[str, list[Leg]]]:
    """Each frigate keeps its post and follows what leaves there; those without one go to the first that is empty."""
    taken: list[str] = []
    idle: list[str] = []
    for frigate in eyes.frigates():
        post = f"{eyes.block(frigate)['at']}/{eyes.block(frigate)['part']}"
        home = next((each for each in POSTS if each.partition("/")[0] == eyes.block(frigate)["at"]
                     and each not in taken and eyes.block(frigate)["part"] in ZONE_PARTS), "")  # fmt: skip
        if post in POSTS and post not in taken:
            home = post
        if home:
            taken.append(home)
            yield frigate, on_post(home)
        else:
            idle.append(frigate)
    for frigate in idle:
        free = [post for post in POSTS if post not in taken]
        post = min(free, key=lambda each: reach(eyes, frigate, each)) if free else POSTS[0]
        taken.append(post)
        yield frigate, to_post(post)


def reach(eyes: Eyes, frigate: str, post: str) -> tuple[int, int]:
    """Measures the way to a post; another ocean counts as farthest."""
    here = eyes.block(frigate)["at"]
    distance = eyes.hexes(here, post.partition("/")[0]) if here else 0
    return distance, POSTS.index(post)


def on_post(post: str) -> list[Leg]:
    """A frigate off a port: it shadows what comes out and goes back to its part of the zone."""
    port, _, part = post.partition("/")
    return [when({"left": port}, shadow={"left": port, "spread": "true"}), {"station": part}]


def to_post(post: str) -> list[Leg]:
    """A frigate on its way: it keeps with a sail that it shadows, else goes to its post."""
    port, _, part = post.partition("/")
    legs: list[Leg] = [when({"left": each}, shadow={"left": each, "spread": "true"}) for each in STATIONS]
    return [*legs, {"make_for": port, "stop": part}]


def bonuses(eyes: Eyes) -> Iterator[dict[str, Any]]:
    """Bonus chits bring hunters and frigates up with what is out."""
    yield {"chit": "any", "if": [{"sail_at": "1403"}], "block": "north-sea-fleet", "search": "1403"}
    for port, hunter in HUNTERS.items():
        yield {"chit": "any", "if": [{"left": port}, {"at_sea": hunter}], "block": hunter, "hunt": {"left": port}}
    for frigate in eyes.frigates():
        yield {"chit": "any", "if": [{"left": "brest"}, {"at_sea": frigate}], "block": frigate,
               "shadow": {"left": "brest"}}  # fmt: skip


# ------------------------------------------------------------------------------------------- yards, expeditions


def yards(eyes: Eyes) -> dict[str, Any]:
    """Expeditions are made ready first and kept ready; then the largest ship that can be paid."""
    ready = eyes.blocks(EXPEDITION)
    orders: dict[str, Any] = {"administrator": "best"}
    points = int(eyes.known["points"]["british"])
    unready = [convoy for convoy in (CRAIG, MOORE) if convoy not in ready and wanted(eyes, convoy, points)]
    if unready:
        orders |= {"expeditions": [{"block": unready[0], "spaces": text(SPACES)}],
                   "ready_at": [{"block": unready[0], "at": "portsmouth"}]}  # fmt: skip
    points -= SPACES * eyes.board.numbers.expedition_cost if unready else 0
    waiting = [ship for port in ("portsmouth", "plymouth", "gibraltar", "malta", "jamaica")
               for ship in eyes.known["ports"].get(port, {}).get("ordinary", ())]  # fmt: skip
    costs = {ship: cost(eyes, str(ship)) for ship in waiting}
    payable = sorted((ship for ship in waiting if costs[ship] <= points), key=lambda ship: -costs[ship])
    if payable:
        orders["crew"] = [str(ship)[2:] for ship in payable]
    return orders


def wanted(eyes: Eyes, convoy: str, points: int) -> bool:
    """Tells if an expedition is made ready: Craig until the last event is drawn, Moore once points are plenty."""
    more_to_come = eyes.turn < eyes.board.numbers.event_last_turn - eyes.board.numbers.event_turns
    return calls(eyes, convoy) or (more_to_come and (convoy == CRAIG or points >= PLENTY))


def cost(eyes: Eyes, ship: str) -> int:
    """The manpower that a ship In Ordinary needs: the defence factor of the side that lies up (5.2.1)."""
    piece = eyes.board.ships[ship]
    return piece.defence_damaged if eyes.known["ships"][ship]["state"] == "ordinary-damaged" else piece.defence


def event(eyes: Eyes) -> str:
    """The Admiralty Event that falls due first."""
    due = {str(name): int(turn) for name, turn in eyes.known["event"].items()}
    return min(due, key=lambda name: due[name]) if due else ""


def escorts(eyes: Eyes) -> Iterator[dict[str, Any]]:
    """A convoy in port gets what lies ready there: Craig to sail at once, Moore when an event calls for it."""
    for convoy in eyes.blocks(EXPEDITION):
        here = eyes.block(convoy)
        ships = eyes.ready(str(here["at"]))
        if here["part"] == PORT and not eyes.ships(convoy) and waits_for_escort(eyes, convoy):
            enough = min(ESCORT, len(ships)) if calls(eyes, convoy) else ESCORT
            if enough and len(ships) >= enough:
                yield {"block": convoy, "at": here["at"], "ships": {"best": text(enough)},
                       "admirals": eyes.ashore(str(here["at"]))[:1]}  # fmt: skip


def calls(eyes: Eyes, convoy: str) -> bool:
    """Tells if the event that falls due first calls for an expedition."""
    return event(eyes) in (LANDINGS if convoy == CRAIG else CROSSINGS)


def waits_for_escort(eyes: Eyes, convoy: str) -> bool:
    """Tells if an expedition waits for nothing but its escort: Craig always, Moore when an event wants troops."""
    return convoy == CRAIG or calls(eyes, convoy)


def landing(eyes: Eyes, convoy: str) -> list[Leg]:
    """An expedition sails where the event wants it, and lies Inshore there; Craig waits near by until one does."""
    wanted = event(eyes)
    if convoy == CRAIG:
        calls = [when({"event": each}, make_for=place, stop="inshore") for each, place in LANDINGS.items()]
        return [*calls, {"enter": CRAIG_WAITS}]
    return [{"cross": CROSSINGS[wanted]}] if wanted in CROSSINGS else []


def to_lisbon(eyes: Eyes) -> bool:
    """Tells if the event asks for a squadron off Lisbon, and none is there."""
    return event(eyes) == PORTUGAL and not eyes.off(LISBON)


def enough_for_lisbon(eyes: Eyes, block: str) -> bool:
    """Tells if a fleet at sea has the sound ships that Lisbon asks for."""
    at_sea = eyes.block(block)["part"] == SEA and eyes.sea_of(block) == NORTH_ATLANTIC
    return at_sea and eyes.sound(block) >= eyes.board.numbers.portugal_ships


def flag(eyes: Eyes, port: str, block: str) -> Iterator[Leg]:
    """Six sound ships leave a blockade for Lisbon, if the event wants them and the last count lets them go."""
    needs = eyes.board.numbers.portugal_ships
    free = unused(eyes)
    word = eyes.known["news"].get(port)
    spare = eyes.sound(block) - (int(word["low"]) if word else AT_FIRST[port])
    if event(eyes) == PORTUGAL and free and spare >= needs and not eyes.off(LISBON):
        yield {"detach": {"as": free[-1], "ships": {"best": text(needs)}}, "make_for": LISBON, "stop": "loose"}
