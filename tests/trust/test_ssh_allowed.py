"""Allowed-signers files, as ssh-keygen -Y verify reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vectors_kit import VECTORS

from pbem.base.errors import BadInput
from pbem.trust.ssh.allowed import parse_allowed
from pbem.trust.ssh.sshkeys import parse_public

LINE = VECTORS["sshsig"]["public"]


def test_principals_namespaces_and_keys_are_read() -> None:
    text = f'# the club\n\naxis {LINE}\n"a@x.example,b@x.example" namespaces="pbem-lock@*,file" {LINE}\n'
    plain, limited = parse_allowed(text.encode())
    assert (plain.principals, plain.namespaces, plain.key) == (("axis",), (), parse_public(LINE))
    assert limited.principals == ("a@x.example", "b@x.example")
    assert plain.permits("anything")
    assert limited.permits("pbem-lock@pbem.example")
    assert limited.permits("file")
    assert not limited.permits("pbem-orders@pbem.example")


@pytest.mark.parametrize("option", ["cert-authority", 'valid-before="20260101"', "nonsense", ""])
def test_a_line_with_an_option_not_read_here_is_a_fault_and_every_fault_is_told(option: str) -> None:
    text = f"axis {LINE}\naxis {option} {LINE}x\naxis ssh-ed25519 ####\n"
    with pytest.raises(BadInput) as caught:
        parse_allowed(text.encode(), "allowed")
    assert [(fault.file, fault.line) for fault in caught.value.faults] == [("allowed", 2), ("allowed", 3)]


@given(st.binary(max_size=120))
def test_any_file_is_a_list_or_bad_input(data: bytes) -> None:
    try:
        lines = parse_allowed(data)
    except BadInput:
        return
    assert lines == ()
