"""The public folder as it is written: each step whole or not at all, and nothing public ever replaced."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from honest_game import BEGAN, DEADLINE, FIRST, RESULT, open_game
from small_game import PHASE, small_game

from pbem.base import files
from pbem.base.clock import show_time
from pbem.base.errors import BadInput, CheckFailed
from pbem.trust import write_folder
from pbem.trust.dice.seed import Link, Seed
from pbem.trust.orders.which_count import counted_locks
from pbem.trust.primitives.commit import Preimage
from pbem.trust.record import layout
from pbem.trust.record.checkpoint import LogKey, parse_checkpoint
from pbem.trust.record.layout import Occasion
from pbem.trust.record.receipt import verify_receipt
from pbem.trust.ssh import sshsig
from pbem.trust.verify import verify_folder
from pbem.trust.write_folder import BundleWriter, Step

GAME = small_game("moderated")


def tree(folder: Path) -> dict[str, bytes]:
    """Everything in a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def opened(folder: Path) -> BundleWriter:
    """A game whose first phase is open."""
    writer = open_game(GAME, folder)
    with writer.step(BEGAN) as step:
        step.phase_opened(FIRST, DEADLINE)
    return writer


def take_in_and_fail(step: Step) -> None:
    """A good letter, then a slip."""
    step.lock_received(GAME.envelope("britain"))
    step.amended("amend", b"", {"moderator": ""})


def take_in_another(step: Step) -> None:
    """A report, then a letter of the name of one that is there."""
    step.public_report(FIRST, "new.txt", b"all is well\n")
    step.lock_received(GAME.envelope("britain"))


def test_every_step_ends_in_a_checkpoint_of_the_whole_ledger(tmp_path: Path) -> None:
    writer = opened(tmp_path)
    note = parse_checkpoint((tmp_path / layout.CHECKPOINT).read_bytes())
    assert (note.size, note.root) == (len(writer.ledger), writer.ledger.root) == (5, writer.ledger.root)
    assert (tmp_path / "checkpoints/5").read_bytes() == (tmp_path / layout.CHECKPOINT).read_bytes()
    assert verify_folder(tmp_path).ok


def test_a_lock_taken_in_gets_its_receipt_at_once(tmp_path: Path) -> None:
    writer = opened(tmp_path)
    with writer.step(BEGAN) as step:
        entry = step.lock_received(GAME.envelope("britain"))
    receipt = (tmp_path / "receipts/britain-t01.plot-1.proof").read_bytes()
    assert verify_receipt(receipt, entry.line, GAME.charter.log).index == 5


def test_a_step_that_fails_has_written_nothing(tmp_path: Path) -> None:
    writer = opened(tmp_path)
    before, root = tree(tmp_path), writer.ledger.root
    with pytest.raises(BadInput, match="has not signed"), writer.step(BEGAN) as step:
        take_in_and_fail(step)
    assert tree(tmp_path) == before
    assert writer.ledger.root == root


def test_what_is_public_is_never_replaced(tmp_path: Path) -> None:
    writer = opened(tmp_path)
    with writer.step(BEGAN) as step:
        step.lock_received(GAME.envelope("britain"))
    before = tree(tmp_path)
    with pytest.raises(BadInput, match="is there already, with other content"), writer.step(BEGAN) as step:
        take_in_another(step)
    assert tree(tmp_path) == before


class Cut(Exception):
    """The power goes."""


