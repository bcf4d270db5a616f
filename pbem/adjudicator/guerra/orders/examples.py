"""Examples in an order file, made of what its owner really has: lawful as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.adjudicator.guerra.state.terms import GUERRILLA, ROYALIST, SEATS
from pbem.adjudicator.guerra.view.picture import Picture

Part = dict[str, Any]


def royalist(seen: Picture) -> bool:
    """Tells if the reader is the Royalist."""
    return seen.side == ROYALIST


def in_field(seen: Picture) -> Iterator[tuple[str, Part]]:
    """One's own forces in the field of an area on the map, guerrillas apart."""
    units = seen.known.get("units", {})
    for name, each in seen.known.get("forces", {}).items():
        hills = any(units[unit]["mode"] == GUERRILLA for unit in each["units"])
        able = each["units"] and not hills and not each["inside"] and each["at"] in seen.board.areas
        if each["side"] == seen.side and able:
            yield name, each


def set_up(seen: Picture) -> list[Part] | None:
    """The frigate at Callao for the Royalist of 1810; else the first force in the field where it stands."""
    if royalist(seen) and seen.known.get("units", {}).get("r-f1", {}).get("at") == "montevideo":
        return [{"at": "callao", "units": ["r-f1"]}]
    return [{"at": each["at"], "units": list(each["units"])} for _, each in in_field(seen)][:1] or None


def forces(seen: Picture) -> list[Part] | None:
    """The first force in the field as it stands."""
    for _, each in in_field(seen):
        entry: Part = {"at": each["at"], "units": list(each["units"])}
        return [entry | ({"leaders": list(each["leaders"])} if each["leaders"] else {})]
    return None


def operations(seen: Picture) -> list[Part] | None:
    """A march of the first force in the field to a neighbouring area; none in the other player's operations."""
    if seen.known.get("step") in SEATS and seen.known["step"] != seen.side:
        return None
    for name, each in in_field(seen):
        goals = [area for area in seen.board.areas[each["at"]].borders if not seen.board.areas[area].neutral]
        if goals:
            attack = {"attack": {"target": "weakest", "if": [{"odds": {"own": 3, "enemy": 2}}]}}
            return [{"force": name, "do": [{"move": {"to": goals[0]}}, attack]}]
    return None


def intercept(seen: Picture) -> list[Part]:
    """Interceptions at equal strength."""
    return [{"force": "any", "at": "any", "if": [{"odds_seen": {"own": 1, "enemy": 1}}]}]


def avoid(seen: Picture) -> list[Part]:
    """Battle at three to two."""
    return [{"do": "stand", "if": [{"odds": {"own": 3, "enemy": 2}}]}, {"do": "avoid"}]


def losses(seen: Picture) -> Part:
    """Militia first."""
    return {"any": ["militia", "reduced", "weakest"]}


def retreat(seen: Picture) -> list[str]:
    """Areas to fall back on."""
    return ["lima", "any"] if royalist(seen) else ["cordoba", "any"]


def advance(seen: Picture) -> list[str]:
    """The weakest goes in."""
    return ["weakest"]


def attrition(seen: Picture) -> Part:
    """Points for the larger forces."""
    return {"pay_if_steps": 6, "keep": 2}


def evade(seen: Picture) -> list[Part]:
    """Evasion of stronger fleets."""
    return [{"do": "stand", "if": [{"odds": {"own": 1, "enemy": 1}}]}, {"do": "evade"}]


def targets(seen: Picture) -> Part:
    """All at a damaged ship."""
    return {"prefer": ["damaged"], "how": "focus"}


def prizes(seen: Picture) -> Part | None:
    """Cochrane captures."""
    return None if royalist(seen) else {"do": "capture"}


def leaders(seen: Picture) -> list[Part]:
    """The nearest force for everybody."""
    return [{"leader": "any", "go": ["nearest"]}]


def home_ports(seen: Picture) -> list[str]:
    """Ports to go home to."""
    return ["callao", "any"] if royalist(seen) else ["buenos-aires", "any"]


def subvert(seen: Picture) -> list[str] | None:
    """The unit of most factors, whichever it is."""
    return None if royalist(seen) else ["any"]


def legion(seen: Picture) -> str | None:
    """The Legion is called."""
    return "call" if royalist(seen) else None


def rebels(seen: Picture) -> Part:
    """Rebels stand."""
    return {"avoid": [{"do": "stand"}]}


def standing(seen: Picture) -> list[Part]:
    """A usual battle, for as long as it is not replaced."""
    return [{"number": 1, "avoid": avoid(seen)}]
