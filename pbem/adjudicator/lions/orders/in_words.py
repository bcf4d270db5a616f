"""Sections of this title in words, as their owner reads them back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.adjudicator.orders.echo import Part, conditions, if_so, names
from pbem.base.counting import counted

#: Units that are counted in points, by their word in an order file.
POINTS = {"regiments": "regiment point", "forts": "fort point"}
#: What an operation may do, in the order in which it is done (13.2): its words, where they need nothing but the value.
DEEDS: Mapping[str, Callable[[Any], str]] = {
    "show": lambda value: f"shows {names(value)}",
    "markers": lambda value: ", ".join(f"plays {part['marker']}" for part in value),
    "take": lambda value: f"takes {names(value)} under escort",
    "embark": lambda value: f"embarks {cargo(value)}",
    "path": lambda value: f"sails to {names(value)}",
    "short": lambda value: falling_short(value),
    "anywhere": lambda value: "does what follows wherever the voyage ends" if value else "",
    "cross": lambda value: "crosses the Pacific" if value else "",
    "drop": lambda value: ", ".join(f"leaves {cargo(part)} at {part['at']}" for part in value),
    "attack": lambda value: f"attacks {target(value)}",
    "after_battle": lambda value: f"only if {after_battle(value)}",
    "land": lambda value: f"lands {cargo(value)}",
    "shore": lambda value: f"attacks {value} ashore",
    "plunder": lambda value: "plunders" if value else "",
    "trade": lambda value: "trades with the potentate" if value else "",
    "scuttle": lambda value: f"scuttles {names(value)}",
}  # fmt: skip
#: What is played instead of an operation.
INSTEAD: Mapping[str, Callable[[Any], str]] = {
    "letter_of_marque": lambda part: f"Letter of Marque at {part['port']}",
    "diplomacy": lambda part: f"Diplomacy by {part['leader']}",
    "lords": lambda part: f"Lords of Six Weeks at {part['at']}",
}


def counters(part: Part) -> str:
    """Counters of a set-up."""
    points = [counted(part[kind], point) for kind, point in POINTS.items() if part.get(kind)]
    return names([*points, *part.get("ships", ()), *part.get("leaders", ())]) or "nobody"


def set_up(plan: Part) -> Iterator[str]:
    """Yields the places of units (3.2), and the cargo of ships at the start (19.8)."""
    for part in plan.get("place", ()):
        yield f"Of {part['group']} you place at {part['at']}: {counters(part)}."
    for part in plan.get("aboard", ()):
        yield f"Aboard {part['ship']} you place: {counters(part)}."


def bid(entry: Part) -> str:
    """One bid (9.3)."""
    which = "any marker" if entry["for"] == "any" else f"marker {entry['for']}"
    first, *more = (str(pounds) for pounds in entry["rounds"])
    tie = f", in a tie {', '.join(more)}" if more else ""
    return f"For {which} you bid {first}{tie}{if_so(entry)}."


def agreement(record: Part) -> str:
    """One agreement (10.1)."""
    gifts = "".join(f"; {gift['from']} gives {gift['to']} {given(gift)}" for gift in record.get("gives", ()))
    until = f" until turn {record['until']}" if "until" in record else ""
    promise = record.get("promise", "none").replace("_", " ")
    return f"You agree with {names(record['parties'])}: {promise}{until}{gifts}, if their files say the same."


def given(gift: Part) -> str:
    """Writes a gift."""
    pounds = [f"{gift['pounds']} pounds"] if gift.get("pounds") else []
    some = [f"{gift['random']} markers at random"] if gift.get("random") else []
    return names([*pounds, *gift.get("markers", ()), *some]) or "nothing"


def recruiting(outfit: Part) -> Iterator[str]:
    """Writes the number of leaders to try for, and the price (22.2): the dice decide the rest."""
    number = int(outfit.get("leaders", 0))
    price = f" at {outfit['leader_price']} pounds or less" if "leader_price" in outfit else ""
    if number:
        yield f"Last in outfitting you try for {'a leader' if number == 1 else f'{number} leaders'}{price}."


def operations(queue: list[Part]) -> Iterator[str]:
    """The queue, an operation a line."""
    for number, entry in enumerate(queue, 1):
        yield f"Operation {number}. {operation(entry)}"


def operation(entry: Part) -> str:
    """One entry of the queue (13.2), in a sentence."""
    if "pass_until" in entry:
        return f"You pass until {conditions(entry['pass_until'])}."
    if "pass" in entry:
        return f"You pass, and play {names([part['marker'] for part in entry['markers']])}{if_so(entry)}."
    times = f", {entry['times']} times" if entry.get("times", 1) > 1 else ""
    until = f", until {conditions(entry['until'])}" if entry.get("until") else ""
    second = f"; at once again: {deeds(entry['second'])}" if "second" in entry else ""
    return f"{who(entry)}: {deeds(entry)}{second}{times}{if_so(entry)}{until}."


def who(entry: Part) -> str:
    """Writes the force that operates, or what is played instead."""
    for word, words in INSTEAD.items():
        if word in entry:
            return words(entry[word])
    force = str(entry["force"])
    return f"Fleet {force}" if force.isdecimal() else force


def deeds(entry: Part) -> str:
    """Writes the parts of an operation in their order (13.2)."""
    told = [words(entry[word]) for word, words in DEEDS.items() if word in entry]
    return ", ".join(filter(None, told)) or "stays"


def falling_short(part: Any) -> str:
    """Writes the course of a force whose roll falls short of its goal (16.3)."""
    words = {"stay": "stays", "back": "turns back to the nearest own port", "go_on": "sails on as far as it can"}
    course = words[part] if isinstance(part, str) else f"sails to {part['to']}"
    return f"should the roll fall short, {course}"


def after_battle(part: Part) -> str:
    """Writes the conditions on what follows a battle."""
    told = ["its battles are won"] if part.get("won") else []
    told += ["no enemy ships are there"] if part.get("sea_clear") else []
    told += [f"{part['troops_at_least']} regiment points are left"] if "troops_at_least" in part else []
    return names(told) or "nothing hinders it"


def cargo(part: Part) -> str:
    """Writes the units that go aboard or ashore, or are left."""
    points = [f"{part['regiments']} regiment points"] if part.get("regiments") else []
    return names([*points, *part.get("ships", ()), *part.get("leaders", ())]) or "nobody"


def target(part: Part) -> str:
    """Writes the target of an attack."""
    force = f" {part['force']}" if "force" in part else ""
    return f"{part.get('power', 'whoever is there')}{force}"


# -------------------------------------------------------------------------------------------- doctrine


def playing(entry: Part) -> str:
    """When a marker is played."""
    when = f" at {entry['when'].replace('_', ' ')}" if "when" in entry else ""
    against = f" against {entry['against']}" if "against" in entry else ""
    return f"{entry['marker']}{against}{when}{if_so(entry)}"


def gauging(entry: Part) -> str:
    """Writes the use of the wind gauge."""
    to = f" to {names(entry['to'])}" if "to" in entry else ""
    return f"{entry['do'].replace('_', ' ')}{to}{if_so(entry)}"


def firing(entry: Part) -> str:
    """At whom to fire."""
    parts = [f"at {names(entry['targets'])}"] if "targets" in entry else []
    parts += [f"fireships: {entry['fireships']}"] if "fireships" in entry else []
    parts += [f"boarding: {entry['boarding']}"] if "boarding" in entry else []
    parts += [f"silent: {names(entry['hold'])}"] if "hold" in entry else []
    return f"{', '.join(parts) or 'as usual'}{if_so(entry)}"
