"""Every mistake that newcomers made with files, letters and folders, and the answer that each gets."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from club import ADDRESSES, HOURS, Club, know_the_duel
from rules.jenkins.positions import view_at

from pbem.adjudicator.jenkins.game import GAME
from pbem.base.errors import BadInput
from pbem.trust.keyring import Keyring

NAME = "jenkins-2026-abcdef"


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    know_the_duel(monkeypatch)
    made = Club(tmp_path)
    made.begin()
    return made


# ------------------------------------------------------------------------------------------------- in an order file
def said(phase: str, body: str, head: Mapping[str, str] = MappingProxyType({})) -> str:
    """Everything that `orders check` says to a file, spaces made one."""
    own = {"game": NAME, "seat": phase.partition(".")[2], "phase": phase}
    text = "".join(f"{name}: {value}\n" for name, value in {"pbem": "orders/1", **own, **head}.items()) + body
    view = {**view_at(phase), "phase": phase}
    data, changed = GAME.as_orders_have_it(view, text.encode())
    try:
        checked = GAME.check_file(view, own, data, "o.yaml")
    except BadInput as error:
        return " ".join(" ".join(fault.render() for fault in error.faults).split())
    return " ".join(" ".join([*changed, *(fault.render() for fault in checked.faults), *checked.echo]).split())


AS_PRINTED = """buy:
  - {counter: Boyne, at: St. John's}
  - {counter: HMS Cornwall, at: antigua}
  - {counter: frigate e5, at: antigua}
"""
IN_A_FILE = {
    "tabs": ("t01.english", "buy:\n\t- {counter: boyne, at: antigua}\n", "o.yaml:6:1", "separate with spaces"),
    "a wrong indent": ("t01.english", "losses:\n    any: [boyne]\n  naval: [boyne]\n",
                       "o.yaml:7:3", "not in line with those above", "in the same column"),
    "capital keys": ("t00.english", "Setup:\n  Buy: []\n", "did you mean setup?", "did you mean buy?"),
    "a misspelt piece": ("t01.english", "buy: [{counter: frigat-e3, at: antigua}]\n", "did you mean frigate-e3"),
    "the enemy's piece": ("t01.english", "moves: [{ships: [santa-isabel], path: ['2820']}]\n",
                          "is no counter of yours", "Santa Isabel is Spanish"),
    "a hex off the map": ("t01.english", "moves: [{ships: [frigate-e1], path: ['9999']}]\n",
                          "is no hex or seaport", "the map runs from 0105 to 4528"),
    "the same ship twice": ("t01.english", "buy:\n" + "  - {counter: boyne, at: antigua}\n" * 2, "o.yaml:7:15",
                            "'boyne' is bought twice: line 6 buys it already", "(rule 3.3)"),
    "an enemy port": ("t01.english", "buy: [{counter: boyne, at: havana}]\n", "is no seaport of yours", "rule 3.3"),
    "moves in the set-up": ("t00.english", "moves: [{ships: [frigate-e1], path: ['2819']}]\n",
                            "'moves' is not asked for in this phase", "the set-up before turn 1"),
    "names as printed": ("t01.english", AS_PRINTED, "'HMS Cornwall' is cornwall", "'St. John's' is antigua",
                         "English purchases: Boyne (8), Cornwall (8), Frigate (e5) (2)"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", IN_A_FILE)
def test_a_mistake_in_an_order_file_is_named_with_what_to_write(mistake: str) -> None:
    phase, body, *wanted = IN_A_FILE[mistake]
    told = said(phase, body)
    assert [words for words in wanted if words not in told] == [], told


@pytest.mark.parametrize(("head", "words"), [
    ({"phase": "t03.english"}, "the open phase is t01.english"), ({"seat": "spanish"}, "your seat is english"),
    ({"game": "jenkins-2026-fedcba"}, f"your game is {NAME}"),
])  # fmt: skip
def test_orders_for_another_phase_seat_or_game_are_told_which_is_open(head: dict[str, str], words: str) -> None:
    assert words in said("t01.english", "", head)


def test_nine_faults_of_shape_names_places_and_law_come_in_one_pass() -> None:
    told = said("t01.english", """buy:
  - {counter: boyn, at: antigua}
  - {counter: boyne, at: antigua, on: x}
  - {at: antigua}
  - {counter: lenox, at: havana}
losess: {any: [boyne]}
moves:
  - {ships: [oriente], path: ['2820']}
  - {ships: [frigate-e1], path: ['9999']}
retreat: [madrid]
prey: maybe
""")
    assert told.count("pbem: error: ") == 9


def test_a_draft_that_nobody_has_edited_says_that_it_orders_nothing() -> None:
    view = {**view_at("t01.english"), "phase": "t01.english"}
    head = {"game": NAME, "seat": "english", "phase": "t01.english"}
    checked = GAME.check_file(view, head, GAME.draft(view, head).encode(), "o.yaml")
    assert checked.faults == ()
    assert checked.echo[0].startswith("Every other line of this file is still switched off")
    assert said("t01.english", "").startswith("Every line of this file is still switched off: it orders nothing.")


# ---------------------------------------------------------------------------------------------- letters and folders
def text_of(club: Club, letter: Path) -> str:
    """The words of a letter that the moderator's program has written."""
    import email

    message = email.message_from_bytes(letter.read_bytes())
    plain = next(part for part in message.walk() if part.get_content_type() == "text/plain")
    data = plain.get_payload(decode=True)
    assert isinstance(data, bytes)
    return " ".join(data.decode().split())


def written_by(club: Club, seat: str, subject: str, body: str, *, name: str = "") -> Path:
    """A letter of a player's own making; a file of that name is attached, where one is named."""
    from email.message import EmailMessage

    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = ADDRESSES[seat], "moderator@pbem.example", subject
    message["Message-ID"], message["Date"] = f"<{len(subject + body)}@example.org>", "Mon, 2 Nov 2026 21:00:00 +0000"
    message.set_content("Here are my orders." if name else body)
    if name:
        message.add_attachment(body.encode(), maintype="application", subtype="yaml", filename=name)
    path = club.place / "own.eml"
    path.write_bytes(message.as_bytes())
    return path


@pytest.mark.parametrize("attached", ["", "t01.yaml"])
def test_orders_that_were_not_sealed_are_answered_with_what_to_run(club: Club, attached: str) -> None:
    body = club.write("red", bid="low", standing="no").read_text(encoding="utf-8")
    club.take(written_by(club, "red", "my orders", body, name=attached))
    (answer,) = club.deliver()["red"]
    assert "'pbem orders seal'" in text_of(club, answer)


def test_words_to_the_moderator_are_kept_for_a_person(club: Club) -> None:
    club.take(written_by(club, "red", "Re: the game", "Could we play a little faster?\n"))
    assert list((club.desk / "inbox").glob("*.words.eml"))
    (answer,) = club.deliver()["red"]
    assert "The moderator finds letters like yours in the inbox" in text_of(club, answer)


def test_ones_own_report_sent_back_is_passed_over(club: Club) -> None:
    letters = sorted(club.place.glob("*-red-report-start.eml"))
    told = club.take(letters[0])
    assert "X-Loop" in told.output


def test_the_other_players_letter_is_named_as_such(club: Club) -> None:
    (letter,) = club.place.glob("*-blue-report-start.eml")
    (fault,) = club.fail("red", "open", letter, "--dir", club.folder("red")).faults
    assert "is for 'blue', and you play 'red'" in fault.message


def test_a_report_is_not_joined_and_an_invitation_not_opened(club: Club) -> None:
    (report,) = club.place.glob("*-red-report-start.eml")
    (invitation,) = club.place.glob("*-red-invitation.eml")
    assert "pbem open" in club.fail("red", "join", report, "--dir", club.folder("red")).faults[0].hint
    assert "pbem join" in club.fail("red", "open", invitation).faults[0].hint


def test_a_letter_opened_twice_changes_nothing(club: Club) -> None:
    (letter,) = club.place.glob("*-red-report-start.eml")
    before = {path: path.read_bytes() for path in (club.folder("red") / "game").rglob("*") if path.is_file()}
    club.do("red", "open", letter, "--dir", club.folder("red"))
    assert {path: path.read_bytes() for path in (club.folder("red") / "game").rglob("*") if path.is_file()} == before


def test_a_charter_or_report_without_having_joined_names_game_and_seat(club: Club, tmp_path: Path) -> None:
    Keyring.create("Stranger", home=club.home("stranger"))
    for kind, command in (("charter", "join"), ("report-start", "open")):
        (letter,) = club.place.glob(f"*-red-{kind}.eml")
        fault = club.fail("stranger", command, letter).faults[0]
        told = f"{fault.message} {fault.hint}"
        assert "duel-2026-" in told, told
        assert "join" in told, told


def test_another_game_does_not_go_into_the_same_folder(club: Club, tmp_path: Path) -> None:
    other = Club(tmp_path / "other")
    (invitation,) = other.deliver()["red"]
    (fault,) = club.fail("red", "join", invitation, "--dir", club.folder("red")).faults
    assert "holds another game already" in fault.message


def test_an_acceptance_for_another_game_is_named(club: Club, tmp_path: Path) -> None:
    other = Club(tmp_path / "other", times=HOURS)
    (invitation,) = other.deliver()["red"]
    written = other.do("red", "join", invitation, "--dir", other.folder("red")).stdout.strip()
    told = club.take(Path(written)).output
    assert "is for the game 'duel-2026-" in told or "not for this one" in told, told


def test_lost_keys_are_told_the_way_out(club: Club) -> None:
    import shutil

    (letter,) = club.place.glob("*-red-report-start.eml")
    shutil.rmtree(club.home("red"))
    gone = club.fail("red", "open", letter, "--dir", club.folder("red")).faults[0]
    Keyring.create("Red", home=club.home("red"))
    new = club.fail("red", "open", letter, "--dir", club.folder("red")).faults[0]
    for fault in (gone, new):
        told = f"{fault.message} {fault.hint}"
        assert "replace" in told, told
        assert "moderator" in told, told


@pytest.mark.parametrize(("line", "words"), [
    (("statsu",), "status"), (("soak", "jenkin"), "one of jenkins"),
    (("new", "x", "--game", "duel", "--tier", "twostep"), "two-step"),
])  # fmt: skip
def test_a_misspelt_word_of_a_command_is_suggested(club: Club, line: tuple[str, ...], words: str) -> None:
    result = club.try_to("moderator", *line)
    faults = " ".join(fault.render() for fault in getattr(result.exception, "faults", ()))
    assert result.exit_code != 0
    assert words in result.output + faults


def test_orders_after_the_deadline_count_within_the_grace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    know_the_duel(monkeypatch)
    club = Club(tmp_path, times=(*HOURS, "--zone", "UTC", "--grace-hours", "12"))
    club.begin()
    late = club.sealed("red", bid="low", standing="no")
    club.later(49)
    club.do("moderator", "in", club.desk, late)
    assert [entry.text("seat") for entry in club.ledger().entries("lock")] == ["red"]
