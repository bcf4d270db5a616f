"""Tasks, Screens, Pirates, Auxiliaries Assigned and converted, Privateers and Marines, in words."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.orders.echo import Part, names
from pbem.adjudicator.yellowjack.orders.words.common_words import provided, sentence, title

TASKS = {
    "search": "looks at", "shadow": "shadows", "convoy_attack": "attacks", "interdiction": "interdicts",
    "port_interdiction": "lies for prizes off", "cutting_out": "cuts out ships at", "raid": "raids",
    "bombard": "throws shells into", "fireship": "burns ships at", "rebase": "changes to the zone",
    "as_sail": "fires as one more ship at",
}  # fmt: skip
TARGETS = {"any": "any enemy", "convoys": "Convoys that are Spotted", "spotted": "an enemy that is Spotted",
           "unspotted": "an enemy that nobody knows"}  # fmt: skip
USUAL_TARGET = {"search": "unspotted", "shadow": "spotted", "convoy_attack": "convoys"}


def whoever(word: Any, every: str) -> str:
    """One by its id, or all of them."""
    return every if word in ("all", "any") else title(word)


def task(entry: Part) -> str:
    """A Task of an Auxiliary or of Marines."""
    who = whoever(entry["aux"], "any Auxiliary that can")
    return sentence(f"{who} {deed(entry)}{when(entry)}{provided(entry)}")


def deed(entry: Part) -> str:
    """A Task with its target."""
    kind = str(entry["task"])
    place = entry.get("at") or entry.get("to") or entry.get("port")
    target = str(entry.get("target", USUAL_TARGET.get(kind, "")))
    aim = title(place) if place and kind not in USUAL_TARGET else TARGETS.get(target, target)
    near = f" at {title(entry['within'])} or a leg off" if "within" in entry else ""
    squadron = f", {entry['squadron']} first" if "squadron" in entry else ""
    return f"{TASKS[kind]} {aim}{near}{squadron}"


def when(entry: Part) -> str:
    """The Impulse and MPI from which a Task is done."""
    impulse = f", in Impulse {entry['impulse']}" if "impulse" in entry else ""
    return impulse + (f", from MPI {entry['mpi']} on" if "mpi" in entry else "")


def pirate(entry: Part) -> str:
    """A Pirate that is roused."""
    who = whoever(entry["pirate"], "any Pirate that can")
    return sentence(f"when it is your turn to rouse one, {who} {deed(entry)}{when(entry)}{provided(entry)}")


def screen(entry: Part) -> str:
    """A Screen."""
    who = {"all": "any Auxiliary near", "guardacosta": "the coast guard", "none": "nobody"}.get(
        str(entry["aux"]), title(entry["aux"]))  # fmt: skip
    kinds = [str(kind).replace("_", " ") for kind in entry.get("against", ())]
    return sentence(f"{who} Screens {names(kinds) if kinds else 'every Task'}{provided(entry)}")


def fleet_task(entry: Part) -> str:
    """A Task before a storm or a Battle."""
    port = entry.get("port")
    where = "before any storm" if port == "any" else f"before {title(port)}" if port else "in a Battle"
    who = whoever(entry["aux"], "every one that can")
    what = {"as_sail": "counts as a ship", "fireship": "is spent with fire", "cutting_out": "cuts out ships",
            "raid": "raids"}[str(entry["task"])]  # fmt: skip
    squadron = f" on {entry['squadron']}" if "squadron" in entry else ""
    return sentence(f"{where} {who} {what}{squadron}{provided(entry)}")


def assigning(entry: Part) -> str:
    """An Auxiliary that goes somewhere."""
    goal = "to Recovery" if entry["to"] == "recovery" else f"to {title(entry['to'])}"
    return sentence(f"{title(entry['aux'])} goes {goal}{provided(entry)}")


def converting(entry: Part) -> str:
    """Sail that become an Auxiliary, or an Auxiliary that becomes Sail."""
    if "aux" in entry:
        into = entry.get("into", "a Squadron that is not named")
        return sentence(f"{title(entry['aux'])} sails with {into} again{provided(entry)}")
    sort, of = entry.get("class", "frigate"), entry.get("of", "a Squadron that is not named")
    return sentence(f"one {sort} of {of} becomes an Auxiliary, in Recovery{provided(entry)}")


def privateer(entry: Part) -> str:
    """A Privateer and its zone."""
    zone = entry.get("rebase")
    told = "is yours" if not zone else "is a Corsair no longer" if zone == "none" else f"lies in the zone {title(zone)}"
    return sentence(f"{title(entry['corsair'])} {told}{provided(entry)}")


def marine(entry: Part) -> str:
    """A Marine Unit that goes aboard or ashore."""
    return sentence(f"{title(entry['unit'])} goes to {title(entry['to'])}{provided(entry)}")
