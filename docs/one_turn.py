"""What each player sees over one turn: every letter as his mailer shows it, what he runs on it, what he sends.

    python docs/one_turn.py [--turn 1] > one_turn.txt

Postfix and Dovecot carry the letters on this machine; the first player reads with mutt, the second with s-nail. Both
are played by bots, so that their letters are those of people who know what they do. Needs what the tests need.
"""

from __future__ import annotations

import argparse
import os
import pty
import select
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TOP / "tests"), str(TOP / "tests" / "game")]

from house_company import CLUB, HouseCompany, company_at  # noqa: E402
from mail_house import open_house  # noqa: E402

from pbem.base.clock import show_time  # noqa: E402
from pbem.match.own_folder.player import order_file  # noqa: E402
from pbem.match.own_folder.seat import Seat  # noqa: E402
from pbem.match.people.enrolment import Plan  # noqa: E402

GAME, SEATS, WIDTH = "jenkins", ("english", "spanish"), 100
SECONDS = 10.0
#: What a mailer is told beside the letter: no questions, no colours, its words to a file.
MUTT = """set folder="{place}"
set pager="{pager}"
set prompt_after=no
set wait_key=no
set quit=yes
ignore *
unignore from date subject to cc
hdr_order date: from: to: cc: subject:
alternative_order text/plain text/html
"""


def by_mutt(letter: Path, place: Path) -> str:
    """A letter as mutt's pager gets it; mutt wants a terminal, and has one of its own."""
    box, shown, settings, pager = (place / name for name in ("box", "shown", "muttrc", "pager"))
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    (box / "new" / "letter").write_bytes(letter.read_bytes().replace(b"\r\n", b"\n"))
    pager.write_text(f'#!/bin/sh\ncat "$@" > {shown}\n', encoding="ascii")
    pager.chmod(0o755)
    settings.write_text(MUTT.format(pager=pager, place=place), encoding="ascii")
    keys = 'push "<first-entry><display-message><exit>"'
    on_terminal(["mutt", "-R", "-n", "-F", str(settings), "-f", str(box), "-e", keys], place)
    return shown.read_text(encoding="utf-8")


def by_s_nail(letter: Path, place: Path) -> str:
    """A letter as s-nail types it."""
    box = place / "box"
    box.write_bytes(b"From club Mon Nov  2 20:00:00 2026\n" + letter.read_bytes().replace(b"\r\n", b"\n") + b"\n")
    fields = "headerpick type retain date from to cc subject"
    words = ["s-nail", "-:/", "-#", "-R", "-N", "-S", "v15-compat", "-S", "ttycharset=utf-8", "-Y", fields]
    done = subprocess.run(
        [*words, "-Y", "type 1", "-Y", "exit", "-f", str(box)], capture_output=True, text=True, check=True,
        stdin=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C.UTF-8", "HOME": str(place)},
    )  # fmt: skip
    return done.stdout


MAILERS = dict(zip(SEATS, (("mutt -R", by_mutt), ("s-nail -R", by_s_nail)), strict=True))


def on_terminal(words: list[str], home: Path) -> None:
    """A program on a terminal of its own, to its end."""
    ours, its = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", "HOME": str(home), "COLUMNS": str(WIDTH)}
    with subprocess.Popen(words, stdin=its, stdout=its, stderr=its, env=environment) as program:
        os.close(its)
        with suppress(OSError):  # the terminal is gone when the program is
            while select.select([ours], [], [], SECONDS)[0] and os.read(ours, 4096):
                pass
        program.kill()  # one that still asks something is not answered
    os.close(ours)


class Told(HouseCompany):
    """The company, with every letter of a turn told as its reader sees it."""

    __slots__ = ("number", "telling")
    telling: bool
    number: int

    def say(self, text: str, mark: str = "") -> None:
        """Lines of the story."""
        if self.telling:
            sys.stdout.write("".join(f"{mark}{line}".rstrip() + "\n" for line in text.rstrip("\n").split("\n")))

    def heading(self, words: str) -> None:
        """What happens next."""
        self.say(f"\n{words}\n{'-' * len(words)}")

    def show(self, seat: str, path: Path) -> None:
        """A letter as its reader's mailer shows it."""
        if not self.telling:
            return
        self.number += 1
        name, mailer = MAILERS[seat]
        with tempfile.TemporaryDirectory() as place:
            shown = mailer(path, Path(place))
        self.heading(f"{self.number}. {show_time(self.now)}: in the box of {seat}, by {name}")
        self.say(shown, "| ")

    def read(self, seat: str, path: Path) -> None:
        """A letter of the club, and what `pbem open` says to it."""
        self.show(seat, path)
        super().read(seat, path)

    def keep(self, seat: str, path: Path) -> None:
        """A letter of another player's."""
        self.show(seat, path)
        super().keep(seat, path)

    def pbem(self, who: str, *words: object) -> str:
        """A command of a player's, and what it says."""
        told = super().pbem(who, *words)
        if who in SEATS:
            line = " ".join(Path(str(word)).name if isinstance(word, Path) else str(word) for word in words)
            self.say(f"\n$ pbem {line}\n")
            self.say(told, "    ")
        return told

    def take(self, seat: str, path: Path) -> None:
        """A player's letter, and the orders in it."""
        if self.telling:
            self.heading(f"{show_time(self.now)}: {seat} writes, checks, seals and mails his orders")
            self.say(order_file(Seat.at(self.folder(seat))).read_text(encoding="utf-8"), "    ")
        super().take(seat, path)


def main(turn: int) -> None:
    """Play up to the turn, and tell it."""
    with (
        open_house(CLUB, *SEATS) as house, tempfile.TemporaryDirectory() as place,
        company_at(house, Path(place), SEATS, GAME, "steady", Told) as company,
    ):  # fmt: skip
        assert isinstance(company, Told)  # noqa: S101 - for the type checker: it is what was asked for
        company.telling, company.number = False, 0
        addresses = {seat: house.address(seat) for seat in SEATS}
        company.begin(Plan(game=GAME, seats=addresses, hours=48, address=house.address(CLUB)))
        while company.turn() <= turn:
            company.telling = company.turn() == turn
            company.step()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Tell one turn, letter by letter, as the players' mailers show it.")
    parser.add_argument("--turn", type=int, default=1)
    main(parser.parse_args().turn)
