"""A match with standing orders and memories: what outlives a phase beside the position, written once for all titles."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from pbem.adjudicator.engine.chosen_doctrine import USUAL, ChosenDoctrine, Shipped
from pbem.adjudicator.engine.driver import Source
from pbem.adjudicator.engine.memory import Memories, News, Sign, news_by
from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.plain_state import PlainState
from pbem.adjudicator.engine.standing import Doctrine, StandingOrders
from pbem.adjudicator.engine.table import Effect, Table
from pbem.adjudicator.game import Match

State = TypeVar("State", bound=PlainState)


class Eyes(Doctrine, Shipped, Protocol):
    """A title's way of reading standing orders and doctrines for one seat."""


class Campaign(Match, Generic[State]):
    """One match; `coming` names what comes next: whose phase, or which step, as the title's record calls it."""

    coming_is: ClassVar[str]  # the word of the record for `coming`: "side", "step"
    signs: ClassVar[Sequence[Sign]] = ()  # the notes that show units of others, or say that they are gone
    kind: ClassVar[type[Any]]  # the class of its position

    def __init__(
        self, state: State, coming: str, seats: Iterable[str], house: Mapping[str, str], edition: bytes | None = None
    ) -> None:  # fmt: skip
        names = tuple(seats)
        self.state = state
        self.coming = coming
        self.house = dict(house)
        self.edition = edition
        self.standing = {seat: StandingOrders(seat) for seat in names}
        self.doctrines = {seat: ChosenDoctrine() for seat in names}
        self.memories = Memories.of(names)

    # ------------------------------------------------------------------------------------------- what a title says

    @staticmethod
    @abstractmethod
    def board_of(house: Mapping[str, str], edition: bytes | None) -> Any:
        """The board of a table: shipped data, an edition over them, house rules over both."""

    @abstractmethod
    async def play_phase(self, table: Table) -> None:
        """The rules of the phase, straight down."""

    @abstractmethod
    def following(self) -> str:
        """Name the side or step that comes after the phase that was played."""

    @abstractmethod
    def known(self, seat: str | None) -> dict[str, Any]:
        """All that a seat may know of the position, and of what is open now."""

    @staticmethod
    @abstractmethod
    def tells(state: Any) -> dict[str, Any]:
        """The position in the words of case files (docs/cases.md)."""

    @staticmethod
    @abstractmethod
    def breaches(state: Any) -> Iterable[str]:
        """Everything that is wrong with a position between phases."""

    def presence(self) -> list[tuple[str, str]]:
        """Every place with a side that everybody sees there; a title without signs needs none."""
        return []

    def label(self, unit: str) -> str:
        """The words for a unit in memory, where a note has none."""
        return unit

    # ------------------------------------------------------------------------------------------- what is the same

    def facts(self) -> dict[str, Any]:
        return self.tells(self.state)

    def invariants(self) -> list[str]:
        return list(self.breaches(self.state))

    @classmethod
    def restore(cls, plain: Mapping[str, Any], house: Mapping[str, str], edition: bytes | None) -> Self:
        standing = plain["standing"]
        state = cls.kind.from_plain(cls.board_of(house, edition), plain["state"], house)
        match = cls(state, plain[cls.coming_is], standing, house, edition)
        match.standing = {seat: StandingOrders.from_plain(seat, orders) for seat, orders in standing.items()}
        match.doctrines = {seat: ChosenDoctrine.from_plain(chosen) for seat, chosen in plain["doctrine"].items()}
        match.memories = Memories.from_plain(plain["memory"])
        return match

    def to_plain(self) -> dict[str, Any]:
        standing = {seat: orders.to_plain() for seat, orders in self.standing.items()}
        doctrine = {seat: chosen.to_plain() for seat, chosen in self.doctrines.items()}
        return {"state": self.state.to_plain(), self.coming_is: self.coming, "standing": standing,
                "doctrine": doctrine, "memory": self.memories.to_plain()}  # fmt: skip

    def news(self) -> News:
        """Give the function that reads from a note of this turn which units were seen."""
        phase = self.phase()
        return news_by(self.signs, phase.turn if phase else 0, self.label)

    def play(self, table: Table) -> Coroutine[Effect[Any], Any, None]:
        return self._play(table)

    async def _play(self, table: Table) -> None:
        self.memories.listen(table.story, self.news())
        await self.play_phase(table)
        self.memories.keep(self.presence())
        self.coming = self.following()

    def view(self, seat: str | None) -> dict[str, Any]:
        phase = self.phase()
        printed = {"edition": self.edition.decode()} if self.edition else {}
        standing = self.standing[seat].to_plain() if seat in self.standing else []
        doctrine = self.doctrines[seat].to_plain() if seat in self.doctrines else {}
        own = {"house": dict(self.house), "standing": standing, "doctrine": doctrine,
               "memory": self.memories.view(seat)}  # fmt: skip
        return self.known(seat) | {"phase": phase.id if phase else ""} | printed | own

    def adopt(self, seat: str, orders: Sequence[Orders]) -> None:
        for order in orders:
            self.standing[seat].adopt(order)
            self.doctrines[seat].adopt(order)

    def lasting(self, seat: str, orders: Sequence[Orders], eyes: Eyes) -> list[Source]:
        """Lists the sources behind a seat's order files: standing orders, then its doctrine.

        A seat that orders nothing at the set-up gets the usual doctrine, for it has not seen the line that chooses one.
        """
        phase, doctrine = self.phase(), self.doctrines[seat]
        if phase and not phase.turn and seat in phase.active and not orders and not doctrine.name:
            doctrine.name = USUAL
        return [self.standing[seat].source(eyes), doctrine.source(eyes)]

    def standing_report(self, seat: str) -> list[str]:
        return [*self.standing[seat].report(), *self.doctrines[seat].report()]
