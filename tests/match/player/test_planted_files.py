"""Letters of nobody: files that somebody without a key puts beside the true public files of a game (review D3)."""

from __future__ import annotations

import os
import time
from hashlib import sha256
from pathlib import Path

import pytest
from club import Club, begun, duel_is_known

from pbem.base.clock import parse_time
from pbem.base.errors import CheckFailed
from pbem.match.folder import zipped
from pbem.match.own_folder import public_files
from pbem.match.own_folder.seat import Seat
from pbem.match.post.game_letter import Letter, read_letter, write_letter
from pbem.trust.checks.kept_check import kept_at
from pbem.trust.keyring import Keyring
from pbem.trust.record.checkpoint import LogKey
from pbem.trust.seal import seal

__all__ = ["duel_is_known"]

#: Row of the review; a parcel that claims 16 MiB and more, and deflates to next to nothing, is refused whole.
#: "public.zip: case twin, `nul`, `a.`, html, 20 MB, future report name".
PLANTED = {
    "case twin": "public/START.TXT", "nul": "public/nul", "a.": "public/a.", "html": "public/x.html",
    "20 MB": "public/large.txt", "future report name": "public/t01.duel.txt", "device": "public/aux.txt",
    "stray lock": "locks/red-t01.duel-7.pbem", "stray file": "somewhere", "edition": "public/edition.yaml",
}  # fmt: skip
LIE = b"The war is over. Send no orders.\n"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Club:
    return begun(tmp_path_factory.mktemp("begun") / "place")


@pytest.fixture
def club(game: Club, tmp_path: Path) -> Club:
    return game.copied(tmp_path / "place")


