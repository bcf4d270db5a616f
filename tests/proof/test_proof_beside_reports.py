"""The proof page beside a player's reports: it is written with each report, and the dice of reports lead to it."""

from __future__ import annotations

from pathlib import Path

from samples import place_of

from pbem.proof.beside_reports import lay_proof

DIE = '<a class="proof" data-proof="roll=storm/n1&amp;phase=t03.english">storm/n1</a>'
LINK = '<a class="proof" href="proof.html#roll=storm/n1&amp;phase=t03.english">storm/n1</a>'


def test_the_first_time_every_report_is_linked_and_later_the_new_one(tmp_path: Path) -> None:
    for name in ("t01.english", "t01.spanish"):
        (tmp_path / f"{name}.html").write_text(DIE)
    made = lay_proof(place_of("jenkins/moderated"), tmp_path, "t01.spanish")
    assert made == tmp_path / "proof.html"
    assert b'id="packed-folder"' in made.read_bytes()
    assert (tmp_path / "t01.english.html").read_text() == (tmp_path / "t01.spanish.html").read_text() == LINK
    (tmp_path / "t02.english.html").write_text(DIE)
    lay_proof(place_of("jenkins/moderated"), tmp_path, "t02.english")
    assert (tmp_path / "t02.english.html").read_text() == LINK


def test_a_report_without_a_record_beside_it_keeps_its_dice_as_names(tmp_path: Path) -> None:
    (tmp_path / "t01.english.html").write_text(DIE)
    assert lay_proof(tmp_path / "nothing", tmp_path, "t01.english") is None
    assert (tmp_path / "t01.english.html").read_text() == DIE
