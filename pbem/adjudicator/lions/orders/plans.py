"""Reads an order file as answers: set-up, bids, outfitting, fleets, the queue of operations.

Each time the owner's turn comes round, the queue is searched from the top. The first operation is carried out that is
not used up, whose conditions hold and which can be paid for. Where the queue runs out its owner passes, unless
they want to be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.table import Decision, Pick, Plain
from pbem.adjudicator.lions.board.board import Board
from pbem.adjudicator.lions.orders.answers import ranked
from pbem.adjudicator.lions.orders.conditions import CONDITIONS, Look, unmet
from pbem.adjudicator.lions.orders.doctrines import SHIPPED
from pbem.adjudicator.lions.orders.order_table import TABLE
from pbem.adjudicator.lions.rules.ch09_exchange import PROXY
from pbem.adjudicator.lions.rules.ch09_instead import INSTEAD
from pbem.adjudicator.lions.rules.ch09_markers import AT_START, SALT_PORK
from pbem.adjudicator.lions.rules.ch11_outfitting import OUTFIT_PARTS
from pbem.adjudicator.lions.rules.ch13_operations import PASS, cost
from pbem.adjudicator.lions.rules.questions import NO, YES
from pbem.adjudicator.lions.state.forces import force_named
from pbem.adjudicator.lions.state.house import choice
from pbem.adjudicator.lions.state.state import State
from pbem.adjudicator.orders.carried_out.judging import each_word
from pbem.adjudicator.orders.carried_out.sighted import Sighted
from pbem.adjudicator.orders.doctrine import topic_of
from pbem.adjudicator.orders.order_answers import FileAnswers, worded
from pbem.adjudicator.orders.shipped import in_words

Entry = Mapping[str, Any]
#: Words of an operation that say when it is carried out; the rest says what it is.
WHEN = ("if", "until", "times", "second", "pass_until")
TOO_DEAR = "it costs too much"
TRUTH = {"true": YES, "false": NO}


class Doctrine(Sighted[Look]):
    """One power's way of reading its doctrine: by its view, and by what a question tells."""

    def __init__(self, board: Board, known: Callable[[], Mapping[str, Any]]) -> None:
        super().__init__(TABLE, SHIPPED, board, known, Look, unmet)

    def place(self, decision: Decision) -> str:
        told = str(decision.facts.get("square", "")) or decision.key.split("/")[1].upper()
        port = self.board.port_at.get(told)
        return f"{port.name} {told}" if port else told if told in self.board.grid else ""

    def deed(self, decision: Decision, answer: Plain) -> str:
        kind = self.board.marker_types.get(decision.topic.partition("/")[2])
        if kind is not None and answer != NO:
            return f"played {kind.name}{'' if answer == YES else f' against {in_words(decision, answer)}'}"
        return super().deed(decision, answer)


class OrderFile(FileAnswers):
    """One order file of this phase as a source of answers. `number` counts the files of a seat, the oldest as 1."""

    def __init__(self, orders: Orders, state: State, doctrine: Doctrine, number: int, newer: Iterable[str]) -> None:
        super().__init__(orders, orders.name if number == 1 else f"{orders.name} ({number})")
        self.state = state
        self.doctrine = doctrine
        self.body = {name: part for name, part in orders.body.items() if name not in newer or name in ("answers",)}
        self.used: dict[str, int] = {}  # of the queue, by where an operation stands
        self.turns: dict[str, list[int]] = {}  # likewise: in which of its owner's turns it was carried out
        self.floor = int(orders.body.get("never_below", 0))  # pounds that are not touched
        self.money = state.money[orders.seat]

    @property
    def seat(self) -> str:
        return self.orders.seat

    def as_asked(self, decision: Decision, answer: Plain) -> Plain:
        return spoken(answer)

    def by_section(self, decision: Decision) -> tuple[Plain, str] | None:
        """The plan, then doctrine."""
        plan, section = PLANNERS.get(topic_of(decision)), self.doctrine.section_of(decision)
        if plan is not None and section in self.body:
            return plan(self, decision)
        said = self.doctrine.answer(decision, self.body)
        return None if said is None else (worded(said), self.at(section))

    def recall(self, decision: Decision, source: str) -> None:
        """An operation that is in the record has been used; one that only waits is never used up."""
        acts = (place for place, entry in self.queue if "pass_until" not in entry)
        if decision.topic == "operation" and source in acts:
            self.use(source, decision)

    def use(self, source: str, decision: Decision) -> None:
        """Count one use of an operation, and note the turn in which it was carried out."""
        self.used[source] = self.used.get(source, 0) + 1
        self.turns.setdefault(source, []).append(int(decision.key.rpartition("/n")[2]))

    def place_of(self, number: int) -> str:
        """Name the place of an operation of the queue, as the record has it."""
        return f"{self.at('operations', number)}, operation {number + 1}"

    @cached_property
    def queue(self) -> Sequence[tuple[str, Entry]]:
        """The operations of the queue, each with its place."""
        return [(self.place_of(number), entry) for number, entry in enumerate(self.body.get("operations", ()))]

    def met(self, conditions: Sequence[Entry], decision: Decision) -> bool:
        """Tells if all of some conditions hold."""
        look = self.doctrine.look(decision) if conditions else None
        return all(CONDITIONS[word].holds(look, wanted) for word, wanted in each_word(conditions))

    def spendable(self) -> int:
        """Pounds above what is never to be spent."""
        return self.state.money[self.seat] - self.floor


