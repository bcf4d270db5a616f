"""A club's public page: what it says, what it never says, and that nothing anybody wrote can do anything on it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from configparser import ConfigParser
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from club import duel_is_known as duel_is_known
from club import know_the_duel
from club_hall import Hall, Table
from pages import TOP

from pbem.base.errors import BadInput, Waiting
from pbem.club.publishing import public_files
from pbem.match.folder.process_lock import hold
from pbem.page import guard
from pbem.page.house_pages import POLICY
from pbem.page.single_file import hashed, source

NASTY = "<script>alert(1)</script> & 'more'"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Hall:
    """One game that lets it be known who is late, one that does not, one that is over, one that gathers players."""
    with pytest.MonkeyPatch.context() as patch:
        know_the_duel(patch)
        hall = Hall(tmp_path_factory.mktemp("begun"))
        hall.tables = {"open": Table(hall, "open", "--show-late", "--title", NASTY), "shut": Table(hall, "shut"),
                       "over": Table(hall, "over")}  # fmt: skip
        for table in hall.tables.values():
            table.join_by_mail()
        over = hall.tables["over"]
        over.do("moderator", "end", over.desk, "--draw", "--reason", "Everybody has gone home.")
        hall.tables["new"] = Table(hall, "new")
        hall.tick()
        return hall


@pytest.fixture
def hall(begun: Hall, tmp_path: Path) -> Hall:
    """The same, for one test alone."""
    return begun.copied(tmp_path / "hall")


def pages(hall: Hall, *more: Any) -> tuple[str, Any]:
    """The page and its data."""
    page, data, _ = hall.do("club", "index", hall.root, *more).stdout.split()
    return Path(page).read_text(encoding="utf-8"), json.loads(Path(data).read_text(encoding="utf-8"))


def row(data: Any, name: str) -> Any:
    return next(game for game in (*data["games"], *data["archive"]) if game["name"] == name)


def test_the_page_shows_games_phases_and_deadlines(hall: Hall) -> None:
    page, data = pages(hall)
    assert {game["name"]: game["standing"] for game in data["games"]} == {
        "new": "gathering its players", "open": "t01.duel", "shut": "t01.duel",
    }  # fmt: skip
    assert row(data, "shut")["until"] == "2026-11-04T20:00:00Z"
    assert "Wednesday 4 November 2026, 20:00 UTC" in page
    assert "The Club" in page


def test_who_is_late_is_shown_where_the_charter_says_so_and_not_before_his_time(hall: Hall) -> None:
    hall.mail(hall.tables["open"].sealed("red", bid="high").read_bytes())
    hall.mail(hall.tables["shut"].sealed("red", bid="high").read_bytes())
    hall.tick()
    assert "Late" not in pages(hall)[0]
    hall.later(49)
    page, data = pages(hall)
    assert row(data, "open")["late"] == ["blue"]
    assert row(data, "shut")["late"] == []
    assert page.count("Late: blue") == 1


def test_a_game_that_is_over_is_shown_with_what_verify_says_of_it(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    page, data = pages(hall)
    assert row(data, "over")["verified"]["words"].startswith("everything matches")
    assert 'class="verdict good"' in page
    monkeypatch.setattr("pbem.club.public_page.verify_folder", None)  # asked once for a ledger's root, and kept
    assert pages(hall)[1] == data


def test_a_game_that_was_tampered_with_is_shown_as_such(hall: Hall) -> None:
    signature = hall.tables["over"].desk / "charter.red.sig"
    signature.write_bytes(signature.read_bytes().replace(b"A", b"B"))
    assert row(pages(hall)[1], "over")["verified"]["ok"] is False


def test_nothing_that_anybody_wrote_does_anything_on_the_page(hall: Hall) -> None:
    page, data = pages(hall)
    assert row(data, "open")["title"] == NASTY
    assert "&lt;script&gt;" in page
    own = source("house/far_off.js") + source("club/far_off.js")  # the one script there is, by its hash
    assert POLICY.replace("; ", f"; script-src {hashed(own)}; ", 1) in page
    body = page.partition("<body>")[2].partition("</body>")[0].replace(f"<script>{own}</script>\n", "")
    assert "<script" not in body
    assert guard.what_is_wrong(body) == ["a link to 'index.json'", "a link to 'feed.atom'"]


def test_neither_page_nor_data_says_more_than_everybody_knows(hall: Hall) -> None:
    page, data = pages(hall)
    for text in (page, json.dumps(data)):
        assert "red@example.org" not in text
        assert "due" not in re.findall(r'"(\w+)":', text)


def test_published_are_the_public_files_and_nothing_else(hall: Hall) -> None:
    (hall.tables["shut"].desk / "public" / "way-in").symlink_to(hall.root / "private" / "index.sqlite")
    web = hall.place / "web"
    page, _ = pages(hall, "--publish", web)
    assert 'href="./shut/"' in page
    hall.do("verify", web / "shut")
    names = {path.relative_to(web).as_posix() for path in web.rglob("*") if path.is_file()}
    assert {"index.html", "index.json", "shut/ledger.jsonl", "over/charter.yaml"} <= names
    assert not [name for name in names if re.search(r"/(private|inbox|outbox|sent|way-in)(/|$)|/\.", name)]
    assert not (web / "new").exists()


def test_a_published_game_has_its_proof_and_its_book_beside_it_made_from_public_files(hall: Hall) -> None:
    web = hall.place / "web"
    page, _ = pages(hall, "--publish", web)
    for name in ("open", "shut", "over"):
        assert f'href="./{name}.proof.html"' in page
        assert f'href="./{name}.book.html"' in page
        assert f'href="./{name}.book.html#dice"' in page
        reports = [path for path in re.findall(r'href="./([^"]*[.]txt)"', page) if path.startswith(f"{name}/public/")]
        assert len(reports) == 1
        assert (web / reports[0]).is_file()
        assert 'class="packed-folder"' in (web / f"{name}.proof.html").read_text(encoding="utf-8")
    book = (web / "shut.book.html").read_text(encoding="utf-8")
    assert "as everybody may know it" in book
    assert str(hall.place) not in book
    alone, _ = pages(hall)
    assert ".proof.html" not in alone


def test_the_page_names_the_open_phase_and_the_result_of_a_game_that_is_over(hall: Hall) -> None:
    page, data = pages(hall)
    assert row(data, "shut")["phase"] in page
    assert "Ended by a ruling" in page
    assert row(data, "over")["result"] == "Ended by a ruling"


def test_what_has_grown_is_published_again_and_what_has_not_is_left_alone(hall: Hall) -> None:
    web = hall.place / "web"
    pages(hall, "--publish", web)
    (web / "over" / "charter.yaml").write_bytes(b"left alone")
    hall.mail(hall.tables["shut"].sealed("red", bid="high").read_bytes())
    hall.tick()
    pages(hall, "--publish", web)
    assert (web / "shut" / "ledger.jsonl").read_bytes() == (hall.tables["shut"].desk / "ledger.jsonl").read_bytes()
    assert (web / "over" / "charter.yaml").read_bytes() == b"left alone"


def test_no_game_is_played_while_its_files_are_published(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Path] = []

    def listed(source: Path) -> list[str]:
        tried.append(source)
        with pytest.raises(Waiting, match="is in use"), hold(source / "private", seconds=0):
            pass
        return public_files(source)

    monkeypatch.setattr("pbem.club.publishing.public_files", listed)
    pages(hall, "--publish", hall.place / "web")
    assert sorted(path.name for path in tried) == ["open", "over", "shut"]


def test_a_game_in_use_is_published_the_next_time_and_stops_no_other(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.club.publishing.hold", partial(hold, seconds=0))
    hall.tick()
    web = hall.place / "web"
    with hold(hall.root / "games" / "over" / "private"):
        told = hall.do("club", "index", hall.root, "--publish", web).stderr
    assert "over: is in use; it is published the next time" in told
    assert sorted(path.name for path in web.iterdir()) == [
        "feed.atom", "index.html", "index.json", "open", "open.book.html", "open.luck.json", "open.proof.html", "shut",
        "shut.book.html", "shut.luck.json", "shut.proof.html",
    ]  # fmt: skip
    pages(hall, "--publish", web)
    assert (web / "over" / "ledger.jsonl").is_file()


@pytest.mark.parametrize("place", [".", "games/web", ".."])
def test_the_club_itself_is_no_place_to_publish(hall: Hall, place: str) -> None:
    result = hall.try_to("club", "index", hall.root, "--publish", hall.root / place)
    assert isinstance(result.exception, BadInput)
    assert "is no place to publish" in str(result.exception)


def test_status_says_when_each_game_wants_to_be_looked_at(hall: Hall) -> None:
    found = {game["name"]: game for game in hall.status()["games"]}
    assert found["shut"]["due"] == found["shut"]["until"]
    assert "due" not in found["over"]
    assert hall.status()["next"] == found["shut"]["due"]
    assert "shut" in hall.do("club", "status", hall.root).stdout


def test_a_club_is_made_in_an_empty_place_with_settings_that_hold(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    for words in (["club", "new", hall.root, "--title", "x", "--address", "a@b.org"],
                  ["club", "new", tmp_path / "new", "--title", "x", "--address", "no address"],
                  ["club", "tick", tmp_path]):  # fmt: skip
        assert isinstance(hall.try_to(*words).exception, BadInput), words
    (hall.root / "club.yaml").write_text("pbem: club/1\ntitle: x\n", encoding="utf-8")
    assert "address" in str(hall.try_to("club", "tick", hall.root).exception)


# ------------------------------------------------------------------------------------------------------------ the timer
def unit(name: str) -> str:
    """A systemd unit as docs/moderate.md has it."""
    page = (TOP / "docs" / "moderate.md").read_text(encoding="utf-8")
    found = re.search(rf"^`{re.escape(name)}`\n\n```ini\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert found, name
    return found[1]


def test_the_units_of_the_guide_are_units() -> None:
    service, timer = ConfigParser(interpolation=None), ConfigParser(interpolation=None)
    for each in (service, timer):
        each.optionxform = str  # type: ignore[assignment,method-assign]
    service.read_string(unit("pbem-club.service"))
    timer.read_string(unit("pbem-club.timer"))
    assert service["Service"]["Type"] == "oneshot"
    assert service["Service"]["ExecStart"].split()[1:3] == ["club", "tick"]
    assert timer["Timer"]["OnCalendar"] == "*:0/5"
    assert timer["Install"]["WantedBy"] == "timers.target"


def test_the_units_hold_for_systemd_itself(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not here; the form of the units is tested above")
    for name in ("pbem-club.service", "pbem-club.timer"):
        text = unit(name).replace("%h/.local/bin/pbem", "/bin/true")
        (tmp_path / name).write_text(text, encoding="utf-8")
    paths = [str(path) for path in sorted(tmp_path.iterdir())]
    done = subprocess.run(["systemd-analyze", "verify", "--user", *paths], capture_output=True, text=True, check=False,
                          env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)})  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_a_folder_restored_from_an_older_copy_does_not_overwrite_what_was_published(hall: Hall, tmp_path: Path) -> None:
    table, web = hall.tables["shut"], tmp_path / "web"
    shutil.copytree(table.desk, tmp_path / "copy")
    hall.mail(table.sealed("red", bid="high").read_bytes())
    hall.tick()
    hall.do("club", "index", hall.root, "--publish", web)
    shown = (web / "shut" / "ledger.jsonl").read_bytes()
    shutil.rmtree(table.desk)
    shutil.copytree(tmp_path / "copy", table.desk)
    told = hall.do("club", "index", hall.root, "--publish", web)
    assert "shut: not published" in told.output
    assert (web / "shut" / "ledger.jsonl").read_bytes() == shown
    hall.do("verify", web / "shut")
