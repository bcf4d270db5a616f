"""A player's own folder, for writing and checking orders: no keys, no seals, quick to load.

desk.json     game, seat, addresses, and what is open, from the newest letter view.json     all that the seat may know
game/         the public folder, a copy of everybody's reports/      the seat's reports      orders/   its order files
sent/   its sealed orders      outbox/   its letters
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.adjudicator.engine.phase import Checked
from pbem.adjudicator.game import Game
from pbem.adjudicator.titles import load_game
from pbem.base.clock import in_words, parse_time
from pbem.base.errors import BadInput, Fault, Kind, bad
from pbem.base.files import keep_private, read_file, write_atomic
from pbem.base.records import asdict, dataclass, field, replace
from pbem.match.folder.kinds import PUBLIC as PUBLIC
from pbem.match.folder.kinds import SEAT_FILE, Sort, expect
from pbem.match.own_folder.sorts_of_file import check_orders_file
from pbem.match.own_folder.tidy_text import tidy_text
from pbem.strict_yaml import MOST_BYTES

if TYPE_CHECKING:
    from pbem.adjudicator.engine.reader import Reading

DESK, VIEW = SEAT_FILE, "view.json"
#: A file in UTF-16 is twice as long as the same in UTF-8.
MOST_UNTIDY = 2 * MOST_BYTES + 2
SIGNED_SO = "Signed and sealed is the file in its plain form, with these changes; your own file stays as it is."


@dataclass(slots=True)
class Seat:
    """A seat in a game, from its player's side of the table."""

    folder: Path
    game: str
    rules: str
    seat: str
    addresses: dict[str, str]
    moderator: dict[str, str]
    phase: str = ""
    deadline: str = ""
    questions: list[dict[str, Any]] = field(default_factory=list)
    #: By the newest letter somebody else plays the seat, for good or for a while.
    given_up: bool = False
    #: The number of the newest list of addresses; an older one is not used.
    listed: int = 0
    #: The hash of the newest order file that was laid out for the player; one that still has it is untouched.
    drafted: str = ""

    @classmethod
    def at(cls, folder: Path) -> Seat:
        """The seat whose folder this is."""
        expect(folder, Sort.SEAT)
        keep_private(folder)
        path = folder / DESK
        try:
            return cls(folder, **read_json(path))
        except TypeError:
            raise spoilt(path) from None

    @classmethod
    def near(cls, file: Path, named: Path | None) -> Seat:
        """Returns the seat of the folder that was named, else of this one, else of the file's folder."""
        seat = cls.at(named) if named else None  # a folder of another kind is reported before a missing file
        if not file.exists():
            raise bad("is not there", file=str(file), kind=Kind.UNKNOWN)
        here = [Path(), *file.absolute().parents]
        return seat or cls.at(next((folder for folder in here if (folder / DESK).is_file()), Path()))

    def save(self) -> None:
        """Writes the open state to the disk."""
        fields = {name: value for name, value in asdict(self).items() if name != "folder"}
        write_atomic(self.folder / DESK, (json.dumps(fields, ensure_ascii=False, indent=1) + "\n").encode())

    @property
    def title(self) -> Game:
        """The rules that are played."""
        return load_game(self.rules.partition(" ")[0])

    def view(self) -> dict[str, Any]:
        """All that the seat may know, with the questions it is asked."""
        if not (self.folder / VIEW).is_file():
            raise bad("there is no view yet", file=str(self.folder), hint="open the moderator's letter: 'pbem open'")
        view: dict[str, Any] = read_json(self.folder / VIEW)
        return view | ({"questions": self.questions} if self.questions else {})

    def reading(self) -> Reading[Any]:
        """The view with the title's picture of it, which desk and page of one letter share."""
        return reading_of(self.rules, json.dumps(self.view()))

    def head(self) -> dict[str, str]:
        """The first lines of an order file."""
        return {"game": self.game, "seat": self.seat, "phase": self.phase}

    def check_open(self) -> None:
        """Orders need an open phase."""
        if not self.phase:
            raise bad("no phase is open", file=str(self.folder), hint="open the moderator's newest letter: 'pbem open'")

    def template(self) -> str:
        """A commented order file for what is open."""
        self.check_open()
        due = {"deadline": in_words(parse_time(self.deadline)) + " UTC"} if self.deadline else {}
        return self.title.draft(self.view(), {**self.head(), **due})

    def check(self, path: Path) -> Checked:
        """Everything that can be found from here, and what the orders will do."""
        self.check_open()
        content, dressed = plain_text(path)
        found, renamed = self.title.check_as_written(self.view(), self.head(), content, str(path))
        changed = (*dressed, *renamed)
        return replace(found, echo=(*changed, *((SIGNED_SO,) if changed else ()), *found.echo))

    def as_sealed(self, path: Path) -> bytes:
        """An order file as it is signed and sealed: plain text, names as orders have them."""
        return self.title.as_orders_have_it(self.view(), plain_text(path)[0])[0]


def plain_text(path: Path) -> tuple[bytes, tuple[str, ...]]:
    """An order file as plain text, and what had to be changed for that."""
    check_orders_file(path)
    content, dressed = tidy_text(read_file(path, MOST_UNTIDY))
    return content, ((f"Your file has {', '.join(dressed)}.",) if dressed else ())


@lru_cache(maxsize=1)
def reading_of(rules: str, view: str) -> Reading[Any]:
    """The reading of a view, made once for what is made of it; the text is its key, so a new view is read anew."""
    return load_game(rules.partition(" ")[0]).reading(json.loads(view))


def read_json(path: Path) -> Any:
    """A file that we wrote ourselves, or a fault that says it has been spoilt."""
    try:
        return json.loads(read_file(path))
    except (ValueError, RecursionError):
        raise spoilt(path) from None


def spoilt(path: Path) -> BadInput:
    """A file of ours that somebody has changed."""
    return BadInput(Fault("is not as it was written", file=str(path), hint="open the moderator's letter again"))
