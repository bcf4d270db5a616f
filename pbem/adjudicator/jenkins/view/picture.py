"""A view in words: hexes with their seaports, counters with their figures. Made from the view alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any

from pbem.adjudicator.board.naming import two_letters
from pbem.adjudicator.engine import reader
from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.board.pieces import Counter, Seaport
from pbem.adjudicator.jenkins.rules.ch04_stacking import room
from pbem.adjudicator.jenkins.state.house import board_seen
from pbem.adjudicator.jenkins.state.state import State
from pbem.adjudicator.jenkins.view.view import seen_state
from pbem.base.records import dataclass

#: The printed values of a counter, in the order of the text, each with its word.
FIGURES = (("gun", "gun {}"), ("land", "land {}"), ("cannonade", "cannonade +{}"), ("tactics_naval", "red +{}"),
           ("tactics_land", "green +{}"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sighting:
    """A stack that is not the reader's, as far as they see it."""

    hex: str
    side: str
    counters: tuple[str, ...]
    open: bool  # whether more of it lies open than its top (4.4)
    aboard: Mapping[str, str]


class Picture(reader.Picture[Board]):
    """A view with the board beside it."""

    @cached_property
    def state(self) -> State:
        """All that the view tells as a position, and nothing else."""
        return seen_state(self.board, self.known)

    @cached_property
    def holders(self) -> tuple[str, ...]:
        """The holder of each seaport, in the order of the board."""
        return tuple(map(self.state.holder, self.board.seaports.values()))

    @property
    def turn(self) -> int:
        """The game turn, 0 for the set-up."""
        return int(self.known["turn"])

    def own_stacks(self) -> Iterator[tuple[str, list[str]]]:
        """The reader's stacks, by hex."""
        stacks: Mapping[str, list[str]] = self.known.get("stacks", {})
        for hex_id in sorted(stacks):
            yield hex_id, list(stacks[hex_id])

    def sightings(self) -> list[Sighting]:
        """Lists the other stacks in sight, by hex."""
        return [Sighting(s["hex"], s["side"], tuple(s["counters"]), s["open"], s["aboard"])
                for s in self.known["sightings"]]

    def place(self, hex_id: str) -> str:
        """A hex as players speak of it."""
        port = self.board.seaport_at.get(hex_id)
        return f"{port.name} {hex_id}" if port else hex_id

    def label(self, counter: str) -> str:
        """A counter's short name."""
        return self.board.counters[counter].label

    def labels(self, counters: Iterable[str]) -> str:
        """Several."""
        return ", ".join(map(self.label, counters))

    def room_left(self, port: Seaport) -> tuple[int, int]:
        """Counts the reader's naval and land counters that this seaport still takes (4.0)."""
        return room(self.state, port, self.side)

    def own_ports(self) -> list[Seaport]:
        """The seaports the reader's side holds, by hex."""
        return held_by(self.board, self.holders, self.side)


@lru_cache(maxsize=8)
def codes_of(board: Board) -> Mapping[str, str]:
    """The two letters of each seaport of a board, which never changes."""
    return two_letters({port.id: port.name for port in board.seaports.values()})


def held_by(board: Board, holders: tuple[str, ...], nation: str) -> list[Seaport]:
    """The seaports in the hands of a nation or a side, by hex."""
    ports = (port for port, holder in zip(board.seaports.values(), holders, strict=True) if holder == nation)
    return sorted(ports, key=lambda port: port.hex)


def picture(view: Mapping[str, Any]) -> Picture:
    """The picture of a view."""
    return Picture(board_seen(view), view)


def kind_word(counter: Counter) -> str:
    """Returns the word for a counter's kind."""
    return counter.kind.value.replace("_", " ")


def figures(counter: Counter) -> str:
    """Writes the printed values of a counter: 'gun 8, cannonade +4'."""
    return ", ".join(words.format(value) for name, words in FIGURES if (value := getattr(counter, name)))


def described(counter: Counter) -> str:
    """Label, sort and figures: 'Boyne: ship, gun 8, cannonade +4'; no sort where the name says it."""
    sort = kind_word(counter)
    said = sort in counter.name.lower() or counter.name.lower().startswith(sort)
    parts = [part for part in ("" if said else sort, figures(counter)) if part]
    return f"{counter.label}: {', '.join(parts)}" if parts else counter.label
