"""Sections of this title in words, as their owner reads them back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.glory.orders import conditions as words_of
from pbem.adjudicator.orders.echo import Part, names
from pbem.adjudicator.orders.shapes import Number, Word

#: Ends of words that count something.
ENDS = {"at_least": "at least", "at_most": "at most"}


def amounts(wanted: Part) -> str:
    """The numbers of a condition: at least 8 undamaged ships."""
    told: list[str] = []
    for key, value in wanted.items():
        for end, words in ENDS.items():
            kind = key.removesuffix(end).rstrip("_").replace("_", " ")
            if key.endswith(end):
                told.append(amount(words, str(value), NOUNS.get(kind, f"{kind} ships")))
    return " and ".join(told) or "ships"


def amount(least_or_most: str, value: str, noun: str) -> str:
    """One number of a condition: no ships, at most 1 ship, at least 8 ships."""
    if (least_or_most, value) == ("at most", "0"):
        return f"no {noun}"
    return f"{least_or_most} {value} {noun.replace('ships', 'ship').replace('sails', 'sail') if value == '1' else noun}"


NOUNS = {"ships": "ships", "": "ships", "sails": "sails", "inshore": "sails Inshore", "loose": "sails on Loose",
         "off": "sails Off Station", "on station": "sails on station"}  # fmt: skip
#: Conditions that count, as they are told: what is wanted, and its numbers in words.
COUNTED: Mapping[str, Callable[[Part, str], str]] = {
    "own": lambda wanted, number: f"{title(wanted['block']) if 'block' in wanted else 'it'} has {number}",
    "own_at": lambda wanted, number: f"{place(wanted['place'])} holds {number} that are ready",
    "seen": lambda wanted, number: f"the last news of {place(wanted['at'])} is of {number}"
    + (f", {wanted['age']} turns ago at most" if "age" in wanted else ""),
    "sail_seen": lambda wanted, number: f"{quarry(wanted)} is known to be {number}",
    "masts": lambda wanted, number: f"the count in {title(wanted['port'])} is {number}" if "port" in wanted
    else f"the count Inshore off {title(wanted.get('inshore', ''))} is {number}",
    "watchers": lambda wanted, number: f"{title(wanted['port'])} is watched by {number}",
}  # fmt: skip


def title(name: str) -> str:
    """A block, ship or port as it is spoken of."""
    if name == "best":
        return "the ship with most guns"
    words = (name[2:] if name[1:2] == "-" else name).replace("_", "-").split("-")  # a ship's nation is left out
    return " ".join(word if word in ("of", "de") else word.capitalize() for word in words)


def place(name: str) -> str:
    """A place in words."""
    if "/" in name:
        port, _, part = name.partition("/")
        return {"inshore": f"Inshore off {title(port)}", "loose": f"Loose off {title(port)}",
                "off": f"Off Station off {title(port)}"}.get(part, f"in {title(port)}")  # fmt: skip
    is_hex = name[-1:].isdecimal() and "-" not in name
    return title(name) if name[:1].isalpha() and not is_hex else name


def condition(part: Part) -> str:
    """One condition in words."""
    return " and ".join(one_condition(word, wanted) for word, wanted in part.items())


def one_condition(word: str, wanted: Any) -> str:
    """One word of a condition in words; several numbers are told one by one."""
    if word == "any":
        return " or ".join(condition(each) for each in wanted)
    if word == "not":
        return f"it is not so that {all_of(wanted)}"
    told, shape = words_of.CONDITIONS[word].words, words_of.CONDITIONS[word].shape
    if isinstance(wanted, Mapping) and word in COUNTED:
        return COUNTED[word](wanted, amounts(wanted))
    return words_of.in_words(told, wanted, str if isinstance(shape, Word | Number) else spoken)


def spoken(name: str) -> str:
    """A name of a place, block or admiral as it is spoken; numbers and winds as they are."""
    return place(name) if name[:1].islower() and not name.isdecimal() else name


def all_of(given: Sequence[Part]) -> str:
    """Conditions that must all hold."""
    return " and ".join(condition(each) for each in given)


def if_so(part: Part) -> str:
    """The head of an order that holds under conditions only."""
    return f"If {all_of(part['if'])}: " if part.get("if") else ""


def sentence(head: str, words: str) -> str:
    """A sentence with its condition before it."""
    text = f"{head}{words}"
    return f"{text[:1].upper()}{text[1:]}."


def ships(given: Any) -> str:
    """A choice of ships in words."""
    if isinstance(given, Mapping):
        word, number = next(iter(given.items()))
        return f"the {number} {word} ships"
    if given in ("all", "none"):
        return "all ships" if given == "all" else "no ships"
    return "the damaged ships" if given == "damaged" else names([title(name) for name in given])


def under(part: Part) -> str:
    """The admirals of a part."""
    return f" under {names([title(name) for name in part['admirals']])}" if part.get("admirals") else ""


# -------------------------------------------------------------------------------------------- set-up, yards, council


def set_up(part: Part) -> Iterator[str]:
    """The set-up."""
    for each in part.get("stations", ()):
        yield f"{title(each['block'])} begins {each['station'].title()}."
    if part.get("frigates"):
        yield f"Frigates begin {names([place(name) for name in part['frigates']])}."
    if part.get("toulon"):
        yield f"The Toulon fleet is bound for {title(part['toulon'])}."


def admiralty(part: Part) -> Iterator[str]:
    """Yards and crews."""
    for each in part.get("repair", ()):
        yield f"{title(each['port'])} mends, the first first: {names([title(name) for name in each['ships']])}"
    if part.get("crew"):
        yield f"as far as the points reach, crews go to {names([title(name) for name in part['crew']])}"
    for each in part.get("expeditions", ()):
        yield f"{title(each['block'])} is made ready by {each['spaces']} spaces"
    if part.get("transport"):
        yield f"the Transport is made ready by {part['transport']} spaces"
    if part.get("administrator"):
        yield f"Cornwallis mends {title(part['administrator'])}"
    for each in part.get("ready_at", ()):
        yield f"{title(each['block'])} waits in {title(each['at'])} when it is ready"


def returns(part: Part) -> Iterator[str]:
    """The ports where frigates, admirals and reinforcements come in."""
    for what, where in part.items():
        yield f"{what} come in at {names([place(name) for name in where])}"


def provisions(part: Part) -> Iterator[str]:
    """The ports of the provisions chits."""
    chits = {"may": "the May Sortie", "may-not": "the May Not"}
    yield ", ".join(f"{chits[chit]} lies at {title(port)}" for port, chit in part.items())


def conseil(part: Part) -> Iterator[str]:
    """The destinations."""
    yield "destinations: " + ", ".join(f"{letter} {title(name)}" for letter, name in part.items())


def fleet(entry: Part) -> str:
    """A block formed in a port."""
    which = ships(entry["ships"]) if "ships" in entry else "the ships that it has"
    return sentence(if_so(entry), f"{title(entry['block'])} is formed in {title(entry['at'])} of {which}{under(entry)}")


# -------------------------------------------------------------------------------------------- legs


def quarry(part: Part) -> str:
    """The sails that are hunted."""
    which = [f"what left {title(part['left'])}"] if "left" in part else []
    which += [part["sail"].replace("-", " ")] if "sail" in part else []
    told = " or ".join(which) or "nothing"
    told += f", the one nearest to {place(part['nearest_to'])}" if "nearest_to" in part else ""
    told += ", no two blocks the same sail" if part.get("spread") else ""
    return told + (f"; if none is in sight it looks off {names([place(name) for name in part['guess']])}"
                   if part.get("guess") else "")  # fmt: skip


DEEDS: Mapping[str, Callable[[Any], str]] = {
    "lie": lambda value: "stays",
    "station": lambda value: f"goes to {value.title()}",
    "path": lambda value: f"sails by {names(value)}",
    "make_for": lambda value: "makes for its destination" if value == "bound" else f"makes for {place(value)}",
    "sortie": lambda value: f"puts to sea{bound(value)}",
    "hunt": lambda value: f"hunts {quarry(value)}",
    "shadow": lambda value: f"follows {quarry(value)}",
    "leave": lambda value: f"leaves the zone{bound(value)}",
    "enter": lambda value: f"goes into {title(value)}",
    "cross": lambda value: f"crosses the ocean to arrival {value['to']}",
    "arrive": lambda value: f"on arriving goes on{bound(value)}",
    "remove": lambda value: "is taken off the map",
    "stop": lambda value: {"sea": "stays at sea", "port": "goes into the port"}.get(value, f"stops on {value.title()}"),
    "join": lambda value: f"joins {title(value)} where it lies",
    "bound": lambda value: f"is then bound for {destination(value)}",
    "at_sea": lambda value: "is marked At Sea",
    "face": lambda value: "lies on its face",
    "search": lambda value: f"searches {value}" if value != "none" else "does not search",
    "else": lambda value: "asks for a halt if nothing is found",
}  # fmt: skip


def destination(word: str) -> str:
    """A destination by its letter or name."""
    return f"destination {word}" if len(word) == 1 else "the closest port" if word == "closest" else title(word)


def bound(part: Any) -> str:
    """The destination of a sortie."""
    return f", bound for {destination(part['bound'])}" if isinstance(part, Mapping) and "bound" in part else ""


def detached(part: Part) -> str:
    """Ships that part from a block."""
    which = ships(part["ships"]) if "ships" in part else f"the {part.get('take', 'best')} of those that need not stay"
    kept = {"masts": " by the count of masts"}.get(str(part.get("keep", "")), f" ({part.get('keep')} stay)")
    return f"{which}{kept if 'keep' in part else ''} part as {title(part['as'])}{under(part)}, which "


def deeds(leg: Part) -> str:
    """The deeds of a leg."""
    head = detached(leg["detach"]) if "detach" in leg else ""
    told = [words(leg[word]) for word, words in DEEDS.items() if word in leg and leg[word] is not False]
    after = [deeds(each) for each in leg.get("after_battle", ())]
    return head + (", ".join(told) or "stays") + (f"; after a battle it {' or '.join(after)}" if after else "")


def sailing(entry: Part) -> str:
    """The legs of a block."""
    return sentence(f"{title(entry['block'])}: ", "; else ".join(leg_in_words(leg) for leg in entry["legs"]))


def leg_in_words(leg: Part) -> str:
    """One leg, with its conditions before it."""
    head = f"if {all_of(leg['if'])}, " if leg.get("if") else ""
    return f"{head}{'' if 'detach' in leg else 'it '}{deeds(leg)}"


def bonus(entry: Part) -> str:
    """A use of a bonus chit."""
    chit = "any bonus chit" if str(entry.get("chit", "any")) == "any" else f"the bonus chit for {entry['chit']} hexes"
    block = "any rumour" if entry["block"] == "any-decoy" else title(entry["block"])
    return sentence(if_so(entry), f"with {chit} {block} {deeds(entry)}")


def decoy(entry: Part) -> str:
    """The role of a rumour."""
    if "keep_at_least" in entry:
        return sentence(if_so(entry), f"no rumour is made unless {entry['keep_at_least']} blocks are left")
    if "rest" in entry:
        return sentence(if_so(entry), f"all other rumours {'scatter' if entry['rest'] == 'scatter' else 'stay'}")
    number = f" number {entry['number']}" if "number" in entry else ""
    which = title(entry["rumour"]) if "rumour" in entry else f"rumour{number} beside {title(entry.get('with', 'any'))}"
    return sentence(if_so(entry), f"{which} {deeds({key: entry[key] for key in entry if key != 'with'})}")


# -------------------------------------------------------------------------------------------- single rules


def searching(entry: Part) -> str:
    """The searches of an entry."""
    told = [f"the North Sea Fleet searches {names(entry['north_sea'])}"] if "north_sea" in entry else []
    told += [{"all": "all blocks search", "none": "nobody searches",
              "until_spotted": "blocks search one after another until something is spotted"}[entry["search"]]
             ] if "search" in entry else []  # fmt: skip
    return sentence(if_so(entry), ", ".join(told) or "as usual")


def weather(part: Part) -> Iterator[str]:
    """The ships and frigates that weather takes first."""
    if "losses" in part:
        yield f"weather damages first {chosen(part['losses'])}"
    if "frigate" in part:
        yield f"of frigates the first to go is {names([title(name) for name in part['frigate']])}"


def chosen(given: Any) -> str:
    """Ships by their guns, or by name."""
    by_guns = {"weakest": "the ships with least guns", "strongest": "the ships with most guns"}
    return by_guns[given] if isinstance(given, str) else names([title(name) for name in given])


def relocating(entry: Part) -> str:
    """Damaged ships that go into port."""
    which = ships(entry.get("ships", "damaged"))
    least = f", if {entry['when_at_least']} or more are damaged" if "when_at_least" in entry else ""
    keep = f", as long as {entry['keep']} stay" if "keep" in entry else ""
    return sentence(if_so(entry), f"after weather {which} damaged off {title(entry['from'])} go to {title(entry['to'])}"
                                  f"{under(entry)}{least}{keep}")  # fmt: skip


def transferring(entry: Part) -> str:
    """Ships along the south coast."""
    return sentence(if_so(entry), f"{ships(entry['ships'])} go to {title(entry['to'])} along the coast")


def raiding(entry: Part) -> str:
    """Raids and invasions."""
    where = f"at {place(entry['place'])} " if "place" in entry else ""
    does = {"raid": "raid", "invade": "invade", "none": "try nothing"}
    told = [f"{where}fleets {does[entry['attempt']]}"] if "attempt" in entry else []
    told += [f"{where}rumours pretend to {does[entry['decoys']]}"] if "decoys" in entry else []
    told += [f"the army {'lands' if entry['channel'] == 'yes' else 'does not land'} in England"] \
        if "channel" in entry else []  # fmt: skip
    return sentence(if_so(entry), ", ".join(told) or "as usual")


def spies(section: Sequence[str]) -> Iterator[str]:
    """The places that spies look at."""
    yield f"spies look at {names([place(name) for name in section])}, the first that may be"


def declaring(entry: Part) -> str:
    """Admiralty Events."""
    told = [f"a success is {'declared at once' if entry['event'] == 'yes' else 'kept until it is due'}"] \
        if "event" in entry else []  # fmt: skip
    told += [f"the admiral off Algiers {'negotiates' if entry['barbary'] == 'yes' else 'does not negotiate'}"] \
        if "barbary" in entry else []  # fmt: skip
    return sentence(if_so(entry), ", ".join(told) or "as usual")


def losses(part: Part) -> Iterator[str]:
    """The ships that the Allies' successes cost."""
    if "alexandria" in part:
        yield f"after Alexandria the first to leave are {chosen(part['alexandria'])}"
    if "sortie" in part:
        yield f"ships driven out of a port stop {part['sortie'].title()}"


