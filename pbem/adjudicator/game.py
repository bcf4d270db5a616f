"""The interface of a game to the rest of pbem.

A game knows its rules, orders, views and words; never mail, files or keys.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pbem.adjudicator.engine.phase import NO_FRAME, SILENCE, Checked, Orders, Phase, Told
from pbem.base.errors import Kind, bad
from pbem.base.records import replace

# A command that only asks where a game stands needs none of these: what is used of them is imported where it is used.
if TYPE_CHECKING:
    from pathlib import Path

    from pbem.adjudicator.board.edition import Board
    from pbem.adjudicator.engine.chance import Chance
    from pbem.adjudicator.engine.driver import Source
    from pbem.adjudicator.engine.reader import Reading
    from pbem.adjudicator.engine.table import Decision, Effect, Note, Plain, Table
    from pbem.adjudicator.orders.grammar import OrderTable
    from pbem.adjudicator.reports.annals import Annals, Method
    from pbem.adjudicator.reports.chart_model import Chart
    from pbem.adjudicator.reports.open_questions import Asker


class Match(ABC):
    """A game being played: a position that phases change. One object serves one run of one phase."""

    @classmethod
    def begin(cls, seats: Sequence[str], house: Mapping[str, str], edition: bytes | None) -> Match:
        """Begin the match before its first phase, with these seats filled."""
        raise TypeError(f"{cls.__name__} does not say how it begins")

    @classmethod
    def restore(cls, plain: Mapping[str, Any], house: Mapping[str, str], edition: bytes | None) -> Match:
        """Give the match again from what `to_plain` gave."""
        raise TypeError(f"{cls.__name__} does not say how it is restored")

    @abstractmethod
    def to_plain(self) -> dict[str, Any]:
        """The position and whatever must outlive the phase (standing orders too), as plain data."""

    @abstractmethod
    def phase(self) -> Phase | None:
        """The phase to be played now; None when the game is over."""

    @abstractmethod
    def play(self, table: Table) -> Coroutine[Effect[Any], Any, None]:
        """The rules of that phase, straight down; changes the position."""

    @abstractmethod
    def view(self, seat: str | None) -> dict[str, Any]:
        """All that a seat may know of the position, as plain data; None is the public."""

    @abstractmethod
    def sources(self, seat: str, orders: Sequence[Orders]) -> list[Source]:
        """Lists a seat's sources of answers: its order files of this phase, newest first, then standing orders."""

    def adopt(self, seat: str, orders: Sequence[Orders]) -> None:
        """Keep what outlives the phase: new, changed and cancelled standing orders, oldest file first."""
        return  # a title without standing orders keeps nothing

    def standing_report(self, seat: str) -> list[str]:
        """Reports what each of the seat's standing orders did in this phase, or why it did not fire."""
        return []

    @abstractmethod
    def result(self) -> dict[str, Any] | None:
        """Returns the winners and the way they won, once the game is over."""

    def facts(self) -> dict[str, Any]:
        """The position in the words of case files (docs/cases.md)."""
        return self.to_plain()

    @abstractmethod
    def invariants(self) -> list[str]:
        """Lists what is wrong with the position; always empty, or it is our bug."""


if TYPE_CHECKING:
    #: What a case file asks for: a position, and the rules to be played on it.
    Posed = tuple[Match, Callable[[Table], Coroutine[Effect[Any], Any, None]]]