# -------------------------------------------------------------------------------------------- sections taken whole


def whole_section(file: OrderFile, decision: Decision) -> tuple[Plain, str] | None:
    """A section as it stands."""
    section = TABLE.section_of[topic_of(decision)]
    return worded(file.body[section]), file.at(section)


def outfitting(file: OrderFile, decision: Decision) -> tuple[Plain, str] | None:
    """Answers with purchases and deeds, as far as conditions hold and pounds may be spent.

    It adds the number of leaders to try for.
    """
    section = file.body["outfit"]
    plan: dict[str, list[Entry]] = {}
    for name in [name for name in OUTFIT_PARTS if name in section]:
        plan[name] = [without(entry, ("if",)) for entry in section[name] if file.met(entry.get("if", ()), decision)]
    if file.spendable() < file.state.money[file.seat]:
        plan = affordable(file, plan)
    return worded({**plan, "leaders": section.get("leaders", 0)}), file.at("outfit")


def affordable(file: OrderFile, plan: Mapping[str, list[Entry]]) -> dict[str, list[Entry]]:
    """The entries that leave untouched what is never to be spent, one after another at their printed prices."""
    left, kept = file.spendable(), {name: list[Entry]() for name in plan}
    for name, entries in plan.items():
        for entry in entries:
            price = printed_price(file.state, name, entry)
            if price <= left or not price:
                left -= price
                kept[name].append(entry)
    return kept


def printed_price(state: State, section: str, entry: Entry) -> int:
    """The price of an entry of an outfitting order by the Expenditure Table (11.2)."""
    items = {"unplunder": "plunder", "found": "colony", "repair": "repair-port", "buy": str(entry.get("item", ""))}
    item = state.board.expenditure.get(items.get(section, ""))
    return item.cost * int(entry.get("number", 1)) if item else 0


def hiring(file: OrderFile, decision: Decision) -> tuple[Plain, str] | None:
    """Answers if a leader is paid for: at no more than may be spent, or the owner's limit (22.2)."""
    section = file.body["outfit"]
    most = min(file.spendable(), int(section.get("leader_price", file.spendable())))
    return (YES if int(decision.facts["cost"]) <= most else NO), file.at("outfit")


def returns(file: OrderFile, decision: Decision) -> tuple[Plain, str] | None:
    """One marker of the hand for each kind that is named (9.6)."""
    assert isinstance(decision, Pick)  # noqa: S101 - the rule asks it so
    left = list(decision.options)
    for kind in file.body["return"]:
        chosen = ranked(file.doctrine.look(decision), [kind], left)[:1]
        left = [name for name in left if name not in chosen]
    return [name for name in decision.options if name not in left], file.at("return")


# -------------------------------------------------------------------------------------------- bids


