"""Orders in words: what each section will do, as its owner reads it back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.lions.orders.answers import DOCTRINE
from pbem.base.counting import counted
from pbem.strict_yaml.writing import one_line

#: Units that are counted in points, by their word in an order file.
POINTS = {"regiments": "regiment point", "forts": "fort point"}
Words = Callable[[Any], str]
Part = Mapping[str, Any]


def names(value: Any) -> str:
    """A list of words, or the word that stands for one."""
    return ", ".join(str(word) for word in value) if isinstance(value, list) else str(value).replace("_", " ")


def conditions(given: Sequence[Part]) -> str:
    """Conditions as they were written, without their brackets."""
    parts = [(word, value) for condition in given for word, value in condition.items()]
    return " and ".join(f"{word.replace('_', ' ')} {one_line(value).strip('{}')}" for word, value in parts)


def provided(part: Part) -> str:
    """The tail of an order that holds under conditions only."""
    return f", if {conditions(part['if'])}" if part.get("if") else ""


# -------------------------------------------------------------------------------------------- plans


def counters(part: Part) -> str:
    """Counters of a set-up."""
    points = [counted(part[kind], point) for kind, point in POINTS.items() if part.get(kind)]
    return names([*points, *part.get("ships", ()), *part.get("leaders", ())]) or "nobody"


def set_up(plan: Part) -> Iterator[str]:
    """Who is placed where (3.2), and who starts aboard (19.8)."""
    for part in plan.get("place", ()):
        yield f"Of {part['group']} you place at {part['at']}: {counters(part)}."
    for part in plan.get("aboard", ()):
        yield f"Aboard {part['ship']} you place: {counters(part)}."


def bid(entry: Part) -> str:
    """One bid (9.3)."""
    which = "any marker" if entry["for"] == "any" else f"marker {entry['for']}"
    first, *more = (str(pounds) for pounds in entry["rounds"])
    tie = f", in a tie {', '.join(more)}" if more else ""
    return f"For {which} you bid {first}{tie}{provided(entry)}."


def operation(entry: Part) -> str:
    """One entry of the queue (13.2), in a sentence."""
    if "pass_until" in entry:
        return f"You pass until {conditions(entry['pass_until'])}."
    times = f", {entry['times']} times" if entry.get("times", 1) > 1 else ""
    until = f", until {conditions(entry['until'])}" if entry.get("until") else ""
    second = f"; at once again: {deeds(entry['second'])}" if "second" in entry else ""
    return f"{who(entry)}: {deeds(entry)}{second}{times}{provided(entry)}{until}."


def who(entry: Part) -> str:
    """Who operates, or what is played instead."""
    if "letter_of_marque" in entry:
        return f"Letter of Marque at {entry['letter_of_marque']['port']}"
    if "diplomacy" in entry:
        return f"Diplomacy by {entry['diplomacy']['leader']}"
    if "lords" in entry:
        return f"Lords of Six Weeks at {entry['lords']['at']}"
    force = str(entry["force"])
    return f"Fleet {force}" if force.isdecimal() else force


def deeds(entry: Part) -> str:
    """What an operation does, in the order it is done (13.2)."""
    found = [f"shows {names(entry['show'])}"] if "show" in entry else []
    found += [f"plays {part['marker']}" for part in entry.get("markers", ())]
    found += [f"takes {names(entry['take'])} under escort"] if "take" in entry else []
    found += [f"embarks {cargo(entry['embark'])}"] if "embark" in entry else []
    found += [f"sails to {names(entry['path'])}"] if "path" in entry else []
    found += ["crosses the Pacific"] if entry.get("cross") else []
    found += [f"leaves {cargo(part)} at {part['at']}" for part in entry.get("drop", ())]
    found += [f"attacks {target(entry['attack'])}"] if "attack" in entry else []
    found += [f"lands {cargo(entry['land'])}"] if "land" in entry else []
    found += [f"attacks {entry['shore']} ashore"] if "shore" in entry else []
    found += ["plunders"] if entry.get("plunder") else []
    found += ["trades with the potentate"] if entry.get("trade") else []
    found += [f"scuttles {names(entry['scuttle'])}"] if "scuttle" in entry else []
    return ", ".join(found) or "stays"


def cargo(part: Part) -> str:
    """Who goes aboard, ashore or is left."""
    points = [f"{part['regiments']} regiment points"] if part.get("regiments") else []
    return names([*points, *part.get("ships", ()), *part.get("leaders", ())]) or "nobody"


def target(part: Part) -> str:
    """Whom an attack is meant for."""
    force = f" {part['force']}" if "force" in part else ""
    return f"{part.get('power', 'whoever is there')}{force}"


def agreement(record: Part) -> str:
    """One agreement (10.1)."""
    gifts = "".join(f"; {gift['from']} gives {gift['to']} {given(gift)}" for gift in record.get("gives", ()))
    until = f" until turn {record['until']}" if "until" in record else ""
    promise = record.get("promise", "none").replace("_", " ")
    return f"You agree with {names(record['parties'])}: {promise}{until}{gifts}, if their files say the same."


def given(gift: Part) -> str:
    """What is given."""
    pounds = [f"{gift['pounds']} pounds"] if gift.get("pounds") else []
    some = [f"{gift['random']} markers at random"] if gift.get("random") else []
    return names([*pounds, *gift.get("markers", ()), *some]) or "nothing"


def recruiting(outfit: Part) -> Iterator[str]:
    """How many leaders to try for, and at what price (22.2): the rest is the dice's."""
    number = int(outfit.get("leaders", 0))
    price = f" at {outfit['leader_price']} pounds or less" if "leader_price" in outfit else ""
    if number:
        yield f"Last in outfitting you try for {'a leader' if number == 1 else f'{number} leaders'}{price}."


