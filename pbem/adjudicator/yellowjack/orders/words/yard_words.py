"""Repairs, stores, states, Formations, postings and Troop Convoys, in words."""

from __future__ import annotations

from pbem.adjudicator.orders.echo import Part, names
from pbem.adjudicator.yellowjack.orders.words.common_words import provided, sentence, title


def repairing(entry: Part) -> str:
    """The repairs of a Port."""
    until = f", each until it is {entry['until']}" if "until" in entry else ""
    return sentence(
        f"{title(entry['port'])} repairs {names(entry['squadrons'])}, the first first{until}{provided(entry)}"
    )


def state(entry: Part) -> str:
    """A Squadron that changes its state."""
    where = "In Ordinary" if entry["to"] == "in_ordinary" else "Fitting Out"
    return sentence(f"Squadron {entry['squadron']} goes {where}{provided(entry)}")


def refit(entry: Part) -> str:
    """Sail that go from Squadron to Squadron."""
    return sentence(f"{entry['number']} {entry['class']} {'goes' if int(entry['number']) == 1 else 'go'} from "
                    f"{entry['from']} to {entry['into']}, with their share of damage{provided(entry)}")  # fmt: skip


def forming(entry: Part) -> str:
    """A Formation made of Squadrons."""
    if not entry["squadrons"]:
        return sentence(f"{entry['formation']} is dissolved{provided(entry)}")
    where = f" at {title(entry['at'])}" if "at" in entry else ""
    return sentence(f"{entry['formation']} is made of {names(entry['squadrons'])}{where}{provided(entry)}")


def posting(entry: Part) -> str:
    """A Leader with a new post."""
    return sentence(f"{title(entry['leader'])} is posted to {title(entry['to'])}{provided(entry)}")


def stores(entry: Part) -> str:
    """Stores that are spent."""
    points = f"{entry['points']} points of the" if "points" in entry else "the"
    return sentence(f"{points} stores at {title(entry['port'])} go to {entry['squadron']}{provided(entry)}")


def assembling(entry: Part) -> str:
    """A Troop Convoy that gathers."""
    name = str(entry.get("convoy", "a Troop Convoy"))
    goal = "for an assault" if entry["to"] == "assault" else f"for {title(entry['to'])}"
    units = ", ".join(map(str, entry["troops"]))
    return sentence(f"{name} gathers at {title(entry['at'])} {goal}, with {units}{provided(entry)}")
