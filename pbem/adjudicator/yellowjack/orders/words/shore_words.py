"""Landing, marching, storming, evacuating and escaping, in words."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.orders.echo import Part, names
from pbem.adjudicator.yellowjack.orders.words.common_words import listed, provided, sentence, title


def these(value: Any) -> str:
    """All Units, or some."""
    return "all Units" if value in (None, "all") else listed(value)


def landing(entry: Part) -> str:
    """Units put ashore."""
    back = f" but {listed(entry['hold_back'])}" if entry.get("hold_back") else ""
    return sentence(
        f"{entry['expedition']} puts {these(entry.get('units'))}{back} ashore at the first chance{provided(entry)}"
    )


def marching(entry: Part) -> str:
    """A march at the end of an Impulse."""
    who = "any Unit that may" if entry["unit"] == "any" else title(entry["unit"])
    goal = "the Port that is attacked" if entry["to"] == "port_attacked" else title(entry["to"])
    return sentence(f"{who} marches to {goal} at the end of the Impulse{provided(entry)}")


def storming(entry: Part) -> str:
    """A storm, and the odds that it wants."""
    where = "any Port that is besieged" if entry["port"] == "any" else title(entry["port"])
    return sentence(f"{where} is stormed at {entry['odds']} or better with {these(entry.get('with'))}{provided(entry)}")


def evacuating(entry: Part) -> str:
    """An assault that is given up."""
    return sentence(f"the assault on {title(entry['port'])} is given up{provided(entry, 'once')}: a Failed Order")


def escaping(entry: Part) -> str:
    """An escape from a Port that falls."""
    where = "a Port" if entry["port"] == "any" else title(entry["port"])
    told = [f"{sort} {names(entry[sort])}" for sort in ("units", "sail") if entry.get(sort)]
    goal = {"land_box": "; Units go into the Land Box", "ships": "; Units go aboard ship"}.get(str(entry.get("to")), "")
    rvo = (
        f"; ships go to {'the nearest Port' if entry['rvo'] == 'nearest' else title(entry['rvo'])}"
        if "rvo" in entry
        else ""
    )
    return sentence(
        f"if {where} falls, saved first: {'; '.join(told) or 'the most valuable'}{goal}{rvo}{provided(entry)}"
    )
