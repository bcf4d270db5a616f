"""The form of an order desk: sections in season, values of each field, the pieces and their ways.

A game fills a form from a view and from nothing else; the page that shows it knows no game. The shape of what may be
ordered stays in the order schema, and `pbem orders check` decides what is lawful.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict

from pbem.adjudicator.board.texts import texts_of
from pbem.adjudicator.engine.chosen_doctrine import EVERYTHING
from pbem.adjudicator.engine.memory import remembered
from pbem.adjudicator.orders.fields import desk_fields
from pbem.adjudicator.orders.grammar import HEAD, OrderTable, Row, Seen
from pbem.adjudicator.orders.shapes import BAR, List, Word
from pbem.base.dice_spec import throws
from pbem.base.lettering import TIE
from pbem.base.records import dataclass, field
from pbem.schema.shape import point, source

#: What of a question the desk shows; what may be answered is among the offers.
ASKED = ("key", "rule", "prompt", "default")
#: The section of exact answers to open questions.
ANSWERS = "answers"


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that a field may hold: what is written, what it is called, what it costs or where it is."""

    value: str
    label: str = ""
    note: str = ""
    at: str = ""  # its cell, where it has one

    def plain(self) -> list[str]:
        """As the page reads it; empty ends are left off."""
        parts = [self.value, self.label, self.note, self.at]
        while not parts[-1] and len(parts) > 1:
            parts.pop()
        return parts


#: Passengers named one by one, each with a ship; the keys of a row that say who, on what, and who lands.
LADEN_EACH = {"form": "each", "embark": "embark", "who": "counter", "on": "on", "land": "debark"}
#: Passengers counted in points, and leaders.
LADEN_POINTS = {"form": "points", "embark": "embark", "points": "regiments", "leaders": "leaders", "land": "land"}


@dataclass(frozen=True, slots=True)
class Option:
    """A tick beside a move: the key and the value that it writes into the row."""

    key: str
    label: str
    value: Any


@dataclass(frozen=True, slots=True)
class Act:
    """Something pieces can be told on the map: which rows of which section that makes."""

    name: str
    title: str  # the words of its button
    section: str
    movers: str  # the key under which the pieces stand
    many: bool  # whether several go together
    graph: str = ""  # how they go; empty where they go nowhere
    at: str = ""  # the key under which their cell stands, where a row names it
    within: str = ""  # the list of a piece's row that each act adds to; empty where each act makes a row
    goal: str = ""  # the key of the one place they go to; empty where a path of places is laid
    gives: Mapping[str, Any] = field(default_factory=dict)  # what each act writes besides
    inside: str = ""  # the key of the mapping that holds goal and gifts: the verb of a step
    cost: int = 0  # points of the piece that each act spends
    each: bool = False  # writes an entry for each cell on the way to the goal
    quick: bool = False  # a small button beside each piece does it
    once: bool = False  # no piece does it twice
    number: str = ""  # the key of a number or name that nobody else has, such as a fleet's
    names: tuple[str, ...] = ()  # the numbers or names to choose from; those of the section's arrivals, if left out
    bare: bool = False  # its section is a list of plain names, and each act adds one
    lading: Mapping[str, str] = field(default_factory=dict)  # LADEN_EACH or LADEN_POINTS, where passengers may go along
    options: tuple[Option, ...] = ()  # what else may be ticked for the end of the way


#: The parts of an act in data that are true or not, and the ways of loading.
TRUTHS, LADINGS = ("many", "each", "quick", "once", "bare"), {"each": LADEN_EACH, "points": LADEN_POINTS}


