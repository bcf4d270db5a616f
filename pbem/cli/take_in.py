"""pbem in: letters taken in by the moderator, each answered."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pbem.match.intake import Taken


@click.command(name="in")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a letter.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--now", help="The time, if not the clock's.")
def command(folder: Path, files: tuple[Path, ...], as_json: bool, keyring: Path | None, now: str | None) -> None:
    """Take letters into the game of DIR: .eml, .pbem, .yaml with its .sig, or a whole Maildir.

    Every letter is taken once, however often it comes, and answered from the outbox: by a receipt, or by its faults.
    """
    from pbem import clock
    from pbem.errors import PbemError
    from pbem.keyring import Keyring
    from pbem.match import intake
    from pbem.match.office import at_work
    from pbem.match.post import letters_in

    results: list[Taken] = []
    with at_work(folder, Keyring.open(keyring), clock.now(now)) as office:
        for path in letters_in(list(files)):
            try:
                results.append(intake.take_in(office, path))
            except PbemError as error:
                results.append(intake.Taken(str(path), "", error.at(str(path))))
        said = office.said
    for line in said:
        click.echo(line, err=True)
    for taken in results:
        faults = taken.error.faults if taken.error else ()
        word = word_for(taken)
        told = {"file": taken.file, "seat": taken.seat, "result": word, "faults": [fault.as_json() for fault in faults]}
        click.echo(json.dumps(told, ensure_ascii=False) if as_json else f"{taken.file}: {word}")
        for fault in faults:
            click.echo(fault.render(), err=True)
    if errors := [taken.error for taken in results if taken.error]:
        sys.exit(max(error.exit_code for error in errors))


def word_for(taken: Taken) -> str:
    """How a letter fared, in a word or a few."""
    if taken.twice:
        return "taken before"
    word = "faults" if taken.error else "taken in"
    if not taken.silence:
        return word
    return f"{word}, not answered: {taken.silence}" if taken.seat else f"passed over: {taken.silence}"
