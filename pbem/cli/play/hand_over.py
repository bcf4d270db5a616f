"""pbem hand-over: a player gives his seat to another, for good or for a while."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(name="hand-over")
@click.argument("letter", required=False, type=click.Path(path_type=Path))
@click.option("--offer", "address", metavar="ADDRESS", help="Ask the one of this address; the first step.")
@click.option("--until", metavar="TIME", help="Lend the seat until then, like 2027-01-10T20:00:00Z.")
@click.option("--phases", default=0, help="Lend the seat for so many phases.")
@click.option("--reason", default="", help="Why, for all to read.")
@click.option("--dir", "folder", type=click.Path(path_type=Path), default=Path(), help="Your folder; else this one.")
@click.option("--key", help="A private SSH key file, or SHA256:... for a key of your ssh-agent; else your own key.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--now", help="The time, if not the clock's.")
def command(
    letter: Path | None, address: str | None, until: str | None, phases: int, reason: str, folder: Path,
    key: str | None, keyring: Path | None, now: str | None,
) -> None:  # fmt: skip
    """Give your seat to another player, or lend it.

    First `--offer ADDRESS`: it writes the letter that asks him. He saves it, runs `pbem join`, mails you the answer.
    Then LETTER, that answer as you have saved it: it signs your seat over to his keys, in a letter to the moderator.
    Until that letter has been taken in you play; from then on he does, and gets all that the seat has been told.
    """
    from pbem.base import clock
    from pbem.cli.play.orders import player
    from pbem.match.player.give_seat import hand_over, offer
    from pbem.match.player.seat import Seat
    from pbem.match.post.game_letter import read_letter

    if (letter is None) == (address is None):
        raise click.UsageError("either --offer ADDRESS, or the LETTER that answers it")
    who, seat = player(key, keyring, now), Seat.at(folder)
    if address is not None:
        click.echo(str(offer(who, seat, address)))
        click.echo(f"mail this letter to {address}", err=True)
    elif letter is not None:
        end = clock.parse_time(until) if until else None
        click.echo(str(hand_over(who, seat, read_letter(letter), until=end, phases=phases, reason=reason)))
        click.echo("mail this letter to the moderator", err=True)
