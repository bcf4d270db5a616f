"""pbem envelope: seals orders into an envelope without a game folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.base.errors import bad
from pbem.base.files import check_new
from pbem.cli.passphrase import ask
from pbem.cli.telling import say

if TYPE_CHECKING:
    from pbem.trust.dice.seed import Link
    from pbem.trust.keyring import Keyring
    from pbem.trust.orders.envelope import Draft
    from pbem.trust.people.charter import Charter


@click.command(name="envelope")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--charter", type=click.Path(path_type=Path), required=True, help="The game's charter.yaml.")
@click.option("--phase", required=True, help="Phase that the orders are for.")
@click.option("--seat", required=True, help="Your seat.")
@click.option("--attempt", default=1, show_default=True, help="Attempt at the phase.")
@click.option("--seq", default=1, show_default=True, help="1 for your first letter, one more for each correction.")
@click.option("--round", "round_", type=int, help="Tier beacon: round that opens the orders.")
@click.option("--index", type=int, help="Tier moderated: number of the chain value to send along.")
@click.option("--one-time", type=click.Path(path_type=Path), help="Tier two-step: file for the one-time key.")
@click.option("--public", is_flag=True, help="Tier beacon: let anybody read the orders once the round has come.")
@click.option("--seen", type=click.Path(path_type=Path), help="The newest checkpoint you verified.")
@click.option("--demo-beacon", is_flag=True, help="Accept the demonstration beacon, which proves nothing.")
@click.option("--key", help="Sign with this SSH key file, or SHA256:... for an ssh-agent key (default: your own).")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--out", type=click.Path(path_type=Path), default=Path(), help="Folder to write to (default: this one).")
def command(file: Path, charter: Path, **options: Any) -> None:
    """Seal the orders in FILE into an envelope without a game folder.

    For players who keep their own records. In a game folder, `pbem orders seal` knows all of this.
    """
    seal_bare(file, charter, **options)


def seal_bare(file: Path, charter: Path, out: Path, key: str | None, demo_beacon: bool, **options: Any) -> None:
    """Makes an envelope from the command line alone."""
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
        write_atomic(options["one_time"], f"{one_time}\n".encode())
    write_atomic(target, envelope.to_bytes())
    say(str(target))
    say(f"lock {envelope.lock.sha256}: attach this file to a letter to every seat and the moderator", err=True)


def read_charter(path: Path) -> Charter:
    """Reads the charter; raises all its errors."""
    from pbem.base.files import read_file
    from pbem.strict_yaml import MOST_BYTES
    from pbem.trust.people.charter import parse_charter

    return parse_charter(read_file(path, 2 * MOST_BYTES), str(path))


def drafted(file: Path, game: Charter, ring: Keyring | None, options: dict[str, Any]) -> tuple[Draft, str]:
    """Makes the draft of the envelope, and the one-time secret if the tier needs one."""
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
    """Returns the value of the player's chain that travels with the orders."""
    from pbem.trust.dice.seed import Link

    if index is None or ring is None:
        return None
    if index < 1:
        raise bad(f"chain value {index} is not one to open", hint="values are opened in the order 1, 2, 3")
    return Link(index, ring.chain(game.game).value(index))


def seen(game: Charter, path: Path | None) -> tuple[int, str] | None:
    """Reads the ledger's head that this player knows, and checks its signature."""
    from pbem.base.files import read_file
    from pbem.trust.record.checkpoint import verify_checkpoint

    return verify_checkpoint(read_file(path), game.log, str(path)).seen if path else None
