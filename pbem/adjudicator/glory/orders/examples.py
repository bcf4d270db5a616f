"""Examples in an order file, made of what its owner really has: lawful as they stand."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.glory.state.terms import BRITISH, TRAFALGAR
from pbem.adjudicator.glory.view.look import spot
from pbem.adjudicator.glory.view.picture import Picture

Part = dict[str, Any]
WATCHED = ("brest", "toulon", "cadiz")


def british(seen: Picture) -> bool:
    """Tells if the reader is the British player."""
    return seen.side == BRITISH


def trafalgar(seen: Picture) -> bool:
    """Tells if it is the scenario of Trafalgar."""
    return str(seen.known.get("scenario", "")) == TRAFALGAR


def own(seen: Picture) -> dict[str, str]:
    """One's own blocks in play and where they lie."""
    return {name: spot(each) for name, each in seen.known.get("blocks", {}).items() if spot(each)}


def fleets_in(seen: Picture, part: str) -> list[str]:
    """One's own fleets in this part of a zone."""
    return [name for name, at in own(seen).items() if name.endswith("-fleet") and at.endswith(f"/{part}")]


def set_up(seen: Picture) -> Part | None:
    """A station for the first fleet, two frigates; in Trafalgar the port of the Toulon fleet."""
    if not british(seen):
        return {"toulon": "cadiz"} if trafalgar(seen) else None
    fleet = "gibraltar-fleet" if trafalgar(seen) else "channel-fleet"
    return {"stations": [{"block": fleet, "station": "loose"}], "frigates": ["cadiz/inshore", "ferrol/inshore"]}


def admiralty(seen: Picture) -> Part:
    """The best ship of each yard, and a ship to crew."""
    ports = seen.known.get("ports", {})
    yards = [name for name, port in ports.items() if port.get("damaged") and seen.board.ports[name].repair]
    crews = [ship.partition("-")[2] for port in ports.values() for ship in port.get("ordinary", ())][:1]
    repair = [{"port": name, "ships": ["best"]} for name in yards] or [
        {"port": "portsmouth" if british(seen) else "brest", "ships": ["best"]}]  # fmt: skip
    return {"repair": repair} | ({"crew": crews} if crews and not trafalgar(seen) else {})


def returns(seen: Picture) -> Part:
    """A port for frigates or admirals."""
    return {"frigates": ["plymouth"]} if british(seen) else {"admirals": ["brest"]}


def provisions(seen: Picture) -> Part | None:
    """The chits drawn at the first ports."""
    drawn = list(seen.known.get("drawn_provisions", ()))
    return dict(zip(("brest", "cadiz", "ferrol"), drawn, strict=False)) or None if not british(seen) else None


def conseil(seen: Picture) -> Part | None:
    """The destinations as they are."""
    if british(seen) or trafalgar(seen):
        return None
    return dict(seen.known.get("conseil", {})) or {"a": "martinique", "b": "cadiz", "c": "bantry-bay", "d": "ferrol"}


def fleets(seen: Picture) -> list[Part] | None:
    """A block of the two best ships that lie ready in a port."""
    ports = [name for name, port in seen.known.get("ports", {}).items() if len(port.get("ready", ())) > 1]
    free = [name for name, each in seen.known.get("blocks", {}).items() if name.endswith("-fleet") and not spot(each)]
    return [{"block": free[0], "at": ports[0], "ships": {"best": 2}}] if ports and free else None


def sail(seen: Picture) -> list[Part] | None:
    """Watches a port, or puts to sea."""
    if british(seen):
        watch = [*fleets_in(seen, "loose"), *fleets_in(seen, "inshore"), *own(seen)][:1]
        return [{"block": name, "legs": [{"if": [{"season": "winter"}], "station": "loose"}, {"station": "inshore"}]}
                for name in watch] or None  # fmt: skip
    ready = [*fleets_in(seen, "port"), *own(seen)][:1]
    return [{"block": name, "legs": [*coming_out(seen, own(seen)[name]), {"lie": True}]} for name in ready] or None