@dataclass(frozen=True, slots=True)
class Desk:
    """The parts of a title's desk that are the same whatever is seen: `desk.yaml` of the title has them."""

    acts: Mapping[str, Act]  # by their names
    words: Mapping[str, Any]  # of every form: lists beside which other words may stand, words of steps and figures
    travel: str  # a word on how far pieces go
    lists: Mapping[str, Any] = field(default_factory=dict)  # lists of the board's own, and of other lists

    @classmethod
    def of(cls, path: Path) -> Desk:
        """Reads a title's file."""
        said = texts_of(path)
        words = {"open_lists": tuple(said["open"]), "step": tuple(said["step"]), "figures": tuple(said["figures"])}
        acts = {row["name"]: act_of(row) for row in said["acts"]}
        return cls(acts, words, said.get("travel", "").strip(), said.get("lists", {}))

    def offers(self, board: Any, made: Mapping[str, Sequence[Offer]]) -> dict[str, Sequence[Offer]]:
        """Adds the lists of the data to those that a title makes of what its reader sees."""
        found = dict(made)
        for name, parts in self.lists.items():
            found[name] = [each for part in parts for each in offers_of(part, board, found)]
        return found


def offers_of(part: Any, board: Any, made: Mapping[str, Sequence[Offer]]) -> Iterable[Offer]:
    """A part of a list: another list, words with their labels, or what the board has under a name.

    In the texts for what the board has, `{id}` is its name there and `{it.name}` a field of it.
    """
    if isinstance(part, str):
        return made[part]
    if "words" in part:
        return [Offer(word, label) for word, label in part["words"].items()]
    texts = [str(part.get(name, "")) for name in ("label", "note", "at")]
    shelf: Mapping[str, Any] = getattr(board, part["of"])
    return [Offer(key, *(text.format(id=key, it=it) for text in texts)) for key, it in shelf.items()]


def act_of(row: Mapping[str, Any]) -> Act:
    """An act as data have it: by the names of its parts, truths as `true`."""
    typed: dict[str, Any] = {name: row.get(name) == "true" for name in TRUTHS} | {"cost": int(row.get("cost", 0))}
    typed["lading"] = LADINGS[row["lading"]] if "lading" in row else {}
    typed["options"] = tuple(Option(each["key"], each["label"], value_of(each["value"]))
                             for each in row.get("options", ()))  # fmt: skip
    return Act(**{**row, **typed})


def value_of(said: Any) -> Any:
    """The value that a tick writes, with truth in the place of its word."""
    if isinstance(said, Mapping):
        return {name: value_of(each) for name, each in said.items()}
    return True if said == "true" else said


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of the reader's own on the map."""

    id: str
    label: str
    at: str
    note: str = ""
    acts: tuple[str, ...] = ()
    written: Any = None  # what a row names it by, where that is not its id
    aboard: str = ""  # the carrier that it is aboard of, where the desk loads carriers
    lists: tuple[str, ...] = ()  # of a recruit: the lists that offer it once it has come


@dataclass(frozen=True, slots=True)
class Arrival:
    """Rows of a file by which recruits come on the map: they are bought, raised or formed."""

    section: tuple[str, ...]  # the path of the list of rows
    key: str  # the key that names what comes
    at: str  # the key that names the place
    stock: Mapping[str, Sequence[str]] = field(default_factory=dict)  # what a row names -> the recruits it may bring
    aboard: str = ""  # the key of the ship that a recruit comes aboard of
    members: str = ""  # the key of the pieces that go into it
    shop: str = ""  # the list of wares, where the map sells them
    places: tuple[str, ...] = ()  # the cells where the map sells them
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # ware -> the only cells where it may come
    written: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # ware -> cell -> how a row names it
    points: str = ""  # the ware that is points of troops
    takes: str = ""  # the key of the points that go into it
    copies: tuple[str, ...] = ()  # the keys of its row by which other rows name what comes, where it has no name


@dataclass(frozen=True, slots=True)
class Room:
    """Room for recruits: how many of a sort each cell still takes."""

    word: str
    left: Mapping[str, int]
    counts: tuple[str, ...]  # the recruits that take room
    wares: tuple[str, ...] = ()  # the wares that take room by their number, such as points


