"""pbem hand-over: gives or lends a player's seat to somebody else."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.telling import say


@click.command(name="hand-over")
@click.argument("letter", required=False, type=click.Path(path_type=Path))
@click.option("--offer", "address", metavar="ADDRESS", help="First step: ask the person at this address.")
@click.option("--until", metavar="TIME", help="Lend the seat until then, such as 2027-01-10T20:00:00Z.")
@click.option("--phases", default=0, help="Lend the seat for this many phases.")
@click.option("--reason", default="", help="Your reason; everybody can read it.")
@click.option("--dir", "folder", type=click.Path(path_type=Path), default=Path(),
              help="Your game folder (default: this one).")
@click.option("--key", help="Sign with this SSH key file, or SHA256:... for an ssh-agent key (default: your own).")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def command(
    letter: Path | None, address: str | None, until: str | None, phases: int, reason: str, folder: Path,
    key: str | None, keyring: Path | None, now: str | None,
) -> None:  # fmt: skip
    """Give or lend your seat to another player, in three letters.

    First run it with --offer ADDRESS: it writes a letter that asks the other player. They save the letter, run `pbem
    join`, and mail you the answer. Then run it with LETTER, the answer as you have saved it: it writes a letter to the
    moderator that gives your seat to their keys. Once the moderator's program has that letter, the other player plays,
    and gets everything that the seat has been told.
    """
    from pbem.base import clock
    from pbem.cli.play.orders import player
    from pbem.match.own_folder.seat import Seat
    from pbem.match.player.give_seat import hand_over, offer
    from pbem.match.post.game_letter import read_letter

    if (letter is None) == (address is None):
        raise click.UsageError("either --offer ADDRESS, or the LETTER that answers it")
    who, seat = player(key, keyring, now), Seat.at(folder)
    if address is not None:
        say(str(offer(who, seat, address)))
        say(f"mail this letter to {address}", err=True)
    elif letter is not None:
        end = clock.parse_time(until) if until else None
        say(str(hand_over(who, seat, read_letter(letter), until=end, phases=phases, reason=reason)))
        say("mail this letter to the moderator", err=True)
