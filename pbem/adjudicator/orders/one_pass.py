"""All faults of an order file in one pass: its shape, its names, its head, and what the rules say of it.

What is misshapen or misnamed is taken out, entry by entry, and the rules are tried on what is left, so that a player
hears everything at once. An entry that uses the pieces of one taken out is not tried, and the answer says so: a fault
of it might only follow from the other.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from pbem.adjudicator.board.naming import alike
from pbem.adjudicator.engine.phase import Checked, Orders
from pbem.adjudicator.orders.grammar import HEAD, OrderTable, Row
from pbem.adjudicator.orders.name_check import Name, misnamed, names
from pbem.adjudicator.orders.order_shape import lines, wrong_head
from pbem.adjudicator.orders.shapes import Keys
from pbem.base.errors import BadInput, Fault, Kind
from pbem.base.records import dataclass
from pbem.schema import Document, convert, load
from pbem.strict_yaml import Mapping as Node
from pbem.strict_yaml import Page, Sequence, gather

Table: TypeAlias = OrderTable[Any, Any, Any]
Known: TypeAlias = Mapping[str, Any]
Way: TypeAlias = tuple[str | int, ...]
#: The seat, phase and game whose orders are wanted.
Head: TypeAlias = Mapping[str, str]
#: What the rules of a title say of orders whose shape and names are right, and what the orders will do.
Legal: TypeAlias = Callable[[Known, Orders], Checked]
#: The place of the name of the game.
GAME: Way = ("game",)
#: What a name stands for that is like no other.
ANY_PIECE = "*"
#: A name has no more steps between hyphens than this; a longer text is nonsense.
MOST_STEPS = 6
#: How often an entry more may have to be taken out until the rest has its shape.
ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Entry:
    """A part of the file that stands or falls as a whole: an item of a list, a short section, a part of one."""

    way: Way
    line: int
    column: int

    @property
    def spot(self) -> tuple[int, int]:
        return self.line, self.column


def check_text(table: Table, known: Known, data: bytes, file: str, legal: Legal, head: Head) -> Checked:
    """Every fault of a file as it was written, and what the orders will do."""
    reading = gather(data, file)
    if not isinstance(reading.node, Node):
        shape = list[Fault]()
        if reading.node is not None:
            convert(load(table.schema_name), reading.node, shape, reading.page)
        return Checked(settled(reading.page, [*reading.page.faults, *shape]), ())
    return check_node(table, known, reading.node, reading.page, legal, head)


def check_orders(table: Table, known: Known, orders: Orders, legal: Legal) -> Checked:
    """The same for orders that have been read, whose shape is right."""
    assert orders.page is not None  # noqa: S101 - orders come from read_orders
    assert isinstance(orders.page.node, Node)  # noqa: S101 - their shape is that of a mapping
    return check_node(table, known, orders.page.node, orders.page.page, legal, {}, orders)


def check_node(
    table: Table, known: Known, root: Node, page: Page, legal: Legal, head: Head, orders: Orders | None = None
) -> Checked:  # fmt: skip
    """Every fault of a file whose text could be read; its orders, if they have been read already."""
    found: list[Fault] = list(page.faults)
    value = convert(load(table.schema_name), root, found, page) if orders is None else None
    board = table.board_of(known)
    wrong = {(fault.line, fault.column): fault for fault in misnamed(table, board, known["seat"], root, page)}
    found = [*(fault for fault in found if (fault.line, fault.column) not in wrong), *wrong.values()]
    own = {"seat": str(known["seat"]), "phase": str(known.get("phase", "")), **head}
    strange = list(wrong_head(own, Document(None, {}, root, page)))
    parts = sorted(entries(table, root), key=lambda entry: entry.spot)
    bad = {entry.way for fault in found if (entry := entry_at(parts, fault.line, fault.column))}
    if GAME in bad:
        found, strange = slip_of_game(parts, found, strange)
    if strange or page.damaged or page.cut_off or any(way[0] in HEAD for way in bad - {GAME}):
        return Checked(settled(page, [*strange, *found]), ())
    untried = dict(left_untried(table, root, parts, bad, board, known["seat"])) if bad else {}
    if found:
        orders = sound_orders(table, root, page, {*bad, *untried})
    elif orders is None:
        orders = orders_of(table, root, page, value)
    tried = legal(known, orders) if orders is not None else Checked((), ())
    found += out_of_season(table, known, Document(None, {}, root, page))
    told = [f"Line {entry.line} is not tried: it builds on line {cause.line}, which has a fault."
            for entry, cause in untried.items()]  # fmt: skip
    idle = () if bad else tuple(idle_sections(table, known, root))
    return Checked(settled(page, [*found, *tried.faults]), tuple(told) if bad else (*tried.echo, *idle))


def slip_of_game(parts: list[Entry], found: list[Fault], strange: list[Fault]) -> tuple[list[Fault], list[Fault]]:
    """Tells once of a name that no game can have, which hides no other fault as another game's name would."""

    def of_game(fault: Fault) -> bool:
        entry = entry_at(parts, fault.line, fault.column)
        return entry is not None and entry.way == GAME

    named = [fault for fault in strange if of_game(fault)]
    kept = [fault for fault in found if not (named and of_game(fault))]
    return [*kept, *named], [fault for fault in strange if not of_game(fault)]