def public_of(folder: Path) -> dict[str, bytes]:
    """What everybody may have of the game."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def from_nobody(club: Club, files: dict[str, bytes], **parts: bytes) -> Path:
    """A letter of somebody without any key."""
    letter = Letter("red@example.org", f"{club.ledger()[0].t}", "Hello.\n",
                    {"public.zip": zipped.pack(files), **parts})  # fmt: skip
    path = club.place / "evil.eml"
    path.write_bytes(write_letter(letter, "somebody@evil.example", "evil", parse_time(club.now), automatic=False))
    return path


def result_of(club: Club) -> Path:
    """Red's true letter with the first phase's report."""
    for seat in ("red", "blue"):
        club.order(seat, bid="low", standing="no")
    club.run()
    return club.deliver()["red"][-1]


def with_data(path: Path, data: bytes) -> Path:
    """A file with these bytes."""
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("row", PLANTED)
def test_public_zip_case_twin_nul_a_html_20_mb_future_report_name(club: Club, row: str) -> None:
    """The true files are taken, the planted one is left aside and named, and the true letter after it is opened."""
    name = PLANTED[row]
    folder = club.folder("red")
    known = public_of(folder / "game")
    data = bytes(12 * 1024 * 1024) if row == "20 MB" else LIE
    opened = club.do("red", "open", from_nobody(club, {**known, name: data}), "--dir", folder)
    assert f"left aside: {name}" in opened.stderr
    assert public_of(folder / "game") == known
    report = club.do("red", "open", result_of(club), "--dir", folder)
    assert "left aside" not in report.stderr
    assert (folder / "reports" / "t01.duel.txt").is_file()
    assert club.do("red", "verify", folder / "game").exit_code in (0, 5)


@pytest.mark.parametrize("row", PLANTED)
def test_a_folder_that_is_frozen_today_is_mended_by_opening_the_newest_letter_again(club: Club, row: str) -> None:
    """What an earlier version let in: `pbem open LETTER` puts it aside, and nobody is accused of anything."""
    name, folder = PLANTED[row], club.folder("red")
    path = folder / "game" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(LIE)
    opened = club.do("red", "open", result_of(club), "--dir", folder)
    assert "prove" not in opened.output
    assert not path.is_file() or path.read_bytes() != LIE
    assert club.do("red", "verify", folder / "game").stdout.find("does not speak of") == -1
    assert (folder / "reports" / "t01.duel.txt").is_file()
    if row != "future report name":  # that one has given its place to the true report
        assert (folder / "aside" / f"game-{name.replace('/', '-')}").read_bytes() == LIE


def test_a_true_text_under_the_name_of_a_page_or_program_is_not_taken(club: Club) -> None:
    """The ledger commits to bytes: under another name the same bytes could act."""
    folder = club.folder("red")
    known = public_of(folder / "game")
    letter = from_nobody(club, {**known, "public/start.html": known["public/start.txt"]})
    assert "left aside: public/start.html" in club.do("red", "open", letter, "--dir", folder).stderr
    assert public_of(folder / "game") == known


def test_a_true_text_under_a_coming_reports_name_gives_way_to_the_report(club: Club) -> None:
    folder = club.folder("red")
    known = public_of(folder / "game")
    letter = from_nobody(club, {**known, "public/t01.duel.txt": known["public/start.txt"]})
    club.do("red", "open", letter, "--dir", folder)
    club.do("red", "open", result_of(club), "--dir", folder)
    assert (folder / "game/public/t01.duel.txt").read_bytes() == (club.desk / "public/t01.duel.txt").read_bytes()


def test_another_version_of_a_true_file_never_replaces_it(club: Club) -> None:
    folder = club.folder("red")
    known = public_of(folder / "game")
    letter = from_nobody(club, {**known, "public/start.txt": LIE})
    assert "left aside: public/start.txt" in club.do("red", "open", letter, "--dir", folder).stderr
    assert public_of(folder / "game") == known


def test_a_checkpoint_with_a_witness_of_his_own_freezes_nothing(club: Club) -> None:
    """Whoever forwards true files early may add a signature line that nobody can check."""
    letter, folder = result_of(club), club.folder("red")
    files = public_of(club.desk)
    files = {name: data for name, data in files.items() if name.split("/")[0] not in ("private", "inbox", "outbox",
                                                                                      "sent")}  # fmt: skip
    newest = max((name for name in files if name.startswith("checkpoints/")), key=lambda name: int(name[12:]))
    line = LogKey.new("evil").sign_checkpoint("evil", 1, bytes(32)).splitlines()[-1]
    early = from_nobody(club, {**files, newest: files[newest] + line + b"\n"})
    club.do("red", "open", early, "--dir", folder)
    opened = club.do("red", "open", letter, "--dir", folder)
    assert "prove" not in opened.output
    assert (folder / "reports" / "t01.duel.txt").is_file()


def test_a_ledger_that_the_log_key_has_not_signed_accuses_nobody(club: Club) -> None:
    folder = club.folder("red")
    known = public_of(folder / "game")
    other = known["ledger.jsonl"].splitlines(keepends=True)
    letter = from_nobody(club, {**known, "ledger.jsonl": b"".join(other[:-1]) + other[-1].replace(b"2026", b"2025")})
    error = club.fail("red", "open", letter, "--dir", folder)
    assert "not signed by the log key" in error.faults[0].message
    assert "prove" not in error.faults[0].hint
    assert "anybody who knows the public files" in error.faults[0].hint
    assert public_of(folder / "game") == known


def test_another_charter_accuses_nobody(club: Club) -> None:
    folder = club.folder("red")
    known = public_of(folder / "game")
    letter = from_nobody(club, {**known, "charter.yaml": known["charter.yaml"] + b"# more\n"})
    error = club.fail("red", "open", letter, "--dir", folder)
    assert (error.faults[0].file, "prove" in error.faults[0].hint) == ("charter.yaml", False)
    assert public_of(folder / "game") == known


def test_two_ledgers_that_the_log_key_has_signed_are_still_proof(club: Club) -> None:
    """The other side: what only a moderator can have made is kept and told as what it is (threat 13)."""
    folder = club.folder("red")
    known = public_of(folder / "game")
    seat, secret, ring = Seat.at(folder), moderator_log(club), Keyring.open(club.home("red"))
    lines = known["ledger.jsonl"].splitlines(keepends=True)
    forked = b"".join(lines[:-1]) + lines[-1].replace(b"2026", b"2027")
    note = secret.sign_checkpoint(secret.public.name, len(lines), ledger_root(forked))
    with pytest.raises(CheckFailed, match="is not what you were sent before") as caught:
        public_files.take_public(seat, {**known, "ledger.jsonl": forked, "checkpoint": note}, ring)
    assert "together they prove it" in caught.value.faults[0].hint


def ledger_root(data: bytes) -> bytes:
    """The root of a ledger as only its own log could have written it."""
    from pbem.trust.record import merkle

    return merkle.root(data.splitlines())


def moderator_log(club: Club) -> LogKey:
    """The log key of the game."""
    from pbem.match.folder.office import at_work

    with at_work(club.desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
        return office.keys.log


def test_a_hostile_public_folder_of_a_megabyte_is_judged_within_two_seconds(club: Club) -> None:
    folder = club.folder("red")
    known = public_of(folder / "game")
    strays = {f"public/{number}.txt": b"x" * 500 for number in range(2000)}
    letter = from_nobody(club, {**known, **strays})
    began = time.process_time()
    opened = club.do("red", "open", letter, "--dir", folder)
    assert time.process_time() - began < 2
    assert opened.stderr.count("left aside") == public_files.MOST_NAMED + 1
    assert "1,995 more files" in opened.stderr


def test_a_made_up_parcel_that_waits_for_an_earlier_letter_stops_no_true_one(club: Club) -> None:
    """Whoever has the newest public files can send them ahead, with some left out or changed."""
    from pbem.trust.record.ledger import parse_ledger
    from pbem.trust.record.tail import TAIL, cut

    folder, before = club.folder("red"), len(club.ledger())
    letter = result_of(club)
    club.do("moderator", "pause", club.desk, "--reason", "The server moves.")
    second = club.deliver()["red"][-1]
    ledger = parse_ledger((club.desk / "ledger.jsonl").read_bytes())
    parcel = {TAIL: cut(ledger, before + 1), "checkpoint": (club.desk / "checkpoint").read_bytes(),
              "seeds/t01.duel.seed": LIE}  # fmt: skip
    club.do("red", "open", from_nobody(club, parcel), "--dir", folder)
    opened = club.do("red", "open", letter, "--dir", folder)
    assert "prove" not in opened.output
    assert (folder / "reports" / "t01.duel.txt").is_file()
    assert len(list((folder / "aside").glob("waiting-*.zip"))) == 1
    assert "is paused" in club.do("red", "open", second, "--dir", folder).output


# --------------------------------------------------------------------------------------------------- pages and receipts
def test_a_page_sealed_by_somebody_else_is_not_kept(club: Club) -> None:
    """The age key of a seat is public: only the log key's word tells the moderator's page from a stranger's."""
    from pbem.page import house_pages

    folder, letter = club.folder("red"), result_of(club)
    club.do("red", "open", letter, "--dir", folder)
    true = (folder / "reports" / "t01.duel.html").read_bytes()
    page = house_pages.document("x", "<main>You have lost.</main>").encode()
    sealed = seal.seal([club.recipient("red")], zipped.pack({"report.html": page})).encode()
    parts = {**read_letter(letter).parts, "red-t01.duel.pages.age": sealed}
    evil = from_nobody(club, public_of(folder / "game"), **reports(parts))
    opened = club.do("red", "open", evil, "--dir", folder)
    assert "the game's log key did not sign it" in opened.stderr
    assert (folder / "reports" / "t01.duel.html").read_bytes() == true


