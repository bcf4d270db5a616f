"""Keys of the old sort, keyring/1: an age key for all games, and a random chain in a file of its own for each."""

from __future__ import annotations

import secrets
from pathlib import Path

from pbem import strict_yaml
from pbem.trust.keyring import Keyring
from pbem.trust.locked import lock
from pbem.trust.private_files import make_private_folder, write_new_secret
from pbem.trust.seal.seal import new_identity, seal
from pbem.trust.ssh.sshkeys import new_ed25519, private_text


def old_keyring(home: Path, name: str = "Anna", games: tuple[str, ...] = (), passphrase: bytes = b"") -> Keyring:
    """Writes what `pbem key new` and `pbem join` wrote before keys were derived from words."""
    signer, (secret, public) = new_ed25519(name), new_identity()
    make_private_folder(home / "chains")
    home.chmod(0o700)
    write_new_secret(home / "ssh.key", private_text(signer, passphrase))
    (home / "ssh.pub").write_text(f"{signer.public.line()}\n", encoding="ascii")
    data = f"# public key: {public}\n{secret}\n".encode()
    write_new_secret(home / "age.key", lock(data, passphrase) if passphrase else data)
    if passphrase:
        (home / "age.pub").write_text(f"{public}\n", encoding="ascii")
    for game in games:
        top = f"{secrets.token_hex(32)}\n".encode()
        write_new_secret(home / "chains" / f"{game}.top", seal([public], top).encode() if passphrase else top)
    fields = {"pbem": "keyring/1", "name": name, "key": "ssh.key", "ssh": signer.public.line()}
    write_new_secret(home / "keyring.yaml", strict_yaml.write(fields).encode())
    return Keyring.open(home)
