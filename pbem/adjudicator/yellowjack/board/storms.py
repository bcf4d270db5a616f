"""The Hurricane Map, and what Hurricanes, Gales and Squalls do: dots, paths, circles and effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.adjudicator.board.reading import Reader
from pbem.adjudicator.yellowjack.board.draft import Draft, whole
from pbem.base.errors import Fault
from pbem.base.records import dataclass

SECTIONS = ("dots", "hurricane_paths", "hurricane_births", "growth", "hurricane_effects", "gale_effects",
            "gale_births", "gale_forces", "random_events", "squall_regions")  # fmt: skip
OFF, BANDS, FACES = "off", (1, 2, 3, 4), 10
NONE, HALF = "none", "half"


@dataclass(frozen=True, slots=True)
class Dot:
    """A dot of the Hurricane Map (1.52)."""

    id: str
    name: str
    off_map: bool
    bands: Mapping[str, int]  # place -> its innermost circle, 1 to 4
    paths: tuple[str, ...]  # by the die, 0 to 9; off leaves the map

    @property
    def where(self) -> str:
        """The place in a sentence: 'at Barbados', 'north of Puerto Rico'."""
        return self.name if self.name.startswith(("off ", "north of ")) else f"at {self.name}"


@dataclass(frozen=True, slots=True)
class Birth:
    """A row of Hurricane generation (1.53)."""

    highest: int
    dot: str
    strong: bool


@dataclass(frozen=True, slots=True)
class HurricaneEffect:
    """The damage in one circle in one MPI (1.55)."""

    at_sea: int
    in_port: int
    convoy: int
    auxiliary: int  # the highest die on which one is lost; -1: none is
    scatters: int  # the highest die on which a Convoy Scatters
    sinks: int  # the highest die on which a Sail of Frigates or of a battered Squadron sinks
    movement: str  # none or half


@dataclass(frozen=True, slots=True)
class GaleEffect:
    """The effect of one Force (R5.9)."""

    radius: int
    damage: tuple[int, ...]  # by the die, 0 to 9
    convoy: int
    auxiliary: int  # the lowest die that sends one to Recovery
    astray: int  # the lowest die that parts a Squadron from its Flotilla


@dataclass(frozen=True, slots=True)
class Storms:
    """All that the data say of Hurricanes, Gales and Squalls."""

    dots: Mapping[str, Dot]
    births: Mapping[int, tuple[Birth, ...]]  # Turn of the Year -> rows, the lowest first
    growth: Mapping[int, int]  # Turn of the Year -> highest die that makes a Hurricane of a Tropical Storm
    effects: Mapping[tuple[bool, int], HurricaneEffect]  # strong, band
    gales: Mapping[int, GaleEffect]  # by Force
    gale_births: Mapping[str, int]  # season -> lowest die
    gale_forces: Mapping[bool, tuple[int, ...]]  # rough season -> Force by the die
    events: tuple[str, ...]  # Random Event by the die
    regions: tuple[str, ...]  # region of a Squall by the die


def read_storms(it: Draft) -> Storms:
    """Reads the storms; what is wrong is among the faults."""
    paths: dict[str, dict[int, str]] = {}
    for dot, to, faces in it.read("hurricane_paths", lambda r: (r.text("dot"), r.text("to"), faces_of(r))):
        paths.setdefault(dot, {}).update(dict.fromkeys(faces, to))
    dots = {one.id: one for one in it.read("dots", lambda r: dot_of(r, paths.get(r.id, {})))}
    births: dict[int, list[Birth]] = {}
    for turn, birth in it.read("hurricane_births", lambda r: (r.number("turn", 1), Birth(
            r.number("highest"), r.text("dot"), r.flag("strong")))):  # fmt: skip
        births.setdefault(turn, []).append(birth)
    forces = list(it.read("gale_forces", lambda r: (r.number("die", 0), r.number("rough", 7), r.number("mild", 7))))
    return Storms(
        dots=dots,
        births={turn: tuple(sorted(rows, key=lambda row: row.highest)) for turn, rows in births.items()},
        growth=dict(it.read("growth", lambda r: (r.number("turn", 1), r.number("highest", 0)))),
        effects=dict(it.read("hurricane_effects", effect_of)),
        gales=dict(it.read("gale_effects", gale_of)),
        gale_births=dict(it.read("gale_births", lambda r: (r.id, r.number("lowest", 0)))),
        gale_forces={rough: tuple(row[1 if rough else 2] for row in sorted(forces)) for rough in (True, False)},
        events=by_die(it.read("random_events", lambda r: (r.text("event"), faces_of(r)))),
        regions=by_die(it.read("squall_regions", lambda r: (r.id, faces_of(r)))),
    )  # fmt: skip


def faces_of(reader: Reader) -> range:
    """The faces of a die that a row names."""
    return range(reader.number("lowest", 0), reader.number("highest", 0) + 1)


def by_die(rows: Iterator[tuple[str, range]]) -> tuple[str, ...]:
    """Words by the face of a die."""
    found = {face: word for word, faces in rows for face in faces}
    return tuple(found.get(face, NONE) for face in range(FACES))


def dot_of(reader: Reader, paths: Mapping[int, str]) -> Dot:
    """A dot with its circles and paths."""
    bands = {place: band for band in reversed(BANDS) for place in reader.words(f"band_{band}")}
    return Dot(reader.id, reader.text("name"), reader.flag("off_map"), bands,
               tuple(paths.get(face, "") for face in range(FACES)))  # fmt: skip


def effect_of(reader: Reader) -> tuple[tuple[bool, int], HurricaneEffect]:
    """The effects in one circle."""
    return (reader.flag("strong"), reader.number("band", 1)), HurricaneEffect(
        reader.number("at_sea", 0), reader.number("in_port", 0), reader.number("convoy", 0),
        reader.number("auxiliary", -1), reader.number("scatters", -1), reader.number("sinks", -1),
        reader.word("movement", (NONE, HALF)),
    )  # fmt: skip


def gale_of(reader: Reader) -> tuple[int, GaleEffect]:
    """The effect of one Force."""
    return reader.number("force", 7), GaleEffect(
        reader.number("radius", 0), whole(reader, "damage"), reader.number("convoy", 0),
        reader.number("auxiliary", 0), reader.number("astray", 0),
    )  # fmt: skip


def storm_faults(it: Draft, storms: Storms) -> Iterator[Fault]:
    """Paths cover the die and lead to dots; circles name places of the map; every Force and circle has its effect."""
    places = {*it.ports, *it.spaces, *it.zones}
    for record in it.figures.section("dots"):
        dot = storms.dots.get(record.id)
        if dot is None:
            continue
        missing = [str(face) for face, to in enumerate(dot.paths) if not to]
        if missing:
            yield record.place.fault(f"dot '{dot.id}' has no path on {', '.join(missing)}")
        for to in sorted(set(dot.paths) - {OFF, ""} - set(storms.dots)):
            yield record.place.fault(f"dot '{dot.id}' leads to '{to}', which is no dot")
        for place in sorted(set(dot.bands) - places):
            yield record.place.fault(f"'{place}' in a circle of dot '{dot.id}' is no place of the map")
    for record in it.figures.section("hurricane_births"):
        for turn, rows in storms.births.items():
            if record.id.startswith(f"t{turn:02d}-") and any(row.dot not in storms.dots for row in rows):
                yield record.place.fault("a Hurricane begins at no dot")
