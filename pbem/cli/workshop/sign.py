"""pbem sign: signs a plain file, for players who write their orders by hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.base.errors import BadInput, CheckFailed, bad
from pbem.cli.passphrase import ask
from pbem.cli.telling import say

if TYPE_CHECKING:
    from pbem.trust.ssh.sshkeys import PublicKey


@click.command(name="sign")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--key", help="Sign with this SSH key file, or SHA256:... for an ssh-agent key (default: your own).")
@click.option("--namespace", default="orders", show_default=True, help="Kind of document.")
@click.option("--force", is_flag=True, help="Overwrite a different signature.")
def command(file: Path, key: str | None, namespace: str, force: bool) -> None:
    """Sign FILE and write FILE.sig, as `ssh-keygen -Y sign -n pbem-orders@pbem.example` does."""
    from pbem.base.files import read_file, write_atomic
    from pbem.trust.keyring import Keyring, signing_key
    from pbem.trust.ssh import sshsig

    full_name = sshsig.namespace(namespace)
    message = read_file(file)
    warn_of_faults(file, message)
    signer = signing_key(key, ask) if key else Keyring.open().signer(ask)
    target = file.with_name(file.name + ".sig")
    if force or not target.exists():
        write_atomic(target, sshsig.sign(signer, message, full_name).encode(), shared=True)
    elif not holds_already(target, signer.public, message, full_name):
        raise bad("is there already with another signature", file=str(target), hint="--force writes over it")
    say(str(target))
    say(f"signed by {signer.public.fingerprint()} for {full_name}", err=True)


def holds_already(target: Path, public: PublicKey, message: bytes, namespace: str) -> bool:
    """Checks whether the existing signature is by this key over this message."""
    from pbem.base.files import read_file
    from pbem.trust.ssh.sshsig import verify

    try:
        verify(public, message, namespace, read_file(target))
    except CheckFailed:
        return False
    return True


def warn_of_faults(file: Path, message: bytes) -> None:
    """Warns of errors in a YAML file that is signed all the same."""
    if file.suffix not in (".yaml", ".yml"):
        return
    from pbem.strict_yaml import read

    try:
        read(message, str(file))
    except BadInput as error:
        for fault in error.faults:
            say(fault.render("warning"), err=True)
