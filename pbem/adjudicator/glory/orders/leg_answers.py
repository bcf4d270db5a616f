"""Legs from order files: what a block does when it is activated, by sailing orders, bonus entries and roles of rumours.

The legs that hold now come out in their order, with their conditions taken away and hunts turned into places. The rule
sails the first that can be begun.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.glory.orders.answers import Entry, Section, bare, first, holding
from pbem.adjudicator.glory.view.look import Look, spot
from pbem.adjudicator.orders.order_answers import worded

AFTER_BATTLE, ARRIVE = "after-battle", "arrive"
HUNTS = ("hunt", "shadow")
#: Words of an entry on a rumour that say which rumour is meant.
WHOSE = ("with", "number", "rumour")
#: How the place of a leg begins in a bonus entry, and in an entry on rumours.
BONUS, DECOY = "bonus", "decoy"


def leg(decision: Decision, section: Section, look: Look) -> Plain | None:
    """The legs of a block that hold now; None if the orders do not name it."""
    block = look.told("block")
    mine = [entry for entry in section if entry["block"] == block]
    legs = [each for entry in mine for each in entry["legs"]]
    return chosen(legs, look, "") if mine else None


def chosen(legs: Sequence[Entry], look: Look, kind: str) -> list[Plain]:
    """Those of some legs that hold: at an arrival the legs for it, after a battle what follows the leg in course."""
    if look.told("moment") in (AFTER_BATTLE, "after_battle"):
        place = in_course(look, kind)
        return ready(legs[place - 1].get("after_battle", ()), look, kind) if 0 < place <= len(legs) else []
    arriving = look.told("moment") == ARRIVE
    return ready(legs, look, kind, arriving=arriving)


def ready(legs: Sequence[Entry], look: Look, kind: str, *, arriving: bool = False) -> list[Plain]:
    """The legs that hold now, each with its place in the list."""
    found = [(number, each) for number, each in enumerate(legs, 1) if (ARRIVE in each) == arriving]
    held = [(number, each) for number, each in found if any(True for _ in holding([each], look))]
    return [as_sailed(each, look) | {"entry": f"{kind} {number}".strip()} for number, each in held]


def in_course(look: Look, kind: str) -> int:
    """The place of the leg that a battle interrupted; 0 if it is of another kind."""
    told = look.facts.get("leg", look.facts.get("entry", ""))
    words = str(told.get("entry", "") if isinstance(told, Mapping) else told).split()
    return int(words[-1]) if words and words[-1].isdecimal() and " ".join(words[:-1]) == kind else 0


def as_sailed(entry: Entry, look: Look) -> dict[str, Plain]:
    """A leg as the rules read it: places for hunts, `block` for the block that parts."""
    told: dict[str, Plain] = dict(bare(entry, "after_battle"))
    for verb in HUNTS:
        if verb in entry:
            told[verb] = chase(entry[verb], look, keeps=verb == "shadow")
    if "detach" in entry:
        told["detach"] = {"block": str(entry["detach"]["as"])} | bare(entry["detach"], "as")
    return told


# -------------------------------------------------------------------------------------------- hunts


def chase(wanted: Mapping[str, Any], look: Look, *, keeps: bool) -> dict[str, Plain]:
    """Sails to hunt as the places where they lie now, the nearest first; equal ones by their number."""
    since = int(wanted.get("since", 1 if keeps else look.turn))
    numbers = look.sails_left(str(wanted["left"]), since) if "left" in wanted else []
    numbers += [name for name, _ in look.sails() if "sail" in wanted and same(name, str(wanted["sail"]))]
    spots = {name: spot(each) for name, each in look.sails() if name in numbers}
    here = look.place(str(wanted.get("nearest_to", "here")))
    nearest = sorted(spots, key=lambda name: (look.hexes_between(here, spots[name]), rank(name), name))
    told: dict[str, Plain] = {"at": list(dict.fromkeys(spots[name] for name in nearest))}
    return {**told, **bare(wanted, "left", "sail", "since")}


def same(name: str, written: str) -> bool:
    """Tells if a sail has this number."""
    return name.removeprefix("sail-") == written.removeprefix("sail-")


def rank(name: str) -> int:
    """The number of a sail."""
    digits = "".join(letter for letter in name if letter.isdecimal())
    return int(digits) if digits else 0


# -------------------------------------------------------------------------------------------- bonus and rumours


def bonus(decision: Decision, section: Section, look: Look) -> Plain | None:
    """The moves that a bonus chit may be used for, best first (6.4)."""
    chit = look.told("chit").rpartition("-")[2]
    found: list[Plain] = []
    for number, entry in enumerate(section, 1):
        if str(entry.get("chit", "any")) in ("any", chit):
            for block in blocks_meant(entry, look):
                here = Look(look.board, look.make, {**look.facts, "block": block})
                if any(True for _ in holding([entry], here)):
                    found.append(bonus_move(entry, block, number, here))
    return found


def bonus_move(entry: Entry, block: str, number: int, look: Look) -> Plain:
    """One use of a bonus chit: a search by the North Sea Fleet, or a leg of a block."""
    if block == "north-sea-fleet":
        return {"block": block, "search": str(entry.get("search", ""))}
    body = {word: value for word, value in entry.items() if word not in ("chit", "block")}
    return {"block": block, "leg": as_sailed(body, look) | {"entry": f"{BONUS} {number}"}}


def blocks_meant(entry: Entry, look: Look) -> list[str]:
    """The blocks of a bonus entry: the one it names, or every rumour afloat."""
    if entry["block"] != "any-decoy":
        return [str(entry["block"])]
    return [name for name, each in look.known["blocks"].items() if name.startswith("fog-") and spot(each)]


def after_bonus(decision: Decision, section: Section, look: Look) -> Plain | None:
    """The legs of a block after a battle on a bonus move."""
    place = in_course(look, BONUS)
    return ready(section[place - 1].get("after_battle", ()), look, BONUS) if 0 < place <= len(section) else None


def rumour_leg(decision: Decision, section: Section, look: Look) -> Plain | None:
    """The legs of a rumour: the entries that mean it, then the role of the rest."""
    block, beside, number = look.told("block"), look.told("with"), look.told("number")
    legs = [dict(entry) for entry in section if entry.get("rumour") == block
            or (entry.get("with") == beside and beside and str(entry.get("number", number)) == number)]  # fmt: skip
    bodies = [{word: value for word, value in entry.items() if word not in WHOSE} for entry in legs]
    found = ready(bodies, look, DECOY)
    rest = first(section, look, "rest")
    found += [{str(rest): "yes", "entry": DECOY}] if rest is not None else []
    return found or None


def rumour_made(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Decides if a rumour is made (7.8): not if fewer would be left than are to be kept."""
    keep = first(section, look, "keep_at_least")
    if keep is None:
        return None
    free = [name for name, each in look.known["blocks"].items() if name.startswith("fog-") and not spot(each)]
    return "create" if len(free) > int(keep) else "none"


def turn_order(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Own blocks in the order in which they were written (9.1)."""
    told = look.facts.get("blocks", ())
    names = [str(entry["block"]) for entry in section]
    return [name for name in dict.fromkeys(names) if name in told]


def fleets(section: Sequence[Entry], look: Look, used: Iterator[int] | Sequence[int]) -> list[tuple[int, Plain]]:
    """The blocks to be formed in a port now, each with its place; entries that were used do not count (7.6, 11.2)."""
    port, gone = look.told("port"), set(used)
    mine = [(place, entry) for place, entry in enumerate(section) if entry["at"] == port and place not in gone]
    return [(place, worded(bare(entry))) for place, entry in mine if any(True for _ in holding([entry], look))]