@dataclass(frozen=True, slots=True)
class Odds:
    """Dice on the ways of a graph: one each so many cells, or one throw that carries so far. Chances are hundredths."""

    word: str = ""  # what is lost
    every: int = 0
    anew: tuple[str, ...] = ()  # cells where no die falls and the count begins again
    rough: tuple[str, ...] = ()  # cells near bad weather
    weather: int = 0  # what bad weather adds to a die
    losses: Mapping[int, int] = field(default_factory=dict)  # shift of a die -> the chance of a loss
    reach: Mapping[int, int] = field(default_factory=dict)  # what a throw has to come to -> the chance
    help: Mapping[str, int] = field(default_factory=dict)  # piece -> what it adds
    spends: bool = False  # a throw is of points, which other steps of the piece spend as well


@dataclass(frozen=True, slots=True)
class Purse:
    """Points to spend: what there is, and which rows spend it."""

    points: int
    word: str  # what a point is called
    section: tuple[str, ...]  # the path of the list of purchases
    key: str  # the key of a row that names what is bought
    prices: Mapping[str, int]
    number: str = ""  # the key that says how many
    other: str = ""  # another key that may name it
    halves: bool = False  # points and prices are counted in halves


@dataclass(frozen=True, slots=True)
class Form:
    """A whole desk. `fields` maps the end of a field's path, such as `moves[].ships[]`, to the list that serves it."""

    schema: str
    head: Mapping[str, str]
    game: str
    phase: str
    sections: tuple[str, ...]
    talk: Mapping[str, Sequence[str]] = field(default_factory=dict)
    offers: dict[str, Sequence[Offer]] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    open_lists: tuple[str, ...] = ()  # lists beside which other words may stand, such as places
    acts: tuple[Act, ...] = ()
    pieces: tuple[Piece, ...] = ()
    graphs: Mapping[str, Mapping[str, Sequence[tuple[str, int]]]] = field(default_factory=dict)
    barred: tuple[str, ...] = ()  # cells nobody enters or leaves now
    stops: tuple[str, ...] = ()  # cells where everybody who comes has to stop
    step: tuple[str, str] = ("space", "spaces")
    travel: str = ""  # a word on how far pieces go
    places: Mapping[str, str] = field(default_factory=dict)  # name a player may write -> cell
    told: Mapping[str, Sequence[str]] = field(default_factory=dict)  # cell -> what is to be seen there
    purse: Purse | None = None
    purses: tuple[Purse, ...] = ()  # where there are several
    names: Mapping[str, str] = field(default_factory=dict)  # cell -> what it is called, where that is not its id
    in_force: Sequence[Mapping[str, Any]] = ()
    questions: Sequence[Mapping[str, Any]] = ()  # that a letter has put to the reader
    begins: Mapping[str, Any] = field(default_factory=dict)  # what a new file has in it
    lasting: tuple[str, ...] = ()  # the sections that hold until they are changed
    askable: tuple[str, ...] = ()  # the sections about which the reader may want to be asked
    recruits: tuple[Piece, ...] = ()  # pieces that this file may bring on the map
    arrivals: tuple[Arrival, ...] = ()
    rooms: tuple[Room, ...] = ()
    odds: Mapping[str, Odds] = field(default_factory=dict)  # graph -> the dice of its ways
    holds: Mapping[str, str | int] = field(default_factory=dict)  # carrier -> 'one', 'leader', 'unlike', or points
    cargo: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # passenger -> 'leader' or nothing, its likeness
    carried: Mapping[str, int] = field(default_factory=dict)  # carrier -> points aboard
    ashore: Mapping[str, int] = field(default_factory=dict)  # cell -> points ashore
    shores: tuple[str, ...] = ()  # cells where somebody can land
    figures: tuple[str, ...] = ()  # what the figures of strength are called
    mights: Mapping[str, Sequence[int]] = field(default_factory=dict)  # piece -> its figures
    foes: Mapping[str, tuple[Sequence[int | str], str]] = field(default_factory=dict)  # cell -> last seen, and when

    def in_order(self) -> list[str]:
        """The sections as the page shows them: while questions are open, the answers first."""
        first = [name for name in self.sections if name == ANSWERS and self.questions]
        return [*first, *(name for name in self.sections if name not in first)]

    def with_words(self, mixed: Iterable[str]) -> dict[str, Sequence[Offer]]:
        """The lists that some words stand before, by the name that says so: 'any|ports'."""
        return {name: [*map(Offer, name.split(BAR)[:-1]), *self.offers.get(name.rpartition(BAR)[2], ())]
                for name in mixed}  # fmt: skip

    def plain(self) -> dict[str, Any]:
        """As the page reads it: whole numbers, texts, lists and mappings."""
        own = {each.id for each in (*self.pieces, *self.recruits)}
        mixed = [name for name in dict.fromkeys(self.fields.values()) if BAR in name]
        asked = {"sections": [Offer(word, word.replace("_", " ")) for word in self.askable]}
        wide = (name for name in mixed if name.rpartition(BAR)[2] in ("", *self.open_lists))
        return {
            "head": {"pbem": "orders/1", **self.head}, "game": self.game, "phase": self.phase,
            "schema": in_season(self.schema, self.sections), "sections": self.in_order(),
            "talk": {name: [line.replace(TIE, " ").strip() for line in lines] for name, lines in self.talk.items()},
            "offers": {name: [each.plain() for each in offers] for name, offers in
                       (self.offers | asked | answers_to(self.questions) | self.with_words(mixed)).items()},
            "fields": dict(self.fields), "open": [*self.open_lists, *wide],
            "acts": [plain_act(act) for act in self.acts],
            "pieces": [plain_piece(each) for each in self.pieces],
            "graphs": {name: plain_graph(graph) for name, graph in self.graphs.items()}, "barred": list(self.barred),
            "stops": list(self.stops), "step": list(self.step), "travel": self.travel, "places": dict(self.places),
            "told": {cell: list(lines) for cell, lines in self.told.items()}, "purse": plain_purse(self.purse),
            **({"purses": [plain_purse(each) for each in self.purses]} if self.purses else {}),
            **({"names": dict(self.names)} if self.names else {}),
            "standing": [dict(order) for order in self.in_force], "begins": dict(self.begins),
            "questions": [{name: asked[name] for name in ASKED} for asked in self.questions],
            "lasting": list(self.lasting), "recruits": [plain_piece(each) for each in self.recruits],
            "arrivals": [plain_arrival(each) for each in self.arrivals],
            "rooms": [{"word": each.word, "left": dict(each.left), "counts": list(each.counts),
                       "wares": list(each.wares)} for each in self.rooms],
            "odds": {graph: plain_odds(each) for graph, each in self.odds.items()}, "holds": dict(self.holds),
            "cargo": {name: list(each) for name, each in self.cargo.items()}, "carried": dict(self.carried),
            "ashore": dict(self.ashore), "shores": list(self.shores), "figures": list(self.figures),
            "mights": {name: list(each) for name, each in self.mights.items() if any(each) and name in own},
            "foes": {cell: [list(numbers), when] for cell, (numbers, when) in self.foes.items() if any(numbers)},
        }  # fmt: skip


