"""Order files as editors and people write them: put into their plain form, and sealed in it. Mixed-up files."""

from __future__ import annotations

from pathlib import Path

import pytest
from club import Club, know_the_duel

from pbem.adjudicator.lions.game import GAME as LIONS
from pbem.match.own_folder.seat import SIGNED_SO
from pbem.match.own_folder.tidy_text import tidy_text

PLAIN = "pbem: orders/1\nseat: red\nphase: t01.duel\nbid: low\nstanding: \"no\"\n"


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    know_the_duel(monkeypatch)
    made = Club(tmp_path)
    made.begin()
    return made


# --------------------------------------------------------------------------------------------------------- the text
FORMS = {
    "windows": (PLAIN.replace("\n", "\r\n").encode(), "line ends of Windows or an old Mac"),
    "old mac": (PLAIN.replace("\n", "\r").encode(), "line ends of Windows or an old Mac"),
    "mark": (b"\xef\xbb\xbf" + PLAIN.encode(), "a byte order mark"),
    "utf-16": (PLAIN.encode("utf-16"), "the encoding UTF-16"),
    "utf-16 bare": (PLAIN.encode("utf-16-be"), "the encoding UTF-16"),
    "utf-32": (PLAIN.encode("utf-32"), "the encoding UTF-32"),
    "curled quotes": (PLAIN.replace('"no"', "\u201cno\u201d").encode(), "quotes or blanks of a word processor"),
    "fixed blanks": (PLAIN.replace("bid: ", "bid:\u00a0").encode(), "quotes or blanks of a word processor"),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_text_as_editors_save_it_becomes_the_plain_one(form: str) -> None:
    data, what = FORMS[form]
    assert tidy_text(data) == (PLAIN.encode(), [what])


def test_a_plain_text_stays_as_it_is() -> None:
    assert tidy_text(PLAIN.encode()) == (PLAIN.encode(), [])


def test_what_is_no_text_is_left_to_the_reader_of_orders() -> None:
    for data in (b"", b"\xff\xfe\x00", b"seat: espa\xf1a\n", b"\x89PNG\r\n\x1a\n\x00\x00\x00"):
        assert tidy_text(data) == (data, [])


def test_an_apostrophe_inside_a_word_is_part_of_a_name() -> None:
    assert tidy_text("at: [St. John\u2019s, \u2018antigua\u2019]\n".encode())[0].decode() == (
        "at: [St. John\u2019s, 'antigua']\n"
    )


@pytest.mark.parametrize("form", ["windows", "utf-16", "curled quotes"])
def test_the_plain_form_is_what_is_signed_sealed_and_played(club: Club, form: str) -> None:
    file = club.folder("red") / "orders" / "mine.yaml"
    file.write_bytes(FORMS[form][0])
    checked = club.do("red", "orders", "check", file)
    assert f"Your file has {FORMS[form][1]}." in checked.stdout
    assert SIGNED_SO in checked.stdout
    sealed = club.do("red", "orders", "seal", file, "--dir", club.folder("red"))
    assert SIGNED_SO in sealed.stderr
    envelope, letter = sealed.stdout.splitlines()
    assert club.do("moderator", "open", envelope).stdout.startswith(PLAIN)
    assert file.read_bytes() == FORMS[form][0]
    club.do("moderator", "in", club.desk, letter)
    assert club.ledger().entries("lock", seat="red")


# -------------------------------------------------------------------------------------------------------- the names
def jenkins(text: str) -> tuple[str, tuple[str, ...]]:
    from pbem.adjudicator.jenkins.game import GAME

    view = GAME.begin("campaign", {"leogane": "french"}, None).view("english")
    head = "pbem: orders/1\nseat: english\nphase: t00.english\n"
    data, told = GAME.as_orders_have_it({**view, "phase": "t00.english"}, f"{head}{text}".encode())
    return data.decode().removeprefix(head), told


@pytest.mark.parametrize(("written", "name"), [
    ("Boyne", "boyne"), ("BOYNE", "boyne"), ("HMS Cornwall", "cornwall"), ("the Boyne", "boyne"),
    ("Frigate (e2)", "frigate-e2"), ("frigate e2", "frigate-e2"), ("Hampton Court", "hampton-court"),
    ("Soldiers 2 (e4)", "soldiers-e4"), ('"Boyne"', "boyne"),
])  # fmt: skip
def test_a_counter_is_taken_as_reports_print_it(written: str, name: str) -> None:
    text, _ = jenkins(f"setup:\n  buy:\n    - {{counter: {written}, at: port-royal}}\n")
    assert text == f"setup:\n  buy:\n    - {{counter: {name}, at: port-royal}}\n"


@pytest.mark.parametrize(("written", "name"), [
    ("st. john's", "antigua"), ("St. John\u2019s", "antigua"), ("Puerto Cabello", "la-guaira"),
    ("Fort Royal", "martinique"), ("Basse-Terre", "guadeloupe"),
])  # fmt: skip
def test_a_place_is_taken_by_one_of_its_names(written: str, name: str) -> None:
    assert jenkins(f"retreat: [{written}]\n")[0] == f"retreat: [{name}]\n"


def test_words_and_kinds_are_taken_in_any_case() -> None:
    text, told = jenkins("engage: {guns: All}\nlosses: {naval: [Fire Ship, Merchant]}\n")
    assert text == "engage: {guns: all}\nlosses: {naval: [fire_ship, merchant]}\n"
    assert told == ("3 names are put into small letters and hyphens.",)


def test_a_name_of_another_form_is_told_with_its_line() -> None:
    assert jenkins("retreat: [st. john's]\n")[1] == ("Line 4: 'st. john's' is antigua.",)


@pytest.mark.parametrize("written", ["e2", "Madrid", "Soldiers", "9999", "x" * 61])
def test_a_name_that_means_several_or_none_stays(written: str) -> None:
    line = f"losses: {{naval: [{written}]}}\n"
    assert jenkins(line) == (line, ())


def test_several_names_of_one_line_are_all_put_right() -> None:
    line = "losses: {any: [Boyne, Merchant, Frigate (e2), boyne]}\n"
    assert jenkins(line)[0] == "losses: {any: [boyne, merchant, frigate-e2, boyne]}\n"


def test_a_file_whose_text_is_at_fault_stays_as_it_is() -> None:
    for text in ("losses: {naval: [Boyne}\n", "losses:\n\tnaval: [Boyne]\n", ""):
        assert jenkins(text) == (text, ())


@pytest.mark.parametrize(("written", "plain"), [
    ("admirals: [Blake]", "admirals: [blake]"),
    ("fire: [{targets: [English first-rate 1, Strongest]}]", "fire: [{targets: [england-1st-1, strongest]}]"),
    ("losses: {any: [First-Rate, Regiment]}", "losses: {any: [1st, regiment]}"),
    ("play: [{marker: Gunners}, {marker: Line Ahead}]", "play: [{marker: gunners}, {marker: line-ahead}]"),
])  # fmt: skip
def test_names_of_lions_are_taken_as_printed(written: str, plain: str) -> None:
    view = LIONS.begin(next(iter(LIONS.scenarios)), {}, None).view("england")
    head = "pbem: orders/1\nseat: england\nphase: t01.year\n"
    assert LIONS.as_orders_have_it(view, f"{head}{written}\n".encode())[0].decode() == f"{head}{plain}\n"


# ---------------------------------------------------------------------------------------------------- mixed-up files
def test_a_file_of_another_sort_is_called_what_it_is(club: Club, tmp_path: Path) -> None:
    folder = club.folder("red")
    saved = {
        "report.txt": "=" * 78 + "\nTHE DUEL   Turn 1\nA duel    t01.duel\n" + "=" * 78 + "\nTo red.\n",
        "report.html": "<!doctype html>\n<html lang=\"en\">\n<title>The Duel: turn 1</title>\n",
        "desk.html": "<!doctype html>\n<html lang=\"en\">\n<title>Orders, The Duel: turn 1</title>\n" + " " * 300_000,
        "letter.eml": "From: a@b.example\nTo: c@d.example\nSubject: x\n\nHello\n",
        "ssh.key": "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n",
        "part.age": "-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n",
        "invitation.yaml": "pbem: invitation/1\ngame: duel-2026-abcdef\n",
    }
    for name, text in saved.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    called = {
        "report.txt": "a report as text", "report.html": "the page of a report", "desk.html": "the order desk",
        "letter.eml": "a letter", "ssh.key": "a secret key", "part.age": "a sealed part of a letter",
        "invitation.yaml": "an invitation without its letter",
    }  # fmt: skip
    for name, what in called.items():
        for command in ("check", "seal"):
            (fault,) = club.fail("red", "orders", command, tmp_path / name, "--dir", folder).faults
            assert fault.message == f"is {what}, not an order file", (name, fault)
            assert fault.hint
    for name in ("report.txt", "report.html", "desk.html", "ssh.key", "invitation.yaml"):
        (fault,) = club.fail("red", "open", tmp_path / name).faults
        assert fault.message == f"is {called[name]}; there is nothing in it to open"
    for name in ("report.txt", "report.html", "desk.html", "ssh.key"):
        (fault,) = club.fail("red", "join", tmp_path / name).faults
        assert fault.message == f"is {called[name]}; there is nothing in it to accept or to sign"


def test_ones_own_order_file_is_not_opened_and_not_joined(club: Club) -> None:
    file = club.write("red", bid="low", standing="no")
    for command, words in (("open", "to open"), ("join", "to accept or to sign")):
        (fault,) = club.fail("red", command, file).faults
        assert fault.message == f"is an order file; there is nothing in it {words}"
        assert fault.hint == f"pbem orders check {file}, then pbem orders seal {file}"


def test_sealed_orders_are_not_sealed_again(club: Club) -> None:
    club.sealed("red", bid="low", standing="no")
    (envelope,) = (club.folder("red") / "sent").glob("*.pbem")
    (fault,) = club.fail("red", "orders", "seal", envelope, "--dir", club.folder("red")).faults
    assert fault.message == "is your orders, sealed already, not an order file"
