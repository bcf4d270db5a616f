"""Chases of treasure at sea, and voyages left half-way: a steady admiral adds them between two watches.

The queue of the year runs on behind it. A new queue takes the place of the old one, so that what is left is copied.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.lions.bots.eyes import HABITS, Entry, Eyes
from pbem.adjudicator.lions.bots.voyages import is_needed
from pbem.adjudicator.lions.state.state import REGIMENT

QUEUE = "operations"


def remaining(eyes: Eyes) -> list[Entry]:
    """Returns the entries of the queue that are left, with their number, of forces that still exist."""
    kept = next((file for file in eyes.view["queue"] if QUEUE in file["body"]), None)
    if kept is None:
        return []
    found = []
    for entry, used in zip(kept["body"][QUEUE], kept["used"], strict=True):
        left = int(entry.get("times", 1)) - used
        if left > 0 and is_possible(eyes, entry):
            found.append({**entry, "times": str(left)})
    return found


def is_possible(eyes: Eyes, entry: Mapping[str, Any]) -> bool:
    """Tells if its force is still there, and so are the troops that go aboard."""
    ships = ships_of(eyes, str(entry["force"]))
    wanted = int(entry.get("embark", {}).get("regiments", 0))
    if not ships:
        return False
    ashore = eyes.state.ashore(eyes.where(ships[0]), eyes.seat, REGIMENT)
    return wanted <= min(ashore, eyes.room(ships))


def chases(eyes: Eyes, left: list[Entry]) -> list[Entry]:
    """Attacks on treasure under a foe's escort, and voyages to treasure that nobody escorts, within a day's reach."""
    busy = {str(entry["force"]) for entry in left if "force" in entry and not is_guard(entry)}
    found, every = list[Entry](), list[str]()
    for fleet, entry in eyes.view["treasure"].items():
        if entry["power"] in ("", eyes.seat, *eyes.partners):
            continue
        square = entry["at"]
        escorted = entry["fleet"] or eyes.fleets_seen(square)
        guns = HABITS.chase_guns_for_fleet if escorted else HABITS.chase_guns
        every = every or forces(eyes)
        able = [force for force in every if force not in busy and eyes.guns(ships_of(eyes, force)) >= guns]
        near = [(eyes.board.distance(start, square) or 0, force) for force in able
                if eyes.legs(start := eyes.where(ships_of(eyes, force)[0]), square) == 1]  # fmt: skip
        if near and eyes.purse >= HABITS.chase_pounds:
            force, home = min(near)[1], eyes.home_for(square)
            busy.add(force)
            eyes.pay(HABITS.chase_pounds)
            found += [eyes.to_do(task, force, square, home, fleet=fleet, foe=entry["power"])
                      for task in (("chase", "chased_home") if home else ("chase",))]  # fmt: skip
    return found


def homeward(eyes: Eyes, left: list[Entry]) -> list[Entry]:
    """Sails home with own treasure that no entry of the queue speaks of any more."""
    ordered = {str(entry.get("force", "")) for entry in left}
    found: list[Entry] = []
    for fleet, entry in eyes.view["treasure"].items():
        force = entry["fleet"] or eyes.view["escorts"].get(fleet, "")
        mine = entry["power"] == eyes.seat and force and force not in ordered
        if mine and (home := eyes.home_for(entry["at"])):
            ordered.add(force)
            found.append(eyes.to_do("home", force, home=home, times=eyes.legs(entry["at"], home) + HABITS.luck))
    return found


def is_guard(entry: Entry) -> bool:
    """Tells if an entry only waits for enemies."""
    return all("enemy_at" in condition for condition in entry.get("if", [{}]))


def forces(eyes: Eyes) -> list[str]:
    """Own fleets by number, then ships that sail alone and are needed nowhere."""
    sailing = eyes.view["ships"].items()
    fleets = sorted({ship["fleet"] for _, ship in sailing if ship["fleet"]})
    return fleets + [name for name, ship in sailing if not ship["fleet"] and not is_needed(eyes, name)]


def ships_of(eyes: Eyes, force: str) -> list[str]:
    """The ships of an own force."""
    return [name for name, ship in eyes.view["ships"].items() if force in (name, ship["fleet"])]
