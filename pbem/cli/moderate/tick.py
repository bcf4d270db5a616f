"""pbem tick: takes letters in, plays and sends, for a timer."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from pbem.cli.mail_folder import mail_folder
from pbem.cli.telling import say, say_json


@click.command(name="tick")
@click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--mail", metavar="PATH", type=mail_folder,
              help="Maildir or folder of letters (default: see DIR/private/post.yaml).")
@click.option("--to", "target", metavar="WAY",
              help="Where to send letters, as for `pbem out` (default: see DIR/private/post.yaml).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def command(
    folders: tuple[Path, ...], mail: Path | None, target: str | None, as_json: bool, keyring: Path | None,
    now: str | None,
) -> None:  # fmt: skip
    """Take letters in, play what is due and send results, for each DIR. Made for a timer.

    DIR/private/post.yaml says where letters come from and where they go. A game that waits is no failure, and a game
    with an error stops no other. Exit code 6 means that a game needs you: standard error says why, on every tick until
    you have decided, and a letter goes to the address of 'moderator' in DIR/private/post.yaml.
    """
    from pbem.base import clock
    from pbem.base.errors import PbemError, Waiting
    from pbem.cli.failing import error_object
    from pbem.match.intake.game_tick import tick

    worst = 0
    games: list[dict[str, Any]] = []
    for folder in folders:
        done: dict[str, Any] = {"folder": str(folder), "said": [], "waits": "", "error": None}
        games.append(done)
        try:
            for line in tick(folder, keyring, clock.now(now), mail, target):
                done["said"].append(line)
                if not as_json:
                    say(f"{folder}: {line}")
        except Waiting as waiting:
            done["waits"] = waiting.faults[0].message
            if not as_json:
                say(f"{folder}: {done['waits']}")
        except PbemError as error:
            worst, done["error"] = max(worst, error.exit_code), error_object(error.at(str(folder)))
            for fault in error.faults:
                say(fault.at(str(folder)).render(error.word), err=True)
    if as_json:
        say_json({"games": games})
    sys.exit(worst)
