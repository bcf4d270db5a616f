"""Plans in words: each Formation in a line, and each of its steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.orders.echo import Part
from pbem.adjudicator.yellowjack.orders.words.common_words import holds, listed, provided, sentence, title, verb, who

BESIDE = ("if", "impulse", "most", "mpis", "prefer", "hold_until", "land_at")
ROUND = {"gales": "Gales", "flotillas": "Spotted enemies", "both": "Gales and Spotted enemies", "none": "nothing"}
DEEDS: Mapping[str, Callable[[Any], str]] = {
    "to": lambda goal: f"makes for {title(goal)}",
    "via": lambda places: f"goes by {listed(places)}",
    "wait": lambda mpis: f"waits {mpis} MPIs",
    "until": lambda given: f"waits until {holds(given)}",
    "put_to_sea": lambda given: "puts to sea",
    "port": lambda goal: "Fits Out here" if goal == "here" else f"goes into {title(goal)} and Fits Out",
    "follow": lambda whom: f"follows {whom}",
    "exit": lambda number: f"leaves the Sea Zone by exit {number}",
    "blockade": lambda port: f"blockades {title(port)} when no enemy is Ready there",
    "attach": lambda flag: f"joins {flag}",
    "detach": lambda other: f"lets {other} go",
    "escort": lambda convoy: f"sails as one with {convoy}",
    "clear": lambda place: f"drives Corsairs and Auxiliaries off {title(place)}",
    "embark": lambda units: f"takes {listed(units)} aboard",
    "part": lambda given: "parts from whom she sails with",
    "carry_on": lambda given: "carries on with her Order",
    "stay": lambda given: "stays where she is",
}  # fmt: skip


def plans(section: Sequence[Part]) -> Iterator[str]:
    """Each plan in a line, with its steps and what else limits it."""
    for entry in section:
        steps = ", then ".join(step(each) for each in entry.get("then", ()))
        if steps:
            yield sentence(f"{who(entry)}{provided(entry)}: {steps}")
        yield from limits(entry)


def verb_of(each: Part) -> str:
    """The verb of a step; empty where it has none."""
    return next((word for word in each if word not in BESIDE), "")


def step(each: Part) -> str:
    """One step with what limits it."""
    word = verb_of(each)
    told = DEEDS[word](each[word]) if word else "does nothing"
    told += f", at most {each['most']} MPIs" if "most" in each else ""
    told += f" for {each['mpis']} MPIs" if "mpis" in each else ""
    told += f" ({listed(each['prefer'])} first)" if "prefer" in each else ""
    told += f" for {title(each['land_at'])}" if "land_at" in each else ""
    told += f" until {holds(each['hold_until'])}" if "hold_until" in each else ""
    told += f", not before Impulse {each['impulse']}" if "impulse" in each else ""
    return told + provided(each)


def limits(entry: Part) -> Iterator[str]:
    """The limits of a plan beside its steps."""
    name = who(entry)
    for each in entry.get("retire", ()):
        goal = "home" if each["to"] == "home" else f"to {title(each['to'])}"
        yield sentence(f"{name} {verb(entry, 'turns', 'turn')} back {goal} if {holds(each['if'])}")
    if "sortie" in entry:
        yield sentence(f"{name} {verb(entry, 'leaves', 'leave')} port only while {holds(entry['sortie'])} (2.231), and "
                       "never more than two MPs from a Bourbon Port")  # fmt: skip
    if "relieve" in entry:
        heard = "the enemy hears it" if entry.get("openly") else "nobody is told before she sails"
        attacks = verb(entry, "attacks", "attack")
        yield sentence(f"{name} {attacks} those who blockade {listed(entry['relieve'])} (2.233); {heard}")
    if "dodge" in entry:
        yield sentence(f"{name} {verb(entry, 'goes', 'go')} round {ROUND[entry['dodge']]} (R1.8)")
    if "besieged" in entry:
        deed = "stands ready in the Harbour" if entry["besieged"] == "stand_ready" else "stays Fitting Out"
        yield sentence(f"shut in by a siege, {name} {deed} (R3.15)")
