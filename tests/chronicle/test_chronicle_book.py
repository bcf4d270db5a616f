"""The campaign book of a whole game: what is in it, what it adds up to, and that nothing written by players acts."""

from __future__ import annotations

import json
import re
import time
from copy import deepcopy
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from chronicle_kit import GAME, course, seen_by, whole
from click.testing import CliRunner, Result
from page_kit import DOERS, words_of

from pbem.base.errors import CheckFailed, PbemError
from pbem.chronicle.book_files import drawings, html, make_book, write_book
from pbem.chronicle.campaign_book import bare
from pbem.chronicle.course_of_game import BEGIN, END
from pbem.chronicle.markdown import markdown, plain
from pbem.chronicle.sealed import time_words
from pbem.cli import root
from pbem.page import guard


def command(*words: object) -> Result:
    return CliRunner().invoke(root, [str(word) for word in words])


def all_text(found: dict[str, Any]) -> str:
    return json.dumps(found, ensure_ascii=False)


# ---------------------------------------------------------------------------------------------------------- the story
def test_every_turn_is_a_chapter_with_its_phases_and_its_map() -> None:
    turns = whole()["turns"]
    assert [turn["number"] for turn in turns] == list(range(11))
    assert all(len(turn["phases"]) == 2 and turn["map"] for turn in turns)
    assert turns[0]["title"] == "Before the first turn"


def test_every_public_note_of_the_game_that_a_book_tells_stands_in_it() -> None:
    told = words_of(html(whole())).replace("’", "'")
    for leaf in course().leaves:
        assert leaf.scene.played
        for note in leaf.scene.played.story:
            if note.event in ("captured", "victory", "sailed", "fortune"):
                assert note.text in told
            elif note.event == "retreat":  # the card of its combat says it
                assert note.text in told or f"to {note.text.rpartition(' to ')[2]}" in told


def test_what_one_side_alone_was_told_is_marked_with_whose_ears_it_was_for() -> None:
    ears = {(each["ears"], line["text"]) for turn in whole()["turns"] for phase in turn["phases"]
            for step in phase["steps"] for each in step["paragraphs"] for line in each["lines"]}  # fmt: skip
    inspectors = {who for who, text in ears if text.startswith("They inspect")}
    assert "Spanish" in inspectors
    assert inspectors <= {"English", "Spanish"}


def test_no_sign_of_ears_is_left_in_a_finished_book() -> None:
    assert BEGIN not in html(whole()) + markdown(whole(), {each["name"]: "m.svg" for each in drawings(whole())})
    assert bare(f"a {BEGIN}x{END}b {BEGIN}y{END}c") == "a b c"


def test_an_end_with_every_side_s_own_stacks_and_all_maps_with_both_sides() -> None:
    titles = [part["title"] for part in whole()["final"]]
    assert {"English: Stacks", "Spanish: Stacks"} <= set(titles)
    assert "Sightings" not in titles
    assert all(len(turn["map"]["words"]) > 3 for turn in whole()["turns"][1:])


def test_prizes_add_up_to_what_the_positions_say() -> None:
    taken = {side: [row for row in whole()["gains"] if row[1] == side] for side in ("English", "Spanish")}
    assert whole()["gain_sums"] == [
        [side, str(len(rows)), str(sum(int(row[3] or 0) for row in rows))] for side, rows in taken.items() if rows]
    assert any(taken.values())


def test_the_dice_of_the_table_are_those_of_the_public_logs() -> None:
    logs = "".join(path.read_text() for path in sorted((GAME / "rolls").glob("*.rolls")))
    thrown = sum(line.split(" ")[2].count(",") + 1 for line in logs.splitlines()
                 if line.split("/")[0] in ("land", "land-reroll", "naval", "naval-reroll", "disposal"))  # fmt: skip
    assert sum(row["dice"] for row in whole()["luck"] if row["kind"] == "all of these") == thrown


def test_sealed_things_are_dated_as_the_ledger_dates_them_in_words() -> None:
    rows = whole()["sealed"]
    lines = [json.loads(line) for line in (GAME / "ledger.jsonl").read_text().splitlines()]
    locked = [entry["t"] for entry in lines if entry["k"] == "locked"]
    final = next(entry["t"] for entry in lines if entry["k"] == "final")
    phases = [row for row in rows if row[0] != "The whole game"]
    assert [row[2] for row in phases] == [time_words(stamp) for stamp in locked]
    assert phases[2][0] == "Turn 1, English"
    assert {row[4] for row in rows} == {time_words(final)}
    assert [row[1].removeprefix("hidden dice of ") for row in rows[-3:]] == ["mod", "side:english", "side:spanish"]


def test_times_of_the_ledger_are_told_in_words() -> None:
    assert time_words("2026-01-06T19:00:00Z") == "6 January 2026, 19:00 UTC"


def test_the_last_page_names_the_root_of_the_ledger() -> None:
    from pbem.trust.record.ledger import parse_ledger

    ledger = parse_ledger((GAME / "ledger.jsonl").read_bytes())
    for text in (html(whole()), markdown(whole(), {each["name"]: "m.svg" for each in drawings(whole())})):
        assert ledger.root.hex() in text
        assert f"{len(ledger)} lines" in text


