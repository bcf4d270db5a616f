"""Draws one map on request: after a phase of a game that can be replayed, or of a reader's view."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pbem.adjudicator.game import Game
from pbem.adjudicator.reports.chart_model import Chart
from pbem.adjudicator.titles import GAMES, load_game
from pbem.base.errors import Kind, bad
from pbem.chronicle.book_files import EVERYBODY, check_seat
from pbem.chronicle.course_of_game import Course, Eyes, Leaf, read_course
from pbem.chronicle.maps import chart_of
from pbem.match.folder.kinds import expect_record
from pbem.match.own_folder.seat import VIEW, Seat, read_json
from pbem.trust.record import layout


def map_of(where: Path, seat: str = "", phase: str = "", game: str = "", keyring: Path | None = None) -> Chart:
    """The chart of a folder or of a view."""
    if where.is_file():
        return drawn(title_of(where, game), read_json(where), str(where))
    if (where / "desk.json").is_file():
        return newest(where, seat, phase)
    expect_record(where)
    if not (where / layout.LEDGER).is_file():
        raise bad("is neither a view nor a game's folder", file=str(where), hint="name a 'view.json', or a folder")
    course = read_course(where, keyring)
    check_seat(seat, course.charter.seat_names)
    eyes = Eyes("" if seat == EVERYBODY else seat, whole=course.over and not seat)
    return needed(chart_of(course, [leaf_of(course, phase)], eyes), course.library.terms.game, str(where))


def newest(folder: Path, seat: str, phase: str) -> Chart:
    """The map of a player's newest view."""
    own = Seat.at(folder)
    if seat not in ("", own.seat) or phase:
        what = f"phase '{phase}'" if phase else f"seat '{seat}'"
        hint = "once the game is over, name the folder 'game' within it"
        raise bad(f"a player's folder has the newest view of '{own.seat}', and none of {what}", file=str(folder),
                  hint=hint, kind=Kind.ILLEGAL)  # fmt: skip
    return drawn(own.title, own.view(), str(folder / VIEW))


def title_of(view: Path, game: str) -> Game:
    """The rules a view belongs to: those of the folder it lies in, or those that were named."""
    if game:
        return load_game(game)
    if (view.parent / "desk.json").is_file():
        return Seat.at(view.parent).title
    raise bad("does not say which game it is of", file=str(view), hint=f"--game NAME: {' or '.join(GAMES)}")


def leaf_of(course: Course, phase: str) -> Leaf:
    """A phase by its id; the newest where none is named."""
    names: Sequence[str] = [leaf.scene.phase for leaf in course.leaves]
    if not names:
        raise bad("no phase has been played yet", kind=Kind.ILLEGAL)
    if phase and phase not in names:
        raise bad(f"'{phase}' is no phase that was played", hint=f"one of {', '.join(names)}", kind=Kind.UNKNOWN)
    return course.leaves[names.index(phase) if phase else -1]


def drawn(game: Game, view: Any, file: str) -> Chart:
    """The chart of a view."""
    try:
        return needed(game.chart(game.reading(view)), game, file)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        raise bad(f"is no view of {game.title}", file=file, kind=Kind.MISMATCH) from None


def needed(chart: Chart | None, game: Game, file: str) -> Chart:
    """A chart, where the title has maps."""
    if chart is None:
        raise bad(f"{game.title} has no map", file=file, kind=Kind.ILLEGAL)
    return chart
