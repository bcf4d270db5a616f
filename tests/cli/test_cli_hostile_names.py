"""Names from outside on a terminal: every command is fed what would move the cursor or turn the writing (review D5)."""

from __future__ import annotations

import ast
import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from club import Club, duel_is_known, playing

import pbem
from pbem import strict_yaml
from pbem.base.clock import parse_time
from pbem.base.errors import hidden, visible
from pbem.cli import main, root
from pbem.cli.telling import say, say_json
from pbem.match.post.game_letter import Letter, read_letter, write_letter
from pbem.trust.keyring import Keyring
from pbem.trust.ssh import sshsig

__all__ = ["duel_is_known"]

#: Set the title of the window, clear the screen, go home, turn the writing around, join without a sign, one-byte CSI.
HOSTILE = "\x1b]0;pwned\a\x1b[2J\x1b[1;1HAll keys verified.\u202egnp.exe\u200b\x9b31m\u2066"
ALLOWED = {"pbem/cli/telling.py", "pbem/cli/progress.py", "pbem/page/worker.py"}


def raw(text: str) -> list[str]:
    """The characters of a text that a terminal would obey or hide."""
    return [letter for letter in text if letter != "\n" and hidden(letter)]


def leaves(command: click.Command, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command of the program, with those of its groups."""
    if not isinstance(command, click.Group):
        yield words
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        assert found is not None
        yield from leaves(found, (*words, name))


COMMANDS = list(leaves(root))


def required(words: tuple[str, ...]) -> list[str]:
    """A hostile word wherever a command wants one."""
    command: click.Command = root
    for word in words:
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), word)
        assert found is not None
        command = found
    given: list[str] = []
    for parameter in command.params:
        if not parameter.required:
            continue
        if isinstance(parameter, click.Option):
            given.append(parameter.opts[0])
        given += [HOSTILE] * (1 if parameter.nargs < 1 else parameter.nargs)
    return given


def said(monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    """All that the program says on a terminal for a command line."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with monkeypatch.context() as patch:
        patch.setattr(sys, "argv", ["pbem", *words])
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        with pytest.raises(SystemExit):
            main()
    found = [stream.buffer.getvalue() for stream in (out, err) if isinstance(stream.buffer, io.BytesIO)]
    return b"".join(found).decode("utf-8")


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_spells_out_a_hostile_name(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a file that is missing, as a file with hostile content, and as one word too many."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "keys"))

    def asked(*given: object, **more: object) -> str:
        if words == ("key", "lock"):  # the one command that is for choosing a passphrase; here nobody types one
            raise EOFError
        pytest.fail("asked for a passphrase")

    monkeypatch.setattr("getpass.getpass", asked)
    Keyring.create("Anna", home=tmp_path / "keys")
    given = required(words)
    spoken = said(monkeypatch, *words, *given)
    spoken += said(monkeypatch, *words, *given, HOSTILE, f"--{HOSTILE}")
    (tmp_path / HOSTILE).write_text(f"pbem: {HOSTILE}\n{HOSTILE}\n", encoding="utf-8")
    spoken += said(monkeypatch, *words, *given)
    assert raw(spoken) == []


@pytest.mark.parametrize("word", [HOSTILE, f"-{HOSTILE}"])
def test_a_command_that_nobody_has_is_spelt_out(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = said(monkeypatch, word)
    assert "<U+001B>" in spoken or "\\x1b" in spoken
    assert raw(spoken) == []


def test_what_is_said_keeps_its_lines_and_letters(capsys: pytest.CaptureFixture[str]) -> None:
    say("one\ntwo \N{LATIN SMALL LETTER E WITH ACUTE}")
    say(f"x{HOSTILE}", nl=False)
    told = capsys.readouterr().out
    assert told.startswith("one\ntwo \N{LATIN SMALL LETTER E WITH ACUTE}\nx<U+001B>]0;pwned<U+0007>")
    assert raw(told) == []


@pytest.mark.parametrize("indent", [None, 2])
def test_json_means_the_same_and_holds_nothing_that_a_terminal_obeys(
    indent: int | None, capsys: pytest.CaptureFixture[str]
) -> None:
    value = {"title": f"{HOSTILE}\N{SMILING FACE WITH SUNGLASSES}\U000e0041", HOSTILE: [1, None]}
    say_json(value, indent=indent)
    told = capsys.readouterr().out
    assert json.loads(told) == value
    assert raw(told) == []


#: Words without which a module cannot write to a terminal: most modules need no closer look.
WRITES = re.compile(r"\becho\b|\bsecho\b|\bprint\b|\bstdout\b|\bstderr\b")


def test_nothing_else_in_the_program_writes_to_a_terminal() -> None:
    """`say`, `say_json` and `say_bytes` are the only way; the pager shows our own documentation, prompts our words."""
    found = []
    for path in sorted(Path(pbem.__file__).parent.rglob("*.py")):
        name = path.relative_to(Path(pbem.__file__).parents[1]).as_posix()
        text = path.read_text(encoding="utf-8")
        if name in ALLOWED or not WRITES.search(text):
            continue
        for node in ast.walk(ast.parse(text)):
            text = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if text in ("click.echo", "click.secho", "print") or text.startswith(("sys.stdout.", "sys.stderr.")):
                found.append(f"{name}:{node.lineno}: {text}")  # type: ignore[attr-defined]
    assert [each for each in found if not each.endswith(".isatty")] == []


# ---------------------------------------------------------------------------------------------------------- at the door
def hostile_invitation(club: Club, place: Path) -> Path:
    """An invitation signed by whoever writes it, with another title and moderator's name."""
    letter = club.deliver()["red"][-1]
    parts = dict(read_letter(letter).parts)
    paper = strict_yaml.plain(strict_yaml.read(parts["invitation.yaml"]))
    paper["title"] = HOSTILE
    evil = Keyring.create("Evil", home=place / "keys-evil").signer()
    paper["moderator"] = {**paper["moderator"], "ssh": evil.public.line()}
    data = strict_yaml.write(paper).encode()
    signature = sshsig.sign(evil, data, sshsig.namespace("charter")).encode()
    made = Letter("red@example.org", "You are invited", "Hello.\n",
                  {"invitation.yaml": data, "invitation.yaml.sig": signature})  # fmt: skip
    path = place / "evil.eml"
    path.write_bytes(write_letter(made, "evil@example.org", "evil", parse_time(club.now), automatic=False))
    return path


def test_invitation_ansi_bidi_is_refused_and_spelt_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Row 'invitation: ANSI, bidi' of the review's table."""
    club = Club(tmp_path / "place")
    letter = hostile_invitation(club, tmp_path)
    error = club.fail("red", "join", letter, "--dir", tmp_path / "red")
    assert "has characters in 'title' that nobody sees" in error.faults[0].message
    assert not (tmp_path / "red").exists()
    monkeypatch.setattr("pbem.match.terms.papers.hidden", lambda letter: False)  # an older door that lets it in
    joined = club.try_to("red", "join", letter, "--dir", tmp_path / "red")
    assert "<U+001B>]0;pwned" in joined.output
    assert raw(joined.output) == []


def test_a_charter_holds_names_that_can_be_printed(tmp_path: Path) -> None:
    club = playing(tmp_path)
    from pbem.base.errors import BadInput
    from pbem.trust.people.charter import parse_charter

    data = (club.desk / "charter.yaml").read_text(encoding="utf-8")
    for field in ("title", "name"):
        line = next(line for line in data.splitlines() if line.strip().removeprefix("- ").startswith(f"{field}:"))
        head = line.partition(":")[0]
        with pytest.raises(BadInput):
            parse_charter(data.replace(line, f'{head}: "x\\e[2J\\u202Ey"', 1).encode(), "charter.yaml")


def test_a_whole_game_with_hostile_words_says_nothing_raw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Phase titles, reasons, notes and letters of a game, on the terminals of moderator and players."""
    spoken: list[str] = []
    plain = Club.try_to

    def heard(club: Club, who: str, *words: object) -> object:
        result = plain(club, who, *words)
        spoken.append(result.output)
        return result

    monkeypatch.setattr(Club, "try_to", heard)
    club = Club(tmp_path, "moderated", "--press", "both")
    club.begin()
    note = tmp_path / "note.txt"
    note.write_text(f"Come here.{HOSTILE}\n", encoding="utf-8")
    club.try_to("red", "press", note, "--to", "blue", "--dir", club.folder("red"))
    club.try_to("red", "diary", "--add", f"I think {HOSTILE}", "--dir", club.folder("red"))
    club.try_to("red", "diary", "--dir", club.folder("red"))
    club.try_to("moderator", "pause", club.desk, "--reason", f"Holidays {HOSTILE}")
    club.try_to("moderator", "resume", club.desk, "--reason", "Back.")
    club.try_to("moderator", "rule", club.desk, "--reason", f"So be it {HOSTILE}")
    for name in (HOSTILE, f"x{HOSTILE}@example.org"):
        club.try_to("moderator", "address", club.desk, "red", name)
    club.read()
    for seat in ("red", "blue"):
        club.try_to(seat, "inbox", club.folder(seat))
        club.try_to(seat, "verify", club.folder(seat) / "game")
    club.try_to("moderator", "status", club.desk)
    for each in spoken:
        assert raw(each) == [], each
    assert "<U+001B>" in "".join(spoken)


def test_a_character_that_can_be_printed_is_not_hidden() -> None:
    printable = (letter for letter in map(chr, range(sys.maxunicode + 1)) if letter.isprintable())
    assert [f"{ord(letter):x}" for letter in printable if hidden(letter)] == []
    assert visible("a\u202eb c\n") == "a<U+202E>b c<U+000A>"
