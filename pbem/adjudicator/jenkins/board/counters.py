"""The counters read from their records: kinds first, then each counter of each side."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.board.figures import Record
from pbem.adjudicator.board.reading import Reader
from pbem.adjudicator.jenkins.board.draft import COUNTER_SECTIONS, Draft
from pbem.adjudicator.jenkins.board.pieces import Carries, Counter, CounterKind, Domain, Likeness, Traits
from pbem.base.errors import Kind
from pbem.base.records import replace


def read_counters(it: Draft) -> None:
    """Reads the kinds, then every counter of every section; a counter's id is unique over all of them."""
    kinds = {traits.kind: traits for traits in it.read("kinds", traits_of)}
    starts = {name: place.place for place in it.setup.values() for name in place.counters}
    crowd = [record.figures["name"].value for _, record in counter_records(it) if "name" in record.figures]
    for side, record in counter_records(it):
        reader = Reader(record, it.faults)
        kind = reader.one_of("kind", CounterKind)
        traits = kinds.get(kind)
        if reader.faulty or traits is None:
            if not reader.faulty:
                reader.refuse("kind", f"the data say nothing of kind '{kind.value}'")
            continue
        alone = crowd.count(record.figures["name"].value if "name" in record.figures else "") == 1
        counter = replace(counter_of(reader, side, traits, alone=alone), start=starts.get(record.id))
        reader.finish()
        if counter.id in it.counters:
            it.faults.append(record.place.fault(f"'{counter.id}' names two counters", kind=Kind.AMBIGUOUS))
        it.counters[counter.id] = counter


def counter_records(it: Draft) -> Iterator[tuple[str, Record]]:
    """The counters' records with their side."""
    for side in COUNTER_SECTIONS:
        for record in it.records(side):
            yield side, record


def traits_of(reader: Reader) -> Traits:
    """Reads the traits of a kind of counter; a kind is named by one of our own words."""
    if reader.id not in list(CounterKind):
        reader.refuse("id", f"'{reader.id}' is no kind of counter", kind=Kind.UNKNOWN)
    kind = CounterKind(reader.id) if reader.id in list(CounterKind) else CounterKind.FLEET
    reader.text("rule")
    domain, stacks = reader.one_of("domain", Domain), reader.flag("stacks")
    return Traits(kind, domain, stacks, reader.one_of("carries", Carries), reader.one_of("identical", Likeness))


def counter_of(reader: Reader, side: str, traits: Traits, *, alone: bool) -> Counter:
    """One counter. A marker has a name; what may fight or be carried has values, and a cost or none."""
    name = reader.text("name")
    if traits.domain is Domain.NONE:
        return Counter(reader.id, str(ref_of(reader)), side, name, label_of(reader.id, name, None, alone), traits)
    gun, land = reader.number_if_printed("gun", 1), reader.number_if_printed("land", 1)
    cannonade, red = reader.number_if_printed("cannonade", 0), reader.number_if_printed("tactics_naval", 0)
    green = reader.number_if_printed("tactics_land", 0)
    reader.text("cost")
    cost = reader.number_if_printed("cost", 0)
    anchor = traits.domain is Domain.LAND and reader.flag("anchor")
    if traits.domain is Domain.NAVAL and gun is None:
        reader.refuse("gun", f"naval counter '{reader.id}' has no gun value")
    shown = gun if traits.kind in (CounterKind.CANNON, CounterKind.HEAVY_GUNS) else land
    label = label_of(reader.id, name, shown if traits.domain is Domain.LAND else None, alone)
    return Counter(
        reader.id, str(ref_of(reader)), side, name, label, traits, gun, land, cannonade or 0, red or 0, green or 0,
        cost, anchor,
    )  # fmt: skip


def ref_of(reader: Reader) -> object:
    """The counter's number on our list, if it has one."""
    return reader.record.figures["ref"].value if reader.has("ref") else ""


def label_of(id_: str, name: str, value: int | None, alone: bool) -> str:
    """A short name for a report: 'Boyne'; 'Soldiers 2 (e1)' where others bear the name."""
    if alone:
        return name
    number = id_.rpartition("-")[2]
    return f"{name} {value} ({number})" if value is not None else f"{name} ({number})"
