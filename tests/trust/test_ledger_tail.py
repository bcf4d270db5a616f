"""The newest lines of a ledger: joined to what a reader holds, and checked against the whole by the tree's edge."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.base.errors import BadInput
from pbem.trust.record.ledger import Ledger
from pbem.trust.record.merkle import Frontier, root
from pbem.trust.record.tail import cut, parse_tail

T = "2026-11-02T20:00:00Z"


def ledger_of(lines: int) -> Ledger:
    ledger = Ledger()
    for number in range(lines):
        fields = {"step": f"t{number:02d}.duel"} if number % 3 == 2 else {}
        ledger.append("charter" if not number else "report" if fields else "ack", T, **fields)
    return ledger


@given(st.integers(1, 40), st.data())
def test_a_tail_has_the_root_of_the_whole_and_joins_to_it(size: int, data: st.DataObject) -> None:
    ledger = ledger_of(size)
    first, held = data.draw(st.integers(0, size)), data.draw(st.integers(0, size))
    tail = parse_tail(cut(ledger, first))
    assert (tail.size, tail.root) == (size, root(ledger.leaves()))
    known = b"".join(line + b"\n" for line in ledger.leaves(held))
    assert tail.joined(known) == (ledger.to_bytes() if held >= first else None)
    assert [entry.n for entry in tail.entries()] == list(range(first, size))


def test_a_reader_is_told_which_reports_are_missing() -> None:
    tail = parse_tail(cut(ledger_of(12), 9))
    assert tail.missing(0) == ["t02.duel", "t05.duel", "t08.duel"]
    assert tail.missing(6) == ["t08.duel"]
    assert tail.missing(9) == []


def test_another_beginning_is_noticed() -> None:
    ledger, tail = ledger_of(9), parse_tail(cut(ledger_of(9), 5))
    assert tail.follows(ledger.to_bytes())
    assert not tail.follows(ledger.to_bytes().replace(b"t02", b"t09"))


@given(st.integers(0, 300), st.integers(0, 20))
def test_an_edge_goes_on_as_the_tree_it_was_taken_from(size: int, more: int) -> None:
    leaves = [str(number).encode() for number in range(size + more)]
    tree = Frontier.resumed(size, Frontier(leaves[:size]).peaks)
    for leaf in leaves[size:]:
        tree.append(leaf)
    assert tree.root() == root(leaves)


@pytest.mark.parametrize("data", [
    b"", b"{}\n", b"[]\n", b'{"pbem":"ledger-tail/1","from":3,"edge":[],"letters":[]}\n',
    b'{"pbem":"ledger-tail/1","from":-1,"edge":[],"letters":[]}\n',
    b'{"pbem":"ledger-tail/1","from":1,"edge":["ab"],"letters":[]}\n',
    cut(ledger_of(4), 2)[:-1],
])  # fmt: skip
def test_what_is_no_tail_is_refused(data: bytes) -> None:
    with pytest.raises(BadInput):
        parse_tail(data)
