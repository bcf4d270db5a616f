"""The files of a public folder: missing, stray, shown afterwards, packed, and held against what was seen earlier."""

from __future__ import annotations

import time
import zipfile
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from honest_game import (
    BEGAN,
    DEADLINE,
    FIRST,
    LANE,
    LANE_SECRET,
    RESULT,
    SECOND,
    Entries,
    check,
    falsified,
    found,
    honest,
    open_game,
    open_locks,
    report_for,
    reseeded,
    seen_line,
)
from public_folder import MemoryFolder, sample_folder
from small_game import ALONE, ONE_TIME, ORDERS, PHASE, ROUND, SmallGame, small_game
from vectors_kit import VECTORS

from pbem.base.errors import BadInput
from pbem.trust.beacon.demo_chain import DEMO_CHAIN
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.dice.dice import Dice
from pbem.trust.dice.lanes import lane_key
from pbem.trust.dice.seed import Drand, Link, Seed, parse_seed
from pbem.trust.orders.envelope import Envelope
from pbem.trust.orders.second_letter import make_open, parse_open
from pbem.trust.record.layout import lane_key_file, lane_rolls_file
from pbem.trust.seal.seal import new_identity
from pbem.trust.ssh import sshsig
from pbem.trust.verify import examine, verify_folder, verify_path
from pbem.trust.write_folder import BundleWriter

SAMPLE = sample_folder(VECTORS["sample_phase"])
#: Files whose absence alone contradicts nothing: copies, proofs in a reader's own hand, what is shown of free will.
OPTIONAL = ("checkpoints/", "receipts/", "revealed/", "lanes/side-allied.secret")


def write(folder: MemoryFolder, place: Path) -> Path:
    """The folder on disk."""
    for name, data in folder.files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(data)
    return place


# ---------------------------------------------------------------------------------------------------- missing and stray
def test_the_sample_phase_matches_and_what_was_abridged_is_noted() -> None:
    report = examine(SAMPLE)
    assert report.faults == ()
    assert dict(report.checked) == {
        "ledger lines": 13, "charter": 1, "signatures": 3, "checkpoints": 3, "locks": 2, "receipts": 1, "seeds": 1,
        "ledger heads seen by seats": 2, "lanes opened": 1, "chain values": 1, "beacons": 1, "time-locks opened": 2,
        "public rolls": 4, "secret rolls": 2, "commitments opened": 2,
    }  # fmt: skip
    assert report.notes == (
        "phase 't03.axis-combat': the moderator's values 1 to 16 of his chain are not in this folder",
    )


@pytest.mark.parametrize("name", SAMPLE.names)
def test_a_missing_file_is_missed_unless_it_proves_nothing_to_others(name: str) -> None:
    faults = found(SAMPLE.but(name, None))
    if name.startswith(OPTIONAL):
        assert all("side-allied" in fault for fault in faults)
    else:
        assert any(name in fault for fault in faults), faults


@pytest.mark.parametrize("name", [
    "readme.txt", "seeds/t04.seed", "locks/axis-t03.axis-combat-2.pbem", "checkpoints/new", "rolls/.t03.rolls.1a2b.new",
    "charter.italy.sig", "lanes/mod/t03.axis-combat.rolls", "opens/axis-t03.axis-combat-1.open", "revealed/orders/x",
])  # fmt: skip
def test_a_file_that_nothing_checks_is_a_finding(name: str) -> None:
    assert any(fault.startswith(f"{name}:") for fault in found(SAMPLE.but(name, b"whatever\n")))


def test_free_files_under_public_are_counted_and_no_more() -> None:
    report = examine(SAMPLE.but("public/gossip.txt", b"?").but("public/map/a.svg", b"<svg/>"))
    assert report.ok
    assert "files under public/ that the ledger does not speak of: 2" in report.notes


def test_a_changed_public_report_is_named_by_its_file() -> None:
    changed = honest("moderated").but("public/t01.plot.txt", b"Guns were not heard.\n")
    assert found(changed) == ["public/t01.plot.txt:0: is not the report whose hash entry 13 of the ledger states"]