@pytest.mark.parametrize("after", range(8))
def test_a_power_cut_at_any_write_leaves_a_folder_that_resumes(
    after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = opened(tmp_path)
    envelope, writes = GAME.envelope("britain"), iter(range(100))

    def write(path: Path, data: bytes, **how: Any) -> None:
        if next(writes) == after:
            raise Cut
        files.write_atomic(path, data, **how)

    monkeypatch.setattr(write_folder, "write_atomic", write)
    cut = False
    try:
        with writer.step(BEGAN) as step:
            step.lock_received(envelope)
            step.public_report(FIRST, "x.txt", b"x\n")
    except Cut:
        cut = True
    assert cut == (after < 6), "two files, ledger, two checkpoints, receipt"
    monkeypatch.undo()
    again = BundleWriter.resume(tmp_path, GAME.log)
    if len(again.ledger) == 5:
        with again.step(BEGAN) as step:
            step.lock_received(envelope)
            step.public_report(FIRST, "x.txt", b"x\n")
    assert verify_folder(tmp_path).faults == ()
    assert (tmp_path / "receipts/britain-t01.plot-1.proof").exists()


def test_a_rewritten_ledger_is_not_resumed(tmp_path: Path) -> None:
    opened(tmp_path)
    ledger = tmp_path / layout.LEDGER
    ledger.write_bytes(ledger.read_bytes().replace(b'"t":"2019-12-30T12', b'"t":"2019-12-30T11'))
    with pytest.raises(CheckFailed, match="another root"):
        BundleWriter.resume(tmp_path, GAME.log)


def test_a_game_is_opened_once_and_by_its_own_log_key(tmp_path: Path) -> None:
    opened(tmp_path)
    with pytest.raises(BadInput, match="has been opened here already"):
        open_game(GAME, tmp_path)
    with pytest.raises(BadInput, match="not the one of the charter"):
        BundleWriter.open_game(tmp_path / "b", GAME.charter.data, LogKey.new(GAME.charter.origin), BEGAN)


def test_signatures_may_come_one_by_one_and_have_to_hold(tmp_path: Path) -> None:
    writer = BundleWriter.open_game(tmp_path, GAME.charter.data, GAME.log, BEGAN)
    assert verify_folder(tmp_path).notes == ("the charter is not yet signed by moderator, britain, france",)
    armour = sshsig.sign(GAME.france.ssh, GAME.charter.data, "charter")
    with pytest.raises(CheckFailed), writer.step(BEGAN) as step:
        step.ack("britain", armour)
    with writer.step(BEGAN) as step:
        step.ack("france", armour)
    assert verify_folder(tmp_path).notes == ("the charter is not yet signed by moderator, britain",)


def test_a_clock_set_back_does_not_stop_the_game(tmp_path: Path) -> None:
    writer = opened(tmp_path)
    with writer.step(BEGAN.replace(year=2018)) as step:
        entry = step.lock_received(GAME.envelope("britain"))
    assert entry.t == show_time(BEGAN)
    assert verify_folder(tmp_path).ok


def test_a_seed_needs_locked_orders(tmp_path: Path) -> None:
    writer = opened(tmp_path)
    links = (("britain", Link(1, "ab" * 32)),)
    with pytest.raises(BadInput, match="has a seed and no locked orders"), writer.step(BEGAN) as step:
        step.seed(Seed(GAME.charter.sha256, PHASE, 1, Link(1, "ab" * 32), links))


def test_the_highest_seq_counts_and_a_late_lock_does_not(tmp_path: Path) -> None:
    """PROTOCOL 3.5."""
    writer = opened(tmp_path)
    with writer.step(BEGAN) as step:
        entries = [step.lock_received(GAME.envelope(seat, seq=seq)) for seat, seq in
                   (("france", 1), ("britain", 1), ("britain", 2))]  # fmt: skip
    assert [entry["seq"] for entry in counted_locks(entries)] == [2, 1]
    with writer.step(DEADLINE) as step:
        late = step.lock_received(GAME.envelope("france", seq=2))
    with writer.step(RESULT) as step:
        assert step.locked(FIRST, but_for=[late["lock"]]) == (entries[2]["lock"], entries[0]["lock"])


def test_a_second_attempt_has_files_of_its_own(tmp_path: Path) -> None:
    second = Occasion(PHASE, 2)
    assert layout.seed_file(second) == "seeds/t01.plot+2.seed"
    writer = opened(tmp_path)
    with writer.step(BEGAN) as step:
        step.lock_received(GAME.envelope("britain"))
        step.enter("timeout", phase=PHASE, seat="france", what="no second letter")
        step.phase_opened(second, DEADLINE)
        step.lock_received(GAME.envelope("britain", attempt=2))
    assert (tmp_path / "locks/britain-t01.plot-1.pbem").exists()
    assert (tmp_path / "locks/britain-t01.plot+2-1.pbem").exists()
    assert verify_folder(tmp_path).faults == ()


def test_locks_of_an_earlier_attempt_may_stand(tmp_path: Path) -> None:
    """docs/protocol.md, 18: one seat's orders fall away, all other locks stay."""
    second = Occasion(PHASE, 2)
    writer = opened(tmp_path)
    with writer.step(BEGAN) as step:
        kept = step.lock_received(GAME.envelope("britain"))
        step.locked(FIRST)
        step.enter("timeout", phase=PHASE, seat="france", what="no second letter")
        step.phase_opened(second, DEADLINE)
        assert step.locked(second, standing=[kept.text("lock")]) == (kept["lock"],)
    assert verify_folder(tmp_path).faults == ()


def test_an_amendment_needs_every_signature(tmp_path: Path) -> None:
    writer, text = opened(tmp_path), b"margin: 24 hours\n"
    people = {"moderator": GAME.moderator, "britain": GAME.britain, "france": GAME.france}
    signatures = {who: sshsig.sign(person.ssh, text, "amend") for who, person in people.items()}
    with pytest.raises(BadInput, match="'france' has not signed"), writer.step(BEGAN) as step:
        step.amended("amend", text, {who: signatures[who] for who in ("moderator", "britain")})
    with writer.step(BEGAN) as step:
        step.amended("amend", text, signatures)
    assert verify_folder(tmp_path).faults == ()
    assert verify_folder(tmp_path).count("signatures") == 6


def test_rulings_and_what_is_revealed_have_their_places(tmp_path: Path) -> None:
    writer = opened(tmp_path)
    told = Preimage(f"{GAME.charter.game}/report/britain/{PHASE}", bytes(32), b"Three hits.\n")
    where = Preimage(f"{GAME.charter.game}/state/{PHASE}", bytes(32), b"At sea.\n")
    with writer.step(BEGAN) as step:
        step.report(FIRST, "britain", told)
        step.state(FIRST, where)
        step.public_text("ruling", "ruling-1.txt", b"Fog hides smoke.\n")
        step.revealed(told)
        step.revealed(where)
    assert (tmp_path / "revealed/report/britain-t01.plot").read_bytes() == told.to_bytes()
    report = verify_folder(tmp_path)
    assert report.faults == ()
    assert (report.count("commitments opened"), report.count("public texts")) == (2, 1)
    (tmp_path / "revealed/state/t01.plot").write_bytes(replace(where, content=b"Aground.\n").to_bytes())
    assert "is not what the ledger committed to" in verify_folder(tmp_path).faults[0].message