def bid(file: OrderFile, decision: Decision) -> tuple[Plain, str] | None:
    """Returns the first entry's bid for this marker and round, within the limits.

    Its last bid counts for all rounds after.
    `spend` limits what the whole phase may cost. In a further round nobody may bid less than before (9.3).
    """
    number, again = int(decision.facts["marker"]), int(decision.facts["round"])
    least = int(decision.legal()["least"])
    shown = file.state.exchange if file.seat in file.state.spied else ()
    kind = file.state.type_of(shown[0]).id if shown else ""
    for place, entry in enumerate(file.body["bids"]):
        if str(entry["for"]) in (str(number), kind, "any") and file.met(entry.get("if", ()), decision):
            rounds = entry["rounds"]
            proxy = choice(file.state, "bids") == PROXY
            wanted = max(map(int, rounds)) if proxy else int(rounds[min(again, len(rounds)) - 1])
            return str(max(least, min(wanted, limit(file)))), file.at("bids", place)
    return str(least), file.at("bids")


def limit(file: OrderFile) -> int:
    """The most that may be bid now."""
    spent = file.money - file.state.money[file.seat]
    left = int(file.orders.body.get("spend", file.money)) - spent
    return max(0, min(left, file.spendable()))


# -------------------------------------------------------------------------------------------- the queue


def operation(file: OrderFile, decision: Decision) -> tuple[Plain, str] | None:
    """The first operation of the queue that is for now; a pass where the queue says to wait; None where it is done."""
    if decision.facts.get("second"):
        return second(file)
    for where, entry in file.queue:
        if "pass_until" in entry:
            if not file.met(entry["pass_until"], decision):
                return dict(PASS), where
        elif is_in_time(file, decision, entry, where) and not why_not_paid(file, entry):
            file.use(where, decision)
            return worded(without(entry, WHEN) | ({"grand_design": True} if "second" in entry else {})), where
    return pass_with_markers(file, decision)


def pass_with_markers(file: OrderFile, decision: Decision) -> tuple[Plain, str] | None:
    """A pass that plays the markers of the first operation which only pounds are wanting for; None if there is none.

    Press Gang, Rally and Coffee House Chatter need no operation (9.13).
    """
    for where, entry in file.queue:
        free = [part for part in entry.get("markers", ())
                if part["marker"] in AT_START and file.state.held(file.seat, part["marker"])]  # fmt: skip
        ready = free and "force" in entry and is_in_time(file, decision, entry, where)
        if ready and why_not_paid(file, entry) == TOO_DEAR:
            return worded({"pass": True, "markers": free}), f"{where}, its markers"
    return None


def second(file: OrderFile) -> tuple[Plain, str] | None:
    """Returns the operation that follows at once on the last one (Grand Design)."""
    for where, entry in file.queue:
        if "second" in entry and file.used.get(where):
            return worded({"force": entry.get("force", "")} | entry["second"]), f"{where}, second"
    return None


def is_in_time(file: OrderFile, decision: Decision, entry: Entry, where: str) -> bool:
    """Tells if an operation is for now: it is not used up, its 'until' has not come true, and its conditions hold."""
    if file.used.get(where, 0) >= int(entry.get("times", 1)):
        return False
    if "until" in entry and file.met(entry["until"], decision):
        return False
    return file.met(entry.get("if", ()), decision)


def why_not_paid(file: OrderFile, entry: Entry) -> str:
    """Explains why a force cannot begin: it is not there any more, or too dear (13.2, 8.3)."""
    if any(name in entry for name in (*INSTEAD, "pass")):
        return ""
    force = force_named(file.state, file.seat, str(entry.get("force", "")))
    if force is None:
        return "there is no such force"
    markers = [part["marker"] for part in entry.get("markers", ()) if file.state.held(file.seat, part["marker"])]
    free = SALT_PORK in markers or "nell-gwyn" in markers
    return "" if free or cost(file.state, force) <= file.spendable() else TOO_DEAR


PLANNERS: Mapping[str, Callable[[OrderFile, Decision], tuple[Plain, str] | None]] = {
    "setup": whole_section, "agreements": whole_section, "fleets": whole_section, "outfit": outfitting,
    "leader": hiring, "return": returns, "bid": bid, "operation": operation,
}  # fmt: skip


def without(entry: Entry, names: Sequence[str]) -> dict[str, Any]:
    """An entry less some of its words."""
    return {name: value for name, value in entry.items() if name not in names}


def spoken(value: Any) -> Plain:
    """An exact answer, which no schema has typed: truth as order files have it may be written in it."""
    if isinstance(value, Mapping):
        return {name: spoken(item) for name, item in value.items()}
    return [spoken(item) for item in value] if isinstance(value, list) else TRUTH.get(value, value)
