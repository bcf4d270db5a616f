"""The sea chest: everything in one file; whoever it belongs to, however it is damaged, nothing here is lost by it."""

from __future__ import annotations

import json
import os
import zipfile
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from cabin_hand import PASSPHRASE, Hand, text_of

from pbem.afloat.acts import chest
from pbem.afloat.acts.merging import merged
from pbem.afloat.acts.transaction import files_of
from pbem.base.errors import BadInput
from pbem.trust import locked
from pbem.trust.seal.seal import seal_own

LATER, LATEST = "2026-11-03T08:00:00Z", "2026-11-04T08:00:00Z"


@pytest.fixture(autouse=True)
def in_a_place_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each cabin works in its own folder; passphrases take no work here."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.fsync", lambda handle: None)
    monkeypatch.setattr(locked, "WORK", 4)


@pytest.fixture
def hand(tmp_path: Path) -> Hand:
    made = Hand(tmp_path / "one")
    made.aboard()
    (made.place / "games" / "war").mkdir()
    (made.place / "games" / "war" / "diary.txt").write_text("2026-11-02 20:00 no phase open\nFair wind.\n\n")
    return made


def packed(hand: Hand) -> bytes:
    return b64decode(hand.act("pack")["data"])


def refusal(hand: Hand, data: bytes, passphrase: str = PASSPHRASE) -> str:
    """The words of a chest that is not taken; nothing may have changed."""
    before = files_of(hand.place)
    with pytest.raises(BadInput) as caught:
        hand.act("unpack", data=text_of(data), passphrase=passphrase)
    assert files_of(hand.place) == before
    return caught.value.faults[0].message


