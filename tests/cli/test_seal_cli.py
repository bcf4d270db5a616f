"""The commands `envelope` and `open`, as a player without a game folder uses them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from small_game import ORDERS, PHASE, ROUND, SmallGame, small_game
from tools import need
from vectors_kit import VECTORS

from pbem.base.errors import CheckFailed, PbemError, Waiting
from pbem.cli import root
from pbem.trust.beacon.demo_chain import DEMO_CHAIN
from pbem.trust.keyring import Keyring
from pbem.trust.orders.envelope import Expected, check_envelope, open_envelope, parse_envelope
from pbem.trust.people.charter import parse_charter
from pbem.trust.primitives.chain import Chain
from pbem.trust.seal import seal
from pbem.trust.ssh.sshkeys import private_text

BEACON = f"{ROUND} {DEMO_CHAIN.sign(ROUND)}"
SAMPLE = VECTORS["sample_phase"]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with orders, keys and the charter of a small game in every tier."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PBEM_PASSPHRASE_COMMAND", raising=False)
    (tmp_path / "orders.yaml").write_bytes(ORDERS)
    for tier in ("moderated", "two-step", "beacon"):
        game = small_game(tier)
        (tmp_path / f"{tier}.yaml").write_bytes(game.charter.data)
        write_secret(tmp_path / f"{tier}.ssh", private_text(game.britain.ssh))
        (tmp_path / f"{tier}.age").write_text(f"# britain\n{game.britain.age[0]}\n", encoding="ascii")
    return tmp_path


def write_secret(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    path.chmod(0o600)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(root, arguments)


def pbem(*arguments: str) -> Result:
    """A command that is expected to succeed."""
    result = run(*arguments)
    assert result.exit_code == 0, (result.output, result.exception)
    return result


def failure(*arguments: str) -> PbemError:
    """The faults of a command that is expected to fail."""
    result = run(*arguments)
    assert isinstance(result.exception, PbemError), (result.output, result.exception)
    return result.exception


def sealing(tier: str, *more: str) -> tuple[str, ...]:
    """The words that seal the orders in a tier."""
    common = ("envelope", "orders.yaml", "--charter", f"{tier}.yaml", "--phase", PHASE, "--seat", "britain")
    return (*common, "--key", f"{tier}.ssh", *more)


def test_orders_seal_still_takes_the_options_that_moved_to_envelope(desk: Path) -> None:
    told = pbem("orders", "seal", *sealing("two-step", "--one-time", "once.key")[1:])
    envelope = parse_envelope(Path(told.stdout.strip()).read_bytes())
    assert (envelope.lock.seat, envelope.lock.phase) == ("britain", PHASE)
    refused = run("orders", "seal", "orders.yaml", "--charter", "two-step.yaml")
    assert refused.exit_code == 2
    assert "--charter needs --phase and --seat" in refused.output


def take_over(game: SmallGame, home: Path) -> None:
    """A keyring whose chain is the one that Britain enrolled."""
    ring = Keyring.create("Horatio", home.with_name("moderated.ssh"), home=home)
    chain: Chain = game.britain.chain
    ring.chain_path(game.charter.game).parent.mkdir(mode=0o700)
    write_secret(ring.chain_path(game.charter.game), f"{chain.top}\n".encode())


def test_moderated_orders_are_sealed_with_the_next_chain_value_and_opened(desk: Path) -> None:
    game = small_game("moderated")
    take_over(game, desk / "home")
    (desk / "checkpoint").write_bytes(game.log.sign_checkpoint(game.charter.origin, 3, bytes(32)))
    words = ("--index", "1", "--seen", "checkpoint")
    result = pbem(*sealing("moderated", *words)[:-6], *words)
    assert result.stdout == f"britain-{PHASE}-1.pbem\n"
    envelope = parse_envelope((desk / result.stdout.strip()).read_bytes())
    check_envelope(envelope, game.charter, game.expected)
    assert envelope.lock.seen == (3, "A" * 43 + "=")
    shown = pbem("open", result.stdout.strip(), "--key", "moderated.age")
    assert shown.stdout_bytes.startswith(ORDERS + b"# pad ...")
    assert f"commitment {envelope.lock.orders}" in shown.stderr


def test_two_step_orders_leave_a_one_time_key_that_opens_them(desk: Path) -> None:
    game = small_game("two-step")
    name = pbem(*sealing("two-step", "--one-time", "once.key", "--out", "post")).stdout.strip()
    envelope = parse_envelope((desk / name).read_bytes())
    check_envelope(envelope, game.charter, game.expected)
    assert (desk / "once.key").stat().st_mode & 0o077 == 0
    (secret,) = seal.read_identities((desk / "once.key").read_bytes())
    assert open_envelope(envelope, [secret]).content.startswith(ORDERS)
    assert pbem("open", name, "--key", "once.key").stdout_bytes.startswith(ORDERS)


def test_beacon_orders_wait_for_their_round(desk: Path) -> None:
    game = small_game("beacon")
    name = pbem(*sealing("beacon", "--round", str(ROUND), "--demo-beacon")).stdout.strip()
    check_envelope(parse_envelope((desk / name).read_bytes()), game.charter, game.expected)
    waiting = failure("open", name, "--key", "beacon.age")
    assert isinstance(waiting, Waiting)
    assert "--beacon" in waiting.faults[0].hint
    (desk / "round.txt").write_text(BEACON + "\n", encoding="ascii")
    for beacon in (BEACON, "round.txt"):
        shown = pbem("open", name, "--key", "beacon.age", "--beacon", beacon)
        assert shown.stdout_bytes.startswith(ORDERS)
        assert "demonstration beacon, which proves nothing" in shown.stderr
    wrong = failure("open", name, "--key", "beacon.age", "--beacon", f"{ROUND + 1} {DEMO_CHAIN.sign(ROUND + 1)}")
    assert isinstance(wrong, CheckFailed)


def test_public_orders_need_no_key(desk: Path) -> None:
    name = pbem(*sealing("beacon", "--round", str(ROUND), "--demo-beacon", "--public")).stdout.strip()
    assert pbem("open", name, "--beacon", BEACON).stdout_bytes.startswith(ORDERS)


def test_the_demonstration_beacon_is_refused_unless_allowed(desk: Path) -> None:
    assert "demonstration" in failure(*sealing("beacon", "--round", "9")).faults[0].message


def test_an_envelope_is_never_written_over(desk: Path) -> None:
    words = sealing("two-step", "--one-time", "once.key")
    pbem(*words)
    before = (desk / "once.key").read_bytes()
    assert "--seq 2" in failure(*words).faults[0].hint
    assert "name another file" in failure(*words, "--seq", "2").faults[0].hint
    assert (desk / "once.key").read_bytes() == before


def test_orders_with_faults_are_not_sealed(desk: Path) -> None:
    (desk / "orders.yaml").write_bytes(b"sail: &full yes\nsail: no\n")
    error = failure(*sealing("two-step", "--one-time", "once.key"))
    assert error.faults[0].file == "orders.yaml"
    assert not list(desk.glob("*.pbem"))
    assert not (desk / "once.key").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--phase", "T 1"), "no phase"),
        (("--seat", "spain"), "no seat"),
        (("--seq", "0"), "seq 0"),
        (("--round", "5"), "in tier two-step they open 'step2'"),
        (("--charter", "orders.yaml"), "'orders/1'"),
        (("--charter", "missing.yaml"), "cannot be read"),
        (("--key", "moderated.ssh"), "not the one of seat"),
        (("--seen", "orders.yaml"), "checkpoint"),
    ],
)
def test_what_is_wrong_is_said(words: tuple[str, str], says: str, desk: Path) -> None:
    error = failure(*sealing("two-step", "--one-time", "once.key"), *words)
    assert any(says in fault.message for fault in error.faults)


def test_a_sealed_report_opens_and_is_held_against_its_commitment(desk: Path) -> None:
    report = b"pbem-commit/1 trafalgar-1805-4f1c9a/report/britain/t01\n" + b"ab" * 32 + b"\nWind WSW.\n"
    (desk / "report.age").write_text(seal.seal([small_game("beacon").britain.age[1]], report), encoding="ascii")
    words = ("open", "report.age", "--key", "beacon.age")
    shown = pbem(*words)
    assert shown.stdout == "Wind WSW.\n"
    commitment = shown.stderr.split()[1]
    told = json.loads(pbem(*words, "--commitment", commitment, "--json").stdout)
    assert (told["content"], told["commitment"]) == ("Wind WSW.\n", commitment)
    assert told["purpose"] == "trafalgar-1805-4f1c9a/report/britain/t01"
    wrong = failure(*words, "--commitment", "00" * 32)
    assert isinstance(wrong, CheckFailed)


def test_your_own_key_is_used_when_none_is_named(desk: Path) -> None:
    ring = Keyring.create("Horatio", home=desk / "home")
    (desk / "letter.age").write_text(seal.seal([ring.age_public()], b"Engage.\n"), encoding="ascii")
    assert pbem("open", "letter.age").stdout == "Engage.\n"


def test_the_sample_envelope_opens_with_the_sample_beacon(desk: Path) -> None:
    part = SAMPLE["envelopes"]["axis"]
    (desk / "axis.pbem").write_bytes((part["lock"] + part["lock_sig"] + part["sealed"]).encode())
    (desk / "axis.key").write_text(SAMPLE["age_identities"]["axis"], encoding="ascii")
    signature = VECTORS["tlock"][0]["signature"]
    shown = pbem("open", "axis.pbem", "--key", "axis.key", "--beacon", f"657413 {signature}")
    assert shown.stdout == part["orders_preimage"].split("\n", 2)[2]


def test_the_exit_code_is_4_and_no_content_is_shown_when_the_orders_are_not_those_locked(desk: Path) -> None:
    part = SAMPLE["envelopes"]["axis"]
    other = part["lock"].replace("orders: 186b", "orders: 286b")
    (desk / "axis.pbem").write_bytes((other + part["lock_sig"] + part["sealed"]).encode())
    (desk / "axis.key").write_text(SAMPLE["age_identities"]["axis"], encoding="ascii")
    beacon = f"657413 {VECTORS['tlock'][0]['signature']}"
    command = [sys.executable, "-m", "pbem", "open", "axis.pbem", "--key", "axis.key", "--beacon", beacon]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (4, "")
    assert "not those the lock commits to" in done.stderr


@pytest.mark.parametrize("content", [b"", b"hello\n", b"pbem: lock/1\n", seal.BEGIN, seal.MAGIC, b"\xff\xfe"])
def test_what_is_no_sealed_file_is_a_fault_with_its_name(content: bytes, desk: Path) -> None:
    (desk / "x").write_bytes(content)
    assert failure("open", "x", "--key", "beacon.age").faults[0].file == "x"


@pytest.mark.tools
def test_age_and_sha256sum_alone_check_what_was_sealed(desk: Path) -> None:
    name = pbem(*sealing("two-step", "--one-time", "once.key")).stdout.strip()
    text = (desk / name).read_text(encoding="ascii")
    armour = text[text.index("-----BEGIN AGE") :].encode()
    opened = subprocess.run([need("age"), "-d", "-i", "once.key"], input=armour, capture_output=True, check=True).stdout
    hashed = subprocess.run([need("sha256sum")], input=opened, capture_output=True, check=True).stdout
    assert f"orders: {hashed.decode().split()[0]}\n" in text


def test_nothing_heavy_is_loaded_before_a_command_is_called() -> None:
    code = "import sys, pbem.cli; sys.exit(any(name in sys.modules for name in ('pyrage', 'cryptography', 'yaml')))"
    assert subprocess.run([sys.executable, "-c", code], env={**os.environ}, check=False).returncode == 0


def test_the_charter_of_the_sample_is_taken(desk: Path) -> None:
    charter = parse_charter(SAMPLE["charter"].encode())
    part = SAMPLE["envelopes"]["axis"]
    envelope = parse_envelope((part["lock"] + part["lock_sig"] + part["sealed"]).encode())
    check_envelope(envelope, charter, Expected(phase=envelope.lock.phase))
