"""The examples that the SSHSIG target starts from are good ones, so that its mutations reach the deep branches."""

from __future__ import annotations

import pytest
from fuzz_sshsig import AXIS, GOOD, MESSAGE, VECTOR, armours, blobs, one_input, public_lines, seeds

from pbem.trust.ssh.allowed import parse_allowed
from pbem.trust.ssh.sshkeys import load_private
from pbem.trust.ssh.sshsig import armour, verify


def test_each_seed_is_accepted_by_its_reader() -> None:
    whole, blob, line, key, allowed = (seed[1:] for seed in seeds())
    verify(AXIS, MESSAGE, "lock", whole)
    verify(AXIS, MESSAGE, "lock", armour(blob))
    assert AXIS.line().encode() == line
    assert load_private(b"-----BEGIN OPENSSH PRIVATE KEY-----\n" + key + b"\n-----END OPENSSH PRIVATE KEY-----\n")
    assert parse_allowed(allowed)[0].key == AXIS
    for seed in seeds():
        one_input(seed)


def test_the_target_notices_a_second_armour_that_would_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fuzz_sshsig.GOOD", GOOD + b"\n")
    with pytest.raises(AssertionError):
        armours(GOOD)


def test_the_target_takes_bytes_that_are_nothing() -> None:
    for reader in (armours, blobs, public_lines):
        reader(b"\0")
    public_lines(VECTOR["public"].encode() + b"\r\n")
