"""The commands key, sign and check-signature, as a player meets them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sshkit import openssh, signing
from tools import need
from vectors_kit import VECTORS

from pbem.base.errors import PbemError
from pbem.cli import root
from pbem.trust.ssh.sshkeys import ed25519_from_seed, private_text
from pbem.trust.ssh.sshsig import sign, verify

VECTOR = VECTORS["sshsig"]
AXIS = ed25519_from_seed(bytes.fromhex(VECTOR["seed"]), "axis-ssh-key")
GAME = "bulge-2023-09-4f1c9a"
ORDERS = b"pbem: orders/1\nseat: axis\n"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the orders, a key file, and room for the player's own keys."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PBEM_PASSPHRASE_COMMAND", raising=False)
    (tmp_path / "orders.yaml").write_bytes(ORDERS)
    write_key(tmp_path / "axis", private_text(AXIS))
    (tmp_path / "axis.pub").write_text(VECTOR["public"] + "\n")
    return tmp_path


def write_key(path: Path, data: bytes) -> None:
    """A private key file with the rights it needs."""
    path.write_bytes(data)
    path.chmod(0o600)


def pbem(*arguments: str, typed: str = "") -> Result:
    """A command that is expected to succeed."""
    result = CliRunner().invoke(root, arguments, input=typed)
    assert result.exit_code == 0, (result.output, result.exception)
    return result


def failure(*arguments: str, typed: str = "") -> PbemError:
    """The faults of a command that is expected to fail."""
    result = CliRunner().invoke(root, arguments, input=typed)
    assert isinstance(result.exception, PbemError), (result.output, result.exception)
    return result.exception


def usage(*arguments: str) -> str:
    """What is said of a wrong use."""
    result = CliRunner().invoke(root, arguments)
    assert result.exit_code == 2
    return result.stderr


def test_key_new_prints_the_public_lines_and_nothing_secret(desk: Path) -> None:
    result = pbem("key", "new", "--name", "Anna", "--game", GAME)
    words = (desk / "home" / "secret.key").read_text().split()
    shown = [line.split(":")[0] for line in result.stdout.splitlines()]
    assert shown == ["name", "ssh", "fingerprint", "age", f"chain of {GAME}", f"age of {GAME}"]
    assert "pbem key backup" in result.stderr
    assert len(words) == 12
    assert " ".join(words[:3]) not in result.output
    assert pbem("key", "show").stdout == result.stdout


def test_key_show_json_names_every_chain_or_the_one_asked_for(desk: Path) -> None:
    pbem("key", "new", "--name", "Anna", "--game", GAME)
    facts = json.loads(pbem("key", "new", "--game", "lions-0b1e55", "--json").stdout)
    assert list(facts["chains"]) == ["lions-0b1e55"]
    both = json.loads(pbem("key", "show", "--json").stdout)
    assert sorted(both) == ["age", "ages", "chains", "fingerprint", "home", "key", "name", "ssh"]
    assert sorted(both["chains"]) == [GAME, "lions-0b1e55"]
    assert json.loads(pbem("key", "show", "--json", "--game", GAME).stdout)["chains"] == {GAME: both["chains"][GAME]}


def test_key_new_needs_a_name_once_and_never_writes_over(desk: Path) -> None:
    assert "--name" in usage("key", "new")
    pbem("key", "new", "--name", "Anna")
    assert "there are keys already" in str(failure("key", "new", "--name", "Bert"))
    assert "there are keys already" in str(failure("key", "new"))
    assert "there are keys already" in str(failure("key", "new", "--name", "Bert", "--game", GAME))


def test_key_new_takes_a_key_the_player_has(desk: Path) -> None:
    facts = json.loads(pbem("key", "new", "--name", "Axis", "--ssh-key", "axis", "--json").stdout)
    assert facts["ssh"] == VECTOR["public"]
    assert facts["key"] == str(desk / "axis")
    pbem("sign", "orders.yaml")
    assert (desk / "orders.yaml.sig").read_text() == sign(AXIS, ORDERS, "orders")


def test_key_new_asks_twice_for_a_passphrase_and_sign_asks_for_it(desk: Path) -> None:
    made = pbem("key", "new", "--name", "Anna", "--passphrase", typed="sesame\nsesame\n")
    assert "sesame" not in made.output
    pbem("sign", "orders.yaml", typed="sesame\n")
    assert "passphrase does not open this key" in str(failure("sign", "orders.yaml", "--force", typed="open\n"))
    assert "no passphrase was given" in str(failure("sign", "orders.yaml", "--force"))


def test_a_passphrase_may_come_from_a_command(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_PASSPHRASE_COMMAND", f"{sys.executable} -c \"print('sesame')\"")
    write_key(desk / "locked", openssh("ed25519", b"sesame"))
    pbem("sign", "orders.yaml", "--key", "locked")
    verify(signing("ed25519").public, ORDERS, "orders", (desk / "orders.yaml.sig").read_bytes())


def test_key_new_refuses_what_contradicts_itself(desk: Path) -> None:
    assert "--passphrase" in usage("key", "new", "--name", "A", "--ssh-key", "axis", "--passphrase")
    error = failure("key", "new", "--name", "A", "--ssh-key", "axis", "--agent", "SHA256:x")
    assert "cannot both be the signing key" in str(error)


def test_sign_writes_what_ssh_keygen_would_and_check_signature_agrees(desk: Path) -> None:
    result = pbem("sign", "orders.yaml", "--key", "axis")
    assert result.stdout == "orders.yaml.sig\n"
    assert (desk / "orders.yaml.sig").read_text() == sign(AXIS, ORDERS, "orders")
    told = pbem("check-signature", "orders.yaml", "--public", "axis.pub")
    print_ = AXIS.public.fingerprint()
    assert told.stdout == f"good signature by {print_} (ssh-ed25519) for pbem-orders@pbem.example\n"
    assert told.stderr == ""
    assert pbem("check-signature", "orders.yaml", "--public", VECTOR["public"]).stdout == told.stdout
    assert "nobody vouches for this key" in pbem("check-signature", "orders.yaml").stderr


def test_sign_writes_over_another_signature_only_when_told_to(desk: Path) -> None:
    pbem("sign", "orders.yaml", "--key", "axis")
    first = (desk / "orders.yaml.sig").read_bytes()
    pbem("sign", "orders.yaml", "--key", "axis")
    (desk / "orders.yaml").write_bytes(ORDERS + b"phase: t03\n")
    assert "already with another signature" in str(failure("sign", "orders.yaml", "--key", "axis"))
    assert (desk / "orders.yaml.sig").read_bytes() == first
    pbem("sign", "orders.yaml", "--key", "axis", "--force")
    assert (desk / "orders.yaml.sig").read_bytes() != first


def test_signing_again_with_ecdsa_leaves_a_signature_that_holds(desk: Path) -> None:
    write_key(desk / "nist", openssh("nistp256"))
    pbem("sign", "orders.yaml", "--key", "nist")
    first = (desk / "orders.yaml.sig").read_bytes()
    pbem("sign", "orders.yaml", "--key", "nist")
    assert (desk / "orders.yaml.sig").read_bytes() == first


def test_sign_warns_of_a_yaml_file_nobody_could_read_and_signs_anything_else_in_silence(desk: Path) -> None:
    (desk / "odd.yaml").write_bytes(b"seat: &a axis\n")
    warned = pbem("sign", "odd.yaml", "--key", "axis")
    assert "pbem: warning: odd.yaml:1:" in warned.stderr
    (desk / "odd.txt").write_bytes(b"seat: &a axis\n")
    assert "warning" not in pbem("sign", "odd.txt", "--key", "axis").stderr


@pytest.mark.skipif(os.name != "posix", reason="rights of files are the owner's affair on this system")
def test_sign_refuses_a_key_that_others_can_read(desk: Path) -> None:
    (desk / "axis").chmod(0o644)
    error = failure("sign", "orders.yaml", "--key", "axis")
    assert error.faults[0].hint == "chmod 600 axis"
    assert not (desk / "orders.yaml.sig").exists()


@pytest.mark.parametrize(
    ("arguments", "exit_code", "words"),
    [
        (["sign", "none.yaml", "--key", "axis"], 1, "cannot be read"),
        (["sign", "orders.yaml", "--key", "none"], 1, "cannot be read"),
        (["sign", "orders.yaml", "--key", "orders.yaml"], 1, "is no private key"),
        (["sign", "orders.yaml", "--key", "axis", "--namespace", "file"], 1, "'file' is no kind of signature"),
        (["sign", "orders.yaml"], 1, "there are no keys here"),
        (["key", "show"], 1, "there are no keys here"),
        (["check-signature", "orders.yaml"], 4, "there is no signature"),
        (["check-signature", "none.yaml"], 1, "cannot be read"),
        (["check-signature", "orders.yaml", "--sig", "axis.pub"], 4, "BEGIN and END"),
    ],
)
def test_what_goes_wrong_is_said_in_words(desk: Path, arguments: list[str], exit_code: int, words: str) -> None:
    if os.name == "posix":
        (desk / "orders.yaml").chmod(0o600)
    error = failure(*arguments)
    assert error.exit_code == exit_code
    assert words in str(error)


def test_check_signature_fails_with_4_for_every_reason(desk: Path) -> None:
    signature = desk / "orders.yaml.sig"
    signature.write_text(sign(AXIS, ORDERS, "lock"))
    assert (failure("check-signature", "orders.yaml").exit_code) == 4
    pbem("check-signature", "orders.yaml", "--namespace", "lock")
    signature.write_text(sign(AXIS, ORDERS, "orders"))
    other = signing("ed25519").public.line()
    assert "is made by" in str(failure("check-signature", "orders.yaml", "--public", other))
    (desk / "orders.yaml").write_bytes(ORDERS + b" ")
    error = failure("check-signature", "orders.yaml")
    assert (error.exit_code, error.faults[0].file) == (4, "orders.yaml.sig")
    assert "does not hold" in str(error)


def test_check_signature_knows_the_principals_of_an_allowed_signers_file(desk: Path) -> None:
    pbem("sign", "orders.yaml", "--key", "axis")
    (desk / "allowed").write_text(f"axis,moderator {VECTOR['public']}\n")
    assert "good signature by axis, moderator with SHA256:" in pbem(
        "check-signature", "orders.yaml", "--allowed", "allowed"
    ).stdout
    facts = json.loads(pbem("check-signature", "orders.yaml", "--allowed", "allowed", "--json").stdout)
    assert facts == {
        "fingerprint": AXIS.public.fingerprint(), "holds": True, "kind": "ssh-ed25519",
        "namespace": "pbem-orders@pbem.example", "principals": ["axis", "moderator"],
    }
    (desk / "allowed").write_text(f"axis {signing('ed25519').public.line()}\n")
    assert "not among the allowed" in str(failure("check-signature", "orders.yaml", "--allowed", "allowed"))
    (desk / "allowed").write_text(f'axis namespaces="pbem-lock@*" {VECTOR["public"]}\n')
    assert "may not sign for" in str(failure("check-signature", "orders.yaml", "--allowed", "allowed"))
    assert "exclude" in usage("check-signature", "orders.yaml", "--allowed", "allowed", "--public", "axis.pub")


def test_3_13_check_signature_forgives_what_mail_does_to_line_ends_and_says_so(desk: Path) -> None:
    pbem("sign", "orders.yaml", "--key", "axis")
    for name in ("orders.yaml", "orders.yaml.sig"):
        (desk / name).write_bytes((desk / name).read_bytes().replace(b"\n", b"\r\n"))
    assert "CR LF" in pbem("check-signature", "orders.yaml").stderr


@pytest.mark.parametrize("command", [["key"], ["key", "new"], ["key", "show"], ["sign"], ["check-signature"]])
def test_each_command_explains_itself(command: list[str]) -> None:
    assert pbem(*command, "--help").stdout.startswith("Usage: ")


def test_in_a_shell_of_its_own_faults_go_to_stderr_with_the_exit_code(desk: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-m", "pbem", *arguments]
        return subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)

    assert run("sign", "orders.yaml", "--key", "axis").returncode == 0
    assert run("check-signature", "orders.yaml", "--public", "axis.pub").returncode == 0
    (desk / "orders.yaml").write_bytes(ORDERS + b"phase: t04\n")
    done = run("check-signature", "orders.yaml", "--public", "axis.pub")
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr.startswith("pbem: error: orders.yaml.sig: signature of SHA256:")
    write_key(desk / "locked", openssh("ed25519", b"sesame"))
    done = run("sign", "orders.yaml", "--key", "locked", "--force")
    assert done.returncode == 1
    assert "PBEM_PASSPHRASE_COMMAND" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.tools
def test_4_what_pbem_signs_ssh_keygen_verifies(desk: Path) -> None:
    pbem("sign", "orders.yaml", "--key", "axis")
    (desk / "allowed").write_text(f"axis {VECTOR['public']}\n")
    wanted = ["-I", "axis", "-n", "pbem-orders@pbem.example", "-s", "orders.yaml.sig"]
    arguments = ["-Y", "verify", "-f", "allowed", *wanted]
    subprocess.run([need("ssh-keygen"), *arguments], input=ORDERS, capture_output=True, check=True)


@pytest.mark.tools
def test_4_what_ssh_keygen_signs_pbem_verifies(desk: Path) -> None:
    arguments = ["-Y", "sign", "-f", "axis", "-n", "pbem-orders@pbem.example", "orders.yaml"]
    subprocess.run([need("ssh-keygen"), *arguments], capture_output=True, check=True)
    pbem("check-signature", "orders.yaml", "--public", "axis.pub")
    pbem("sign", "orders.yaml", "--key", "axis")