def with_file(data: bytes, name: str, content: bytes | None) -> bytes:
    """The chest with one of its files changed, added or taken out."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        files = {each: archive.read(each) for each in archive.namelist()}
    if content is None:
        del files[name]
    else:
        files[name] = content
    return chest.zip_of(files)


def test_a_chest_brings_everything_to_an_empty_cabin(hand: Hand, tmp_path: Path) -> None:
    data = packed(hand)
    other = Hand(tmp_path / "two", now=LATER)
    assert other.act("look", data=text_of(data))["name"] == "Anne"
    said = other.act("unpack", data=text_of(data), passphrase=PASSPHRASE)["said"]
    other.open()
    assert (other.place / "games" / "war" / "diary.txt").read_text().endswith("Fair wind.\n\n")
    assert other.act("whose") == hand.act("whose")
    assert "apart" in said
    assert 1 <= other.cabin.berth.ring().machine <= 99  # two cabins never sign two orders under one number
    assert other.key == hand.key


def test_a_chest_shows_nothing_but_locked_keys_and_names(hand: Hand) -> None:
    data = packed(hand)
    with zipfile.ZipFile(BytesIO(data)) as archive:
        names = set(archive.namelist())
        plain = b"".join(archive.read(name) for name in names)
    assert names == {"sea-chest.json", "rest.age", "keys/keyring.yaml", "keys/secret.key", "keys/ssh.key",
                     "keys/ssh.pub", "keys/age.pub"}  # fmt: skip
    assert b"Fair wind" not in plain
    assert b"war" not in plain.replace(b"forward", b"")
    words = hand.cabin.berth.ring().words()
    assert words.encode() not in plain


def test_a_foreign_chest_is_named_and_not_taken(hand: Hand, tmp_path: Path) -> None:
    other = Hand(tmp_path / "two")
    other.aboard("Blas")
    assert refusal(hand, packed(other)) == "is the chest of Blas, and this cabin is Anne's"


def test_every_damage_is_refused_in_a_sentence(hand: Hand) -> None:
    data = packed(hand)
    with zipfile.ZipFile(BytesIO(data)) as archive:
        names, head = archive.namelist(), json.loads(archive.read("sea-chest.json"))
    for broken in (b"", b"PK", data[: len(data) // 2], os.urandom(400), with_file(data, "rest.age", None),
                   with_file(data, "../escape", b"x"), with_file(data, "games/x", b"x"),
                   with_file(data, "sea-chest.json", b"[]"), with_file(data, "keys/keyring.yaml", None)):  # fmt: skip
        assert "is damaged, or is no sea chest" in refusal(hand, broken)
    for changed in ({"serial": head["serial"] + 5}, {"made": LATEST}, {"cabin": "0" * 16}):
        forged = with_file(data, "sea-chest.json", json.dumps({**head, **changed}).encode())
        assert refusal(hand, forged) == "was changed after it was packed"
    for name in (each for each in names if each not in ("sea-chest.json", "keys/secret.key", "keys/keyring.yaml")):
        with zipfile.ZipFile(BytesIO(data)) as archive:
            content = bytearray(archive.read(name))
        content[len(content) // 2] ^= 1
        assert refusal(hand, with_file(data, name, bytes(content))) == "was changed after it was packed"
    assert not (hand.place.parent / "escape").exists()


def test_what_is_sealed_to_the_public_key_by_another_is_no_chest(hand: Hand) -> None:
    """Everybody can seal to an age key; the authenticator comes from the words, which nobody else has."""
    data = packed(hand)
    forged = seal_own(hand.cabin.berth.ring().age_public(), chest.zip_of({"games/war/diary.txt": b"lies"}))
    assert refusal(hand, with_file(data, "rest.age", forged)) == "was changed after it was packed"


def test_another_passphrase_opens_no_chest(hand: Hand) -> None:
    assert refusal(hand, packed(hand), "five bells, all is lost") == "passphrase does not open this key"
    assert hand.act("whose")["name"] == "Anne"


def test_an_older_chest_is_told_of_and_the_newer_state_is_known(hand: Hand) -> None:
    old = packed(hand)
    hand.now = LATER
    newer = packed(hand)
    found = hand.act("look", data=text_of(old))
    assert (found["older"], found["other"]) == (True, False)
    assert hand.act("look", data=text_of(newer))["older"] is False
    hand.cabin.berth.note(sent=LATEST)
    assert hand.act("look", data=text_of(newer))["older"] is True  # a letter went out since


def test_the_cabin_says_when_the_chest_is_older_than_the_last_letter(hand: Hand) -> None:
    def stale() -> Any:
        return hand.act("state")["stale"]

    assert not stale()
    hand.cabin.berth.note(sent=LATER)
    assert stale()
    hand.now = LATEST
    packed(hand)
    assert not stale()


def test_a_clock_that_was_set_back_is_noticed(hand: Hand) -> None:
    hand.cabin.berth.note(opened=LATER)
    assert hand.act("state")["behind"] is True


def test_what_the_browser_keeps_is_whole(hand: Hand, tmp_path: Path) -> None:
    hold = tmp_path / "hold"
    hold.mkdir()
    hand.act("stow", place=str(hold))
    with zipfile.ZipFile(hold / "keys.zip") as archive:
        assert b"".join(archive.read(name) for name in archive.namelist()).count(b"BEGIN AGE ENCRYPTED FILE") == 1
    other = Hand(tmp_path / "again")
    other.act("take_out", place=str(hold), which="keys.zip")
    other.act("unlock", passphrase=PASSPHRASE)
    assert other.act("storage_key") == hand.act("storage_key")
    other.act("take_out", place=str(hold), which="rest.zip")
    here = {path.relative_to(hand.place): data for path, data in files_of(hand.place).items()}
    assert {path.relative_to(other.place): data for path, data in files_of(other.place).items()} == here


# ------------------------------------------------------------------------------------------- two cabins, the same keys
def put(hand: Hand, **files: str) -> None:
    """Files of games: `war__diary_txt` is war/diary.txt."""
    for name, text in files.items():
        path = hand.place / "games" / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def of_games(hand: Hand) -> dict[str, str]:
    """Every file of every game."""
    found = files_of(hand.place / "games")
    return {path.relative_to(hand.place / "games").as_posix(): data.decode() for path, data in found.items()}


def parted(hand: Hand, tmp_path: Path) -> Hand:
    """A second cabin from the first one's chest; then each goes its own way."""
    other = Hand(tmp_path / "two", now=LATER)
    other.act("unpack", data=text_of(packed(hand)), passphrase=PASSPHRASE)
    other.open()
    put(hand, war__game__ledger_jsonl="1\n2\n3\n", war__view_json="third", war__sent__here_pbem="a", here__x_txt="x")
    put(other, war__game__ledger_jsonl="1\n2\n", war__view_json="second", war__sent__there_pbem="b", there__y_txt="y")
    for one, note in ((hand, "Here."), (other, "There.")):
        with (one.place / "games" / "war" / "diary.txt").open("a") as diary:
            diary.write(f"2026-11-03 08:00 no phase open\n{note}\n\n")
    return other