def coming_out(seen: Picture, at: str) -> list[Part]:
    """A leg out of an Allied port, on a wind that serves there."""
    port = seen.board.ports.get(at.removesuffix("/port"))
    if port is None or not at.endswith("/port") or not port.winds or "any" in port.winds:
        return []
    goal: Part = {"sortie": {"bound": "a"}}
    if trafalgar(seen):
        goal = {"make_for": "ferrol" if port.id == "cadiz" else "cadiz"}
    return [{"if": [{"wind": port.winds[0]}], **goal}]


def bonus(seen: Picture) -> list[Part] | None:
    """A bonus chit for the first fleet."""
    if not british(seen) and not trafalgar(seen):
        return [{"chit": "any", "if": [{"at_sea": name}], "block": name, "make_for": "bound"}
                for name in fleets_in(seen, "port")[:1]] or None  # fmt: skip
    return [{"chit": "any", "block": name, "station": "inshore"} for name in fleets_in(seen, "loose")[:1]] or None


def decoys(seen: Picture) -> list[Part] | None:
    """All scatter; two are kept."""
    return None if british(seen) else [{"rest": "scatter"}, {"keep_at_least": 2}]


def search(seen: Picture) -> list[Part]:
    """The North Sea, or a lone sail."""
    if british(seen):
        return [{"north_sea": ["1403"]}]
    return [{"if": [{"sail_is": "lone"}, {"own": {"ships_at_least": 15}}], "search": "all"}, {"search": "none"}]


def weather(seen: Picture) -> Part:
    """The weakest first."""
    return {"losses": "weakest"}


def relocate(seen: Picture) -> list[Part] | None:
    """Home from before Brest."""
    return [{"from": "brest", "to": "plymouth", "ships": "all"}] if british(seen) else None


def transfer(seen: Picture) -> list[Part] | None:
    """Two ships to Plymouth."""
    return [{"to": "plymouth", "ships": {"best": 2}}] if british(seen) else None


def raid(seen: Picture) -> list[Part]:
    """Raids wherever it may be done; the British at Algiers."""
    return [{"attempt": "invade"}] if british(seen) else [{"attempt": "raid"}, {"decoys": "raid"}]


def spies(seen: Picture) -> list[str] | None:
    """Brest first."""
    return None if british(seen) or trafalgar(seen) else ["brest", "plymouth"]


def declare(seen: Picture) -> list[Part] | None:
    """At once."""
    return [{"event": "yes"}] if british(seen) and not trafalgar(seen) else None


def losses(seen: Picture) -> Part | None:
    """The weakest first."""
    return {"alexandria": "weakest", "sortie": "loose"} if british(seen) and not trafalgar(seen) else None


def battle(seen: Picture) -> list[Part]:
    """Boldly at good odds."""
    return [{"if": [{"ratio_at_least": {"own": 1 if british(seen) else 3, "enemy": 1 if british(seen) else 2}}],
             "manner": "bold"}, {"manner": "wary" if british(seen) else "shy"}]  # fmt: skip


def after(seen: Picture) -> list[Part]:
    """Home with those that are hurt."""
    if british(seen):
        return [{"home": "all"}]
    return [{"if": [{"own_hurt_at_least": 50}], "bound": "closest"}, {"bound": "keep", "home": "all"}]


def halt(seen: Picture) -> list[Part]:
    """When something has come out."""
    if british(seen):
        return [{"if": [{"any": [{"left": port} for port in WATCHED]}]}]
    out = fleets_in(seen, "port")[:1] or ["cadiz-fleet"]
    return [{"if": [{"left_by": out[0]}, {"spotted": out[0]}]}]


def standing(seen: Picture) -> list[Part]:
    """A blockade that holds its station, or a fleet that lies."""
    name = next(iter(fleets_in(seen, "loose") or own(seen)), "channel-fleet" if british(seen) else "brest-fleet")
    leg: Part = {"station": "loose"} if british(seen) else {"lie": True}
    return [{"number": 1, "sail": [{"block": name, "legs": [leg]}]}]


