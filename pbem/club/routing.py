"""Finds the game that a letter belongs to: by its documents, who has it already, what it answers, its subject, its
sender.

A route only decides in which folder a letter is opened. Its signatures decide what it may do there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.club.index import Index
from pbem.mail.guards import Home, from_address
from pbem.mail.letter import Letter
from pbem.match.post.games_named import games_named

#: What may be a game's name in a subject.
WORD = pattern(r"[a-z0-9-]{6,40}")


@dataclass(frozen=True, slots=True)
class Route:
    """The folders of the games that a letter is for, and what showed it. `unknown` is a game that we have not."""

    names: tuple[str, ...] = ()
    by: str = ""
    unknown: str = ""


def route(index: Index, home: Home, letter: Letter) -> Route:
    """Returns the folder a letter goes to; the first question with an answer decides."""
    if games := games_named(letter):  # first: one of them may have taken the letter, and another not yet
        found = merged(index.of_game(game) for game in games)
        return Route(found, "document") if found else Route(by="document", unknown=games[0])
    if names := index.of_letter(letter.id):
        return Route(tuple(names), "taken before")
    for by, names in hints(index, home, letter):
        if names:
            return Route(tuple(names), by)
    return Route()


def hints(index: Index, home: Home, letter: Letter) -> Iterator[tuple[str, list[str]]]:
    """Returns other signs of a letter's game, the surest first."""
    for bounce in letter.bounces:
        yield "report", index.of_thread(bounce.message_id)
    for message_id in threads(home, letter):
        yield "thread", index.of_thread(message_id)
    for word in WORD.findall(letter.subject.lower()):
        yield "subject", index.of_game(word)
    for address in dict.fromkeys((letter.reply_to, from_address(letter))):
        names = index.of_address(address) if address else []
        yield "sender", names if len(names) == 1 else []


def threads(home: Home, letter: Letter) -> list[str]:
    """The letters of ours that a letter answers, the nearest first."""
    line = f"{letter.header('references')} {letter.header('in-reply-to')}"
    return [found[0] for found in reversed(list(home.own_ids.finditer(line)))]


def merged(lists: Iterable[list[str]]) -> tuple[str, ...]:
    """Each name once, in order."""
    return tuple(dict.fromkeys(name for names in lists for name in names))