# ------------------------------------------------------------------------------------------------------- the two forms
def test_the_cover_shows_the_last_map_the_title_and_how_it_ended() -> None:
    cover = whole()["cover"]
    drawn = ET.fromstring(cover["alone"])  # noqa: S314 - ours
    assert (drawn.attrib["width"], drawn.attrib["height"]) == ("1200", "630")
    told = ["".join(each.itertext()) for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {whole()["game_name"], whole()["outcome"]} <= set(told)
    inner = drawn.find("{http://www.w3.org/2000/svg}svg")
    assert inner is not None
    left, top, right, bottom = (int(inner.attrib[name]) for name in ("x", "y", "width", "height"))
    assert left >= 0
    assert left + right <= 1200
    assert top + bottom <= 480  # the lines below have their room
    assert f'<div class="cover">{cover["svg"]}' in html(whole())


def test_a_chapter_begins_with_the_words_of_its_first_report_for_everybody() -> None:
    told = [turn["epigraph"] for turn in whole()["turns"]]
    assert all(told)
    assert len(set(told)) > 1
    assert f'<p class="epigraph">{escape(told[1])}</p>' in html(whole())


def test_page_and_markdown_tell_the_same(tmp_path: Path) -> None:
    made = write_book(whole(), tmp_path / "war.md")
    text = made.path.read_text(encoding="utf-8")
    for turn in whole()["turns"]:
        for phase in turn["phases"]:
            for line in phase["brief"]:
                assert plain(line) in text
    linked = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", text)
    *maps, cover = [path.name for path in made.maps]
    assert linked == [cover, *maps]
    assert all((tmp_path / name).read_text(encoding="utf-8").startswith("<svg ") for name in linked)


def test_a_page_holds_nothing_that_does_anything() -> None:
    page = html(whole())
    assert guard.what_is_wrong(page.partition("<body>")[2].partition("</body>")[0]) == []
    assert "default-src 'none'" in page


def test_a_book_is_made_in_less_than_five_seconds_and_always_of_the_same_bytes(tmp_path: Path) -> None:
    began = time.process_time()
    made = write_book(make_book(GAME, "english"), tmp_path / "war.html")
    assert time.process_time() - began < 5
    assert made.path.read_text(encoding="utf-8") == html({**seen_by("english"), "folder": str(GAME)})


# ---------------------------------------------------------------------------------------------------------- the command
def test_the_command_says_what_it_wrote(tmp_path: Path) -> None:
    out = tmp_path / "b.html"
    told = json.loads(command("chronicle", GAME, "--seat", "spanish", "--out", out, "--json").stdout)
    assert told == {"bytes": out.stat().st_size, "maps": [], "path": str(out), "turns": 11,
                    "reader": "as the Spanish player may know it"}  # fmt: skip


@pytest.mark.parametrize(("words", "said"), [
    (("--seat", "french"), "'french' is no seat of this game"),
    (("--out", "book.pdf"), "a book is .html, .md or .epub"),
])  # fmt: skip
def test_a_wrong_seat_or_ending_is_named(words: tuple[str, str], said: str) -> None:
    result = command("chronicle", GAME, *words)
    assert isinstance(result.exception, PbemError)
    assert result.exception.exit_code == 1
    assert result.exception.faults[0].message.startswith(said)


def test_no_book_is_made_of_a_record_that_does_not_hold(tmp_path: Path) -> None:
    from shutil import copytree

    copy = copytree(GAME, tmp_path / "game")
    rolls = next(path for path in sorted((copy / "rolls").iterdir()) if path.stat().st_size)
    data = rolls.read_bytes()
    rolls.write_bytes(data[:-2] + bytes([data[-2] ^ 1]) + data[-1:])
    with pytest.raises(CheckFailed):
        make_book(copy)


# ------------------------------------------------------------------------------------------------------------ mischief
def mischievous(doer: str) -> dict[str, Any]:
    """The book with somebody's mischief wherever a name, a title, a ruling or an order's words may stand."""
    found = deepcopy({**whole(), "turns": whole()["turns"][:2]})
    found |= {"title": doer, "moderator": doer, "players": [[doer, doer]], "outcome": doer, "folder": doer,
              "battles": [{"title": doer, "phase": doer, "lines": [doer], "losses": doer}],
              "gains": [[doer, doer, doer, doer]], "coin": doer, "method": doer}  # fmt: skip
    phase = found["turns"][1]["phases"][0]
    phase |= {"title": doer, "brief": [doer], "rulings": [doer], "told": doer}
    line = {"text": doer, "rule": doer, "dice": None, "ears": doer, "lapsed": True}
    phase["steps"] = [{"title": doer, "rule": doer, "paragraphs": [{"ears": doer, "lines": [line]}]}]
    return found


@pytest.mark.parametrize("doer", DOERS)
def test_whatever_players_write_stays_text(doer: str) -> None:
    page = html(mischievous(doer))
    assert guard.what_is_wrong(page.partition("<body>")[2].partition("</body>")[0]) == []
    assert doer not in page or "<" not in doer
    text = markdown(mischievous(doer), {"map-0": "m.svg", "map-1": "m.svg"})
    body = "\n".join(line for line in text.split("\n") if not line.startswith("    "))
    assert not re.search(r"(?<!\\)<[a-zA-Z/!?]", body)


@pytest.mark.parametrize("text", [
    "# big", "- item", "1. one", "[x](javascript:alert(1))", "**bold**", "a | b", "`code`", "https://x.example", "a\nb",
    "<b>", "* * *", "===", "\u202eevil",
])  # fmt: skip
def test_markdown_of_players_is_escaped(text: str) -> None:
    made = plain(text)
    assert "\n" not in made
    assert "\u202e" not in made
    assert not re.search(r"(?<!\\)[*_\[\]`<>|]", made.replace("<U+", "").replace("\\<U+202E\\>", ""))
    assert not made.startswith(("#", "- ", "1. ", "="))
    assert "https://" not in made
