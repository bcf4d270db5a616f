"""Below the newest report's page, in its reader's folder alone: letters of other players, his diary of the phase."""

from __future__ import annotations

from pathlib import Path

import pytest
from acts_kit import playing, sound
from club import Club, know_the_duel
from page_kit import DOERS, read, words_of

from pbem.match.folder.report_parts import TOLD
from pbem.match.own_folder import read_press
from pbem.match.own_folder.keep_pages import unsealed
from pbem.match.own_folder.own_page import BEGIN, END, with_part
from pbem.match.own_folder.read_press import Told
from pbem.match.own_folder.seat import Seat
from pbem.page import guard, house_pages
from pbem.trust.primitives.commit import parse_preimage

PAYLOADS = (*DOERS, BEGIN, END, "</section></main></body>", "{{ 7*7 }}", "\u202e<script>", "&lt;script&gt;")


@pytest.fixture(autouse=True)
def duel_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    know_the_duel(monkeypatch)


def letter(club: Club, seat: str, text: str, *to: str) -> None:
    """Press, taken in by the moderator."""
    path = club.place / "words.txt"
    path.write_text(text, encoding="utf-8")
    named = [f"--to={each}" for each in to]
    written = club.do(seat, "press", path, *named, "--dir", club.folder(seat)).stdout.strip()
    club.do("moderator", "in", club.desk, written)


def noted(club: Club, seat: str, text: str) -> None:
    club.do(seat, "diary", "--add", text, "--dir", club.folder(seat))


def page(club: Club, seat: str, name: str) -> str:
    return (club.folder(seat) / "reports" / f"{name}.html").read_text(encoding="utf-8")


def part(club: Club, seat: str, name: str) -> str:
    """The words of the part that is the player's own; it stands within what is read."""
    found = page(club, seat, name)
    assert found.count(BEGIN) <= 1
    return words_of(found.partition(BEGIN)[2].partition(END)[0]) if BEGIN in found else ""


def with_press(place: Path, when: str) -> Club:
    return playing(place, "moderated", "--press", "signed", "--press-when", when)


def play(club: Club) -> None:
    for seat in club.status()["waits_for"]:
        club.order(seat, bid="low", standing="no")
    club.advance()


def test_a_letter_at_once_stands_on_the_page_of_the_newest_report(tmp_path: Path) -> None:
    club = with_press(tmp_path, "at_once")
    before = page(club, "blue", "start")
    letter(club, "red", "Shall we rest?\nSay so.", "blue")
    club.read()
    assert "A signed letter of red, to blue Shall we rest?" in part(club, "blue", "start")
    assert part(club, "red", "start") == ""
    found = page(club, "blue", "start")
    assert found.replace(found[found.index(BEGIN) : found.index(END, found.index(BEGIN)) + len(END)], "") == before
    letter(club, "red", "Well?", "blue")
    club.read()
    assert part(club, "blue", "start").count("A signed letter of red") == 2


def test_letters_with_a_report_stand_on_its_page_and_on_no_other(tmp_path: Path) -> None:
    club = with_press(tmp_path, "with_report")
    letter(club, "red", "Shall we rest?", "blue")
    play(club)
    assert "Shall we rest?" in part(club, "blue", "t01.duel")
    assert part(club, "blue", "start") == ""
    play(club)
    assert part(club, "blue", "t02.duel") == ""
    assert "Shall we rest?" in part(club, "blue", "t01.duel")


def test_the_diary_of_a_phase_stands_on_the_page_of_its_report(tmp_path: Path) -> None:
    club = playing(tmp_path)
    noted(club, "red", "He strikes low, I think.")
    assert "Your diary of this phase" in part(club, "red", "start")
    play(club)
    noted(club, "red", "He did.")
    told = part(club, "red", "t01.duel")
    assert "2026-11-02 20:00 He strikes low, I think." in told
    assert "He did." not in told
    play(club)
    assert "He did." in part(club, "red", "t02.duel")
    assert part(club, "blue", "t01.duel") == ""