class Game:
    """One title: what it is called, how it begins, and where each of its parts lies.

    `parts` names them, as "module:name" in the title's own folder; each is imported when it is first asked for. A title
    whose part is too small for a module of its own overrides the method instead.
    """

    name: str
    title: str
    edition: str
    version: str
    seats: tuple[str, ...]
    scenarios: Mapping[str, str]
    house_rules: Mapping[str, Mapping[str, Any]] = {}  # name -> {"default", "choices", "rule", "reading"}
    paces: Mapping[str, Mapping[str, str]] = {}  # preset of a new game -> the house rules that suit its pace
    order_schema: str = ""  # the shipped schema of its order files, where there is one
    parts: Mapping[str, str] = {}  # name -> "module:name"; the names are those that methods below ask for
    #: A bot's name -> "module:class", the class made with seat and chance; a title without any has a random one.
    captains: Mapping[str, str] = {}

    def part(self, name: str) -> Any:
        """One of the title's parts, by its name in `parts`."""
        return self.fetched(self.parts[name])

    def fetched(self, place: str) -> Any:
        """Import what lies at a place of the title's folder: "module:name"."""
        module, _, name = place.partition(":")
        return getattr(import_module(f"{type(self).__module__.rpartition('.')[0]}.{module}".lstrip(".")), name)

    def data(self, name: str) -> Path:
        """A file of the title's data, whether there is one or not."""
        from pathlib import Path

        return Path(str(sys.modules[type(self).__module__].__file__)).parent / "data" / name

    def seats_of(self, scenario: str) -> tuple[str, ...]:
        """The seats that are filled in a scenario; a title for several numbers of players has one for each."""
        return self.seats

    def scenario_for(self, seats: Iterable[str]) -> str:
        """The first scenario with exactly these seats; the first of all, where none has them."""
        wanted = sorted(seats)
        fitting = (name for name in self.scenarios if sorted(self.seats_of(name)) == wanted)
        return next(fitting, next(iter(self.scenarios)))

    def turn_name(self, turn: str) -> str:
        """A turn as its players call it, from the part of a phase's id that names it: `t03` is turn 3."""
        number = turn.removeprefix("t").lstrip("0")
        return f"turn {number}" if number else "set-up"

    def begin(self, scenario: str, house: Mapping[str, str], edition: bytes | None) -> Match:
        """The game before its first phase."""
        if scenario not in self.scenarios:
            raise bad(f"'{scenario}' is no scenario of {self.title}", hint=f"one of {', '.join(self.scenarios)}",
                      kind=Kind.UNKNOWN)
        return self.laid_out(scenario, house, edition)

    def laid_out(self, scenario: str, house: Mapping[str, str], edition: bytes | None) -> Match:
        """The same of a scenario that there is: scenarios differ in who plays, and in nothing else."""
        match: Match = self.part("match").begin(self.seats_of(scenario), house, edition)
        return match

    def restore(self, plain: Mapping[str, Any], house: Mapping[str, str], edition: bytes | None) -> Match:
        """A match again from what `to_plain` gave."""
        match: Match = self.part("match").restore(plain, house, edition)
        return match

    def pose(self, given: Mapping[str, Any]) -> Posed:
        """The position of a case file, and the rules that it asks to be played on it."""
        if "pose" in self.parts:
            posed: Posed = self.part("pose")(given)
            return posed
        began = self.begin(next(iter(self.scenarios)), {}, None).to_plain()
        match = self.restore({**began, **given}, {}, None)
        return match, match.play

    def board(self, edition: bytes | None = None, file: str = "") -> Board:
        """The figures of the title, with those of an edition file laid over them."""
        if "board" not in self.parts:
            raise bad(f"'{self.name}' is no game with data", kind=Kind.UNKNOWN)
        load = self.part("board")
        board: Board = load(edition, file) if file else load(edition)  # as all others ask: it is kept by what is asked
        return board

    def read_orders(self, data: bytes, file: str) -> Orders:
        """An order file's shape: every fault at once, by schema; legality is judged by check and by play."""
        from pbem.adjudicator.orders.order_shape import read_shape

        return read_shape(self.order_schema, data, file)

    def check(self, view: Mapping[str, Any], orders: Orders, file: str) -> Checked:
        """Offline: everything that can be found on the player's own view."""
        from pbem.adjudicator.orders.one_pass import check_orders
        from pbem.adjudicator.orders.order_shape import strange_orders

        if "order_table" in self.parts:
            return check_orders(self.order_table(), view, orders, self.part("legal"))
        strange = tuple(strange_orders(view, orders, file))
        checked: Checked = Checked(strange, ()) if strange else self.part("legal")(view, orders)
        return checked

    def check_file(self, view: Mapping[str, Any], head: Mapping[str, str], data: bytes, file: str) -> Checked:
        """Check a file as it was written: all its faults in one pass, those of shape and of its head too."""
        from pbem.adjudicator.orders.one_pass import check_text
        from pbem.adjudicator.orders.order_shape import strange_orders
        from pbem.adjudicator.reports import answer_file

        questions = view.get("questions", ())
        if "order_table" in self.parts:
            table, legal = self.order_table(), self.part("legal")
            legal = answer_file.judged(table, questions, legal) if questions else legal
            return check_text(table, view, data, file, answer_file.switched_off(legal), head)
        orders = self.read_orders(data, file)
        if strange := tuple(strange_orders(head, orders, file)):
            return Checked(strange, ())
        if questions:
            judge = answer_file.judged(None, questions, lambda known, given: self.check(known, given, file))
            return judge(view, orders)
        return self.check(view, orders, file)

    def as_orders_have_it(self, view: Mapping[str, Any], data: bytes) -> tuple[bytes, tuple[str, ...]]:
        """An order file with names in the form that orders have, where it has them as reports print them; and what
        was changed.
        """
        if "order_table" not in self.parts:
            return data, ()
        from pbem.adjudicator.orders.as_printed import as_orders_have_it, told

        tidied, changes = as_orders_have_it(self.order_table(), view, data)
        return tidied, told(changes)

    def check_as_written(
        self, view: Mapping[str, Any], head: Mapping[str, str], data: bytes, file: str
    ) -> tuple[Checked, tuple[str, ...]]:  # fmt: skip
        """Checks a file as its writer has it, each fault in their own words; and what was changed."""
        if "order_table" not in self.parts:
            return self.check_file(view, head, data, file), ()
        from pbem.adjudicator.orders.as_printed import as_orders_have_it, as_written, told

        tidied, changes = as_orders_have_it(self.order_table(), view, data)
        found = self.check_file(view, head, tidied, file)
        return replace(found, faults=tuple(as_written(fault, changes, data) for fault in found.faults)), told(changes)

    def order_template(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        """A commented order file for this phase, from the view: what may be ordered, in the owner's own names."""
        from pbem.adjudicator.orders.order_file import order_template, template_of_schema

        if "order_table" in self.parts:
            return order_template(self.order_table(), view, head)
        return template_of_schema(self.order_schema, head)

    def draft(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        """The file that a player is given to fill in: while questions are open, what answers them."""
        if not view.get("questions"):
            return self.order_template(view, head)
        from pbem.adjudicator.reports import answer_file

        table = self.order_table() if "order_table" in self.parts else None
        return answer_file.answer_template(self.order_schema or "orders", table, self.asking(view), view, head)

    def asking(self, view: Mapping[str, Any]) -> Asker:
        """Returns the title's way to put questions to the reader of a view."""
        from pbem.adjudicator.reports.open_questions import Asker

        own = self.data("asking.yaml")
        return Asker.of(own, lambda place: str(self.reading(view).seen.place(place))) if own.exists() else Asker()

    def order_table(self) -> OrderTable[Any, Any, Any]:
        """The table that drives its order files: form, template, echo, desk and documentation."""
        table: OrderTable[Any, Any, Any] = self.part("order_table")
        return table

    def orders_guide(self) -> str:
        """The documentation page on the title's order files; empty for a title that has none."""
        if "order_table" not in self.parts:
            return ""
        from pbem.adjudicator.orders.guide import guide

        return guide(self.order_table())

    def reading(
        self, view: Mapping[str, Any], told: Told = SILENCE, frame: Mapping[str, Any] = NO_FRAME
    ) -> Reading[Any]:  # fmt: skip
        """Put together one reader's view and story; `frame` is what the folder adds: tier, deadlines, questions."""
        from pbem.adjudicator.engine.reader import Reading

        return Reading(view, told, frame, self.part("picture") if "picture" in self.parts else as_it_is)

    def report(self, reading: Reading[Any]) -> str:
        """The text report of a phase; what was told line by line, where a title says no more."""
        from pbem.adjudicator.reports.report_page import plain_report, report_of

        if "contents" in self.parts:
            return report_of(self.name, reading, self.part("contents"))
        return plain_report(reading)

    def appendix(self, reading: Reading[Any]) -> str:
        """The file that goes with the text report: every die. It is empty for a title that tells all in one."""
        if "contents" not in self.parts:
            return ""
        from pbem.adjudicator.reports.report_page import appendix_of

        return appendix_of(self.name, reading, self.part("contents"))

    def page(self, reading: Reading[Any], around: Mapping[str, Any] = NO_FRAME) -> dict[str, Any]:
        """The same report in the keys of `page_data.BLANK`, `map` a chart; empty where the text is all there is.

        `around` is what a page alone has in its frame: seeds, links, whether a map is wanted.
        """
        if "contents" not in self.parts:
            return {}
        from pbem.adjudicator.reports.report_page import page_of

        return page_of(reading, around, self.part("contents"), self.chart)

    def chart(self, reading: Reading[Any]) -> Chart | None:
        """The map as its reader may know it, with what was told of the phase; None for a game that has no map."""
        chart: Chart | None = reading.once(self.part("chart")) if "chart" in self.parts else None
        return chart

    def desk(self, reading: Reading[Any], head: Mapping[str, str]) -> dict[str, Any]:
        """Returns the order desk's form, a `pbem.adjudicator.orders.desk_form.Form` as plain data.

        It holds the whole order schema, unless the game knows better; it is empty for a game without a schema.
        """
        if "desk" in self.parts:
            form: dict[str, Any] = self.part("desk")(reading, head)
            return form
        if not self.order_schema:
            return {}
        from pbem.adjudicator.orders.desk_form import form_of_schema

        return form_of_schema(self.order_schema, head, self.title)

    def annals(self, reading: Reading[Any], before: Sequence[Note] = ()) -> Annals:
        """Counts a phase for the campaign book: battles, gains, and whose luck a die was.

        `before` is the story of the phases before it.
        """
        from pbem.adjudicator.reports.annals import Annals

        counted: Annals = self.part("annals")(reading, before) if "annals" in self.parts else Annals()
        return counted

    def telling(self, notes: Sequence[Note]) -> Sequence[Note]:
        """The notes of a phase as the campaign book tells them: without what only a player has to know."""
        kept: Sequence[Note] = self.part("telling")(notes) if "telling" in self.parts else notes
        return kept

    def method(self) -> Method:
        """Which dice count for whom, and in what gains are counted."""
        from pbem.adjudicator.reports.annals import Method

        method: Method = self.part("method") if "method" in self.parts else Method()
        return method

    def bots(self) -> tuple[str, ...]:
        """The names of its players without a pulse."""
        return tuple(self.captains) or ("random",)

    def bot(self, name: str, seat: str, chance: Chance) -> Bot:
        """A player without a pulse: `random`, `steady`."""
        if name not in self.bots():
            raise bad(f"'{name}' is no bot of this game", kind=Kind.UNKNOWN, hint=f"one of {', '.join(self.bots())}")
        kind: type[Bot] = self.fetched(self.captains[name]) if self.captains else AskedBot
        return kind(seat, chance)


class ScenarioGame(Game):
    """A title whose scenarios differ in more than who plays: its match lays out the one that is asked for."""

    def laid_out(self, scenario: str, house: Mapping[str, str], edition: bytes | None) -> Match:
        match: Match = self.part("match").lay_out(scenario, house, edition)
        return match


class Bot:
    """Plays by mail like anybody else: writes order files from its view, answers questions it is asked."""

    def __init__(self, seat: str, chance: Chance) -> None:
        self.seat = seat
        self.chance = chance

    def orders(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        """An order file for this phase."""
        from pbem.strict_yaml.writing import write

        return write({"pbem": "orders/1", **head, **self.plan(view)})

    def plan(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        """The sections of its order file; none, unless a title says more."""
        return {}

    def answer(self, view: Mapping[str, Any], decision: Decision) -> Plain:
        """An answer to one question: any legal one."""
        from pbem.adjudicator.engine.chance import sample

        return sample(decision, self.chance)

    def forgets(self) -> bool:
        """Tells if the letter that is due now is never sent."""
        return False


class AskedBot(Bot):
    """Orders nothing beforehand, and answers at random when it is asked."""


def choices_of(path: Path) -> dict[str, dict[str, Any]]:
    """Reads what a charter may choose from a title's data: each choice with its default, rule and meaning."""
    from pbem.adjudicator.board.texts import texts_of

    return {
        each["id"]: {"default": each["default"], "choices": tuple(each["choices"]), "rule": each["rule"],
                     "reading": each["reading"].strip()}
        for each in texts_of(path)["house_rules"]
    }  # fmt: skip


def usual_parts(match: str, *without: str) -> dict[str, str]:
    """The parts of a title where a title usually has them: a match by its class, and all others but some."""
    return {"match": f"match:{match}", **{name: place for name, place in USUAL_PARTS.items() if name not in without}}


#: Where a title with boards, orders, reports and bots usually has its parts.
USUAL_PARTS = {
    "pose": "posing:pose", "board": "board.board:load_board", "order_table": "orders.order_table:TABLE",
    "legal": "orders.legality:legal", "desk": "orders.desk_offers:desk", "picture": "view.picture:picture",
    "contents": "reports.report:contents", "chart": "reports.chart:chart", "annals": "reports.annals:annals",
    "method": "reports.annals:METHOD", "telling": "reports.annals:telling",
}  # fmt: skip
#: Likewise its bots; the novice lies beside the bot that plans for it.
USUAL_CAPTAINS = {
    "random": "bots.random_bot:RandomBot", "steady": "bots.steady:SteadyBot", "novice": "bots.steady:NoviceBot",
}  # fmt: skip


def as_it_is(view: Mapping[str, Any]) -> Mapping[str, Any]:
    """The picture of a view for a title that draws none."""
    return view