@pytest.mark.parametrize("newer_here", [True, False])
def test_two_cabins_are_put_together_and_neither_loses_anything(
    hand: Hand, tmp_path: Path, newer_here: bool
) -> None:
    other = parted(hand, tmp_path)
    data = packed(other)
    if newer_here:
        hand.cabin.berth.note(sent=LATEST)
    assert hand.act("look", data=text_of(data))["older"] is newer_here
    hand.act("unpack", data=text_of(data), passphrase=PASSPHRASE)
    found = of_games(hand)
    assert found["war/view.json"] == "third"  # the longer record leads
    assert found["war/game/ledger.jsonl"] == "1\n2\n3\n"
    assert {"war/sent/here.pbem", "war/sent/there.pbem", "here/x.txt", "there/y.txt"} <= set(found)
    diary = found["war/diary.txt"]
    assert [diary.count(words) for words in ("Fair wind.", "Here.", "There.")] == [1, 1, 1]
    assert hand.cabin.berth.notes().get("sent", "") == (LATEST if newer_here else "")


def test_an_older_chest_takes_nothing_away(hand: Hand) -> None:
    old = packed(hand)
    hand.now = LATER
    put(hand, war__game__ledger_jsonl="1\n2\n", war__orders__t02_yaml="later")
    packed(hand)
    hand.act("unpack", data=text_of(old), passphrase=PASSPHRASE)
    assert of_games(hand)["war/orders/t02.yaml"] == "later"
    assert of_games(hand)["war/game/ledger.jsonl"] == "1\n2\n"


def test_lists_of_two_cabins_are_joined() -> None:
    first = {"keys/games.json": b'["/sea/games/a"]', "keys/sent.jsonl": b"1\n2\n", "games/a/opened.txt": b"x\n"}
    second = {"keys/games.json": b'["/sea/games/a", "/sea/games/b"]', "keys/sent.jsonl": b"1\n3\n"}
    found = merged(first, second)
    assert json.loads(found["keys/games.json"]) == ["/sea/games/a", "/sea/games/b"]
    assert found["keys/sent.jsonl"] == b"1\n2\n3\n"
    assert found["games/a/opened.txt"] == b"x\n"


def test_a_chest_of_a_cabin_that_came_from_a_chest_can_be_opened(hand: Hand, tmp_path: Path) -> None:
    data = packed(hand)
    for name in ("two", "three"):
        other = Hand(tmp_path / name, now=LATER)
        other.act("unpack", data=text_of(data), passphrase=PASSPHRASE)
        other.open()
        assert not (other.place / "rest.age").exists()
        data = packed(other)


def test_a_chest_of_before_that_holds_the_one_it_came_from_is_taken(
    hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = chest.all_else(hand.cabin.berth)
    with monkeypatch.context() as before:
        before.setattr(chest, "all_else", lambda berth: {**everything, "rest.age": b"an older one"})
        data = packed(hand)
    other = Hand(tmp_path / "two", now=LATER)
    other.act("unpack", data=text_of(data), passphrase=PASSPHRASE)
    assert (other.place / "games" / "war" / "diary.txt").read_text().endswith("Fair wind.\n\n")