# -------------------------------------------------------------------------------------------- battle


def fighting(entry: Part) -> str:
    """A plan of battle."""
    told = [f"fights {entry.get('manner', 'wary')}"]
    told += [f"takes the {entry['gauge']} place"] if "gauge" in entry else []
    told += [f"{'denies' if entry['deny'] == 'yes' else 'does not deny'} battle"] if "deny" in entry else []
    told += [{"longer": "asks for a long day", "shorter": "for a short day", "leave": "leaves the day"}[entry["day"]]] \
        if "day" in entry else []  # fmt: skip
    told += [in_round(each) for each in entry.get("rounds", ())]
    told += [f"chooses {entry['choice']}"] if "choice" in entry else []
    damage = entry.get("damage")
    told += [f"fires to {damage}" if isinstance(damage, str) else f"fires at {chosen(damage)}"] if damage else []
    told += [f"breaks off if {all_of(entry['break_off'])}"] if "break_off" in entry else []
    told += [f"withdraws if {all_of(entry['withdraw'])}"] if "withdraw" in entry else []
    return sentence(if_so(entry), f"the fleet {', '.join(told)}")


def in_round(each: Part) -> str:
    """One round of a plan."""
    when = f"in round {each['round']}" if "round" in each else f"from round {each['from']} on" if "from" in each else ""
    only = f"if {all_of(each['if'])}" if each.get("if") else ""
    told = [str(each[word]).replace("-", " ") for word in ("tactic", "sail") if word in each]
    told += ["with the optional die"] if each.get("full_sail_die") == "yes" else []
    return " ".join(part for part in (when, only, " ".join(told)) if part)


def afterwards(entry: Part) -> str:
    """The orders for the time after a battle."""
    told = [f"{title(entry['prizes'])} takes the prizes"] if "prizes" in entry else []
    told += [{"all": "all that are hurt go into port", "damaged": "the damaged go into port",
              "none": "nobody goes into port"}[entry["home"]]] if "home" in entry else []  # fmt: skip
    told += [{"keep": "the destination stays", "closest": "the closest port is the destination"}.get(
        entry["bound"], f"destination {entry['bound']} is taken")] if "bound" in entry else []  # fmt: skip
    told += [f"marked At Sea: {names(entry['release'])}"] if "release" in entry else []
    return sentence(if_so(entry), ", ".join(told) or "as usual")


def halting(entry: Part) -> str:
    """When the turn stops."""
    return f"The turn halts at the end of a half if {all_of(entry['if'])}."