def test_a_witness_of_the_checkpoint_is_named_for_nobody_checks_him() -> None:
    """The one line of a folder that may change unseen: a signature by a key that the charter does not know."""
    line = "— club.example/bot ISIjJCUmJygpKissLS4vMDEyMzQ=\n".encode()
    report = examine(SAMPLE.but("checkpoint", SAMPLE.files["checkpoint"] + line))
    assert report.ok
    assert "checkpoint is also signed by club.example/bot" in report.notes[0]


# ---------------------------------------------------------------------------------------------------------- shown later
def test_a_report_shown_later_is_held_against_its_commitment() -> None:
    shown = report_for("britain", FIRST)
    name = "revealed/report/britain-t01.plot"
    assert check(honest("moderated").but(name, shown.to_bytes())).count("commitments opened") == 1
    other = replace(shown, content=b"No hits.\n")
    faults = found(honest("moderated").but(name, other.to_bytes()))
    assert faults == [f"{name}:2: is not what the ledger committed to as '{shown.purpose}'"]
    assert "for which the ledger has no commitment" in found(honest("moderated").but(f"{name}x", shown.to_bytes()))[0]


def test_a_lane_opened_for_one_phase_shows_its_key_and_its_dice() -> None:
    folder = honest("moderated")
    key = lane_key(LANE_SECRET, parse_seed(folder.files["seeds/t01.plot.seed"]).key, LANE)
    dice = Dice(key)
    dice.roll("search/fog", "1d20")
    shown = folder.but(lane_key_file(LANE, FIRST), f"{key.hex()}\n".encode()).but(
        lane_rolls_file(LANE, FIRST), dice.log()
    )
    assert check(shown).faults == ()
    assert check(shown).count("secret rolls") == 1
    assert "gives another key" in found(shown.but(lane_key_file(LANE, FIRST), b"ab" * 32 + b"\n"))[0]
    assert "which is missing" in found(shown.but(lane_rolls_file(LANE, FIRST), None))[0]
    fewer = found(shown.but(lane_rolls_file(LANE, FIRST), b""))
    assert fewer == ["lanes/side-britain/t01.plot.rolls:0: has another root than entry 11 of the ledger commits to"]


def test_a_lane_secret_that_is_not_the_charters_is_found() -> None:
    assert "is not the secret that the charter commits to" in found(
        honest("moderated").but("lanes/side-britain.secret", b"ab" * 32 + b"\n")
    )[0]
    assert "is not 64 digits" in found(honest("moderated").but("lanes/mod.secret", b"x"))[0]


# ----------------------------------------------------------------------------------------- orders that anybody can open
class Played:
    """One phase in which a seat seals what it likes."""

    def __init__(self, tier: str, place: Path) -> None:
        self.game: SmallGame = small_game(tier)
        self.writer: BundleWriter = open_game(self.game, place)
        self.round = ROUND if tier == "beacon" else None

    def run(self, envelope: Envelope, *, key: str = "", timeout: bool = False) -> list[str]:
        """The phase with this letter of Britain's; what `verify` finds."""
        with self.writer.step(BEGAN) as step:
            step.phase_opened(FIRST, DEADLINE, self.round)
            step.lock_received(envelope)
        with self.writer.step(RESULT) as step:
            (lock,) = step.locked(FIRST)
            if key:
                link = Link(1, self.game.britain.chain.value(1))
                made = make_open(
                    self.game.charter, "britain", PHASE, link, self.game.britain.ssh, lock=lock, one_time=key
                )
                step.opened(parse_open(made[0]), made[1])
                open_locks(self.game, step, FIRST, {"france": ""}, 1)
            if timeout:
                step.enter("timeout", **FIRST.fields, seat="britain", what="orders do not open")
            drand = Drand(DEMO_NETWORK.chain, ROUND, DEMO_CHAIN.sign(ROUND)) if self.round else None
            mod = Link(1, self.game.moderator.chain.value(1))
            step.seed(Seed(self.game.charter.sha256, PHASE, 1, mod, () if drand else step.links(FIRST), drand))
        self.report = verify_folder(self.writer.folder, extra_networks=(DEMO_NETWORK,))
        return [fault.message for fault in self.report.faults]


def lying(envelope: Envelope, game: SmallGame) -> Envelope:
    """The same letter, its lock committing to orders that the seal does not hold."""
    lock = replace(envelope.lock, orders="ab" * 32)
    return replace(
        envelope, lock=lock, lock_bytes=lock.to_bytes(),
        signature=sshsig.sign(game.britain.ssh, lock.to_bytes(), "lock"),
    )  # fmt: skip


