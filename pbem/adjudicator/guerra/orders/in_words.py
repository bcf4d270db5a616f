"""Sections of this title in words, as their owner reads them back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.guerra.orders.conditions import in_words as all_of
from pbem.adjudicator.guerra.orders.names import army_of, name_of
from pbem.adjudicator.guerra.orders.stacks import leaders_in
from pbem.adjudicator.guerra.rules.ch04_resources import NAMES
from pbem.adjudicator.orders.carried_out.march_book import verb_of
from pbem.adjudicator.orders.echo import Part, names

Words = Callable[[Any], str]


def title(name: Any) -> str:
    """An area, port, leader or marker as it is spoken of; other ids as they stand."""
    return name_of(str(name)) or str(name)


def army(name: Any) -> str:
    """A force as it is spoken of: by its marker or leader; else by its number as it stands."""
    return army_of(str(name)) or str(name)


def people(entry: Part) -> str:
    """The units and leaders of an entry; units by their ids, as counters have them."""
    units = ", ".join(map(str, entry.get("units", ())))
    return ", ".join([*map(title, leaders_in(entry)), *([f"units {units}"] if units else [])])


def sentence(head: str, words: str) -> str:
    """A sentence with its condition before it."""
    told = f"{head}{words}"
    return f"{told[:1].upper()}{told[1:]}."


def if_so(entry: Part) -> str:
    """The condition of an entry."""
    return f"if {all_of(entry['if'])}, " if entry.get("if") else ""


def placed(entry: Part) -> str:
    """Units where they begin."""
    inside = "inside " if entry.get("inside") else ""
    marker = f" under the marker {army(entry['marker'])}" if "marker" in entry else ""
    return sentence("", f"{people(entry)} begin {inside or 'in '}{title(entry['at'])}{marker}")


def formed(entry: Part) -> str:
    """A force formed anew."""
    where = f"{'inside' if entry.get('inside') else 'in'} {title(entry.get('port', entry['at']))}"
    marker = f" under the marker {army(entry['marker'])}" if "marker" in entry else ""
    return sentence(if_so(entry), f"{people(entry)} form a force {where}{marker}")


# -------------------------------------------------------------------------------------------- march books


def which(entry: Part) -> str:
    """The force and fleet of an operation."""
    force = entry.get("force")
    told = [f"{people(force)} in {title(force['at'])}" if isinstance(force, Mapping) else army(force)] if force else []
    if force and "nation" in entry:
        told[0] = f"the part of {NAMES.get(entry['nation'], entry['nation'])} in {told[0]}"
    if "fleet" in entry:
        ships = entry["fleet"]["ships"]
        told.append(f"the ship{'s' * (len(ships) > 1)} {names(ships)} at {title(entry['fleet']['at'])}")
    return " with ".join(told) or "nobody"


def operations(section: Sequence[Part]) -> Iterator[str]:
    """Each operation in a line, and each of its steps in one."""
    for place, entry in enumerate(section, 1):
        ships = [] if "force" in entry else entry.get("fleet", {}).get("ships", ())
        several = len(ships) > 1 or (isinstance(entry.get("force"), Mapping) and "nation" not in entry)
        paid = f"{'pay' if several else 'pays'} {entry['rp']} RP and " if entry.get("rp") else ""
        paid += "are activated" if several else "is activated"
        thin = ", with as many units as the Mexican die allows" if entry.get("thin") else ""
        daunted = "; it goes on after a defeat" if entry.get("undaunted") else ""
        yield f"Operation {place}: {sentence(if_so(entry), f'{which(entry)} {paid}{thin}{daunted}')}"
        for number, step in enumerate(entry.get("do", ()), 1):
            yield f"Step {number}: {step_in_words(step)}."


def step_in_words(step: Part) -> str:
    """One step with its condition, and what is done in its stead."""
    verb = verb_of(step)
    told = deed(verb, step[verb]) if verb else "does nothing"
    if "else" in step:
        instead = step["else"] if isinstance(step["else"], list) else [step["else"]]
        told += f"; else {', then '.join(step_in_words(each) for each in instead)}"
    return told


def deed(verb: str, value: Any) -> str:
    """One deed with its conditions."""
    part: Part = value if isinstance(value, Mapping) else {}
    times = f" {part['times']} times" if int(part.get("times", 1)) > 1 else ""
    beaten = ", also after a defeat" if part.get("after_defeat") else ""
    head = f", if {all_of(part['if'])}" if part.get("if") else ""
    return f"{DEEDS[verb](part)}{times}{beaten}{head}"


def foe(part: Part) -> str:
    """The target of an attack."""
    if "in_port" in part:
        return f"enemy ships in {title(part['in_port'])}"
    word = str(part.get("target", "any"))
    plain = {"any": "any force", "strongest": "the strongest force", "weakest": "the weakest force",
             "rebels": "the rebels"}  # fmt: skip
    return plain.get(word, army(word)) + (f" in {title(part['at'])}" if "at" in part else "")


def listed(values: Any) -> str:
    """Some places or people."""
    return ", ".join(title(value) for value in values)


DEEDS: Mapping[str, Callable[[Part], str]] = {
    "move": lambda part: "marches to " + (f"{listed(part['via'])}, " if part.get("via") else "") + title(part["to"]),
    "attack": lambda part: f"attacks {foe(part)} for 2 OP",
    "hunt": lambda part: f"hunts {'a guerrilla unit' if part.get('unit', 'any') == 'any' else part['unit']} for 2 OP",
    "besiege": lambda part: f"assaults {title(part['port'])} for 3 OP" + (", with works for 2 more before the first"
                                                                          if part.get("works") else ""),
    "works": lambda part: f"builds works before {title(part['port'])} for 2 OP",
    "blockade": lambda part: f"blockades {title(part['port'])}",
    "enter": lambda part: f"{names(part['units']) if part.get('units') else 'all'} go into {title(part['port'])}",
    "sally": lambda part: f"{names(part['units']) if part.get('units') else 'all'} come out of {title(part['port'])}",
    "leave": lambda part: f"leaves behind {people(part)}",
    "pick_up": lambda part: f"takes along {army(part['force']) if 'force' in part else people(part)}",
    "embark": lambda part: "goes aboard for 1 OP" + (f"; {names(part['stay_behind'])} may stay"
                                                     if part.get("stay_behind") else ""),
    "sail": lambda part: f"sails to {title(part['to'])}" + (f" by {listed(part['via'])}" if part.get("via") else ""),
    "land": lambda part: f"lands in {' or '.join([title(part['area']), *map(title, part.get('or', ()))])}",
    "raid": lambda part: f"raids {title(part['area'])} for 1 OP",
    "wait": lambda part: "stays at sea, on station",
    "subvert": lambda part: f"tries to win over {part['unit']}",
    "haven": lambda part: f"{title(part['leader'])} crosses to the haven",
    "stop": lambda part: "stops",
}  # fmt: skip

# -------------------------------------------------------------------------------------------- doctrine


def doing(who: str) -> Words:
    """A line for each entry that says what is done."""
    return lambda entry: sentence(if_so(entry), f"{who} {DOES[entry['do']]}")


DOES = {"avoid": "avoids battle", "stand": "stands", "evade": "evades"}


def intercepting(entry: Part) -> str:
    """A wish to intercept."""
    if "do" in entry:
        return sentence(if_so(entry), "nobody else intercepts")
    who = "any force" if entry.get("force", "any") == "any" else army(entry["force"])
    where = f" in {title(entry['at'])}" if entry.get("at", "any") != "any" else ""
    return sentence(if_so(entry), f"{who}{where} tries to stop an enemy who marches off")


def losing(part: Part) -> Iterator[str]:
    """The order of losses, by cause."""
    for cause, words in part.items():
        yield f"steps are lost {'' if cause == 'any' else f'in {cause} '}in this order: {names(words)}"


def going(head: str) -> Callable[[Any], Iterator[str]]:
    """A list of places, or a word."""
    return lambda section: iter((f"{head}: {listed(section if isinstance(section, list) else [section])}",))


def paying(part: Part) -> Iterator[str]:
    """When points are spent for the road."""
    if "pay_if_steps" not in part:
        yield "no RP are spent against attrition"
        return
    worse = f" where the die is worsened by {part['pay_if_modifier']} or more" if "pay_if_modifier" in part else ""
    keep = f", while {part['keep']} stay in the purse" if isinstance(part.get("keep"), int) else ""
    yield f"RP are spent against attrition from {part['pay_if_steps']} steps on{worse}{keep}"


def untouched(points: Any) -> Iterator[str]:
    """The points that no operation spends."""
    if isinstance(points, Mapping):
        told = [f"{each} RP of {NAMES.get(purse, purse)}" for purse, each in points.items()]
        yield f"operations never touch the last {' and '.join(told)}"
    elif int(points):
        yield f"operations never touch the last {points} RP of a purse"
    else:
        yield "operations may spend every purse to the last point"


def aiming(part: Part) -> Iterator[str]:
    """The broadsides."""
    how = "all at one ship" if part.get("how") == "focus" else "at one ship after another"
    yield f"ships fire {how}, first at: {names(part.get('prefer', ['any']))}"


def prizes(part: Part) -> Iterator[str]:
    """Cochrane's coup."""
    yield f"Cochrane's coup: {part.get('do', 'capture')} {names(part.get('which', ['any frigate']))}"


def fleeing(entry: Part) -> str:
    """The way of a leader without a force."""
    who = "a leader" if entry["leader"] == "any" else title(entry["leader"])
    return f"{who} who has lost the force goes to: {listed(entry['go'])}"


def rebels(part: Part) -> Iterator[str]:
    """The rebels' doctrine."""
    yield from (doing("a rebel force that is attacked")(entry) for entry in part.get("avoid", ()))
    if "losses" in part:
        yield from (f"rebels: {line}" for line in losing(part["losses"]))
    if "retreat" in part:
        yield f"rebels fall back on {listed(part['retreat'])}"
