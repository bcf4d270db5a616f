"""A club's own templates: read with care, filled in by a separate process, and checked before anybody sees the
result.

A club puts a folder `templates` into the private part of its game folder: `<game>/report.html.j2` or
`house/report.html.j2`, parts they include, and `club.css`. If anything goes wrong, the player gets the house's page and
the moderator a warning.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pbem
from pbem.base.errors import PbemError, visible
from pbem.base.files import read_file
from pbem.base.later import later
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.page import house_pages
from pbem.page.drawings import with_map_drawn

if TYPE_CHECKING:
    import subprocess
else:
    subprocess = later("subprocess")

FOLDER = "private/templates"
STYLE = "club.css"
NAME = pattern(r"[a-z0-9_-]{1,60}(/[a-z0-9_.-]{1,60}){1,3}\.j2")
MOST_BYTES, MOST_FILES = 200_000, 100
MOST_PAGE = 1_000_000
#: Seconds of the clock; the process itself has less of the processor.
PATIENCE = 20


@dataclass(frozen=True, slots=True)
class Club:
    """A club's own templates and styles."""

    templates: Mapping[str, str]
    style: str = ""

    def template_for(self, game: str) -> str:
        """The club's report for a game, or for every game; empty where it has neither."""
        return next((name for name in (f"{game}/report.html.j2", house_pages.REPORT) if name in self.templates), "")


@dataclass(frozen=True, slots=True)
class Made:
    """A page, and what its moderator has to be told of it."""

    html: str
    warnings: tuple[str, ...] = ()


class Unusable(Exception):
    """A club's template that cannot be taken, with the reason."""


def report_page(game: str, title: str, values: Mapping[str, Any], folder: Path | None = None) -> Made:
    """A report as a page, by the club's templates where they can be used."""
    body, style, warnings, values = "", "", list[str](), with_map_drawn(values)
    try:
        club = read_club(folder) if folder is not None and folder.is_dir() else Club({})
        style = club.style
        if club.templates:
            body = club_body(club, game, values)
    except Unusable as error:
        warnings.append(f"the club's templates are left out, the house's are used: {visible(str(error))}")
        style = ""
    body = body or house_pages.render(house_pages.REPORT, values)
    return Made(house_pages.document(title, body, style), tuple(warnings))


# ----------------------------------------------------------------------------------------------------------- reading


def read_club(folder: Path) -> Club:
    """The files of a club's folder; links, other names and large files are refused."""
    found: dict[str, str] = {}
    style = ""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() or path.is_symlink())
    if len(paths) > MOST_FILES:
        raise Unusable(f"more than {MOST_FILES} files in '{folder.name}'")
    for path in paths:
        name = path.relative_to(folder).as_posix()
        if name == STYLE:
            style = text_of(path, name)
        elif NAME.fullmatch(name):
            found[name] = text_of(path, name)
    from pbem.page import guard

    if style and (faults := guard.what_is_wrong_with_style(style)):
        raise Unusable(f"'{STYLE}' holds {faults[0]}")
    return Club(found, style)


def text_of(path: Path, name: str) -> str:
    """A template's text."""
    if path.is_symlink():
        raise Unusable(f"'{name}' is a link, not a file")
    try:
        return read_file(path, MOST_BYTES).decode("utf-8")
    except (PbemError, UnicodeDecodeError):
        raise Unusable(f"'{name}' is no text of at most {MOST_BYTES} bytes") from None


# ----------------------------------------------------------------------------------------------------------- filling


def club_body(club: Club, game: str, values: Mapping[str, Any]) -> str:
    """The body as the club's template makes it, if it makes one that only shows things."""
    template = club.template_for(game)
    if not template:
        raise Unusable(f"there is neither '{game}/report.html.j2' nor '{house_pages.REPORT}'")
    body = filled(template, club.templates, values)
    from pbem.page import guard

    if faults := guard.what_is_wrong(body):
        raise Unusable(f"'{template}' makes {', '.join(faults)}")
    return body


def filled(template: str, templates: Mapping[str, str], values: Mapping[str, Any]) -> str:
    """The template filled in by a process that may use little time and memory, and has nothing to reach for."""
    task = json.dumps({"template": template, "templates": dict(templates), "values": values}).encode()
    home = str(Path(pbem.__file__).parent.parent)
    known = {name: os.environ[name] for name in ("SYSTEMROOT", "PATH", "LANG") if name in os.environ}
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "pbem.page.worker"], input=task, capture_output=True, timeout=PATIENCE,
            check=False, env={**known, "PYTHONPATH": home, "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip
    except (subprocess.TimeoutExpired, OSError):
        raise Unusable(f"'{template}' does not come to an end") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().split("\n")[-1]
        raise Unusable(f"'{template}': {said[:200] or 'takes more time or memory than a page may'}")
    return done.stdout.decode("utf-8")
