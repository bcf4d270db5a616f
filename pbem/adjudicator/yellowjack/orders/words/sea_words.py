"""Stance, Battle, Break Out, weather, losses and Orders given up, in words."""

from __future__ import annotations

from pbem.adjudicator.orders.echo import Part, names
from pbem.adjudicator.yellowjack.orders.words.common_words import holds, listed, provided, sentence, verb, who

STANCES = {
    "seek": ("attacks", "attack"),
    "accept": ("takes battle", "take battle"),
    "avoid": ("avoids battle", "avoid battle"),
}
HOW = {"no": ("stays in port", "stay in port"), "slip": ("slips out by night", "slip out by night"),
       "force": ("forces her way out", "force their way out")}  # fmt: skip
BREAKS = {"never": "never breaking off", "usual": "breaking off as is usual", "after_1": "breaking off after a round",
          "after_2": "breaking off after two rounds"}  # fmt: skip
RANGE = {1: "long range", 2: "line of battle", 3: "close action"}


def stance(entry: Part) -> str:
    """A stance in words."""
    prefers = f"; first attacked: {names(entry['prefer'])}" if entry.get("prefer") else ""
    dares = ", the French too, though at peace with them" if entry.get("challenge") else ""
    return sentence(f"{who(entry)} {verb(entry, *STANCES[entry['do']])}{dares}{provided(entry)}{prefers}")


def battle(entry: Part) -> str:
    """The way a Battle is fought."""
    told = [
        f"at intensity {entry['intensity']}, {RANGE[int(entry['intensity'])]}" if "intensity" in entry else "as usual"
    ]
    told += [f"with {names(entry['line'])} first in line"] if entry.get("line") else []
    told += [f"surplus ships firing at the {names(entry['surplus'])}"] if "surplus" in entry else []
    if "break" in entry:
        given = entry["break"]
        told.append(f"breaking off once {holds(given)}" if isinstance(given, list) else BREAKS[given])
    joins = {"yes": ", and joins Battles near by", "no": ", and joins no Battle near by"}.get(
        str(entry.get("join")), ""
    )
    return sentence(f"{who(entry)} {verb(entry, 'fights', 'fight')} {', '.join(told)}{joins}{provided(entry)}")


def retreat(entry: Part) -> str:
    """A retreat in words."""
    goes = f"{who(entry)} {verb(entry, 'goes', 'go')}"
    return sentence(f"beaten, {goes} to the first of {listed(entry['to'])} that is open{provided(entry)}")


def break_out(entry: Part) -> str:
    """A Break Out in words."""
    since = f" from MPI {entry['from_mpi']} on" if "from_mpi" in entry else ""
    return sentence(f"blockaded, {who(entry)} {verb(entry, *HOW[entry['how']])}{since}{provided(entry)}")


def weather(entry: Part) -> str:
    """The habits of Formations in a foul wind."""
    catch = {"never": ("never tries for a breeze", "never try for a breeze"),
             "chase": ("tries for a breeze in a chase", "try for a breeze in a chase"),
             "always": ("always tries for a breeze", "always try for a breeze")}  # fmt: skip
    return sentence(f"in a foul wind {who(entry)} {verb(entry, *catch[str(entry['catch'])])}{provided(entry)}")


def losses(entry: Part) -> str:
    """The order of losses."""
    told = [f"{sort} {names(entry[sort])}" for sort in ("units", "sail") if entry.get(sort)]
    return sentence(f"lost first: {'; '.join(told) or 'as the rule has it'}{provided(entry)}")


def give_up(entry: Part) -> str:
    """An Order that is given up."""
    return sentence(f"{who(entry)} {verb(entry, 'gives', 'give')} up the Order{provided(entry)}: a Failed Order")