def answers_to(questions: Iterable[Mapping[str, Any]]) -> dict[str, Sequence[Offer]]:
    """A list of the open questions by their keys, and for each a list of what may be answered."""
    asked = list(questions)
    found: dict[str, Sequence[Offer]] = {"questions": [Offer(each["key"], each["prompt"]) for each in asked]}
    for each in asked:
        options: Mapping[str, str] = each["legal"].get("choose") or each["legal"].get("pick") or {}
        if options:
            found[f"answer {each['key']}"] = [Offer(word, says) for word, says in options.items()]
    return found


class Known(TypedDict):
    """The part of `Form` that a title's table fills, under the same names."""

    schema: str
    game: str
    phase: str
    sections: tuple[str, ...]
    talk: Mapping[str, Sequence[str]]
    fields: Mapping[str, str]
    in_force: Sequence[Mapping[str, Any]]
    questions: Sequence[Mapping[str, Any]]
    begins: Mapping[str, Any]
    lasting: tuple[str, ...]
    askable: tuple[str, ...]


def form_of(table: OrderTable[Seen, Any, Any], seen: Seen, view: Mapping[str, Any]) -> Known:
    """The sections of the open step, what to know of each, and which list serves which field."""
    rows = table.in_season(table.step_of(seen))
    talk = {row.key: tuple((row.desk_talk or row.talk)(seen)) for row in rows if shown(row, seen)}
    asked = view.get("questions", ())
    begins = {row.key: row.example(seen) for row in rows if row.example is not None and row.switched_on(seen)}
    return Known(
        schema=table.schema_name, game=table.title, phase=table.phase_title(seen), fields=desk_fields(table),
        sections=tuple(row.key for row in rows), talk={name: lines for name, lines in talk.items() if lines},
        in_force=view.get("standing", ()), questions=asked, begins={} if asked else begins,
        lasting=tuple(row.key for row in rows if row.lasting or (not row.steps and row.key != ANSWERS)),
        askable=askable(table),
    )  # fmt: skip


