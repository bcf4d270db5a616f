"""The index of a club's games: an SQLite file that can be made again from the folders at any time.

It holds when each game needs attention, what everybody may know of it, and to which game a letter belongs; nothing
that a game keeps sealed. It is never the truth: a row is valid while the stamps of its folder are unchanged, and a
missing, damaged or older file is built again.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from pbem.base.clock import show_time
from pbem.base.errors import bad
from pbem.base.records import dataclass, field
from pbem.mail.delivery import LONGEST_PAUSE

FILE = "index.sqlite"
#: Counted up with every change of the tables, so that an older file is recognised and built anew.
FORM = 3
TABLES = """
CREATE TABLE games (
    name TEXT PRIMARY KEY, game TEXT NOT NULL, stage TEXT NOT NULL, due TEXT, post_due TEXT, book_stamp TEXT NOT NULL,
    post_stamp TEXT NOT NULL, told TEXT NOT NULL, needs TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX games_due ON games (due) WHERE due IS NOT NULL;
CREATE INDEX games_post_due ON games (post_due) WHERE post_due IS NOT NULL;
CREATE INDEX games_game ON games (game);
CREATE TABLE letters (id TEXT, name TEXT, PRIMARY KEY (id, name)) WITHOUT ROWID;
CREATE TABLE threads (message_id TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE addresses (address TEXT, name TEXT, PRIMARY KEY (address, name)) WITHOUT ROWID;
CREATE TABLE boot (id TEXT NOT NULL);
CREATE TABLE verified (name TEXT PRIMARY KEY, root TEXT NOT NULL, told TEXT NOT NULL) WITHOUT ROWID;
"""
TWINS = """
SELECT name FROM games
WHERE stage != 'over' AND game IN (SELECT game FROM games GROUP BY game HAVING count(*) > 1)
"""


class Stamps(NamedTuple):
    """The stamps that show a change of a folder: those of its book, and of the outbox for all that concerns letters."""

    book: str
    post: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A game as the index has it. `told` is what its page may say, as plain data."""

    name: str
    game: str
    stage: str
    stamps: Stamps
    due: datetime | None = None
    post_due: datetime | None = None
    told: Mapping[str, Any] = field(default_factory=dict)
    #: What only the moderator can settle, a line each; for nobody's page.
    needs: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    threads: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    #: Where its players write to; not kept.
    writes_to: str = ""


def moment(at: datetime | None) -> str | None:
    """A time as it is stored: later ones sort later."""
    return show_time(at) if at else None


class Index:
    """The open file."""

    def __init__(self, link: sqlite3.Connection) -> None:
        self.link = link

    # ------------------------------------------------------------------------------------------------------- the games
    def stamps(self) -> dict[str, tuple[str, str]]:
        """Every game with the stamps it was indexed by."""
        rows = self.link.execute("SELECT name, book_stamp, post_stamp FROM games")
        return {name: (book, post) for name, book, post in rows}

    def boot(self) -> str:
        """The start of the system since which no journal was left unseen; empty before there was one."""
        found = self.link.execute("SELECT id FROM boot").fetchone()
        return str(found[0]) if found else ""

    def put_boot(self, boot: str) -> None:
        """The same, kept."""
        self.link.execute("DELETE FROM boot")
        self.link.execute("INSERT INTO boot VALUES (?)", (boot,))
        self.link.commit()

    def due(self, now: datetime) -> list[str]:
        """The games whose time has come."""
        return self.names("SELECT name FROM games WHERE due <= ? ORDER BY name", show_time(now))

    def post_due(self, now: datetime) -> list[str]:
        """Returns the games with a letter to be sent; a wait longer than any pause was noted by a wrong clock."""
        question = "SELECT name FROM games WHERE post_due <= ? OR post_due > ? ORDER BY name"
        return self.names(question, show_time(now), show_time(now + LONGEST_PAUSE))

    def next_due(self) -> str:
        """When the next game wants to be looked at, or the next letter sent; empty where nothing hurries. What stands
        still does not.
        """
        moves = f"FROM games WHERE name NOT IN ({TWINS})"
        found = self.link.execute(f"SELECT min(at) FROM (SELECT min(due) AS at {moves} UNION ALL "  # noqa: S608 - ours
                                  f"SELECT min(post_due) {moves})").fetchone()  # fmt: skip
        return str(found[0] or "")

    def rows(self) -> Iterator[dict[str, Any]]:
        """Every game with what may be told of it, by name."""
        for name, game, stage, due, post_due, told in self.link.execute(
            "SELECT name, game, stage, due, post_due, told FROM games ORDER BY name"
        ):
            yield {"name": name, "game": game, "stage": stage, "due": due or "", "post_due": post_due or "",
                   **json.loads(told)}  # fmt: skip

    def needs(self) -> list[tuple[str, str]]:
        """Returns what only the moderator can settle: each game's name with a line."""
        rows = self.link.execute("SELECT name, needs FROM games WHERE needs != '' ORDER BY name")
        return [(name, line) for name, lines in rows for line in lines.split("\n")]

    def put(self, row: Row) -> None:
        """A game as it is now, on the disk."""
        self.add_row(row)
        self.link.commit()

    def add_row(self, row: Row) -> None:
        """The same, to be committed with others. Letters and threads only ever grow."""
        self.link.execute("INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (
            row.name, row.game, row.stage, moment(row.due), moment(row.post_due), row.stamps.book, row.stamps.post,
            json.dumps(row.told, ensure_ascii=False, sort_keys=True), "\n".join(row.needs),
        ))  # fmt: skip
        self.add_many("letters", row.name, row.letters)
        self.add_many("threads", row.name, row.threads)
        self.link.execute("DELETE FROM addresses WHERE name = ?", (row.name,))
        self.add_many("addresses", row.name, row.addresses)

    def put_post(self, name: str, stamp: str, post_due: datetime | None, threads: Iterable[str]) -> None:
        """Notes the outcome of a game's letters."""
        self.link.execute("UPDATE games SET post_stamp = ?, post_due = ? WHERE name = ?",
                          (stamp, moment(post_due), name))  # fmt: skip
        self.add_many("threads", name, threads)
        self.link.commit()

    def add_many(self, table: str, name: str, keys: Iterable[str]) -> None:
        """Lines of one of the tables that lead from a key to a game."""
        self.link.executemany(f"INSERT OR IGNORE INTO {table} VALUES (?, ?)",  # noqa: S608 - a table of ours
                              ((key, name) for key in keys))  # fmt: skip

    def forget(self, name: str) -> None:
        """A game whose folder is gone."""
        for table in ("games", "letters", "threads", "addresses", "verified"):
            self.link.execute(f"DELETE FROM {table} WHERE name = ?", (name,))  # noqa: S608 - a table of ours
        self.link.commit()

    # ------------------------------------------------------------------------------------------------ whose a letter is
    def names(self, question: str, *given: str) -> list[str]:
        """The first column of an answer."""
        return [str(name) for (name,) in self.link.execute(question, given)]

    def games(self) -> list[str]:
        """Returns the name of each game in letters."""
        return self.names("SELECT DISTINCT game FROM games ORDER BY game")

    def of_letter(self, letter_id: str) -> list[str]:
        """The games that have taken this letter in."""
        return self.names("SELECT name FROM letters WHERE id = ? ORDER BY name", letter_id)

    def of_game(self, game: str) -> list[str]:
        """The folders of a game; a copy of one is another."""
        return self.names("SELECT name FROM games WHERE game = ? ORDER BY name", game)

    def twins(self) -> list[str]:
        """Returns the folders that hold the same running game as another; an older copy knows no end."""
        return self.names(f"{TWINS} ORDER BY game, name")

    def of_thread(self, message_id: str) -> list[str]:
        """The game that sent the letter of this Message-ID."""
        return self.names("SELECT name FROM threads WHERE message_id = ?", message_id)

    def of_address(self, address: str) -> list[str]:
        """The games in progress in which somebody of this address plays."""
        return self.names("SELECT a.name FROM addresses a JOIN games g ON g.name = a.name "
                          "WHERE a.address = ? AND g.stage != 'over' ORDER BY a.name", address.lower())  # fmt: skip

    # --------------------------------------------------------------------------------------------- games that are over
    def verified(self, name: str, root: str) -> dict[str, Any] | None:
        """Returns what `pbem verify` said of a game whose ledger had this root."""
        found = self.link.execute("SELECT told FROM verified WHERE name = ? AND root = ?", (name, root)).fetchone()
        return json.loads(found[0]) if found else None

    def put_verified(self, name: str, root: str, told: Mapping[str, Any]) -> None:
        """The same, kept."""
        self.link.execute("INSERT OR REPLACE INTO verified VALUES (?, ?, ?)", (name, root, json.dumps(told)))
        self.link.commit()

    def content(self) -> dict[str, list[tuple[Any, ...]]]:
        """All that the folders would make again, in an order of its own."""
        tables = ("games", "letters", "threads", "addresses")
        return {name: sorted(self.link.execute(f"SELECT * FROM {name}"), key=repr) for name in tables}  # noqa: S608


class Unusable(Exception):
    """The file is missing, damaged, or of another form."""


@contextmanager
def opened(private: Path) -> Iterator[Index]:
    """The index of a club that holds it; Unusable where the file cannot be read as one."""
    if not (private / FILE).is_file():
        raise Unusable("is missing")
    try:
        link = sqlite3.connect(private / FILE)
    except sqlite3.DatabaseError as error:
        raise Unusable(f"cannot be opened ({error})") from None
    try:
        if link.execute("PRAGMA user_version").fetchone()[0] != FORM:
            raise Unusable("is of another form")
        link.execute("PRAGMA synchronous = OFF")  # what a power cut takes, the folders give again
        yield Index(link)
    except sqlite3.DatabaseError as error:
        raise Unusable(f"is damaged ({error})") from None
    finally:
        link.close()


def known_games(private: Path) -> frozenset[str]:
    """The games that a club is known to have; none where its index is of no use."""
    try:
        with opened(private) as index:
            return frozenset(index.games())
    except Unusable:
        return frozenset()


@contextmanager
def blank(private: Path) -> Iterator[Index]:
    """Makes a new index in place of the old one."""
    try:
        for end in ("", "-journal", "-wal", "-shm"):
            (private / f"{FILE}{end}").unlink(missing_ok=True)
        link = sqlite3.connect(private / FILE)
        (private / FILE).chmod(0o600)
    except (OSError, sqlite3.Error) as error:
        raise bad(f"cannot be made: {error}", file=str(private / FILE)) from None
    try:
        link.execute("PRAGMA synchronous = OFF")
        link.executescript(TABLES)
        link.commit()
        yield Index(link)
        link.execute(f"PRAGMA user_version = {FORM}")  # last: a build that was cut short is no index
        link.commit()
    except sqlite3.Error as error:
        raise bad(f"cannot be written: {error}", file=str(private / FILE)) from None
    finally:
        link.close()
