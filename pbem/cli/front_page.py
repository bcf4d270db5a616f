"""The table of all commands, and `pbem --help` made of it: without the library that reads command lines, for speed.

The library shows the same page where it is asked for one. A test holds the two against each other at every width.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

#: heading of the help -> its commands -> (module, one line of help shown without loading it)
GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "Start here": {
        "demo": ("pbem.cli.start.demo", "Watch the first turn of a game by mail, played by bots"),
        "games": ("pbem.cli.start.games", "List the games you can play"),
        "docs": ("pbem.cli.start.docs", "Read the documentation"),
        "key": ("pbem.cli.start.key", "Make or show your keys"),
        "join": ("pbem.cli.start.join", "Accept an invitation; later, sign the charter"),
        "cabin": ("pbem.cli.start.cabin", "Serve the page on which a player does everything"),
    },
    "Play": {
        "sync": ("pbem.cli.play.sync", "Fetch and open your letters, send what is sealed"),
        "inbox": ("pbem.cli.play.inbox", "List what waits for you in all your games"),
        "open": ("pbem.cli.play.open", "Read a letter: check it and show your report"),
        "orders": ("pbem.cli.play.orders", "Write, check and seal your orders"),
        "desk": ("pbem.cli.play.desk", "Make a page on which you click your orders together"),
        "send": ("pbem.cli.play.send", "Mail your letters, or open them as drafts"),
        "word": ("pbem.cli.play.word", "Say: wait, I am away, send that again, new address"),
        "press": ("pbem.cli.play.press", "Write to other players through the moderator"),
        "diary": ("pbem.cli.play.diary", "Keep notes to yourself"),
        "map": ("pbem.cli.play.map", "Draw the map as SVG, PNG or PDF"),
        "agree": ("pbem.cli.play.agree", "Agree to go back to an earlier phase"),
        "hand-over": ("pbem.cli.play.hand_over", "Give or lend your seat to another player"),
    },
    "Moderate": {
        "new": ("pbem.cli.moderate.new", "Open a game and invite its players"),
        "tick": ("pbem.cli.moderate.tick", "Take letters in, play what is due, send results"),
        "watch": ("pbem.cli.moderate.watch", "Do what tick does whenever a letter comes"),
        "status": ("pbem.cli.moderate.status", "Show where a game stands and whom it waits for"),
        "in": ("pbem.cli.moderate.take_in", "Take letters in and answer them"),
        "run": ("pbem.cli.moderate.run", "Play as far as orders and deadlines allow"),
        "out": ("pbem.cli.moderate.out", "Send the letters in the outbox"),
        "replace": ("pbem.cli.moderate.replace", "Ask somebody else to play a seat"),
        "address": ("pbem.cli.moderate.address", "Change the address of a player or an observer"),
        "hand-over-game": ("pbem.cli.moderate.hand_over_game", "Give a game to another moderator"),
        "take-over": ("pbem.cli.moderate.take_over", "Run a game that another moderator gives you"),
        "escrow": ("pbem.cli.moderate.escrow", "Help to save a game as its guardian"),
    },
    "Rulings": {
        "pause": ("pbem.cli.rulings.pause", "Stop the clock of a game"),
        "resume": ("pbem.cli.rulings.resume", "Let a paused game go on"),
        "extend": ("pbem.cli.rulings.extend", "Give more time"),
        "rule": ("pbem.cli.rulings.rule", "Decide something in words, or correct the position"),
        "rollback": ("pbem.cli.rulings.rollback", "Ask all players to go back to an earlier phase"),
        "end": ("pbem.cli.rulings.end", "End a game"),
    },
    "Club": {
        "club": ("pbem.cli.club", "Run many games on one mailbox"),
    },
    "Check and tell": {
        "verify": ("pbem.cli.check.verify", "Check signatures, hashes and dice of a game"),
        "audit": ("pbem.cli.check.audit", "Play a finished game again and compare everything"),
        "roll": ("pbem.cli.check.roll", "Explain one roll and how to recompute it"),
        "proof": ("pbem.cli.check.proof", "Make a page that checks a game in any browser"),
        "chronicle": ("pbem.cli.check.chronicle", "Write the campaign book of a game"),
    },
    "Workshop": {
        "soak": ("pbem.cli.workshop.soak", "Play many games between bots and check them"),
        "lab": ("pbem.cli.workshop.lab", "Soak, audit and count balance on many cores"),
        "rules": ("pbem.cli.workshop.rules", "List which rules of a game are coded and tested"),
        "cases": ("pbem.cli.workshop.cases", "Test the rules with case files"),
        "data": ("pbem.cli.workshop.data", "List the figures of a game and their sources"),
        "edition": ("pbem.cli.workshop.edition", "Fill in the figures of your own printed game"),
        "sign": ("pbem.cli.workshop.sign", "Sign a plain file, as ssh-keygen -Y sign does"),
        "check-signature": ("pbem.cli.workshop.check_signature", "Say who signed a file, and check it"),
        "envelope": ("pbem.cli.workshop.envelope", "Seal orders without a game folder"),
    },
}
#: command -> (module, one line of help), in the order of the help
COMMANDS: dict[str, tuple[str, str]] = {name: row for group in GROUPS.values() for name, row in group.items()}
#: The same words as the library's.
USAGE = "Usage: pbem [OPTIONS] COMMAND [ARGS]..."
ABOUT = (
    "Play age-of-sail wargames by e-mail: signed orders, dice that anybody can check, sealed secrets.",
    (
        "`pbem COMMAND --help` explains a command. Exit codes: 0 done, 1 errors in the input, 2 wrong usage, 3 waiting "
        "for answers, 4 a check failed, 5 everything matches but somebody had a choice, 6 a game needs its moderator, "
        "7 another pbem is at work in the folder."
    ),
)
OPTIONS = {"--version": "Show the version and exit.", "-h, --help": "Show this message and exit."}
#: A page is never wider, nor narrower; it keeps so far from the terminal's edge.
WIDEST, NARROWEST, EDGE = 110, 50, 2
#: Narrower, lines of the table would be broken: that page is the library's.
LEAST_COLUMNS = 80


def plain_help(words: list[str]) -> str:
    """The page, if that is all that a command line asks for, and the terminal has room; else nothing."""
    columns = terminal_columns()
    return page(columns) if words in (["--help"], ["-h"]) and columns >= LEAST_COLUMNS else ""


def terminal_columns() -> int:
    """The width of the terminal, as the standard library's `shutil` finds it."""
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told):
        return int(told)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or LEAST_COLUMNS  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return LEAST_COLUMNS


