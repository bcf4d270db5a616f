"""The council's sections in words: what to know before writing them, and what `orders check` reads back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pbem.adjudicator.guerra.board.board import load_board
from pbem.adjudicator.guerra.orders.conditions import in_words
from pbem.adjudicator.guerra.orders.names import name_of, plain
from pbem.adjudicator.guerra.rules.ch04_resources import awaited, in_front, purse_name
from pbem.adjudicator.guerra.state.house import is_so
from pbem.adjudicator.guerra.state.terms import NATIONS, PORTUGUESE, REBEL, ROYALIST, halves_in_words
from pbem.adjudicator.guerra.view.picture import Picture

Entry = Mapping[str, Any]
NEVER_BUILT, SPANISH = (REBEL, PORTUGUESE), "spanish"
NATIONS_IN_WORDS = {"american": "Americans", SPANISH: "Spaniards"}
SMALL = ("de", "la", "del", "of")
MEETING = {"fight": "the escort fights its way in", "press_on": "the transports run for it",
           "other_port": "they make the next port", "wait": "they wait a turn"}  # fmt: skip


def title(name: object) -> str:
    """An area, port or leader as it is spoken of."""
    return name_of(str(name)) or " ".join(word if word in SMALL else word.capitalize() for word in str(name).split("-"))


def piece(name: object) -> str:
    """A unit by its name; a name that no counter has as it was written."""
    counter = load_board(None).units.get(plain(str(name)))
    return counter.name if counter is not None else str(name)


def listed(names: Iterable[object]) -> str:
    """Units by name, those of one name together."""
    found = [piece(name) for name in names]
    several = {name: f" ({found.count(name)})" if found.count(name) > 1 else "" for name in found}
    return ", ".join(f"{name}{number}" for name, number in several.items())


def if_so(entry: Entry) -> str:
    """The tail of an order that holds under conditions only."""
    return f", if {in_words(entry['if'])}" if entry.get("if") else ""


# ------------------------------------------------------------------------------------------------ before writing


def risings(seen: Picture) -> Iterator[str]:
    """Before uprisings are named."""
    yield "Two areas where the enemy stands and you do not; each rises on a 5 or more (9.3, 9.4)."
    yield "If the conditions of an entry fail, its place goes to the next."


def muster_talk(seen: Picture) -> Iterator[str]:
    """The purses, the pool with its prices, and who is due."""
    purses, paid = seen.known.get("purse", {}), awaited(seen.state, seen.side)
    for name in purses:
        if (name == ROYALIST) == (seen.side == ROYALIST):
            yield (f"{in_front(name)} has {halves_in_words(int(purses[name]))} RP, and areas as they are held now pay "
                   f"{halves_in_words(paid.get(name, 0))}.")  # fmt: skip
    yield from pools(seen)
    due = [name for shelf in ("units", "leaders") for name, each in seen.known.get(shelf, {}).items()
           if each.get("where") == "due" and side_of(seen, name) == seen.side]  # fmt: skip
    told = ", ".join(label_and_id(seen, name) for name in due)
    yield f"Due to be placed: {told or 'nobody'}. Who is not named lands by default."


def pools(seen: Picture) -> Iterator[str]:
    """The pool of each nation by price, in the words of order files."""
    found: dict[str, dict[int, list[str]]] = {}
    for name in seen.state.pool(seen.side):
        counter = seen.board.units[name]
        away = counter.nation == SPANISH and counter.land and not is_so(seen.state, "spanish_rebuilt")
        if counter.nation not in NEVER_BUILT and not away:
            found.setdefault(counter.nation, {}).setdefault(counter.halves, []).append(name)
    for nation, priced in found.items():
        told = "; ".join(f"{' '.join(priced[halves])} at {halves_in_words(halves)}" for halves in sorted(priced))
        yield f"To be raised, with the price of one in RP, {NATIONS_IN_WORDS.get(nation) or in_front(nation)}: {told}."


def label_and_id(seen: Picture, name: str) -> str:
    """A unit or leader by name, with the id for order files where that differs."""
    label = seen.board.label(name)
    return label if plain(label) == name else f"{label} ({name})"


def side_of(seen: Picture, name: str) -> str:
    """The side of a unit or leader."""
    board = seen.board
    return str(board.leaders[name].side if name in board.leaders else board.units[name].side)


# ------------------------------------------------------------------------------------------------ read back


def rising(entry: Entry) -> str:
    """One area to be raised."""
    arm = f", and {entry['unit']} takes the field" if "unit" in entry else ""
    boves = "" if entry.get("boves", True) else ", without Boves"
    instead = f"; else {title(entry['else']['area'])}{if_so(entry['else'])}" if "else" in entry else ""
    return f"You raise the country in {title(entry['area'])}{boves}{arm}{if_so(entry)}{instead}."


def muster(section: Entry) -> Iterator[str]:
    """The muster read back, entry by entry."""
    for entry in section.get("collect", ()):
        yield f"{title(entry['area'])} pays {title(entry['for'])}, if several nations stand there."
    for entry in section.get("upgrade", ()):
        yield f"{piece(entry['militia'])} is used up, and {piece(entry['regular'])} gets a step back{if_so(entry)}."
    for purse, entry in purchases(section.get("build", ())):
        yield f"{bought(entry)} raised at {title(entry['at'])}{cost(entry)}{purse}{if_so(entry)}."
    for purse, entry in purchases(section.get("replenish", ())):
        yield f"{piece(entry['unit'])} gets a lost step back{purse}{if_so(entry)}."
    for entry in section.get("arrive", ()):
        yield landing(entry)
    for entry in section.get("leaders", ()):
        brings = f", and {piece(entry['brings'])} comes too" if "brings" in entry else ""
        yield f"{title(entry['leader'])} takes command{where(entry)}{brings}{if_so(entry)}."
    if "masses" in section:
        yield f"The masses of {title(section['masses']['area'])} are called to arms{if_so(section['masses'])}."
    yield from rest(section)


def rest(section: Entry) -> Iterator[str]:
    """The end of the muster: hills, stacks, and what is kept."""
    modes = section.get("guerrilla", {})
    if modes.get("on"):
        yield f"Into the hills: {listed(modes['on'])}."
    if modes.get("off"):
        yield f"Down from the hills: {listed(modes['off'])}."
    for entry in section.get("forces", ()):
        under = f" under the marker {title(entry['marker'])}" if "marker" in entry else ""
        yield f"In {title(entry['at'])} {listed(entry['units'])} stand together{under}{if_so(entry)}."
    keep = section.get("keep")
    if isinstance(keep, Mapping):
        yield f"You keep {', '.join(f'{points} RP of {purse_in_words(purse)}' for purse, points in keep.items())}."
    elif keep is not None:
        yield f"You keep {keep} RP."


def purchases(section: Any) -> Iterator[tuple[str, Entry]]:
    """Purchases with the purse that pays, in words."""
    by_purse = section if isinstance(section, Mapping) else {"": section}
    for purse, entries in by_purse.items():
        for entry in entries:
            yield (f" from the purse of {purse_in_words(purse)}" if purse else ""), entry


def purse_in_words(purse: str) -> str:
    """A purse by the name of its nation."""
    return purse_name(purse) if purse in (ROYALIST, *NATIONS) else str(purse)


def bought(entry: Entry) -> str:
    """The units that a purchase raises, with the verb."""
    if "unit" in entry:
        return f"{piece(entry['unit'])} is"
    number = int(entry.get("number", 1))
    return f"{number} {str(entry.get('kind', 'unit')).replace('-', ' ')} {'is' if number == 1 else 'are'}"


def cost(entry: Entry) -> str:
    """The price of a purchase, where it says which counter, or that it is militia."""
    units, kind = load_board(None).units, str(entry.get("kind", ""))
    counter = units.get(plain(str(entry.get("unit", ""))))
    if counter is None and kind.startswith("militia"):
        counter = next(unit for unit in units.values() if unit.militia)
    return f" for {halves_in_words(counter.halves * int(entry.get('number', 1)))} RP" if counter is not None else ""


def landing(entry: Entry) -> str:
    """Some that land together."""
    aboard = [*entry["units"], *map(title, entry.get("leaders", ()))]
    spots = [where(spot) if isinstance(spot, Mapping) else f" at {title(spot)}" for spot in entry.get("or", ())]
    others = f"; else{' or'.join(spots)}" if spots else ""
    met = f"; if the enemy is before it, {MEETING[entry['if_met']]}" if "if_met" in entry else ""
    return f"{listed(aboard)} {'lands' if len(aboard) == 1 else 'land'}{where(entry)}{others}{met}{if_so(entry)}."


def where(entry: Entry) -> str:
    """The place that an entry names, with its word."""
    for word, told in (("port", "at"), ("at", "in"), ("with", "beside")):
        if word in entry:
            return f" {told} {title(entry[word])}"
    return ""


def mina(section: Any) -> Iterator[str]:
    """Mina's coast."""
    yield f"Mina's men land in {title(section)}."


def mina_talk(seen: Picture) -> Iterator[str]:
    """The coasts that are open to Mina."""
    yield "In turn 8 Mina's men land on a Caribbean coast of Mexico; without an order with Morelos, or in Tejas (4.10)."