def test_public_orders_open_with_the_beacon_and_match(tmp_path: Path) -> None:
    played = Played("beacon", tmp_path)
    assert played.run(played.game.envelope(orders_become_public=True)) == []
    assert played.report.count("orders opened") == 1


def test_orders_open_with_a_one_time_key_that_was_published(tmp_path: Path) -> None:
    played = Played("two-step", tmp_path)
    assert played.run(played.game.envelope(), key=ONE_TIME[0]) == []
    assert played.report.count("orders opened") == 1


@pytest.mark.parametrize("tier", ["beacon", "two-step"])
def test_orders_that_are_not_those_locked_are_found_unless_the_default_is_on_record(tier: str, tmp_path: Path) -> None:
    """Threat 15: who seals rubbish gets the default orders and a strike, and the ledger says so."""
    key = ONE_TIME[0] if tier == "two-step" else ""
    for timeout in (False, True):
        played = Played(tier, tmp_path / str(timeout))
        letter = lying(played.game.envelope(orders_become_public=True), played.game)
        faults = played.run(letter, key=key, timeout=timeout)
        if timeout:
            assert faults == []
            assert any("does not open; the default orders stand" in note for note in played.report.notes)
        else:
            assert faults == ["opened orders are not those the lock commits to"]


def test_a_key_that_opens_nothing_is_found(tmp_path: Path) -> None:
    played = Played("two-step", tmp_path)
    assert len(played.run(played.game.envelope(), key=new_identity()[0])) == 1


def test_a_plain_order_file_is_its_own_lock_hidden_until_it_is_shown() -> None:
    """PROTOCOL 3.5: the simple form for players without the tool."""
    game, digest = small_game("moderated"), sha256(ORDERS).hexdigest()

    def plain(entries: Entries) -> None:
        lock = next(e for e in entries if e["k"] == "lock" and e["seat"] == "france")
        listed = next(e for e in entries if e["k"] == "locked")["locks"]
        listed[listed.index(lock["lock"])] = digest
        lock.update(lock=digest, orders=digest)

    anchor = Link(0, game.france.chain.anchor)
    folder = honest("moderated").but("locks/france-t01.plot-1.pbem", None)
    for occasion in (FIRST, SECOND):
        folder = with_france(folder, game, occasion, anchor)
    folder = falsified(folder, game, plain)
    assert found(folder) == []
    assert any("not shown yet" in note for note in check(folder).notes)
    name = "locks/france-t01.plot-1.yaml"
    armour = sshsig.sign(game.france.ssh, ORDERS, "orders").encode()
    shown = folder.but(name, ORDERS).but(f"{name}.sig", armour)
    assert found(shown) == []
    assert found(shown.but(name, ORDERS + b"more: 1\n"))[0].startswith(f"{name}.sig:0: signature of")
    assert any("which is missing" in fault for fault in found(shown.but(f"{name}.sig", None)))


def with_france(folder: MemoryFolder, game: SmallGame, occasion: Any, link: Link) -> MemoryFolder:
    """The seeds when France opened nothing."""
    seats = dict(parse_seed(folder.files[f"seeds/{occasion.stem}.seed"]).seats)
    return reseeded(folder, game, occasion, seats=tuple(sorted({**seats, "france": link}.items())))


# --------------------------------------------------------------------------------------------------------- seen earlier
def test_a_checkpoint_seen_earlier_is_a_beginning_of_this_ledger(tmp_path: Path) -> None:
    folder = write(SAMPLE, tmp_path / "public")
    report = verify_folder(folder, seen=folder / "checkpoints/5")
    assert report.ok
    assert report.count("checkpoints seen earlier") == 1


def test_two_checkpoints_of_one_size_prove_a_fork(tmp_path: Path) -> None:
    """PROTOCOL 3.10, threat 13."""
    game = small_game("moderated")
    other = falsified(honest("moderated"), game, lambda e: e[-1].update(t="2020-01-02T00:00:00Z"))
    (tmp_path / "mine").write_bytes(other.files["checkpoint"])
    folder = write(honest("moderated"), tmp_path / "public")
    (fault,) = verify_folder(folder, seen=[tmp_path / "mine"]).faults
    assert fault.file == str(tmp_path / "mine")
    assert "contradicts 'checkpoint': the log of pbem.example/" in fault.message
    assert "was forked: its key signed two ledgers of 22 lines" in fault.message


