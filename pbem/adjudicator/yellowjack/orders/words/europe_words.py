"""Entries, Escorts, requests, transfers and recovery, in words."""

from __future__ import annotations

from pbem.adjudicator.orders.echo import Part, names
from pbem.adjudicator.yellowjack.orders.words.common_words import provided, sentence, title
from pbem.adjudicator.yellowjack.state.words import CLASS_NAMES


def entering(entry: Part) -> str:
    """A Formation that comes onto the map, or is held back."""
    if entry.get("hold"):
        return sentence(f"{entry['who']} stays off the map{provided(entry)}")
    return sentence(f"{entry['who']} comes onto the map in Impulse {entry.get('impulse', 1)}{provided(entry)}")


def escorting(entry: Part) -> str:
    """A Convoy and its Escort."""
    off = ", and leaves the map with it" if entry.get("off_map") else ""
    return sentence(f"{entry['with']} escorts {entry['convoy']}{off}{provided(entry)}")


def requesting(entry: Part) -> str:
    """A request to Europe."""
    if not entry.get("do", True):
        return sentence(f"the {entry['nation'].title()} ask for nothing{provided(entry)}")
    wanted = ", then ".join(CLASS_NAMES.get(each, each) for each in entry.get("buy", ()))
    buys = f", to buy {wanted}" if wanted else ""
    units = f", and to rebuild {names(entry['rebuild'])}" if entry.get("rebuild") else ""
    pays = f"; 1 Prestige is paid for the better row while there are {entry['pay']}" if "pay" in entry else ""
    return sentence(f"the {entry['nation'].title()} ask for ships and men{buys}{units}{pays}{provided(entry)}")


def transferring(entry: Part) -> str:
    """A Flotilla that changes its Command."""
    return sentence(f"{entry['formation']} goes over to {title(entry['to'])}{provided(entry)}")


def withdrawing(entry: Part) -> str:
    """A Formation that goes home first."""
    return sentence(f"{entry['who']} goes home if ships have to be sent there{provided(entry)}")


def french_leaving(entry: Part) -> str:
    """French forces that go home at will."""
    return sentence(f"{entry.get('who') or entry.get('aux')} goes home to France{provided(entry)}")


def recovering(entry: Part) -> str:
    """Units that recover first."""
    where = f"at {title(entry['port'])}" if "port" in entry else f"in the region {str(entry.get('region', '')).title()}"
    return sentence(f"{names(entry['units'])} recover first {where}{provided(entry)}")
