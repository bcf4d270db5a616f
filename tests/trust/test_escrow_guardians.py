"""Escrow: any k guardians can continue the game, k - 1 learn nothing (PROTOCOL 3.3, 3.11)."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from pbem.base.errors import BadInput, CheckFailed
from pbem.trust.people.escrow import Escrow, guardian_test, make_escrow, peel, read_escrow, rebuild
from pbem.trust.seal import seal

NAMES = ("ann", "bob", "cid", "dee")


@pytest.fixture(scope="module")
def keys() -> dict[str, tuple[str, str]]:
    return {name: seal.new_identity() for name in NAMES}


@pytest.fixture(scope="module")
def vault(keys: dict[str, tuple[str, str]]) -> tuple[Escrow, str]:
    return make_escrow({name: public for name, (_, public) in keys.items()}, 3)


def test_there_is_a_share_for_every_three(vault: tuple[Escrow, str]) -> None:
    assert [share.guardians for share in vault[0].shares] == list(combinations(NAMES, 3))
    assert seal.public_of(vault[1]) == vault[0].public


def test_any_three_rebuild_the_key_in_any_order(vault: tuple[Escrow, str], keys: dict[str, tuple[str, str]]) -> None:
    for group in permutations(NAMES, 3):
        assert rebuild(vault[0], [keys[name][0] for name in group]) == vault[1]


def test_two_are_not_enough(vault: tuple[Escrow, str], keys: dict[str, tuple[str, str]]) -> None:
    for group in combinations(NAMES, 2):
        with pytest.raises(CheckFailed, match="open no share"):
            rebuild(vault[0], [keys[name][0] for name in group])


def test_a_share_is_peeled_by_mail_one_guardian_after_the_other(
    vault: tuple[Escrow, str], keys: dict[str, tuple[str, str]]
) -> None:
    share = vault[0].share_of(["dee", "ann", "bob"])
    letter = share.sealed
    for guardian in share.guardians:
        letter = peel(keys[guardian][0], letter)
    assert letter == vault[1]
    with pytest.raises(CheckFailed):
        peel(keys["bob"][0], share.sealed)


def test_the_files_give_the_escrow_back(vault: tuple[Escrow, str]) -> None:
    files = {share.name: share.sealed.encode() for share in vault[0].shares}
    assert read_escrow(vault[0].public, NAMES, 3, files) == vault[0]
    del files["escrow-1+2+4.age"]
    with pytest.raises(BadInput, match="lacks the share of ann, bob, dee"):
        read_escrow(vault[0].public, NAMES, 3, files)
    with pytest.raises(BadInput, match="names no share"):
        read_escrow(vault[0].public, NAMES, 3, {"../ann.age": b""})
    with pytest.raises(BadInput, match="belongs to no group"):
        read_escrow(vault[0].public, NAMES, 3, {**files, "escrow-1+5.age": b""})


def test_a_share_of_another_key_is_found_out(vault: tuple[Escrow, str], keys: dict[str, tuple[str, str]]) -> None:
    other = Escrow(seal.new_identity()[1], 3, vault[0].shares)
    with pytest.raises(CheckFailed, match="secret of another key"):
        rebuild(other, [keys[name][0] for name in NAMES])


@pytest.mark.parametrize("k", [0, 5])
def test_k_lies_between_one_and_all(k: int, keys: dict[str, tuple[str, str]]) -> None:
    with pytest.raises(BadInput, match="make no escrow"):
        make_escrow({name: public for name, (_, public) in keys.items()}, k)


def test_two_guardians_with_one_key_are_one_guardian(keys: dict[str, tuple[str, str]]) -> None:
    with pytest.raises(BadInput, match="one key"):
        make_escrow({"ann": keys["ann"][1], "bob": keys["ann"][1]}, 2)


def test_a_guardian_proves_that_he_can_open_his_file(keys: dict[str, tuple[str, str]]) -> None:
    test = guardian_test("trafalgar-4f1c9a", "ann", keys["ann"][1])
    word = seal.unseal(keys["ann"][0], test.sealed).decode()
    assert word.startswith("pbem-guardian/1 trafalgar-4f1c9a ")
    test.check(word)
    with pytest.raises(CheckFailed, match="guardian 'ann'"):
        test.check("pbem-guardian/1 trafalgar-4f1c9a")
