"""Files that a command will write, gathered by name: small ones in memory, large letters as drafts on the disk at once.

The last step of a long game writes a letter of many megabytes to each seat. Together they would fill a small machine.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from pathlib import Path

from pbem.base import files

#: A letter of this many bytes waits on the disk.
LARGE = 1024 * 1024
#: What is private in any case, and large.
LETTERS = "outbox/"
#: How a draft is called that was written before its command was done.
EARLY = ".early-{number:05d}.new"


class Staged(MutableMapping[str, bytes]):
    """The files by name; `draft` tells where one lies already."""

    __slots__ = ("_early", "_folder", "_held", "_number")

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: dict[str, bytes] = {}
        self._early: dict[str, Path] = {}
        self._number = 0

    def __getitem__(self, name: str) -> bytes:
        return self._held[name] if name in self._held else files.read_file(self._early[name])

    def __contains__(self, name: object) -> bool:
        return name in self._held or name in self._early

    def __setitem__(self, name: str, data: bytes) -> None:
        if name in self:
            del self[name]
        if len(data) < LARGE or not name.startswith(LETTERS):
            self._held[name] = data
            return
        self._number += 1
        draft = self._folder / EARLY.format(number=self._number)
        draft.unlink(missing_ok=True)  # of a folder that was given up while it was made
        files.write_draft(draft, data, self._folder.parent / name)
        self._early[name] = draft

    def __delitem__(self, name: str) -> None:
        if name in self._early:
            self._early.pop(name).unlink(missing_ok=True)
        else:
            del self._held[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._held
        yield from self._early

    def __len__(self) -> int:
        return len(self._held) + len(self._early)

    def clear(self) -> None:
        """Drops all files, and the drafts of those that lie on the disk."""
        for name in list(self):
            del self[name]

    def draft(self, name: str) -> Path | None:
        """The draft in which a file lies already."""
        return self._early.get(name)

    def moved(self) -> None:
        """Forgets all files: they are in their places."""
        self._held.clear()
        self._early.clear()
