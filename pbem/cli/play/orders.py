"""pbem orders: writes, checks and seals order files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.base.files import check_new
from pbem.cli import declared
from pbem.cli.passphrase import ask
from pbem.cli.telling import say, say_json, tell

if TYPE_CHECKING:
    from pbem.match.own_folder.player import Player


command = declared.Group("orders", "Write, check and seal your orders.")


@command.command("new")
@declared.option("--dir", "folder", type=declared.PATH, default=Path(),
              help="Your game folder (default: this one).")
@declared.option("--out", type=declared.PATH, help="File to write (default: print it).")
def new(folder: Path, out: Path | None) -> None:
    """Write an order file for the open phase, with comments on what you can order."""
    from pbem.base.files import write_atomic
    from pbem.match.own_folder.seat import Seat

    text = Seat.at(folder).template()
    if out is None:
        say(text, nl=False)
        return
    check_new(out, "name another file")
    write_atomic(out, text.encode())
    say(str(out))


@command.command("check")
@declared.argument("file", type=declared.PATH)
@declared.option("--dir", "folder", type=declared.PATH,
              help="Your game folder (default: this one, then FILE's).")
@declared.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check(file: Path, folder: Path | None, as_json: bool) -> None:
    """Check FILE: list its errors, or say what the orders will do. Nothing leaves your machine."""

    from pbem.base.errors import BadInput
    from pbem.match.own_folder.seat import Seat

    try:
        checked = Seat.near(file, folder).check(file)
        faults, echo = checked.faults, checked.echo
    except BadInput as error:
        faults, echo = error.faults, ()
    if as_json:
        found = {"faults": [fault.at(str(file)).as_json() for fault in faults], "echo": list(echo)}
        say_json(found)
    for line in () if as_json else echo:
        tell(line)
    if not faults and not echo:
        say("no errors; pbem cannot say beforehand what these orders will do", err=True)
    if faults:
        raise BadInput(fault.at(str(file)) for fault in faults)


@command.command("open")
@declared.option("--dir", "folder", type=declared.PATH, default=Path(),
              help="Your game folder (default: this one).")
@declared.option("--key", help="Sign with this SSH key file, or SHA256:... for an ssh-agent key (default: your own).")
@declared.option("--keyring", type=declared.PATH, help="Folder of your keys, if not the usual one.")
@declared.option("--now", help="Use this time instead of the clock.")
@declared.option("--send/--no-send", default=None,
              help="Mail the letter. Default: yes, if post.yaml beside your keys says how your letters are sent.")
@declared.option("--without-my-orders", is_flag=True,
              help="Let the phase go on though the list lacks orders that you sent in time.")
def open_(
    folder: Path, key: str | None, keyring: Path | None, now: str | None, send: bool | None, without_my_orders: bool
) -> None:
    """Write the second letter of a phase in tier two-step.

    Use it once all orders are locked. The letter opens your orders and gives your part of the dice; you decide nothing
    in it.
    """
    from pbem.cli.play.send import mail_written
    from pbem.match.own_folder.seat import Seat
    from pbem.match.player.seal_orders import open_part

    who = player(key, keyring, now)
    letter = open_part(who, Seat.at(folder), without_my_orders=without_my_orders)
    say(str(letter))
    mail_written(who.ring.home, letter, who.now, send, "mail this letter to the moderator and every seat")


def player(key: str | None, keyring: Path | None, now: str | None) -> Player:
    """Returns the player with their keys and the clock."""
    from pbem.base import clock
    from pbem.match.own_folder.player import Player
    from pbem.trust.keyring import Keyring, signing_key

    ring = Keyring.open(keyring)
    return Player(ring, signing_key(key, ask) if key else ring.signer(ask), clock.now(now))


@command.command("seal")
@declared.argument("file", type=declared.PATH)
@declared.option("--dir", "folder", type=declared.PATH,
              help="Your game folder (default: this one, then FILE's).")
@declared.option("--anyway", is_flag=True, help="Seal the orders even if they have errors.")
@declared.option("--send/--no-send", default=None,
              help="Mail the letter. Default: yes, if post.yaml beside your keys says how your letters are sent.")
@declared.option("--key", help="Sign with this SSH key file, or SHA256:... for an ssh-agent key (default: your own).")
@declared.option("--keyring", type=declared.PATH, help="Folder of your keys, if not the usual one.")
@declared.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@declared.option("--now", help="Use this time instead of the clock.")
@declared.option("--charter", type=declared.PATH, hidden=True)  # these moved to `pbem envelope`
@declared.option("--phase", hidden=True)
@declared.option("--seat", hidden=True)
@declared.option("--attempt", default=1, hidden=True)
@declared.option("--seq", default=1, hidden=True)
@declared.option("--round", "round_", type=int, hidden=True)
@declared.option("--index", type=int, hidden=True)
@declared.option("--one-time", type=declared.PATH, hidden=True)
@declared.option("--public", is_flag=True, hidden=True)
@declared.option("--seen", type=declared.PATH, hidden=True)
@declared.option("--demo-beacon", is_flag=True, hidden=True)
@declared.option("--out", type=declared.PATH, default=Path(), hidden=True)
def seal(
    file: Path, charter: Path | None, folder: Path | None, anyway: bool, as_json: bool, now: str | None,
    send: bool | None, **options: Any,
) -> None:  # fmt: skip
    """Seal the orders in FILE and make the letter that goes to the moderator and every seat.

    If post.yaml beside your keys says how your letters are sent, the letter is sent at once; otherwise mail it.

    Orders with errors are refused unless you add --anyway. Sealing again before the orders are locked replaces what you
    sent before. If you act alone in tier two-step, the letter also gives your part of the dice.
    """
    if charter is not None:
        from pbem.cli.workshop.envelope import seal_bare

        if not options["phase"] or not options["seat"]:
            import click

            raise click.UsageError("--charter needs --phase and --seat")
        seal_bare(file, charter, **options)
        return
    from pbem.cabin.waiting import takes_orders
    from pbem.cli.play.send import mail_written
    from pbem.match.own_folder.seat import Seat
    from pbem.match.player.seal_orders import seal_orders

    who, seat = player(options["key"], options["keyring"], now), Seat.near(file, folder)
    envelope, letter, checked = seal_orders(who, seat, file, anyway=anyway)
    for line in checked.echo:
        tell(line, err=True)
    if not as_json:
        say(str(envelope))
        say(str(letter))
    counts, sent_to = takes_orders(seat), []
    if counts:
        sent_to = mail_written(who.ring.home, letter, who.now, send, "mail the letter to the moderator and every seat")
    if as_json:
        say_json({"envelope": str(envelope), "letter": str(letter), "echo": list(checked.echo), "counts": counts,
                  "sent_to": sent_to})  # fmt: skip
    if not counts:
        say("note: orders are locked already, so this letter changes nothing", err=True)