def test_lines_that_were_taken_away_are_missed_by_who_has_seen_them(tmp_path: Path) -> None:
    game = small_game("moderated")
    shorter = falsified(honest("moderated"), game, lambda e: e.pop())
    (tmp_path / "mine").write_bytes(honest("moderated").files["checkpoint"])
    folder = write(shorter.but("public/t02.plot.txt", None), tmp_path / "public")
    (fault,) = verify_folder(folder, seen=tmp_path / "mine").faults
    assert "is of 22 lines; the ledger of the folder has only 21" in fault.message


def test_a_seat_that_was_shown_another_ledger_says_so_in_its_lock(tmp_path: Path) -> None:
    """Threat 13: `seen` stands in every lock, and every lock goes to everybody."""
    played = Played("beacon", tmp_path)
    size, root = seen_line(4, bytes(32))
    assert played.run(played.game.envelope(seen=(size, root)))[0].startswith("has seen another ledger")


def test_a_lock_cannot_have_seen_more_than_there_was(tmp_path: Path) -> None:
    played = Played("beacon", tmp_path)
    faults = played.run(played.game.envelope(seen=seen_line(90, bytes(32))))
    assert "has seen 90 lines of a ledger that had 5" in faults[0]


# ------------------------------------------------------------------------------------------------- folders and packages
def packed(folder: MemoryFolder, path: Path, around: str = "") -> Path:
    """The folder as a .zip."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in folder.files.items():
            archive.writestr(around + name, data)
    return path


def test_a_folder_and_its_zip_give_one_report(tmp_path: Path) -> None:
    on_disk = verify_path(write(SAMPLE, tmp_path / "public"))
    for around in ("", "a game/"):
        in_zip = verify_path(packed(SAMPLE, tmp_path / "game.zip", around))
        assert (in_zip.checked, in_zip.faults, in_zip.notes) == (on_disk.checked, (), on_disk.notes)
    changed = SAMPLE.but("rolls/t03.axis-combat.rolls", b"")
    assert verify_path(packed(changed, tmp_path / "bad.zip")).faults[0].file == "rolls/t03.axis-combat.rolls"


def test_what_a_moderator_keeps_beside_the_public_files_is_left_alone(tmp_path: Path) -> None:
    folder = write(SAMPLE, tmp_path / "game")
    for name in ("private/state.age", "inbox/a.eml", "outbox/b.eml", "sent/c.eml"):
        (folder / name).parent.mkdir()
        (folder / name).write_bytes(b"\0")
    assert verify_path(folder).ok
    assert verify_path(packed(SAMPLE.but("private/state.age", b"\0"), tmp_path / "game.zip")).ok
    (folder / "seeds/private").mkdir()
    (folder / "seeds/private/x").write_bytes(b"")
    assert [fault.file for fault in verify_path(folder).faults] == ["seeds/private/x"]


def test_links_are_not_followed(tmp_path: Path) -> None:
    folder = write(SAMPLE, tmp_path / "game")
    (folder / "public").mkdir()
    (folder / "public/there").symlink_to(tmp_path)
    with pytest.raises(BadInput, match="is neither a file nor a folder"):
        verify_path(folder)


@pytest.mark.parametrize("data", [b"", b"PK\3\4", b"PK\5\6" + bytes(18), b"PK\3\4" + bytes(400)])
def test_a_broken_zip_gives_one_fault(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "game.zip").write_bytes(data)
    with pytest.raises(BadInput) as caught:
        verify_path(tmp_path / "game.zip")
    assert len(caught.value.faults) == 1


def test_a_zip_with_one_name_twice_or_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = packed(SAMPLE, tmp_path / "game.zip")
    data = bytearray(path.read_bytes())
    at = data.index(b"ledger.jsonl") + 60
    data[at] ^= 0xFF
    path.write_bytes(data)
    assert any("cannot be unpacked" in fault.message for fault in verify_path(path).faults)
    with zipfile.ZipFile(tmp_path / "twice.zip", "w") as archive:
        archive.writestr("charter.yaml", b"a")
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("charter.yaml", b"b")
    with pytest.raises(BadInput, match="two files of one name"):
        verify_path(tmp_path / "twice.zip")


# --------------------------------------------------------------------------------------------------------- single files
@pytest.mark.parametrize(("name", "checked"), [
    ("charter.yaml", {"charter": 1, "signatures": 3}),
    ("ledger.jsonl", {"ledger": 1, "ledger lines": 13, "checkpoints": 1, "signatures": 1}),
    ("checkpoint", {"checkpoints and log keys": 1, "signatures": 1}),
    ("checkpoints/5", {"checkpoints and log keys": 1, "signatures": 1}),
    ("log.vkey", {"checkpoints and log keys": 1}),
    ("locks/axis-t03.axis-combat-1.pbem", {"locks": 1, "signatures": 1}),
    ("receipts/axis-t03.axis-combat-1.proof", {"receipts": 1, "signatures": 1}),
    ("seeds/t03.axis-combat.seed", {"seeds": 1, "beacons": 1, "chain values": 1}),
    ("revealed/orders/axis-t03.axis-combat-1-1", {"commitments": 1}),
])  # fmt: skip
def test_a_single_file_is_checked_against_the_charter_beside_it(
    name: str, checked: dict[str, int], tmp_path: Path
) -> None:
    folder = write(SAMPLE, tmp_path)
    report = verify_path(folder / name)
    assert (dict(report.checked), report.faults) == (checked, ())


def test_a_lock_that_shows_its_value_is_checked_by_itself_in_a_game_that_knows_such(tmp_path: Path) -> None:
    folder = write(honest(ALONE), tmp_path)
    report = verify_path(folder / "locks/britain-t01.plot-2.pbem")
    assert (dict(report.checked), report.faults) == ({"locks": 1, "signatures": 1}, ())


@pytest.mark.parametrize(("name", "old", "new", "message"), [
    ("charter.yaml", b"Club Moderator", b"Club moderator", "does not hold for these bytes"),
    ("checkpoint", b"\n13\n", b"\n12\n", "has a bad signature"),
    ("ledger.jsonl", b"2023-09-02", b"2023-09-03", "has another root"),
    ("locks/axis-t03.axis-combat-1.pbem", b"seq: 1", b"seq: 2", "does not hold for these bytes"),
    ("seeds/t03.axis-combat.seed", b"657413", b"657414", "signature is not the network's"),
    ("seeds/t03.axis-combat.seed", b"mod 17", b"mod 18", "does not lead to its anchor"),
])  # fmt: skip
def test_a_single_file_that_does_not_match_is_found(
    name: str, old: bytes, new: bytes, message: str, tmp_path: Path
) -> None:
    folder = write(SAMPLE, tmp_path)
    (folder / name).write_bytes(SAMPLE.files[name].replace(old, new))
    assert any(message in fault.message for fault in verify_path(folder / name).faults)


def test_a_file_far_from_its_charter_is_checked_for_its_form_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a/b/axis.pbem"
    path.parent.mkdir(parents=True)
    path.write_bytes(SAMPLE.files["locks/axis-t03.axis-combat-1.pbem"])
    report = verify_path(path)
    assert (report.ok, report.notes) == (True, ("no charter is at hand, so only its form was checked",))


def test_zip_bomb_verify_of_an_archive_is_capped_in_sum(tmp_path: Path) -> None:
    """A small archive that unpacks to gigabytes is refused before anything of it is unpacked."""
    path = tmp_path / "bomb.zip"
    block = bytes(32 * 1024 * 1024)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("charter.yaml", b"pbem: charter/1\n")
        for number in range(9):
            archive.writestr(f"public/{number}.txt", block)
    began = time.process_time()
    with pytest.raises(BadInput, match="unpacks to more than") as caught:
        verify_path(path)
    assert caught.value.faults[0].file == str(path)
    assert time.process_time() - began < 1


@pytest.mark.parametrize("packing", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_zip_bomb_a_packing_that_can_demand_gigabytes_is_refused(tmp_path: Path, packing: int) -> None:
    path = tmp_path / "game.zip"
    with zipfile.ZipFile(path, "w", packing) as archive:
        archive.writestr("charter.yaml", b"pbem: charter/1\n")
    with pytest.raises(BadInput, match="packed in a way"):
        verify_path(path)
