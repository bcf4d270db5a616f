"""Repairs, states, Formations, postings, Marines and transfers, in words."""

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


def marines(entry: Part) -> str:
    """Marines that go aboard."""
    return sentence(f"{entry['unit']} goes aboard {entry['to']}{provided(entry)}")


def transfer(entry: Part) -> str:
    """A Formation that changes its Command."""
    return sentence(
        f"{entry['formation']} leaves for the Command of {entry['to']}, if a Check is passed{provided(entry)}"
    )