def askable(table: OrderTable[Any, Any, Any]) -> tuple[str, ...]:
    """The sections about which a seat may want to be asked; the word for all of them is written by hand."""
    shape = table.row["ask"].shape if "ask" in table.row else None
    words = shape.of.words if isinstance(shape, List) and isinstance(shape.of, Word) else ()
    return tuple(word for word in words if word != EVERYTHING)


def shown(row: Row[Seen, Any], seen: Seen) -> bool:
    """Tells if a section has something to show; doctrine does if its example has."""
    return not row.lasting or (row.example is not None and row.example(seen) is not None)


def form_of_schema(schema: str, head: Mapping[str, str], game: str) -> dict[str, Any]:
    """The desk of a game that says no more than what its orders look like: every section, nothing to choose from."""
    sections = tuple(name for name in source(schema)["properties"] if name not in HEAD)
    return Form(schema, dict(head), game, head.get("phase", ""), sections).plain()


def percent(part: int, whole: int) -> int:
    """So many of so many, in hundredths, rounded."""
    return (200 * part + whole) // (2 * whole)


def two_dice() -> dict[int, int]:
    """Maps each sum to the chance that two dice come to it or more."""
    every, *_ = throws("2d6", 0)
    return {least: percent(throws("2d6", least)[1], every) for least in range(2, 13)}


def plain_act(act: Act) -> dict[str, Any]:
    """An act as the page reads it."""
    more = {"within": act.within, "goal": act.goal, "gives": dict(act.gives), "inside": act.inside, "cost": act.cost,
            "each": act.each, "quick": act.quick, "once": act.once, "number": act.number,
            "names": list(act.names), "bare": act.bare, "lading": dict(act.lading),
            "options": [{"key": each.key, "label": each.label, "value": each.value} for each in act.options]}
    return {"name": act.name, "title": act.title, "section": act.section, "movers": act.movers, "many": act.many,
            "graph": act.graph, "at": act.at, **{key: value for key, value in more.items() if value}}  # fmt: skip


def plain_piece(piece: Piece) -> list[Any]:
    """A piece as the page reads it."""
    told = [piece.id, piece.label, piece.at, piece.note, list(piece.acts)]
    more = {name: value for name, value in (("aboard", piece.aboard), ("lists", list(piece.lists))) if value}
    if more:
        return [*told, piece.written, more]
    return told if piece.written is None else [*told, piece.written]