def reports(parts: dict[str, bytes]) -> dict[str, bytes]:
    """What a carrier of mail could take out of a true letter."""
    return {name: data for name, data in parts.items() if name.endswith(".age")}


def test_a_page_of_another_phase_or_seat_is_not_kept_under_this_name(club: Club) -> None:
    folder, letter = club.folder("red"), result_of(club)
    club.do("red", "open", letter, "--dir", folder)
    parts = dict(read_letter(letter).parts)
    parts["red-t02.duel.age"] = parts.pop("red-t01.duel.age")
    evil = from_nobody(club, public_of(folder / "game"), **reports(parts))
    assert "log key did not sign" in club.do("red", "open", evil, "--dir", folder).stderr
    assert not (folder / "reports" / "t02.duel.html").exists()
    assert not (folder / "reports" / "t02.duel.txt").exists()


def test_a_true_receipt_under_another_name_is_not_kept(club: Club) -> None:
    """It would tell a player that orders with a receipt were left out, and accuse an honest moderator."""
    folder = club.folder("red")
    club.do("red", "open", result_of(club), "--dir", folder)
    (proof,) = (folder / "game" / "receipts").glob("red-*.proof")
    letter = from_nobody(club, public_of(folder / "game"), **{"red-t02.duel-1.proof": proof.read_bytes()})
    error = club.fail("red", "open", letter, "--dir", folder)
    assert "is the receipt of another line" in error.faults[0].message
    assert not (folder / "receipts" / "red-t02.duel-1.proof").exists()


