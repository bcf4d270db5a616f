"""PROTOCOL 4: what OpenSSH signs we accept, and what we sign OpenSSH accepts."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from sshkit import KINDS, openssh, signing, token
from tools import need

from pbem.base.errors import CheckFailed
from pbem.trust.ssh.sshkeys import SigningKey, load_private, new_ed25519, parse_public, private_text
from pbem.trust.ssh.sshsig import NAMESPACES, sign, verify

pytestmark = pytest.mark.tools
MESSAGE = b"pbem: orders/1\nseat: axis\n"


def key_file(folder: Path, data: bytes) -> Path:
    """A private key as ssh-keygen wants it: nobody else's to read."""
    path = folder / "id"
    path.write_bytes(data)
    path.chmod(0o600)
    return path


def keygen(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """A run of ssh-keygen."""
    return subprocess.run([need("ssh-keygen"), *arguments], input=stdin, capture_output=True, check=False)


def signed_by_openssh(path: Path, namespace: str) -> bytes:
    """The armour ssh-keygen makes."""
    done = keygen("-Y", "sign", "-f", str(path), "-n", namespace, stdin=MESSAGE)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_4_what_openssh_signs_we_accept(kind: str, tmp_path: Path) -> None:
    armour = signed_by_openssh(key_file(tmp_path, openssh(kind)), NAMESPACES["orders"])
    verify(signing(kind).public, MESSAGE, "orders", armour)
    with pytest.raises(CheckFailed, match="does not hold"):
        verify(signing(kind).public, MESSAGE + b"\n", "orders", armour)


@pytest.mark.parametrize("kind", ["ed25519", "rsa"])
@pytest.mark.parametrize("name", NAMESPACES)
def test_3_3_where_the_algorithm_leaves_no_choice_the_bytes_are_the_same(kind: str, name: str, tmp_path: Path) -> None:
    armour = signed_by_openssh(key_file(tmp_path, openssh(kind)), NAMESPACES[name])
    assert armour.decode() == sign(signing(kind), MESSAGE, name)


def verified_by_openssh(folder: Path, key: SigningKey, namespace: str, message: bytes) -> bool:
    """What ssh-keygen says of our signature for orders."""
    (folder / "allowed").write_text(f"axis {key.public.line()}\n")
    (folder / "sig").write_text(sign(key, MESSAGE, "orders"))
    arguments = ["-Y", "verify", "-f", str(folder / "allowed"), "-I", "axis", "-s", str(folder / "sig")]
    return keygen(*arguments, "-n", namespace, stdin=message).returncode == 0


@pytest.mark.parametrize("key", [*map(signing, KINDS), token(), token("nistp256")], ids=lambda key: key.public.kind)
def test_4_what_we_sign_openssh_accepts(key: SigningKey, tmp_path: Path) -> None:
    assert verified_by_openssh(tmp_path, key, NAMESPACES["orders"], MESSAGE)
    assert not verified_by_openssh(tmp_path, key, NAMESPACES["lock"], MESSAGE)
    assert not verified_by_openssh(tmp_path, key, NAMESPACES["orders"], MESSAGE + b"\n")


@pytest.mark.parametrize("passphrase", [b"", b"sesame"])
def test_a_key_we_make_is_one_that_openssh_reads(passphrase: bytes, tmp_path: Path) -> None:
    key = new_ed25519("Anna")
    path = key_file(tmp_path, private_text(key, passphrase))
    done = keygen("-y", "-P", passphrase.decode(), "-f", str(path))
    assert parse_public(done.stdout) == key.public


@pytest.mark.parametrize("options", [["-t", "ed25519"], ["-t", "rsa", "-b", "2048"], ["-t", "ecdsa", "-b", "384"]])
@pytest.mark.parametrize("form", [[], ["-m", "PKCS8"], ["-m", "PEM"]])
def test_a_key_that_openssh_makes_is_one_that_we_read(options: list[str], form: list[str], tmp_path: Path) -> None:
    path = tmp_path / "id"
    done = keygen("-q", "-N", "sesame", "-C", "anna", *options, *form, "-f", str(path))
    assert done.returncode == 0, done.stderr
    public = parse_public((tmp_path / "id.pub").read_bytes())
    assert load_private(path.read_bytes(), b"sesame").public == public
    assert keygen("-l", "-f", str(path.with_suffix(".pub"))).stdout.split()[1].decode() == public.fingerprint()