def plans(body: Part) -> Iterator[str]:
    """The plan for this phase, line by line; outfitting and fleets are told by the rules themselves."""
    yield from set_up(body.get("setup", {}))
    for entry in body.get("bids", ()):
        yield bid(entry)
    if "spend" in body:
        yield f"All bids together cost {body['spend']} pounds at most."
    if "never_below" in body:
        yield f"The last {body['never_below']} pounds are not touched."
    if "return" in body:
        yield f"Before the bids you return {names(body['return'])}."
    for record in body.get("agreements", ()):
        yield agreement(record)
    yield from recruiting(body.get("outfit", {}))
    for number, entry in enumerate(body.get("operations", ()), 1):
        yield f"Operation {number}. {operation(entry)}"


# -------------------------------------------------------------------------------------------- doctrine


def playing(entry: Part) -> str:
    """When a marker is played."""
    when = f" at {entry['when'].replace('_', ' ')}" if "when" in entry else ""
    against = f" against {entry['against']}" if "against" in entry else ""
    return f"{entry['marker']}{against}{when}{provided(entry)}"


def gauge(entry: Part) -> str:
    """What to do with the wind gauge."""
    to = f" to {names(entry['to'])}" if "to" in entry else ""
    return f"{entry['do'].replace('_', ' ')}{to}{provided(entry)}"


def firing(entry: Part) -> str:
    """At whom to fire."""
    parts = [f"at {names(entry['targets'])}"] if "targets" in entry else []
    parts += [f"fireships: {entry['fireships']}"] if "fireships" in entry else []
    parts += [f"boarding: {entry['boarding']}"] if "boarding" in entry else []
    parts += [f"silent: {names(entry['hold'])}"] if "hold" in entry else []
    return f"{', '.join(parts) or 'as usual'}{provided(entry)}"


def by_sort(section: Part) -> str:
    """A mapping of sorts to names."""
    return "; ".join(f"{sort}: {names(value)}" for sort, value in section.items())


def each(words: Words) -> Words:
    """The same for a list of parts."""
    return lambda section: "; ".join(words(part) for part in section)


#: section -> how it begins, and the rest in words
SECTIONS: dict[str, tuple[str, Words]] = {
    "play": ("markers played", each(playing)), "admirals": ("in command", names), "gauge": ("wind gauge", each(gauge)),
    "fire": ("fire", each(firing)), "retreat": ("retreats, first choice first", names),
    "transfer": ("leaders transfer to", names), "bombard": ("bombarding", names), "coast": ("forts fire at", names),
    "halt": ("a halt ashore", each(lambda part: conditions(part["if"]))), "arrears": ("arrears", names),
    "losses": ("lost first", by_sort), "leader_places": ("leaders go to", names),
    "prizes": ("prizes become", names),
}  # fmt: skip


def doctrine(body: Part) -> Iterator[str]:
    """Each section of doctrine in a line."""
    for name in DOCTRINE:
        if name in body:
            head, words = SECTIONS.get(name, (name.replace("_", " "), one_line))
            yield f"{head}: {words(body[name])}"


def standing(order: Part) -> str:
    """A standing order in a sentence: what it will do, while what holds, until when."""
    if "cancel" in order:
        return f"Standing order {order['cancel']} is cancelled."
    until = f"; until {conditions(order['until'])}" if order.get("until") else ""
    once = "; once" if order.get("once") else ""
    return f"Standing order {order['number']}{provided(order)}: {'; '.join(doctrine(order)) or 'nothing'}{until}{once}."


def told(body: Part) -> Iterator[str]:
    """An order file, read back to its owner."""
    yield from plans(body)
    for line in doctrine(body):
        yield f"This phase, {line}."
    for order in body.get("standing", ()):
        yield standing(order)
    if "ask" in body:
        yield f"You are asked about {names(body['ask'])}, where nothing is ordered."
    for part in body.get("answers", ()):
        yield f"If asked {part['key']}: {one_line(part['answer'])}."