def page(columns: int) -> str:
    """The help of pbem on a terminal of this width."""
    width = max(min(columns, WIDEST) - EDGE, NARROWEST)
    about = [*("\n".join(filled(words, width)) for words in ABOUT)]
    sections = [listed("Options", OPTIONS)]
    name_width = max(map(len, COMMANDS))
    for heading, commands in GROUPS.items():
        sections.append(listed(heading, {name.ljust(name_width): line for name, (_, line) in commands.items()}))
    return "\n\n".join([USAGE, *about, *sections]) + "\n"


def listed(heading: str, rows: dict[str, str]) -> str:
    """A heading and its rows in two columns."""
    width = max(map(len, rows))
    return "\n".join([f"{heading}:", *(f"  {name.ljust(width)}  {line}" for name, line in rows.items())])


def filled(words: str, width: int) -> Iterator[str]:
    """A paragraph in lines that stand in by two; a word may be broken behind a hyphen between letters."""
    line = ""
    for piece in pieces(words):
        if line and len(f"  {line}{piece.rstrip()}") > width:
            yield f"  {line.rstrip()}"
            line = ""
        line += piece
    yield f"  {line.rstrip()}"


def pieces(words: str) -> Iterator[str]:
    """The words with the blanks behind them, cut where a line may end."""
    for word in words.split(" "):
        begin = 0
        for at in range(1, len(word) - 1):
            if word[at] == "-" and word[at - 1].isalpha() and word[at + 1].isalpha():
                yield word[begin : at + 1]
                begin = at + 1
        yield f"{word[begin:]} "
