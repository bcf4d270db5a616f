"""pbem word: what a player has to say beside his orders."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click


@click.group(name="word")
def command() -> None:
    """A signed word to the adjudicator, written as a letter for you to mail."""


def options(action: Callable[..., None]) -> Callable[..., None]:
    """What every word takes."""
    for option in reversed((
        click.option("--dir", "folder", type=click.Path(path_type=Path), default=Path(),
                     help="Your folder; else this one."),
        click.option("--seq", default=0, help="Its number, where this folder does not know your newest word."),
        click.option("--key", help="A private SSH key file, or SHA256:... for a key of your ssh-agent; else your own."),
        click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys."),
        click.option("--now", help="The time, if not the clock's."),
    )):  # fmt: skip
        action = option(action)
    return action


@command.command(name="wait")
@options
def wait(**given: Any) -> None:
    """Ask that the open phase is not run before its deadline, even when all orders are in."""
    say("wait", True, **given)


@command.command(name="go")
@options
def go(**given: Any) -> None:
    """Take back `wait`: as far as you are concerned the open phase may run early."""
    say("wait", False, **given)


@command.command(name="away")
@click.argument("first", metavar="FROM")
@click.argument("last", metavar="TO")
@options
def away(first: str, last: str, **given: Any) -> None:
    """Announce that you cannot write from the day FROM to the day TO, like 2026-12-24, by the game's clocks.

    The next deadline that is set into these days is put off, once. A phase that is open already keeps its deadline.
    """
    say("away", {"from": first, "to": last}, **given)


@command.command(name="back")
@options
def back(**given: Any) -> None:
    """Take back every absence you have announced and that has not put off a deadline yet."""
    say("back", True, **given)


@command.command(name="again")
@click.argument("phase", default="newest")
@options
def again(phase: str, **given: Any) -> None:
    """Ask for your letters of PHASE once more; without it, for all since the last results, these included.

    They go to your address on file, marked [again], up to three times a day for each phase.
    """
    say("again", phase, **given)


@command.command(name="address")
@click.argument("new", metavar="NEW@ADDRESS")
@options
def address(new: str, **given: Any) -> None:
    """Ask that your letters go to NEW@ADDRESS from now on.

    A letter with a token goes there; `pbem open` of it writes the letter that confirms the address. Until that has been
    taken in letters go where they went before, and naming that address again takes the request back.
    """
    say("address", new, **given)


@command.command(name="confirm")
@click.argument("token")
@options
def confirm(token: str, **given: Any) -> None:
    """Confirm a new address by the TOKEN that has come there."""
    say("confirm", token, **given)


@command.command(name="agree")
@click.argument("number", type=int, default=0)
@options
def agree(number: int, folder: Path, **given: Any) -> None:
    """Stand behind orders that another of your team has sent: the newest for the open phase, or those no. NUMBER.

    `pbem open` of the receipt shows them. They count once as many of you stand behind them as the charter asks for.
    """
    from pbem.match.player.player import ledger_of, newest_phase
    from pbem.match.player.seat import Seat
    from pbem.match.player.team_letters import lock_to_agree
    from pbem.trust.record.layout import occasion_of

    seat = Seat.at(folder)
    occasion = occasion_of(newest_phase(ledger_of(seat)))
    say("agree", lock_to_agree(seat, occasion, number), folder=folder, **given)


def say(
    name: str, value: Any, *, folder: Path, seq: int, key: str | None, keyring: Path | None, now: str | None
) -> None:
    """One word, as a letter."""
    from pbem.cli.play.orders import player
    from pbem.match.player.seat import Seat
    from pbem.match.player.send_word import speak

    click.echo(str(speak(player(key, keyring, now), Seat.at(folder), name, value, seq=seq)))
    click.echo("mail this letter to the moderator", err=True)
