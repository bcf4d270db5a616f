"""pbem orders: order files, from the first line to the envelope."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.passphrase import ask
from pbem.errors import bad

if TYPE_CHECKING:
    from pbem.keyring import Keyring
    from pbem.trust.charter import Charter
    from pbem.trust.envelope import Draft
    from pbem.trust.seed import Link


@click.group(name="orders")
def command() -> None:
    """Order files: written, checked, sealed."""


@command.command(name="seal")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--charter", required=True, type=click.Path(path_type=Path), help="The game's charter.yaml.")
@click.option("--phase", required=True, help="The phase the orders are for.")
@click.option("--seat", required=True, help="Your seat.")
@click.option("--attempt", default=1, show_default=True, help="The attempt at the phase.")
@click.option("--seq", default=1, show_default=True, help="1 for your first envelope, one more for each correction.")
@click.option("--key", help="A private SSH key file, or SHA256:... for a key of your ssh-agent; else your own key.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--round", "round_", type=int, help="Tier beacon: the round that opens the orders.")
@click.option("--index", type=int, help="Tier moderated: which value of your chain goes with them.")
@click.option("--one-time", type=click.Path(path_type=Path), help="Tier two-step: where to keep the one-time key.")
@click.option("--public", is_flag=True, help="Tier beacon: anybody may read the orders once the round has come.")
@click.option("--seen", type=click.Path(path_type=Path), help="The newest checkpoint you have verified.")
@click.option("--demo-beacon", is_flag=True, help="Allow the demonstration beacon, which binds nobody.")
@click.option("--out", type=click.Path(path_type=Path), default=Path(), help="The folder to write to; else this one.")
def seal(file: Path, charter: Path, out: Path, key: str | None, demo_beacon: bool, **options: Any) -> None:
    """Seal the orders in FILE into an envelope, ready to mail to everybody."""
    from pbem.files import write_atomic
    from pbem.keyring import Keyring, signing_key
    from pbem.trust.demo_chain import DEMO_NETWORK
    from pbem.trust.envelope import make_envelope

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
    from pbem.files import read_file
    from pbem.strict_yaml import MOST_BYTES
    from pbem.trust.charter import parse_charter

    return parse_charter(read_file(path, 2 * MOST_BYTES), str(path))


def drafted(file: Path, game: Charter, ring: Keyring | None, options: dict[str, Any]) -> tuple[Draft, str]:
    """The draft of the envelope, and the one-time secret where the tier asks for one."""
    from pbem.files import read_file
    from pbem.strict_yaml import MOST_BYTES, read
    from pbem.trust.envelope import Draft
    from pbem.trust.seal import new_identity

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
    from pbem.trust.seed import Link

    if index is None or ring is None:
        return None
    if index < 1:
        raise bad(f"chain value {index} is not one to open", hint="values are opened in the order 1, 2, 3")
    return Link(index, ring.chain(game.game).value(index))


def seen(game: Charter, path: Path | None) -> tuple[int, str] | None:
    """The ledger's head as this player knows it, its signature checked."""
    from pbem.files import read_file
    from pbem.trust.note import verify_checkpoint

    return verify_checkpoint(read_file(path), game.log, str(path)).seen if path else None
