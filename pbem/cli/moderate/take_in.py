"""pbem in: takes letters in for the moderator and answers each."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.telling import say, say_json

if TYPE_CHECKING:
    from pbem.match.folder.office import Office
    from pbem.match.intake.take_in import Taken


#: The name of standard input.
PIPE = "-"


@click.command(name="in")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per letter.")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def command(folder: Path, files: tuple[Path, ...], as_json: bool, keyring: Path | None, now: str | None) -> None:
    """Take letters into the game of DIR: .eml, .pbem, .yaml with its .sig, or a whole Maildir.

    Without FILES, letters are fetched from the mailbox that DIR/private/post.yaml names. With - one letter is read from
    standard input, as procmail and .forward deliver it; the exit code is then 0 once the letter is filed, whatever is
    in it, and 75 if it has to come again.

    Each letter is taken in once, however often it comes, and gets an answer in the outbox: a receipt, or its errors.
    """
    from pbem.base.errors import Waiting
    from pbem.mail.sources import TRY_AGAIN

    piped = [str(path) for path in files] == [PIPE]
    try:
        worst = take(folder, files, as_json, keyring, now)
    except Waiting:
        if piped:
            sys.exit(TRY_AGAIN)
        raise
    sys.exit(0 if piped else worst)


def take(folder: Path, files: tuple[Path, ...], as_json: bool, keyring: Path | None, now: str | None) -> int:
    """Takes letters in, prints how each fared, and returns the worst exit code."""
    from pbem.base import clock
    from pbem.match.folder.office import at_work
    from pbem.trust.keyring import Keyring

    worst = 0
    with at_work(folder, Keyring.open(keyring), clock.now(now)) as office:
        for taken in letters(office, files):
            show(taken, as_json)
            worst = max(worst, taken.error.exit_code if taken.error else 0)
        said = office.said
    for line in said:
        say(line, err=True)
    return worst


def letters(office: Office, files: tuple[Path, ...]) -> Iterator[Taken]:
    """Takes in the files named, standard input, or the mailbox in the settings."""
    from pbem.base.errors import PbemError, bad
    from pbem.mail.sources import Pipe
    from pbem.match.intake.take_in import Taken, take_box, take_in
    from pbem.match.post.game_letter import letters_in
    from pbem.match.post.transports import SETTINGS, way_in

    if [str(path) for path in files] == [PIPE]:
        yield from take_box(office, Pipe())
    elif files:
        for path in letters_in(list(files)):
            try:
                yield take_in(office, path)
            except PbemError as error:
                yield Taken(str(path), "", error.at(str(path)))
    elif (box := way_in(office.desk.root)) is not None:
        yield from take_box(office, box)
    else:
        raise bad("there is no letter, and no box to fetch from", hint=f"name files, or a box in {SETTINGS}")


def show(taken: Taken, as_json: bool) -> None:
    """Prints how a letter fared."""
    faults = taken.error.faults if taken.error else ()
    word = word_for(taken)
    told = {"file": taken.file, "seat": taken.seat, "result": word, "faults": [fault.as_json() for fault in faults]}
    if as_json:
        say_json(told)
    else:
        say(f"{taken.file}: {word}")
    for fault in faults:
        say(fault.render(), err=True)


def word_for(taken: Taken) -> str:
    """Says in a few words how a letter fared."""
    if taken.twice:
        return "taken before"
    word = "faults" if taken.error else "taken in"
    if not taken.silence:
        return word
    return f"{word}, not answered: {taken.silence}" if taken.seat else f"passed over: {taken.silence}"
