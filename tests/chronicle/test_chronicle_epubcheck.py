"""The books of all titles before epubcheck, the program by which publishers judge a book for e-readers."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from samples import place_of
from tools import need

from pbem.chronicle.book_files import as_epub
from pbem.chronicle.campaign_book import book
from pbem.chronicle.course_of_game import Eyes, read_course

#: The shortest sample of each title.
GAMES = ("jenkins/beacon", "lions/two-players", "glory/trafalgar", "guerra/opening-guns", "yellowjack/moderated")


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_epubcheck_finds_no_fault_in_the_book_of_a_title(tmp_path: Path, game: str) -> None:
    program, java = need("epubcheck"), need("java")  # Debian's is a Java archive
    path = tmp_path / "book.epub"
    path.write_bytes(as_epub(book(read_course(place_of(game)), Eyes(whole=True))))
    done = subprocess.run([java, "-jar", program, str(path)], capture_output=True, text=True, check=False)
    assert "0 fatals / 0 errors / 0 warnings" in done.stdout + done.stderr, done.stderr[-3000:]
    assert done.returncode == 0
