"""pbem check-signature: says who signed a file and whether the signature is valid."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.base.records import dataclass
from pbem.cli.telling import say, say_json

if TYPE_CHECKING:
    from pbem.trust.ssh.sshkeys import PublicKey


@dataclass(frozen=True, slots=True)
class Vouched:
    """The key that a signature must be by, and its owners if anybody vouches for them."""

    key: PublicKey
    principals: tuple[str, ...] = ()


@click.command(name="check-signature")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--sig", type=click.Path(path_type=Path), help="Signature file (default: FILE.sig).")
@click.option("--allowed", type=click.Path(path_type=Path), help="Allowed-signers file with the accepted keys.")
@click.option("--public", metavar="KEY", help="The one accepted key: a .pub file, or its line.")
@click.option("--namespace", default="orders", show_default=True, help="Kind of document it must be.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    file: Path, sig: Path | None, allowed: Path | None, public: str | None, namespace: str, as_json: bool
) -> None:
    """Check the signature of FILE and print who made it. Exit code 4 if it is not valid.

    Without --allowed or --public this only shows that the owner of the key signed these bytes, not who the owner is.
    """
    from pbem.base.errors import PbemError
    from pbem.base.files import read_file
    from pbem.trust.ssh import sshsig

    if allowed and public:
        raise click.UsageError("--allowed and --public exclude each other")
    full_name = sshsig.namespace(namespace)
    message = read_file(file)
    path = sig or file.with_name(file.name + ".sig")
    armour = armour_of(path)
    try:
        vouched = expected(armour, full_name, allowed, public)
        held = sshsig.verify_mailed(vouched.key, message, full_name, armour)
    except PbemError as error:
        raise error.at(str(path)) from None
    tell(vouched, full_name, as_json)
    if held != message:
        say("the signature holds with CR LF turned to LF: a mail program changed the line ends", err=True)
    if not (allowed or public):
        say("nobody vouches for this key here: compare the fingerprint, or give --allowed or --public", err=True)


def armour_of(path: Path) -> bytes:
    """Reads the signature file; a missing one counts as a failed check."""
    from pbem.base.errors import CheckFailed, Fault, Kind
    from pbem.base.files import read_file

    if not path.exists():
        hint = "a signature lies beside its file as FILE.sig; --sig names another"
        raise CheckFailed(Fault("there is no signature", file=str(path), hint=hint, kind=Kind.UNSIGNED))
    return read_file(path)


def expected(armour: bytes, namespace: str, allowed: Path | None, public: str | None) -> Vouched:
    """Returns the key that must have signed: the one named, allowed, or claimed by the signature."""
    from pbem.base.files import read_file
    from pbem.trust.ssh.sshkeys import parse_public
    from pbem.trust.ssh.sshsig import signer

    if public is not None:
        given = public.startswith(("ssh-", "ecdsa-", "sk-"))
        return Vouched(parse_public(public) if given else parse_public(read_file(Path(public)), public))
    claimed = signer(armour)
    return vouched_by(allowed, claimed, namespace) if allowed else Vouched(claimed)


def vouched_by(allowed: Path, claimed: PublicKey, namespace: str) -> Vouched:
    """Finds the line of the allowed-signers file that accepts this key for this namespace."""
    from pbem.base.errors import CheckFailed, Fault, Kind
    from pbem.base.files import read_file
    from pbem.trust.ssh.allowed import parse_allowed

    lines = [line for line in parse_allowed(read_file(allowed), str(allowed)) if line.key == claimed]
    for line in lines:
        if line.permits(namespace):
            return Vouched(line.key, line.principals)
    why = f"may not sign for '{namespace}'" if lines else "is not among the allowed signers"
    raise CheckFailed(Fault(f"key {claimed.fingerprint()} {why}", hint=f"see {allowed}", kind=Kind.UNKNOWN))


def tell(vouched: Vouched, namespace: str, as_json: bool) -> None:
    """Prints who signed, as text or as JSON."""
    key = vouched.key
    if as_json:
        facts = {
            "holds": True, "fingerprint": key.fingerprint(), "kind": key.kind, "namespace": namespace,
            "principals": list(vouched.principals),
        }
        say_json(facts, ascii_only=True, indent=2, sort_keys=True)
        return
    name = f"{', '.join(vouched.principals)} with " if vouched.principals else ""
    say(f"good signature by {name}{key.fingerprint()} ({key.kind}) for {namespace}")
