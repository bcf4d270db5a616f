"""One reader's view and story of a phase, with everything that is made of them made once; a view with its board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.engine.table import ALL, Note

P_co = TypeVar("P_co", covariant=True)
Made = TypeVar("Made")
Board = TypeVar("Board")


class Reading(Generic[P_co]):
    """One reader's view and story of a phase; text, page, map and desk are all made from it, and from nothing else.

    `seen` is the title's picture of the view, drawn when it is first asked for.
    """

    def __init__(
        self, view: Mapping[str, Any], told: Told, frame: Mapping[str, Any], draw: Callable[[Mapping[str, Any]], P_co]
    ) -> None:  # fmt: skip
        self.view = view
        self.told = told
        self.frame = frame  # what the game folder knows of the phase: pbem.adjudicator.reports.frame
        self._draw = draw
        self._made: dict[object, Any] = {}

    @cached_property
    def seen(self) -> P_co:
        """The view as the title's picture of it."""
        return self._draw(self.view)

    @cached_property
    def side(self) -> str:
        """The reader's seat; empty for the public."""
        return str(self.view["seat"])

    @cached_property
    def notes(self) -> list[Note]:
        """The notes that the reader may hear; the public hears what was told to all."""
        return [note for note in self.told.notes if note.heard_by(self.side or ALL)]

    def once(self, make: Callable[[Reading[Any]], Made]) -> Made:
        """Call a function with this reading, and give its result again when it is asked for again."""
        if make not in self._made:
            self._made[make] = make(self)
        made: Made = self._made[make]
        return made

    def retold(self, told: Told, frame: Mapping[str, Any]) -> Reading[P_co]:
        """Give the same view with another story; the picture is not drawn again."""
        return Reading(self.view, told, frame, lambda _: self.seen)

    def asked(self, questions: list[dict[str, Any]]) -> Reading[P_co]:
        """Add the questions that the reader has to answer to the view, as a player's folder keeps it."""
        view = {**self.view, "questions": questions} if questions else self.view
        return Reading(view, self.told, self.frame, lambda _: self.seen)


class Picture(Generic[Board]):
    """One reader's view, and the board it is seen on; a title adds its own words for what is there."""

    def __init__(self, board: Board, known: Mapping[str, Any]) -> None:
        self.board = board
        self.known = known
        self.made: dict[object, Any] = {}  # what was made of it to be used again, by who made it

    @cached_property
    def side(self) -> str:
        """The reader's seat; empty for the public."""
        return str(self.known["seat"] or "")


def board_of_view(known: Mapping[str, Any], load: Callable[[bytes | None], Board]) -> Board:
    """The board a view belongs to: an edition is no secret, and travels with the view."""
    edition = known.get("edition", "")
    return load(edition.encode() if edition else None)
