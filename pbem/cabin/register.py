"""Remembers the folders of a player's games beside their keys, and the letters opened in each folder."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path

from pbem.base.errors import Kind, PbemError, bad
from pbem.base.files import appended, read_file, write_atomic
from pbem.match.folder.process_lock import hold
from pbem.match.own_folder.seat import Seat

GAMES = "games.json"
OPENED = "opened.txt"


def folders(home: Path) -> list[Path]:
    """Every folder that is remembered and still there."""
    return [path for text in remembered(home) if is_there(path := Path(text))]


def gone(home: Path) -> list[Path]:
    """Every folder that is remembered and not there: moved, thrown away, or on a disk that is not plugged in."""
    return [path for text in remembered(home) if not is_there(path := Path(text))]


def is_there(folder: Path) -> bool:
    """Checks whether a folder can be reached; one on a share whose server is gone hides no other."""
    try:
        return folder.is_dir()
    except OSError:
        return False


def remembered(home: Path) -> list[str]:
    """The folders by name, as they were joined."""
    path = home / GAMES
    if not path.is_file():
        return []
    try:
        found = json.loads(read_file(path))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        hint = "delete it; 'pbem inbox DIR' remembers a folder again"
        raise bad("is not as it was written", file=str(path), hint=hint)
    return found


def folder_of(home: Path, words: str, seat: str = "") -> Path | None:
    """Returns the one remembered folder whose game these words name, of one seat if that is named; None for none or
    several.
    """
    found = folders_of(home, words, seat)
    return found[0] if len(found) == 1 else None


def folders_of(home: Path, words: str, seat: str = "") -> list[Path]:
    """Every such folder."""
    return [folder for folder in folders(home) if is_of(folder, words, seat)]


def folder_for(home: Path, words: str) -> Path:
    """Returns the folder for a letter with this subject: this one, if its game is played here or nothing better is
    known.
    """
    here = Path()
    if is_of(here, words):
        return here
    found = folders_of(home, words)
    if len(found) > 1:
        hint = "\n".join(f"--dir {folder}" for folder in found)
        raise bad(f"game of this letter is played in {len(found)} folders; name one with --dir", hint=hint,
                  kind=Kind.AMBIGUOUS)  # fmt: skip
    return found[0] if found else here


def is_of(folder: Path, words: str, seat: str = "") -> bool:
    """Checks whether these words name the game of a folder, and its seat if one is named."""
    try:
        found = Seat.at(folder)
    except PbemError:
        return False
    return found.game in words and seat in ("", found.seat)


def remember(home: Path, folder: Path) -> None:
    """One folder more; moved or renamed ones are remembered again where they are opened."""
    if not home.is_dir():
        return
    with hold(home):
        known, name = remembered(home), str(folder.resolve())
        if not any(is_same(folder, Path(each)) for each in known):
            # one of that name which is not there has moved here
            others = (each for each in known if Path(each).name != Path(name).name or is_there(Path(each)))
            write_atomic(home / GAMES, (json.dumps([*others, name], indent=1) + "\n").encode())


def is_same(folder: Path, known: Path) -> bool:
    """Checks whether two names are of one folder: macOS and Windows take 'War' for 'war'."""
    try:
        return folder.samefile(known)
    except OSError:
        return False


def note_opened(folder: Path, *ids: str) -> None:
    """Notes by hash and Message-ID that a letter was opened. A mailer may save it with other headers.
    """
    known = opened_in(folder)
    fresh = [mark for mark in map(mark_of, filter(None, ids)) if mark not in known]
    if fresh:
        with appended(folder / OPENED) as stream:
            stream.write("".join(f"{mark}\n" for mark in fresh).encode("ascii"))
            os.fsync(stream.fileno())


def opened_in(folder: Path) -> frozenset[str]:
    """The marks of all letters opened in a folder."""
    path = folder / OPENED
    return frozenset(read_file(path).decode("ascii", "replace").split()) if path.is_file() else frozenset()


def mark_of(text: str) -> str:
    """A hash or an id as one word of fixed length."""
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:40]
