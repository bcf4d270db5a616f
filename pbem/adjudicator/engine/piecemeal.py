"""Things made when somebody first asks for them: values of a mapping, and lists that hold until a piece moves.

Who asks where everybody is asks thousands of times between two moves. A class of pieces counts the changes of the
fields that lists are made of, in all positions together: one number tells if a list still holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

Kind = TypeVar("Kind", bound=type)
Found = TypeVar("Found")


class Piecemeal(Mapping[str, Any]):
    """A mapping with these keys, each value made when it is first asked for."""

    def __init__(self, keys: Iterable[str], make: Callable[[str], Any]) -> None:
        self.keys_ = dict.fromkeys(keys)
        self.make = make
        self.made: dict[str, Any] = {}

    def __getitem__(self, key: str) -> Any:
        if key not in self.made:
            if key not in self.keys_:
                raise KeyError(key)
            self.made[key] = self.make(key)
        return self.made[key]

    def __contains__(self, key: object) -> bool:
        return key in self.keys_

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys_)

    def __len__(self) -> int:
        return len(self.keys_)


class Moves:
    """Counts the moves of a class of pieces, in all positions together."""

    __slots__ = ("count",)

    def __init__(self) -> None:
        self.count = 0


def counted(*names: str) -> Callable[[Kind], Kind]:
    """Makes a class of records with slots count in `moves` each change of these fields, a new record's too."""

    def counting(kind: Kind) -> Kind:
        moves = Moves()
        kind.moves = moves  # type: ignore[attr-defined]
        for name in names:
            setattr(kind, name, counting_field(moves, getattr(kind, name)))
        return kind

    return counting


def counting_field(moves: Moves, slot: Any) -> property:
    """One field of a class, read as before; what is set is counted."""
    put = slot.__set__

    def set_and_count(record: Any, value: Any) -> None:
        put(record, value)
        moves.count += 1

    return property(slot.__get__, set_and_count)


class Lists:
    """Keeps lists of the pieces in a position until one of them moves, comes or goes."""

    __slots__ = ("counters", "made", "many", "moves", "pieces")

    def __init__(self, *kinds: Any) -> None:
        """`kinds` are classes of pieces whose moves are counted."""
        self.counters = [kind.moves for kind in kinds]
        self.moves, self.many = -1, -1
        self.pieces: Mapping[str, Any] = {}
        self.made: dict[Any, Any] = {}

    def kept(self, pieces: Mapping[str, Any], key: Any, make: Callable[[], Found]) -> Found:
        """The list under a key; it is made if none was made since the last move."""
        moves = 0
        for counter in self.counters:
            moves += counter.count
        if self.moves != moves or self.pieces is not pieces or self.many != len(pieces):
            self.made, self.moves, self.pieces, self.many = {}, moves, pieces, len(pieces)
        if key not in self.made:
            self.made[key] = make()
        found: Found = self.made[key]
        return found


class StillLists(Lists):
    """Lists of pieces that do not move any more: each is made once and never looked after."""

    __slots__ = ()

    def kept(self, pieces: Mapping[str, Any], key: Any, make: Callable[[], Found]) -> Found:
        if key not in self.made:
            self.made[key] = make()
        found: Found = self.made[key]
        return found


def by_word(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Names by a word, such as a place, in the order in which they come."""
    found: dict[str, list[str]] = {}
    for word, name in pairs:
        found.setdefault(word, []).append(name)
    return found