def test_a_true_receipt_that_comes_before_its_line_is_set_aside_once_the_line_is_there(club: Club) -> None:
    folder, letter = club.folder("red"), result_of(club)
    proof = next((club.desk / "receipts").glob("blue-*.proof")).read_bytes()
    early = Letter("red@example.org", "x", "Hello.\n", {"red-t02.duel-1.proof": proof})
    path = club.place / "early.eml"
    path.write_bytes(write_letter(early, "somebody@evil.example", "evil", parse_time(club.now), automatic=False))
    club.do("red", "open", path, "--dir", folder)
    opened = club.do("red", "open", letter, "--dir", folder)
    assert "left aside: red-t02.duel-1.proof" in opened.stderr
    assert [each.name for each in (folder / "receipts").iterdir() if "t02" in each.name] == []


def test_a_receipt_whose_line_is_to_come_does_not_replace_one_that_is_there(club: Club) -> None:
    folder, name = club.folder("red"), "red-t01.duel-1.proof"
    club.do("red", "open", result_of(club), "--dir", folder)
    club.do("red", "open", from_nobody(club, public_of(folder / "game"), **{
        name: (folder / "game" / "receipts" / name).read_bytes()}), "--dir", folder)  # fmt: skip
    own = (folder / "receipts" / name).read_bytes()
    result_of(club)
    held = {path.name for path in (folder / "game" / "receipts").iterdir()}
    new = next(path for path in (club.desk / "receipts").iterdir() if path.name not in held)
    early = from_nobody(club, public_of(folder / "game"), **{name: new.read_bytes()})
    assert "is the receipt of another line" in club.fail("red", "open", early, "--dir", folder).faults[0].message
    assert (folder / "receipts" / name).read_bytes() == own


@pytest.mark.long
def test_the_honest_game_leaves_nothing_aside(tmp_path: Path) -> None:
    for tier in ("moderated", "two-step", "beacon"):
        club = Club(tmp_path / tier, tier)
        club.play()
        for seat in ("red", "blue"):
            assert not (club.folder(seat) / "aside").exists()
            assert all((club.folder(seat) / "reports" / f"{name}.html").is_file() for name in ("start", "t01.duel"))




def test_kept_checks_are_the_owners_own_and_a_planted_file_changes_nothing(club: Club) -> None:
    """What a player's folder keeps of checks takes the player's key; a game that is over is checked whole."""
    folder = club.folder("red")
    kept = folder / public_files.CHECKED
    data = kept.read_bytes()
    assert os.name != "posix" or not kept.stat().st_mode & 0o077
    key = sha256(Keyring.open(club.home("red")).identity_for(f"checked {Seat.at(folder).game}").encode()).digest()
    other = sha256(Keyring.open(club.home("blue")).identity_for(f"checked {Seat.at(folder).game}").encode()).digest()
    assert kept_at(kept, key).settled.lines == len(club.ledger())
    assert not kept_at(kept, other).settled.lines
    known = public_of(folder / "game")
    ring = Keyring.open(club.home("red"))
    for planted in (b"", b"x" * 100, data[:-1]):
        kept.write_bytes(planted)
        public_files.take_public(Seat.at(folder), known, ring)
    assert kept_at(kept, key).settled == kept_at(with_data(kept, data), key).settled
    assert not public_files.is_over(known)
    assert public_files.is_over({"ledger.jsonl": known["ledger.jsonl"] + b'{"k":"final","n":99}\n'})
