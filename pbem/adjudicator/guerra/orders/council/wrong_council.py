"""Faults of a council that its owner can see: areas that cannot rise, purses overspent, units out of reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.adjudicator.engine.order_parts import whole
from pbem.adjudicator.guerra.orders.answers import bare
from pbem.adjudicator.guerra.orders.checks.wrong import Desk, Entry, Path, Wrong
from pbem.adjudicator.guerra.orders.council.council_answers import kept, parted
from pbem.adjudicator.guerra.rules.ch04_arrivals import open_port
from pbem.adjudicator.guerra.rules.ch04_building import (
    KINDS,
    place_new,
    price,
    purse_of,
    step_price,
    wanted,
    why_no_masses,
    why_no_upgrade,
    why_not_built,
    why_not_replenished,
    why_not_there,
)
from pbem.adjudicator.guerra.rules.ch04_resources import awaited
from pbem.adjudicator.guerra.rules.ch09_uprisings import why_not
from pbem.adjudicator.guerra.rules.recruits import purses_for
from pbem.adjudicator.guerra.state.terms import DUE, GUERRILLA, LINE, POOL, ROYALIST
from pbem.base.records import dataclass

#: The places of the turn track.
TRACK = "track/"
#: Half points that Spain may send at most (4.5).
FROM_SPAIN = 6


def wrong_council(desk: Desk) -> Iterator[Wrong]:
    """Every fault of uprisings and of the muster, in the order in which they are carried out."""
    yield from wrong_risings(desk)
    if "muster" in desk.body:
        yield from wrong_muster(desk, desk.body["muster"])


def wrong_risings(desk: Desk) -> Iterator[Wrong]:
    """Areas that cannot be raised now."""
    for number, entry in enumerate(desk.entries("uprisings")):
        for path, each in ((("uprisings", number), entry), (("uprisings", number, "else"), entry.get("else"))):
            reason = why_not(desk.state, desk.seat, str(each["area"])) if each else ""
            if each and reason:
                name = desk.board.place_name(str(each["area"]))
                yield Wrong((*path, "area"), f"{name} cannot be raised: {reason}", "9.0")
        before = next((place for place, other in enumerate(desk.entries("uprisings")[:number])
                       if other["area"] == entry["area"] and not other.get("if")), None)  # fmt: skip
        if before is not None:
            line = desk.line("uprisings", before)
            yield Wrong(("uprisings", number, "area"), f"line {line} raises that area already", "9.3")


def wrong_muster(desk: Desk, muster: Entry) -> Iterator[Wrong]:
    """Faults of a muster; what is bought lies on the scratch position when the next entry is judged."""
    earn(desk)
    for number, entry in enumerate(muster.get("upgrade", ())):
        reason = why_no_upgrade(desk.state, desk.seat, str(entry["militia"]), str(entry["regular"]))
        if reason and not entry.get("if"):
            yield Wrong(("muster", "upgrade", number, "militia"), f"'{entry['militia']}' cannot fill the ranks of "
                        f"'{entry['regular']}': {reason}", "4.7")  # fmt: skip
    keep = {purse: whole(halves) for purse, halves in kept(muster.get("keep", {}), desk.seat).items()}
    for bill in bills(muster, "build"):
        yield from wrong_purchase(desk, bill, keep)
    for bill in bills(muster, "replenish"):
        yield from wrong_refill(desk, bill, keep)
    yield from wrong_arrivals(desk, muster)
    masses = muster.get("masses")
    reason = why_no_masses(desk.state, desk.seat, str(masses["area"])) if masses else ""
    if masses and reason and not masses.get("if"):
        yield Wrong(("muster", "masses", "area"), f"the masses of {desk.place(str(masses['area']))} cannot be raised: "
                    f"{reason}", "4.9")  # fmt: skip
    yield from wrong_modes(desk, muster.get("guerrilla", {}))
    yield from wrong_stacks(desk, muster)


def earn(desk: Desk) -> None:
    """Adds to the purses what the areas held now will pay, and the most that Spain may send."""
    for purse, halves in awaited(desk.state, desk.seat).items():
        desk.state.purse[purse] += halves
    if desk.seat == ROYALIST:
        desk.state.purse[ROYALIST] += FROM_SPAIN


# -------------------------------------------------------------------------------------------- purchases


@dataclass(frozen=True, slots=True)
class Bill:
    """One purchase: where it stands, the purse it stands under, and what it says."""

    path: Path
    purse: str
    entry: Entry


def bills(muster: Entry, section: str) -> Iterator[Bill]:
    """The purchases of a section in order."""
    given: Any = muster.get(section, ())
    if isinstance(given, Mapping):
        for purse, entries in given.items():
            for number, entry in enumerate(entries):
                yield Bill(("muster", section, purse, number), str(purse), entry)
    else:
        for number, entry in enumerate(given):
            yield Bill(("muster", section, number), "", entry)


def said(bill: Bill) -> dict[str, Any]:
    """A purchase as the rule reads it."""
    _, later = parted(bill.entry.get("if", ()), bill.purse)
    found: dict[str, Any] = dict(bare(bill.entry)) | ({"purse": bill.purse} if bill.purse else {})
    return found | ({"purse_at_least": str(max(later))} if later else {})


def wrong_purchase(desk: Desk, bill: Bill, keep: Mapping[str, int]) -> Iterator[Wrong]:
    """A purchase that cannot be made, though nothing is left to chance; what can is placed and paid."""
    state, entry = desk.state, said(bill)
    if "unit" not in entry and "kind" not in entry:
        yield Wrong(bill.path, "neither a unit nor a kind is named", "4.6")
        return
    for unit, _ in wanted(state, desk.seat, entry):
        reason = why_not_built(state, desk.seat, unit, entry, keep) if unit else why_none(desk, entry)
        if reason and not bill.entry.get("if"):
            word = "unit" if "unit" in bill.entry else "kind"
            hint = not_there(desk, unit) if "unit" in bill.entry else ""
            yield Wrong((*bill.path, word), f"{named(desk, entry)} cannot be raised: {reason}", "4.6", hint)
        if reason:
            return
        state.purse[purse_of(state, desk.seat, unit, entry)] -= price(state, unit)
        place_new(state, unit, str(entry["at"]))


def why_none(desk: Desk, entry: Entry) -> str:
    """Explains why no unit of a kind may be raised somewhere: what keeps the first of the kind that is in the pool."""
    sort, units = KINDS.get(str(entry["kind"])), desk.board.units
    pool = [unit for unit in desk.state.pool(desk.seat) if (units[unit].arm, units[unit].militia) == sort]
    paid = [unit for unit in pool if not entry.get("purse") or entry["purse"] in purses_for(desk.state, unit)]
    why = why_not_there(desk.state, desk.seat, paid[0], str(entry.get("at", ""))) if paid else ""
    told = f"none of the kind may be raised there ({desk.label(paid[0])}: {why})" if why else ""
    return told or "none of the kind is in the pool"


def named(desk: Desk, entry: Entry) -> str:
    """A purchase in words."""
    return desk.label(str(entry["unit"])) if "unit" in entry else str(entry["kind"]).replace("-", " ")


def wrong_refill(desk: Desk, bill: Bill, keep: Mapping[str, int]) -> Iterator[Wrong]:
    """A lost step that cannot be bought back; one that can is paid."""
    state, entry = desk.state, said(bill)
    unit = str(entry["unit"])
    reason = why_not_replenished(state, desk.seat, unit, entry, keep)
    if not reason:
        state.purse[purse_of(state, desk.seat, unit, entry)] -= step_price(state, unit)
        state.units[unit].steps += 1
    elif not bill.entry.get("if"):
        yield Wrong((*bill.path, "unit"), f"{desk.label(unit)} gets no step back: {reason}", "4.6")


# -------------------------------------------------------------------------------------------- arrivals, hills


def wrong_arrivals(desk: Desk, muster: Entry) -> Iterator[Wrong]:
    """Units and leaders who do not come this turn, or are named twice."""
    met: set[str] = set()
    for number, entry in enumerate(muster.get("arrive", ())):
        for place, unit in enumerate(entry["units"]):
            where = desk.known["units"].get(unit, {}).get("where", "")
            path: Path = ("muster", "arrive", number, "units", place)
            if where != DUE:
                yield Wrong(path, f"'{unit}' does not come this turn", "4.8", whereabouts(where))
            elif unit in met:
                yield Wrong(path, f"'{unit}' lands twice", "4.8")
            met.add(str(unit))
    for number, entry in enumerate(muster.get("leaders", ())):
        where = str(desk.known["leaders"].get(str(entry["leader"]), {}).get("where", ""))
        if where != DUE:
            hint = whereabouts(where) if where.startswith(TRACK) else ""
            text = f"'{entry['leader']}' does not come this turn"
            yield Wrong(("muster", "leaders", number, "leader"), text, "4.10", hint)


def not_there(desk: Desk, unit: str) -> str:
    """A hint on a unit that is not in the pool: when it comes, or that an entry above raises it."""
    where = str(desk.known["units"].get(unit, {}).get("where", ""))
    if where == POOL and desk.state.units[unit].at != POOL:
        return "an entry above raises it"
    return whereabouts(where) if where.startswith(TRACK) else ""


def whereabouts(where: str) -> str:
    """A hint that says where a unit is that does not come now."""
    if where.startswith(TRACK):
        return f"due in turn {where.removeprefix(TRACK)}"
    return {"": "it is not seen", POOL: "it is in the pool: 'build' raises it"}.get(where, f"it is at {where}")


def closed_ports(desk: Desk) -> Iterator[str]:
    """Says which wished ports are not open as the map lies: who was to land there makes for another (4.8)."""
    for entry in desk.body.get("muster", {}).get("arrive", ()):
        port = str(entry.get("port", ""))
        if desk.seat == ROYALIST and port and not open_port(desk.state, port):
            yield (f"{desk.place(port)} is no open port of yours as the map lies: whoever is to land there makes for "
                   "the next that 'or' names, or for one by default (4.8).")  # fmt: skip


def wrong_stacks(desk: Desk, muster: Entry) -> Iterator[Wrong]:
    """Units that are to stand together in an area, and stand in another; who is still to come is not judged."""
    for number, entry in enumerate(muster.get("forces", ())):
        for place, unit in enumerate(entry["units"] if not entry.get("if") else ()):
            at = str(desk.state.place_of(str(unit)))
            if at in desk.board.areas and at != str(entry["at"]):
                text = f"'{unit}' stands in {desk.place(at)}, and a muster marches nobody"
                yield Wrong(("muster", "forces", number, "units", place), text, "5.1")


def wrong_modes(desk: Desk, modes: Entry) -> Iterator[Wrong]:
    """Units that cannot take to the hills or come down."""
    for word, mode in (("on", GUERRILLA), ("off", LINE)):
        for place, unit in enumerate(modes.get(word, ())):
            piece = desk.state.units[str(unit)]
            if not desk.board.units[str(unit)].militia:
                yield Wrong(("muster", "guerrilla", word, place), f"'{unit}' is no militia", "10.1")
            elif piece.mode == mode and desk.state.force_of(str(unit)):
                yield Wrong(("muster", "guerrilla", word, place), f"'{unit}' is in that mode already", "10.1")
