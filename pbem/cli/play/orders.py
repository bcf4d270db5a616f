"""pbem orders: order files, from the first line to the envelope."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.base.errors import bad
from pbem.cli.passphrase import ask

if TYPE_CHECKING:
    from pbem.match.player.player import Player
    from pbem.trust.dice.seed import Link
    from pbem.trust.keyring import Keyring
    from pbem.trust.orders.envelope import Draft
    from pbem.trust.people.charter import Charter


@click.group(name="orders")
def command() -> None:
    """Order files: written, checked, sealed."""


@command.command(name="new")
@click.option("--dir", "folder", type=click.Path(path_type=Path), default=Path(), help="Your folder; else this one.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the file here; else print it.")
def new(folder: Path, out: Path | None) -> None:
    """An order file for the open phase, with comments on what may be ordered, from your own view."""
    from pbem.base.files import write_atomic
    from pbem.match.player.seat import Seat

    text = Seat.at(folder).template()
    if out is None:
        click.echo(text, nl=False)
        return
    check_new(out, "name another file")
    write_atomic(out, text.encode())
    click.echo(str(out))


@command.command(name="check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--dir", "folder", type=click.Path(path_type=Path), help="Your folder; else this one, else FILE's.")
@click.option("--json", "as_json", is_flag=True, help="Faults and echo as one JSON object.")
def check(file: Path, folder: Path | None, as_json: bool) -> None:
    """Find the faults of FILE, all at once and offline, and tell what the orders will do."""
    import json

    from pbem.base.errors import BadInput
    from pbem.match.player.seat import Seat

    try:
        checked = Seat.near(file, folder).check(file)
        faults, echo = checked.faults, checked.echo
    except BadInput as error:
        faults, echo = error.faults, ()
    if as_json:
        found = {"faults": [fault.at(str(file)).as_json() for fault in faults], "echo": list(echo)}
        click.echo(json.dumps(found, ensure_ascii=False))
    for line in () if as_json else echo:
        click.echo(line)
    if not faults and not echo:
        click.echo("no faults; nothing is ordered of which anything can be told beforehand", err=True)
    if faults:
        raise BadInput(fault.at(str(file)) for fault in faults)


@command.command(name="open")
@click.option("--dir", "folder", type=click.Path(path_type=Path), default=Path(), help="Your folder; else this one.")
@click.option("--key", help="A private SSH key file, or SHA256:... for a key of your ssh-agent; else your own key.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--now", help="The time, if not the clock's.")
def open_(folder: Path, key: str | None, keyring: Path | None, now: str | None) -> None:
    """Tier two-step: the second letter, which opens your part of the dice once all orders are locked."""
    from pbem.match.player.seal_orders import open_part
    from pbem.match.player.seat import Seat

    click.echo(str(open_part(player(key, keyring, now), Seat.at(folder))))
    click.echo("mail this letter to the moderator and every seat", err=True)


def player(key: str | None, keyring: Path | None, now: str | None) -> Player:
    """The player with his keys, and the clock."""
    from pbem.base import clock
    from pbem.match.player.player import Player
    from pbem.trust.keyring import Keyring, signing_key

    ring = Keyring.open(keyring)
    return Player(ring, signing_key(key, ask) if key else ring.signer(ask), clock.now(now))


@command.command(name="seal")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--dir", "folder", type=click.Path(path_type=Path), help="Your folder; else this one, else FILE's.")
@click.option("--anyway", is_flag=True, help="Seal orders that have faults, too.")
@click.option("--charter", type=click.Path(path_type=Path), help="Without a folder of yours: the game's charter.yaml.")
@click.option("--phase", help="With --charter: the phase the orders are for.")
@click.option("--seat", help="With --charter: your seat.")
@click.option("--attempt", default=1, show_default=True, help="With --charter: the attempt at the phase.")
@click.option("--seq", default=1, show_default=True, help="With --charter: 1, and one more for each correction.")
@click.option("--key", help="A private SSH key file, or SHA256:... for a key of your ssh-agent; else your own key.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--round", "round_", type=int, help="With --charter, tier beacon: the round that opens the orders.")
@click.option("--index", type=int, help="With --charter, tier moderated: which value of your chain goes with them.")
@click.option("--one-time", type=click.Path(path_type=Path), help="With --charter, two-step: where to keep the key.")
@click.option("--public", is_flag=True, help="Tier beacon: anybody may read the orders once the round has come.")
@click.option("--seen", type=click.Path(path_type=Path), help="With --charter: the newest checkpoint you verified.")
@click.option("--demo-beacon", is_flag=True, help="Allow the demonstration beacon, which binds nobody.")
@click.option("--out", type=click.Path(path_type=Path), default=Path(), help="With --charter: the folder to write to.")
@click.option("--now", help="The time, if not the clock's.")
def seal(file: Path, charter: Path | None, folder: Path | None, anyway: bool, now: str | None, **options: Any) -> None:
    """Seal the orders in FILE into an envelope, ready to mail to everybody.

    In a player's folder (--dir, or here) everything else is known, and the letter that carries the envelope is written
    too; where you act alone in tier two-step it opens your part of the dice as well. Orders with faults are refused
    there unless --anyway. Elsewhere name --charter, --phase and --seat.
    """
    if charter is not None:
        if not options["phase"] or not options["seat"]:
            raise click.UsageError("--charter needs --phase and --seat")
        seal_bare(file, charter, **options)
        return
    from pbem.cabin.waiting import takes_orders
    from pbem.match.player.seal_orders import seal_orders
    from pbem.match.player.seat import Seat

    who, seat = player(options["key"], options["keyring"], now), Seat.near(file, folder)
    envelope, letter, checked = seal_orders(who, seat, file, anyway=anyway)
    for line in checked.echo:
        click.echo(line, err=True)
    click.echo(str(envelope))
    click.echo(str(letter))
    if takes_orders(seat):
        click.echo("mail the letter to the moderator and every seat", err=True)
    else:
        click.echo("note: orders are locked already, as you have read; another letter changes none", err=True)


def seal_bare(file: Path, charter: Path, out: Path, key: str | None, demo_beacon: bool, **options: Any) -> None:
    """An envelope from what was said on the command line alone."""
    from pbem.base.files import write_atomic
    from pbem.trust.beacon.drand import DEMO_NETWORK
    from pbem.trust.keyring import Keyring, signing_key
    from pbem.trust.orders.envelope import make_envelope

    game = read_charter(charter)
    ring = None if key and options["index"] is None else Keyring.open(options["keyring"])
    draft, one_time = drafted(file, game, ring, options)
    signer = signing_key(key, ask) if key else ring.signer(ask) if ring else None
    assert signer is not None  # noqa: S101 - without --key there is a keyring
    envelope = make_envelope(game, draft, signer, networks=(DEMO_NETWORK,) if demo_beacon else ())
    target = out / envelope.name
    check_new(target, f"two envelopes of one seq prove bad faith; a correction needs --seq {draft.seq + 1}")
    if one_time:
        check_new(options["one_time"], "it holds the key of other orders; name another file")
        write_atomic(options["one_time"], f"{one_time}\n".encode(), secret=True)
    write_atomic(target, envelope.to_bytes())
    click.echo(str(target))
    click.echo(f"lock {envelope.lock.sha256}: attach this file to a letter to every seat and the moderator", err=True)


def check_new(path: Path, reason: str) -> None:
    """Neither an envelope nor a one-time key is ever written over."""
    if path.exists():
        raise bad("is there already", file=str(path), hint=reason)


def read_charter(path: Path) -> Charter:
    """The charter, with every fault of it if it has any."""
    from pbem.base.files import read_file
    from pbem.strict_yaml import MOST_BYTES
    from pbem.trust.people.charter import parse_charter

    return parse_charter(read_file(path, 2 * MOST_BYTES), str(path))


def drafted(file: Path, game: Charter, ring: Keyring | None, options: dict[str, Any]) -> tuple[Draft, str]:
    """The draft of the envelope, and the one-time secret where the tier asks for one."""
    from pbem.base.files import read_file
    from pbem.strict_yaml import MOST_BYTES, read
    from pbem.trust.orders.envelope import Draft
    from pbem.trust.seal.seal import new_identity

    content = read_file(file, MOST_BYTES)
    read(content, str(file))
    secret, public = new_identity() if options["one_time"] else ("", "")
    draft = Draft(
        seat=options["seat"], phase=options["phase"], attempt=options["attempt"], seq=options["seq"], content=content,
        round=options["round_"], value=chain_value(game, ring, options["index"]), one_time=public,
        seen=seen(game, options["seen"]), orders_become_public=options["public"],
    )  # fmt: skip
    return draft, secret


def chain_value(game: Charter, ring: Keyring | None, index: int | None) -> Link | None:
    """The value of the player's chain that travels with the orders."""
    from pbem.trust.dice.seed import Link

    if index is None or ring is None:
        return None
    if index < 1:
        raise bad(f"chain value {index} is not one to open", hint="values are opened in the order 1, 2, 3")
    return Link(index, ring.chain(game.game).value(index))


def seen(game: Charter, path: Path | None) -> tuple[int, str] | None:
    """The ledger's head as this player knows it, its signature checked."""
    from pbem.base.files import read_file
    from pbem.trust.record.checkpoint import verify_checkpoint

    return verify_checkpoint(read_file(path), game.log, str(path)).seen if path else None
