"""A mapping whose values are made one by one, each when somebody first asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any


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