def test_a_letter_opened_twice_is_shown_once(tmp_path: Path) -> None:
    club = with_press(tmp_path, "at_once")
    letter(club, "red", "Shall we rest?", "blue")
    (came,) = club.deliver()["blue"]
    for _ in range(2):
        club.do("blue", "open", came, "--dir", club.folder("blue"))
    assert part(club, "blue", "start").count("Shall we rest?") == 1


def test_nothing_of_it_is_in_the_record_in_the_text_or_in_anybody_elses_page(tmp_path: Path) -> None:
    club = with_press(tmp_path, "with_report")
    letter(club, "red", "Shall we rest?", "blue")
    noted(club, "blue", "Not a word to red.")
    play(club)
    sound(club)
    public = [*club.desk.glob("public/*"), *club.folder("blue").glob("game/public/*")]
    texts = [*club.folder("blue").glob("reports/*.txt"), *club.folder("red").glob("reports/*")]
    assert public
    assert not [path for path in (*public, *texts) if b"rest?" in path.read_bytes() or b"Not a" in path.read_bytes()]


def test_the_committed_report_is_what_the_ledger_committed_to(tmp_path: Path) -> None:
    """The part is added to a page, which no commitment knows; the sealed report opens to the text as before."""

    club = with_press(tmp_path, "with_report")
    letter(club, "red", "Shall we rest?", "blue")
    for seat in club.status()["waits_for"]:
        club.order(seat, bid="low", standing="no")
    club.run()
    came = club.deliver()["blue"][-1]
    club.do("blue", "open", came, "--dir", club.folder("blue"))
    sealed = club.parts(came)["blue-t01.duel.age"]
    preimage = parse_preimage(unsealed(club.identity("blue"), sealed, "")[TOLD], "report")
    (entry,) = club.ledger().entries("report", phase="t01.duel", seat="blue")
    assert preimage.commitment == entry.text("commit")
    assert b"rest?" not in preimage.content


@pytest.mark.parametrize("payload", PAYLOADS)
def test_whatever_a_player_writes_it_does_nothing_and_ends_nothing(payload: str) -> None:
    whole = house_pages.document("x", "<main>\n<p>A report.</p>\n</main>\n")
    letters = [{"head": f"A signed letter of {payload}", "text": f"One.\n{payload}"}]
    notes = [{"at": "2026-11-02 20:00", "text": payload}]
    made = with_part(whole, {"letters": letters, "notes": notes})
    plain = with_part(whole, {"letters": [{"head": "A", "text": "One."}], "notes": [{"at": "B", "text": "C"}]})
    assert guard.what_is_wrong(made.partition("<body>")[2].partition("</body>")[0]) == []
    assert [tag for tag, _ in read(made).tags] == [tag for tag, _ in read(plain).tags]
    assert house_pages.POLICY in made
    assert with_part(made, {}) == whole
    assert with_part(made, {"letters": letters, "notes": notes}) == made


@pytest.mark.parametrize("body", ["<p>A club's own page without a main part.</p>\n", ""])
def test_a_page_without_a_main_part_has_it_at_its_end(body: str) -> None:
    made = with_part(house_pages.document("x", body), {"letters": [{"head": "A", "text": "One."}], "notes": []})
    assert made.endswith(f"{END}</body>\n</html>\n")


@pytest.mark.parametrize("data", ["[]", "{", '{"a": 1}', '{"a": {"text": "x"}}'])
def test_a_register_that_was_spoilt_is_named(tmp_path: Path, data: str) -> None:
    club = with_press(tmp_path, "at_once")
    path = club.folder("blue") / "press.json"
    path.write_text(data, encoding="utf-8")
    letter(club, "red", "Shall we rest?", "blue")
    (came,) = club.deliver()["blue"]
    error = club.fail("blue", "open", came, "--dir", club.folder("blue"))
    assert error.faults[0].file == str(path)


def test_letters_are_kept_for_the_page_in_the_order_in_which_they_were_opened(tmp_path: Path) -> None:
    club = with_press(tmp_path, "at_once")
    seat = Seat.at(club.folder("blue"))
    for number in (3, 1, 2):
        read_press.keep(seat, [Told("A signed letter of red", f"no. {number}")])
    assert [each["text"] for each in read_press.letters_with(seat, "start")] == ["no. 3", "no. 1", "no. 2"]