def out_of_season(table: Table, known: Known, file: Document) -> Iterator[Fault]:
    """Sections that no question of this phase will ask for, so that nobody believes them carried out."""
    step = table.step_of(table.see(known))
    for row in table.rows:
        if isinstance(file.node, Node) and file.node.key(row.key) and not row.lasting and not row.in_season(step):
            yield file.fault(row.key, f"'{row.key}' is not asked for in this phase", at_key=True, kind=Kind.ILLEGAL,
                             hint=table.season_hint, rule=row.shown_rule)  # fmt: skip


def idle_sections(table: Table, known: Known, root: Node) -> Iterator[str]:
    """Sections of doctrine that this phase does not ask for, and that no later phase looks at."""
    step = table.step_of(table.see(known))
    for key, _ in root.entries:
        row = table.row.get(key.text)
        if row is not None and row.lasting and not row.in_season(step):
            yield f"Line {key.line}: '{row.key}' does nothing in this phase; below 'standing' it counts from then on."


def settled(page: Page, faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """The faults in the order of the file, each once; what nobody would read is counted."""
    gathered = Page(page.file)
    for fault in dict.fromkeys(faults):
        gathered.add(fault)
    try:
        gathered.settle()
    except BadInput as refused:
        return tuple(refused.faults)
    return ()


# -------------------------------------------------------------------------------------------- what is taken out


def entries(table: Table, root: Node) -> Iterator[Entry]:
    """Every entry of a file, each section before its parts."""
    for key, value in root.entries:
        yield Entry((key.text,), key.line, key.column)
        if isinstance(value, Sequence):
            yield from items(table, (key.text,), value)
        elif isinstance(value, Node):
            for name, inner in value.entries:
                yield Entry((key.text, name.text), name.line, name.column)
                if isinstance(inner, Sequence):
                    yield from items(table, (key.text, name.text), inner)


def items(table: Table, way: Way, value: Sequence) -> Iterator[Entry]:
    """The items of a list; where lists in them stand apart, also their keys, and the items of those lists."""
    for number, item in enumerate(value.items):
        whole = Entry((*way, number), item.line, item.column)
        yield whole
        parts = item.entries if isinstance(item, Node) else ()
        if not any(key.text in table.apart for key, _ in parts):
            continue
        for key, inner in parts:
            if (key.line, key.column) != whole.spot:
                yield Entry((*whole.way, key.text), key.line, key.column)
            if key.text in table.apart and isinstance(inner, Sequence):
                yield from items(table, (*whole.way, key.text), inner)


def entry_at(parts: list[Entry], line: int, column: int) -> Entry | None:
    """The entry that a place of the file belongs to: the last that begins before it."""
    number = bisect_right(parts, (line, column), key=lambda entry: entry.spot)
    return parts[number - 1] if number else None


def without(value: Any, ways: set[Any], way: Way = ()) -> Any:
    """A node without what stands at these places."""
    if isinstance(value, Sequence):
        kept = [without(item, ways, (*way, n)) for n, item in enumerate(value.items) if (*way, n) not in ways]
        return Sequence(tuple(kept), value.line, value.column, value.width)
    if isinstance(value, Node):
        inner = [(key, without(part, ways, (*way, key.text))) for key, part in value.entries
                 if (*way, key.text) not in ways]  # fmt: skip
        return Node(tuple(inner), value.line, value.column, value.width)
    return value


def sound_orders(table: Table, root: Node, page: Page, bad: set[Any]) -> Orders | None:
    """The orders that are left when some entries are taken out; None where what is left has no shape either."""
    schema, ways = load(table.schema_name), {getattr(each, "way", each) for each in bad}
    for _ in range(ROUNDS):
        node, faults = without(root, ways), list[Fault]()
        value = convert(schema, node, faults, page)
        if not faults:
            return orders_of(table, node, page, value)
        parts = sorted(entries(table, root), key=lambda entry: entry.spot)
        ways |= {entry.way for fault in faults if (entry := entry_at(parts, fault.line, fault.column))}
    return None


def orders_of(table: Table, node: Node, page: Page, value: Any) -> Orders:
    """The orders of a node whose shape is right, with the value that it has."""
    document = Document(load(table.schema_name), value, node, page)
    return Orders(value["seat"], value, dict(lines(document)), phase=value["phase"], page=document)


# -------------------------------------------------------------------------------------------- what builds on it


def left_untried(
    table: Table, root: Node, parts: list[Entry], bad: set[Way], board: Any, seat: str,
) -> Iterator[tuple[Entry, Entry]]:  # fmt: skip
    """Yields entries that use pieces of an earlier entry that is taken out.

    Each comes with that earlier entry, in the order of the rules.
    """
    used: dict[Way, list[Name]] = {}
    for name in names(table, root):
        entry = entry_at(parts, name.spot.line, name.spot.column)
        if entry is not None and name.sort in table.pieces | table.makes:
            used.setdefault(entry.way, []).append(name)
    by_way = {entry.way: entry for entry in parts}
    touched: dict[str, Entry] = {}
    for way in sorted(used, key=lambda way: rank(table, way)):
        out = next((by_way[way[:length]] for length in range(1, len(way) + 1) if way[:length] in bad), None)
        kin = [word for name in used[way] if name.sort in table.pieces for word in akin(name.spot.text)]
        cause = out or next((touched[word] for word in kin if word in touched), None)
        if cause is not None:
            touched |= {word: cause for name in used[way] for word in meant(table, name, board, seat)}
        if cause is not None and out is None:
            yield by_way[way], cause


def rank(table: Table, way: Way) -> tuple[int, ...]:
    """Returns an entry's rank in the order in which the rules carry orders out."""
    rows: list[Row[Any, Any]] = list(table.rows)
    row = next((row for row in rows if row.key == way[0]), None)
    shape = row.shape if row is not None else None
    keys = list(shape.of) if isinstance(shape, Keys) else []
    inner = [keys.index(str(step)) if step in keys else int(step) if isinstance(step, int) else -1 for step in way[1:]]
    return (rows.index(row) if row is not None else -1, *inner)


def akin(name: str) -> Iterator[str]:
    """Words that may mean a piece: its name, or its kind as part of it, as `transport` in `england-transport-1`."""
    steps = name.split("-", MOST_STEPS)
    yield from ("-".join(steps[start:end]) for start in range(len(steps)) for end in range(len(steps), start, -1))
    yield ANY_PIECE


def meant(table: Table, name: Name, board: Any, seat: str) -> Iterator[str]:
    """The piece that a name means; where it means none, the one that may be meant, or any of its sort."""
    judge = table.judges.get(name.sort)
    found = judge(board, seat, name.spot.text) if judge is not None else None
    yield name.spot.text
    if found is not None and found.names:
        near = alike(name.spot.text, found.names)
        yield from near[:1] if near else found.names
