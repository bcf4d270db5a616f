"""Copies the public part of every game of a club for a web server: nothing sealed, nothing private, no letter.

A game's ledger and checkpoint are copied last. So a reader who comes while we write finds no line of a ledger without
its files, and half-finished work after a kill shows and is done again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pbem.base.errors import Kind, Waiting, bad
from pbem.base.files import read_file, read_once, write_atomic
from pbem.club.club_turn import Say
from pbem.club.settings import Club
from pbem.match.folder.process_lock import hold
from pbem.match.folder.vault import PRIVATE, is_public
from pbem.trust.record import layout

#: In this order, after everything else.
LAST = (layout.LEDGER, layout.CHECKPOINT)
#: Files of the web beside the folder of each game: its proof page, its book, and the luck of its dice, which the book
#: counts and the club's page shows.
PROOF, BOOK, LUCK = "{}.proof.html", "{}.book.html", "{}.luck.json"


#: Lays pages about a published game beside it: given its published folder, and the folder of the web.
Beside = Callable[[Path, Path], None]


def publish_games(club: Club, target: Path, names: list[str], say: Say, beside: Beside | None = None) -> None:
    """Publishes every game that has a public record; one that is being played stays as published before."""
    check_target(club, target)
    for name in names:
        if not (club.games / name / layout.LEDGER).is_file():
            continue
        try:
            with hold(club.games / name / PRIVATE):  # a game that is played meanwhile has files that we did not list
                if is_beyond(target / name, club.games / name):
                    say(f"{name}: not published, its record there is another: this folder may be an older copy")
                else:
                    grown = publish(club.games / name, target / name)
                    if beside is not None and (grown or not (target / PROOF.format(name)).is_file()):
                        beside(target / name, target)
        except Waiting as waiting:
            say(f"{name}: {waiting.faults[0].message}; it is published the next time")


def check_target(club: Club, target: Path) -> None:
    """A folder of its own: a web server that sees the club's folder sees what is private."""
    root, place = club.root.resolve(), target.resolve()
    if place == root or root in place.parents or place in root.parents:
        hint = "name a folder outside the club's, which a web server may show"
        raise bad("is no place to publish", file=str(target), hint=hint, kind=Kind.ILLEGAL)


def publish(source: Path, target: Path) -> bool:
    """One game, where its record has grown since; tells if it has."""
    if all(same(source / name, target / name) for name in LAST):
        return False
    names = [name for name in public_files(source) if name not in LAST]
    for name in [*names, *LAST]:
        if not same(source / name, target / name):
            write_atomic(target / name, read_file(source / name), shared=True)
    return True


def is_beyond(target: Path, source: Path) -> bool:
    """Checks whether the published record does not continue in this folder. It is then not overwritten, because this
    folder can be repaired with it (docs/moderate.md), and its readers would find a shorter record forged.
    """
    shown = target / layout.LEDGER
    return shown.is_file() and not read_once(source / layout.LEDGER).startswith(read_file(shown))


def public_files(source: Path) -> list[str]:
    """The names of the public files; a link leads out of the folder and is none."""
    found = (path for path in source.rglob("*") if path.is_file() and not linked(path, source))
    return sorted(name for path in found if is_public(name := path.relative_to(source).as_posix()))


def linked(path: Path, source: Path) -> bool:
    """Checks whether there is a link anywhere on the way to a file."""
    return any(each.is_symlink() for each in (path, *path.parents) if source in each.parents)


def same(source: Path, target: Path) -> bool:
    """Checks whether an identical file is there already."""
    try:
        if source.stat().st_size != target.stat().st_size:
            return False
    except OSError:
        return False
    return read_file(source) == read_file(target)
