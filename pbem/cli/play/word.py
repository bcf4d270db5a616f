"""pbem word: writes a short signed message to the moderator's program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from pbem.cli.groups import WholeHelp
from pbem.cli.telling import say


@click.group(name="word", cls=WholeHelp)
def command() -> None:
    """Tell the moderator's program something: wait, I am away, send that again, I have a new address.

    Each command writes a short signed message as a letter for you to mail to the moderator.
    """


def options(action: Callable[..., None]) -> Callable[..., None]:
    """Adds the options that every message has."""
    for option in reversed((
        click.option("--dir", "folder", type=click.Path(path_type=Path), default=Path(),
                     help="Your game folder (default: this one)."),
        click.option("--seq", default=0, help="Number of this message, if your folder was lost."),
        click.option("--key",
                     help="Sign with this SSH key file, or SHA256:... for an ssh-agent key (default: your own)."),
        click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one."),
        click.option("--now", help="Use this time instead of the clock."),
    )):  # fmt: skip
        action = option(action)
    return action


@command.command(name="wait")
@options
def wait(**given: Any) -> None:
    """Ask not to run the open phase before its deadline, even if all orders are in."""
    send("wait", True, **given)


@command.command(name="go")
@options
def go(**given: Any) -> None:
    """Take back `wait`: the open phase may run early."""
    send("wait", False, **given)


@command.command(name="away")
@click.argument("first", metavar="FROM")
@click.argument("last", metavar="TO")
@options
def away(first: str, last: str, **given: Any) -> None:
    """Say that you cannot write from day FROM to day TO, such as 2026-12-24, in the game's time zone.

    The next deadline that would fall into these days is put off, once. A phase that is open now keeps its deadline.
    """
    send("away", {"from": first, "to": last}, **given)


@command.command(name="back")
@options
def back(**given: Any) -> None:
    """Take back every absence that has not yet put off a deadline."""
    send("back", True, **given)


@command.command(name="again")
@click.argument("phase", default="newest")
@options
def again(phase: str, **given: Any) -> None:
    """Ask for your letters of PHASE again; without PHASE, for those since the last results.

    They go to your address on file, marked [again], up to three times a day for each phase.
    """
    send("again", phase, **given)


@command.command(name="address")
@click.argument("new", metavar="NEW@ADDRESS")
@options
def address(new: str, **given: Any) -> None:
    """Ask that your letters go to NEW@ADDRESS from now on.

    A letter with a token goes there. Open it with `pbem open`, and mail the letter that confirms the address. Until
    then your letters go where they went before; asking for the old address again cancels the request.
    """
    send("address", new, **given)


@command.command(name="confirm")
@click.argument("token")
@options
def confirm(token: str, **given: Any) -> None:
    """Confirm a new address with the TOKEN that was sent to it."""
    send("confirm", token, **given)


@command.command(name="agree")
@click.argument("number", type=int, default=0)
@options
def agree(number: int, folder: Path, **given: Any) -> None:
    """Support orders that another member of your team has sent: the newest for the open phase, or those with NUMBER.

    `pbem open` of the receipt shows the orders. They count once as many of you support them as the charter asks for.
    """
    from pbem.match.own_folder.player import ledger_of, newest_phase
    from pbem.match.own_folder.seat import Seat
    from pbem.match.own_folder.team_letters import lock_to_agree
    from pbem.trust.record.layout import occasion_of

    seat = Seat.at(folder)
    occasion = occasion_of(newest_phase(ledger_of(seat)))
    send("agree", lock_to_agree(seat, occasion, number), folder=folder, **given)


def send(
    name: str, value: Any, *, folder: Path, seq: int, key: str | None, keyring: Path | None, now: str | None
) -> None:
    """Writes one message as a letter."""
    from pbem.cli.play.orders import player
    from pbem.match.own_folder.seat import Seat
    from pbem.match.player.send_word import speak

    say(str(speak(player(key, keyring, now), Seat.at(folder), name, value, seq=seq)))
    say("mail this letter to the moderator", err=True)
