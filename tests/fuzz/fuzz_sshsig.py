"""Any bytes as an armour, a public line, a private key or an allowed-signers file: a result, or a fault in words.

Beyond that no crash: an armour that holds is the one we published, byte for byte; a public line that is read is
written as one that means the same.
"""

from __future__ import annotations

from driver import fuzz  # first: it shows the way to the others, and instruments what follows

# isort: split
from sshkit import openssh
from vectors_kit import VECTORS

from pbem.base.errors import BadInput, CheckFailed
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.allowed import parse_allowed
from pbem.trust.ssh.sshkeys import check_enrolment, load_private, parse_public

VECTOR = VECTORS["sshsig"]
GOOD = VECTOR["signature"].encode()
MESSAGE = VECTOR["message"].encode()
AXIS = parse_public(VECTOR["public"])


def armours(data: bytes) -> None:
    """Nothing but the published armour is a signature of the published message."""
    try:
        sshsig.verify(AXIS, MESSAGE, "lock", data)
    except CheckFailed:
        return
    assert data.replace(b"\r\n", b"\n") == GOOD


def blobs(data: bytes) -> None:
    """The same inside a sound armour, where the fields are read; and the key that a blob claims to be by."""
    armours(sshsig.armour(data))
    try:
        claimed = sshsig.signer(sshsig.armour(data))
        sshsig.verify(claimed, MESSAGE, "lock", sshsig.armour(data))
    except CheckFailed:
        return
    assert claimed != AXIS or sshsig.armour(data) == GOOD


def public_lines(data: bytes) -> None:
    """A line that is read keeps its meaning when written, and is enrolled or refused."""
    try:
        key = parse_public(data)
    except BadInput:
        return
    again = parse_public(key.line())
    assert (again, again.comment) == (key, key.comment)
    assert key.line().split(" ")[:2] == data.decode().rstrip().split(" ")[:2]
    check_enrolment(key)


def private_files(data: bytes) -> None:
    """A private key file opens or does not; no passphrase is tried, since bcrypt is slow by design."""
    for text in (data, b"-----BEGIN OPENSSH PRIVATE KEY-----\n" + data + b"\n-----END OPENSSH PRIVATE KEY-----\n"):
        try:
            key = load_private(text)
        except BadInput:
            continue
        assert parse_public(key.public.line()) == key.public


def allowed_files(data: bytes) -> None:
    """A list of signers, or faults, which the driver takes for an answer."""
    for line in parse_allowed(data):
        assert line.principals
        assert line.permits("") or line.namespaces


READERS = (armours, blobs, public_lines, private_files, allowed_files)


def one_input(data: bytes) -> None:
    """The first byte says what the rest is taken for."""
    if data:
        READERS[data[0] % len(READERS)](data[1:])


def seeds() -> list[bytes]:
    """A good example of each, to start from."""
    body = b"".join(openssh("ed25519").splitlines()[1:-1])
    samples = [GOOD, sshsig.dearmour(GOOD), VECTOR["public"].encode(), body, f"axis {VECTOR['public']}".encode()]
    return [bytes([kind]) + sample for kind, sample in enumerate(samples)]


if __name__ == "__main__":
    fuzz(one_input, "sshsig", seeds())
