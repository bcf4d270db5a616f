"""The command roll: a proof a doubter can follow, and shell lines that come to the same without the program."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from public_folder import sample_files
from tools import need
from vectors_kit import VECTORS

from pbem.base.errors import BadInput, CheckFailed, Kind, PbemError
from pbem.cli import root
from pbem.trust.dice.dice import Dice
from pbem.trust.dice.seed import Link, Seed, parse_seed
from pbem.trust.primitives.chain import step

PHASE = "t03.axis-combat"
FILES = sample_files(VECTORS["sample_phase"])
SEED = f"seeds/{PHASE}.seed"
TWO_STEP = next(seed for seed in VECTORS["dice"]["seeds"] if seed["name"] == "two-step-2p")
OF_TWO_STEP = [case for case in VECTORS["dice"]["rolls"] if case["key"] == TWO_STEP["key"]]


@pytest.fixture
def public(tmp_path: Path) -> Path:
    """The sample phase, on a path that a shell would stumble over."""
    folder = tmp_path / "a game's folder"
    for name, data in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def roll(*arguments: object) -> str:
    """What the command prints."""
    result = CliRunner().invoke(root, ["roll", *map(str, arguments)])
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


def facts(*arguments: object) -> Any:
    """The same for programs."""
    return json.loads(roll(*arguments, "--json"))


def failure(*arguments: object) -> PbemError:
    """The faults of a command that is expected to fail."""
    result = CliRunner().invoke(root, ["roll", *map(str, arguments)])
    assert isinstance(result.exception, PbemError), (result.output, result.exception)
    return result.exception


def in_bash(lines: list[str], folder: Path) -> list[str]:
    """What a shell prints for the lines, any failure of a command being a failure of the test."""
    for tool in ("bash", "openssl", "sha256sum", "awk", "od"):
        need(tool)
    script = "set -euo pipefail\n" + "\n".join(lines)
    done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


# --------------------------------------------------------------------------------------------------------- what it says
def test_a_roll_is_shown_with_seed_key_message_bytes_and_faces(public: Path) -> None:
    text = roll(public, "combat/3417/n1")
    assert text.startswith("combat/3417/n1 2d6: 5,5\n")
    for part in (
        SEED, VECTORS["sample_phase"]["phase_key"], "pbem-roll/1 combat/3417/n1 2d6 0", "byte 0: 196; 196 mod 6 = 4",
        "c404a3f923922ccfd55b152c6f8560eb1a5223f2b63a18ff29924d37b42ba472", "the die shows 5",
    ):  # fmt: skip
        assert part in text


def test_bytes_that_would_favour_a_face_are_named_as_skipped(tmp_path: Path) -> None:
    (tmp_path / "x.seed").write_text(TWO_STEP["file"])
    made = facts(tmp_path / "x.seed", "morale/101ab", "40d200")
    skipped = [word for step_ in made["steps"] for word in step_["skipped"]]
    assert skipped
    assert all(word >= 200 for word in skipped)
    text = roll(tmp_path / "x.seed", "morale/101ab", "40d200")
    assert f"{skipped[0]} skipped, not below 200" in text


def test_a_draw_is_told_in_swaps(public: Path) -> None:
    text = roll(public, "events/order")
    assert "events/order draw:3of3: 1,0,2" in text
    assert "swap cards 0 and 1" in text
    assert "nothing is read: one is left" in text
    assert "A draw lays the cards out" in text


@pytest.mark.parametrize("case", OF_TWO_STEP)
def test_a_seed_alone_gives_the_published_rolls(case: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "x.seed").write_text(TWO_STEP["file"])
    made = facts(tmp_path / "x.seed", case["label"], case["spec"])
    assert (made["key"], made["values"]) == (TWO_STEP["key"], case["result"])
    assert made["blocks"][0]["hex"] == case["block0"]


def test_a_die_of_an_opened_lane_is_shown_with_what_opened_it(public: Path) -> None:
    made = facts(public, "supply/7a")
    assert (made["values"], made["lane"]) == ([6], "side:allied")
    assert "opened by lanes/side-allied.secret" in roll(public, "supply/7a")


# ------------------------------------------------------------------------------------------------------ the shell lines
@pytest.mark.tools
@pytest.mark.parametrize("label", ["combat/3417/n1", "combat/3417/retreat", "morale/7a", "events/order", "supply/7a"])
def test_the_printed_lines_give_the_logged_roll_in_bash(label: str, public: Path, tmp_path: Path) -> None:
    made = facts(public, label)
    values = ",".join(map(str, made["values"]))
    assert in_bash(made["shell"], tmp_path) == [values, f"{label} {made['spec']} {values}"]


@pytest.mark.tools
@pytest.mark.parametrize("spec", [
    "1d2", "3d6", "100d20", "60d100", "2d255", "40d256", "5d257", "3d1000", "70d65536", "draw:1of1", "draw:5of52",
    "draw:52of52", "draw:3of256", "draw:3of257", "draw:258of258", "draw:20of300",
])  # fmt: skip
def test_the_printed_lines_give_any_roll_of_a_seed_in_bash(spec: str, tmp_path: Path) -> None:
    (tmp_path / "x.seed").write_text(TWO_STEP["file"])
    made = facts(tmp_path / "x.seed", "search/2210/kg-peiper", spec)
    due = Dice(bytes.fromhex(TWO_STEP["key"])).roll("search/2210/kg-peiper", spec)
    assert in_bash(made["shell"], tmp_path) == [",".join(map(str, due))]
    assert made["values"] == list(due)


@pytest.mark.tools
def test_the_lines_as_printed_for_people_run_as_well(public: Path, tmp_path: Path) -> None:
    blocks = roll(public, "combat/3417/n1").split("\n\n")
    shell = [block for block in blocks if block.startswith("    ")]
    assert in_bash(shell[0].splitlines(), tmp_path)[0] == "5,5"
    assert "chain: 91eac7f1" in in_bash(shell[1].splitlines(), tmp_path)[0]


@pytest.mark.tools
def test_the_moderators_promise_leads_to_the_charter_and_a_false_one_does_not(public: Path, tmp_path: Path) -> None:
    lines = facts(public, "combat/3417/n1")["promise"]
    assert in_bash(lines, tmp_path) == ["  chain: 91eac7f1c07efb7c45a1361b525a490604b2066568a282600d0c2614c7964701"]
    (public / "charter.yaml").write_bytes(FILES["charter.yaml"].replace(b"91eac7f1", b"91eac7f2"))
    with pytest.raises(AssertionError):
        in_bash(lines, tmp_path)


# ------------------------------------------------------------------------------------------------------------- refusals
def another_phase(public: Path, name: str, attempt: int = 1) -> None:
    """A second phase that rolled the same label."""
    old = parse_seed(FILES[SEED])
    seed = Seed(old.game, name, attempt, Link(16, step(old.mod.value)), drand=old.drand)
    dice = Dice(seed.key)
    dice.roll("combat/3417/n1", "2d6")
    stem = name if attempt == 1 else f"{name}+{attempt}"
    (public / f"seeds/{stem}.seed").write_bytes(seed.to_bytes())
    (public / f"rolls/{stem}.rolls").write_bytes(dice.log())


def test_a_label_of_several_phases_asks_which_and_names_them(public: Path) -> None:
    another_phase(public, "t04.axis-combat")
    another_phase(public, "t04.axis-combat", 2)
    fault = failure(public, "combat/3417/n1").faults[0]
    assert fault.kind is Kind.AMBIGUOUS
    assert fault.hint.partition(": ")[2].split(", ") == [PHASE, "t04.axis-combat+2", "t04.axis-combat"]
    assert facts(public, "combat/3417/n1", "--phase", PHASE)["values"] == [5, 5]
    assert facts(public, "combat/3417/n1", "--phase", "t04.axis-combat+2")["attempt"] == 2


def test_a_log_that_shows_another_die_fails_the_check(public: Path) -> None:
    log = public / f"rolls/{PHASE}.rolls"
    log.write_bytes(log.read_bytes().replace(b"2d6 5,5", b"2d6 6,5"))
    error = failure(public, "combat/3417/n1")
    assert isinstance(error, CheckFailed)
    assert "the log has '6,5'" in error.faults[0].message
    assert "the key gives '5,5'" in error.faults[0].message


def test_a_label_nobody_rolled_is_answered_with_those_near_it(public: Path) -> None:
    fault = failure(public, "combat/3417/n2").faults[0]
    assert fault.message == "no log shows a roll 'combat/3417/n2'"
    assert "combat/3417/n1" in fault.hint


def test_a_roll_that_no_log_shows_can_be_made_with_its_phase_and_spec(public: Path) -> None:
    made = facts(public, "combat/3417/n2", "2d6", "--phase", PHASE)
    assert made["values"] == list(Dice(parse_seed(FILES[SEED]).key).roll("combat/3417/n2", "2d6"))
    assert made["log"] == ""


def test_a_seed_in_its_folder_finds_its_own_log(public: Path) -> None:
    assert facts(public / SEED, "morale/7a")["values"] == [4]


@pytest.mark.parametrize(("arguments", "message"), [
    (["Combat/3417", "2d6"], "is no label"),
    (["combat/3417", "2d0"], "is nothing to roll"),
    (["combat/3417"], "what was rolled is not known"),
])  # fmt: skip
def test_a_seed_alone_needs_a_good_label_and_spec(arguments: list[str], message: str, tmp_path: Path) -> None:
    (tmp_path / "x.seed").write_text(TWO_STEP["file"])
    error = failure(tmp_path / "x.seed", *arguments)
    assert isinstance(error, BadInput)
    assert message in error.faults[0].message


@pytest.mark.parametrize("data", [b"", b"\0", b"pbem-seed/1\n", b"pbem-seed/1", b"\xff" * 90, b"PK\3\4 and no more"])
def test_what_is_no_seed_gives_a_fault_and_no_traceback(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.seed").write_bytes(data)
    assert failure(tmp_path / "x.seed", "combat/3417", "2d6").faults
    assert (tmp_path / "x.seed").read_bytes() == data


def test_a_lane_that_is_not_open_says_what_would_open_it(public: Path) -> None:
    (public / "lanes/side-allied.secret").unlink()
    fault = failure(public, "supply/7a").faults[0]
    assert fault.message == "lane 'side:allied' is not open"
    assert "lanes/side-allied.secret" in fault.hint