def plain_arrival(arrival: Arrival) -> dict[str, Any]:
    """Rows that bring recruits, as the page reads them."""
    return {"section": list(arrival.section), "key": arrival.key, "at": arrival.at,
            "stock": {name: list(ids) for name, ids in arrival.stock.items()}, "aboard": arrival.aboard,
            "members": arrival.members, "shop": arrival.shop, "places": list(arrival.places), "points": arrival.points,
            "takes": arrival.takes, "copies": list(arrival.copies),
            "only": {ware: list(cells) for ware, cells in arrival.only.items()},
            "written": {ware: dict(words) for ware, words in arrival.written.items()}}  # fmt: skip


def plain_odds(odds: Odds) -> dict[str, Any]:
    """The dice of a graph's ways, as the page reads them."""
    return {"word": odds.word, "every": odds.every, "anew": list(odds.anew), "rough": list(odds.rough),
            "weather": odds.weather, "losses": {str(key): each for key, each in odds.losses.items()},
            "reach": {str(key): each for key, each in odds.reach.items()}, "help": dict(odds.help),
            "spends": odds.spends}  # fmt: skip


def plain_purse(purse: Purse | None) -> dict[str, Any] | None:
    """A purse as the page reads it."""
    if purse is None:
        return None
    return {"points": purse.points, "word": purse.word, "section": list(purse.section), "key": purse.key,
            "prices": dict(purse.prices), "number": purse.number,
            **({"other": purse.other} if purse.other else {}),
            **({"halves": True} if purse.halves else {})}  # fmt: skip


def plain_graph(graph: Mapping[str, Sequence[tuple[str, int]]]) -> dict[str, str]:
    """Cell -> its neighbours in one text, with what a step costs where that is not 1: `0203 0204*2`."""
    words = {cell: " ".join(f"{to}*{cost}" if cost != 1 else to for to, cost in ways) for cell, ways in graph.items()}
    return {cell: ways for cell, ways in words.items() if ways}


def in_season(schema: str, sections: Iterable[str]) -> dict[str, Any]:
    """The order schema with the head, the sections that are asked for now, and all that these refer to."""
    whole = source(schema)
    kept = [*HEAD, *sections]
    return {
        "type": "object", "required": whole["required"], "additionalProperties": False,
        "properties": {name: inlined(whole["properties"][name]) for name in kept if name in whole["properties"]},
        "$defs": {name: inlined(part) for name, part in whole.get("$defs", {}).items()},
    }  # fmt: skip


def self_contained(schema: str) -> dict[str, Any]:
    """The whole schema with what it takes from other files written in, for an editor that has this file alone."""
    whole: dict[str, Any] = inlined(source(schema))
    return whole


def inlined(part: Any) -> Any:
    """A schema with what it takes from other files written in; the page has this one alone."""
    if isinstance(part, list):
        return [inlined(each) for each in part]
    if not isinstance(part, dict):
        return part
    name, sharp, pointer = str(part.get("$ref", "")).partition("#")
    if name and sharp:
        found = point(source(name.partition(".")[0]), pointer, name)
        return {**found, **{key: value for key, value in part.items() if key != "$ref"}}
    return {key: inlined(value) for key, value in part.items() if key != "examples"}


def last_seen(
    view: Mapping[str, Any], figures: Callable[[str], Sequence[int] | None]
) -> dict[str, tuple[list[int], str]]:
    """The strength last seen of others in each place, and when; `figures` tells a unit's, or None of one unknown."""
    found: dict[str, tuple[list[int], str]] = {}
    for each in remembered(view):
        known = [numbers for unit, _ in each.units if (numbers := figures(unit)) is not None]
        if known:
            when = "seen there this turn" if each.turn == int(view["turn"]) else f"seen there in turn {each.turn}"
            before = found[each.place][0] if each.place in found else [0] * len(known[0])
            found[each.place] = [sum(column) for column in zip(before, *known, strict=True)], when
    return found
