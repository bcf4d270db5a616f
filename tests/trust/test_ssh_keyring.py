"""PROTOCOL 3.3: the folder that holds a player's keys."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
from old_keys import old_keyring
from sshkit import openssh, signing
from vectors_kit import VECTORS

from pbem.base.errors import BadInput, CheckFailed
from pbem.trust.keyring import Keyring, command_passphrase, default_home, platform_home, signing_key
from pbem.trust.primitives.chain import leads_to
from pbem.trust.seal.seal import seal, unseal, unseal_any
from pbem.trust.ssh.sshsig import sign, verify

GAME, OTHER = "bulge-2023-09-4f1c9a", "lions-0b1e55"
posix = pytest.mark.skipif(os.name != "posix", reason="rights of files are the owner's affair on this system")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where the keys of the test go."""
    return tmp_path / "keys"


def key_file(path: Path, data: bytes) -> Path:
    """A private key of the player's own."""
    path.write_bytes(data)
    path.chmod(0o600)
    return path


def test_new_keys_sign_open_and_come_back(home: Path) -> None:
    made = Keyring.create("Anna Maria", home=home)
    again = Keyring.open(home)
    assert again == made
    verify(again.ssh, b"orders", "orders", sign(again.signer(), b"orders", "orders"))
    assert unseal(again.age_identity(), seal([again.age_public()], b"a report")) == b"a report"


def test_the_public_part_holds_three_lines_and_no_secret(home: Path) -> None:
    keyring = Keyring.create("Anna", home=home)
    public = keyring.public(GAME)
    assert public.as_json() == {
        "name": "Anna", "ssh": keyring.ssh.line(), "age": keyring.age_public(GAME), "chain": keyring.chain(GAME).anchor
    }
    assert leads_to(keyring.chain(GAME).value(17), 17, public.chain)
    secrets = [keyring.age_identity(), keyring.age_identity(GAME), keyring.chain(GAME).top, keyring.words()]
    assert not any(secret in repr((keyring, public, keyring.signer(), keyring.chain(GAME))) for secret in secrets)


def test_3_3_each_game_has_a_chain_of_its_own_that_stays(home: Path) -> None:
    keyring = Keyring.create("Anna", home=home)
    first = keyring.public(GAME)
    assert keyring.public(OTHER).chain != first.chain
    assert keyring.public(OTHER).age != first.age
    assert Keyring.open(home).public(GAME) == first
    assert keyring.games() == (GAME, OTHER)
    assert keyring.known_public(GAME) == (first.chain, first.age)


def test_each_game_seals_to_a_key_of_its_own(home: Path) -> None:
    keyring = Keyring.create("Anna", home=home)
    public = keyring.public(GAME)
    sealed = seal([public.age], b"a report")
    assert unseal(keyring.age_identity(GAME), sealed) == b"a report"
    for other in (OTHER, ""):
        with pytest.raises(CheckFailed, match="does not open with this key"):
            unseal(keyring.age_identity(other), sealed)
    assert unseal_any(keyring.identities(), sealed) == b"a report"


def test_old_keys_keep_their_chains_and_their_one_age_key(home: Path) -> None:
    """A game that was joined with an older pbem goes on with the keys that its charter names."""
    keyring = old_keyring(home, games=(GAME,))
    top = (home / "chains" / f"{GAME}.top").read_text().strip()
    assert keyring.chain(GAME).top == top
    assert keyring.age_public(GAME) == keyring.age_public() == keyring.public(GAME).age
    assert keyring.games() == (GAME,)
    with pytest.raises(BadInput, match="made by an older pbem"):
        keyring.words()


def test_old_keys_derive_the_chains_of_new_games_from_the_age_key(home: Path, tmp_path: Path) -> None:
    """So a copy of the folder from before is enough for a game joined later, and no new copy is needed."""
    keyring = old_keyring(home, games=(GAME,))
    copy = Path(shutil.copytree(home, tmp_path / "copy"))
    public = keyring.public(OTHER)
    assert Keyring.open(copy).public(OTHER) == public
    assert not (home / "chains" / f"{OTHER}.top").exists()
    assert public.chain != old_keyring(tmp_path / "others").public(OTHER).chain


def test_3_3_a_chain_of_another_game_is_refused(home: Path) -> None:
    keyring = old_keyring(home, games=(GAME,))
    key_file(keyring.chain_path(OTHER), keyring.chain_path(GAME).read_bytes())
    for game, other in [(GAME, OTHER), (OTHER, GAME)]:
        with pytest.raises(BadInput, match=f"is the chain of game '{other}' as well"):
            keyring.chain(game)


@pytest.mark.parametrize("text", ["", "ab" * 31, "AB" * 32, "ab" * 32 + "\n\n", "zz" * 32])
def test_a_spoilt_chain_says_so(home: Path, text: str) -> None:
    keyring = old_keyring(home, games=(GAME,))
    key_file(keyring.chain_path(GAME), text.encode())
    with pytest.raises(BadInput, match="holds no top of a chain"):
        keyring.chain(GAME)


@pytest.mark.parametrize("text", ["", "anchor", "anchor " * 11 + "nosuchword", "anchor  " * 11 + "anchor", "\xff"])
def test_a_spoilt_secret_says_so(home: Path, text: str) -> None:
    keyring = Keyring.create("Anna", home=home)
    key_file(home / "secret.key", text.encode("latin-1"))
    with pytest.raises(BadInput, match="no twelve words"):
        keyring.chain(GAME)


@pytest.mark.parametrize("game", ["", "../../etc-abcdef", "Bulge-4f1c9a", "bulge", "a/b-4f1c9a", "x" * 35 + "4f1c9a"])
def test_3_2_a_name_that_is_no_game_leaves_no_folder(home: Path, game: str) -> None:
    with pytest.raises(BadInput, match="no name of a game"):
        Keyring.create("Anna", home=home).public(game)


def test_keys_are_never_written_over(home: Path) -> None:
    Keyring.create("Anna", home=home)
    before = {path.name: path.read_bytes() for path in home.iterdir() if path.is_file()}
    with pytest.raises(BadInput, match="there are keys already"):
        Keyring.create("Bert", home=home)
    (home / "keyring.yaml").unlink()
    with pytest.raises(BadInput, match="is there already"):
        Keyring.create("Bert", home=home)
    assert {path.name: path.read_bytes() for path in home.iterdir() if path.name in before} == {
        name: data for name, data in before.items() if name != "keyring.yaml"
    }


@posix
def test_secrets_are_the_owners_alone(home: Path) -> None:
    before = os.umask(0)
    try:
        keyring = Keyring.create("Anna", home=home)
        keyring.public(GAME)
    finally:
        os.umask(before)
    modes = {str(path.relative_to(home)): path.stat().st_mode & 0o777 for path in home.rglob("*")}
    assert modes == {
        "ssh.key": 0o600, "ssh.pub": 0o644, "age.pub": 0o644, "secret.key": 0o600, "keyring.yaml": 0o600,
        "chains": 0o700, f"chains/{GAME}.pub": 0o600,
    }
    assert home.stat().st_mode & 0o777 == 0o700


@posix
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
@pytest.mark.parametrize("name", ["ssh.key", "secret.key", "age.key", "keyring.yaml", f"chains/{GAME}.top"])
def test_a_secret_that_others_can_read_is_refused_with_the_cure(home: Path, name: str, mode: int) -> None:
    if name in ("age.key", f"chains/{GAME}.top"):
        old_keyring(home, games=(GAME,))
    else:
        Keyring.create("Anna", home=home).public(GAME)
    (home / name).chmod(mode)
    with pytest.raises(BadInput, match="others on this machine can read") as caught:
        use_everything(home)
    assert caught.value.faults[0].hint == f"chmod 600 {home / name}"
    (home / name).chmod(0o600)
    use_everything(home)


def use_everything(home: Path) -> None:
    """Read every secret there is."""
    keyring = Keyring.open(home)
    keyring.signer()
    keyring.age_identity()
    keyring.chain(GAME)


@posix
def test_an_open_folder_is_tightened_while_empty_and_refused_once_it_is_not(home: Path) -> None:
    home.mkdir(mode=0o755)
    home.chmod(0o755)
    (home / "holiday.jpg").touch()
    with pytest.raises(BadInput, match="can enter"):
        Keyring.create("Anna", home=home)
    (home / "holiday.jpg").unlink()
    Keyring.create("Anna", home=home)
    assert home.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("kind", ["ed25519", "rsa", "nistp256"])
def test_a_key_that_a_player_has_stays_where_it_is(home: Path, tmp_path: Path, kind: str) -> None:
    own = key_file(tmp_path / "id", openssh(kind))
    (tmp_path / "id.pub").write_text(signing(kind).public.line() + " anna@ship\n")
    keyring = Keyring.create("Anna", own, home=home)
    assert not (home / "ssh.key").exists()
    assert keyring.ssh.comment == "anna@ship"
    assert Keyring.open(home).signer().public == signing(kind).public


def test_a_weak_key_is_not_taken(home: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="1024 bits"):
        Keyring.create("Anna", key_file(tmp_path / "id", openssh("rsa1024")), home=home)
    assert not home.exists()


def test_a_locked_key_is_opened_when_it_is_needed(home: Path, tmp_path: Path) -> None:
    own = key_file(tmp_path / "id", openssh("ed25519", b"sesame"))
    keyring = Keyring.create("Anna", own, home=home, ask=b"sesame")
    assert keyring.signer(lambda: b"sesame").public == signing("ed25519").public
    with pytest.raises(BadInput, match="does not open"):
        keyring.signer(b"wrong")


def test_a_new_key_may_be_locked(home: Path) -> None:
    keyring = Keyring.create("Anna", home=home, new_passphrase=b"sesame")
    assert keyring.signer(b"sesame").public == keyring.ssh
    with pytest.raises(BadInput, match="locked by a passphrase"):
        keyring.signer(b"")


def test_a_key_that_was_exchanged_is_noticed(home: Path) -> None:
    keyring = Keyring.create("Anna", home=home)
    key_file(home / "ssh.key", openssh("ed25519"))
    with pytest.raises(BadInput, match="another key than the one enrolled"):
        keyring.signer()


@pytest.mark.parametrize("name", ["", " ", "Anna ", "An\nna", "x" * 61, "An\u202ena"])
def test_a_name_is_one_printable_line(home: Path, name: str) -> None:
    with pytest.raises(BadInput, match="is no name"):
        Keyring.create(name, home=home)
    assert not home.exists()


@pytest.mark.parametrize("name", ["yes", "~", "Ö. O'Brien: \"the\" #1", "42"])
def test_any_such_name_comes_back(home: Path, name: str) -> None:
    assert Keyring.open(Keyring.create(name, home=home).home).name == name


@pytest.mark.parametrize(
    "text",
    [
        "pbem: keyring/2\nname: A\nkey: ssh.key\nssh: x\n",
        "name: A\n",
        "- a\n",
        "pbem: keyring/1\nname: [a]\nkey: ssh.key\nssh: x\n",
        "pbem: keyring/1\nname: A\nkey: ssh.key\nssh: ssh-ed25519 AAAA\n",
        "pbem: &a b\n",
        "",
    ],
)
def test_a_spoilt_keyring_says_so(home: Path, text: str) -> None:
    Keyring.create("Anna", home=home)
    key_file(home / "keyring.yaml", text.encode())
    with pytest.raises(BadInput) as caught:
        Keyring.open(home)
    assert caught.value.faults[0].file == str(home / "keyring.yaml")


@pytest.mark.parametrize("text", ["", "# nothing\n", "AGE-SECRET-KEY-1XXX\n"])
def test_a_spoilt_age_key_says_so(home: Path, text: str) -> None:
    keyring = old_keyring(home)
    key_file(home / "age.key", text.encode())
    with pytest.raises(BadInput):
        keyring.age_public()


def test_two_age_keys_are_one_too_many(home: Path) -> None:
    keyring = old_keyring(home)
    line = VECTORS["sample_phase"]["age_identities"]["axis"]
    key_file(home / "age.key", f"{line}\n{keyring.age_identity()}\n".encode())
    with pytest.raises(BadInput, match="2 age identities"):
        keyring.age_identity()


def test_without_keys_the_hint_says_how_to_make_or_restore_or_replace_them(home: Path) -> None:
    with pytest.raises(BadInput, match="no keys here") as caught:
        Keyring.open(home)
    hint = caught.value.faults[0].hint
    commands = ("pbem key new --name NAME", "pbem key restore", "pbem replace DIR SEAT --address", "pbem join LETTER")
    assert [command for command in commands if command not in hint] == []


def test_a_public_key_file_or_a_fingerprint_means_the_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "id.pub").write_text(signing("ed25519").public.line())
    monkeypatch.setenv("SSH_AUTH_SOCK", str(tmp_path / "none"))
    for source in (str(tmp_path / "id.pub"), signing("ed25519").public.fingerprint()):
        with pytest.raises(BadInput, match="ssh-agent cannot be reached"):
            signing_key(source)


def test_the_home_is_where_each_system_keeps_such_things(monkeypatch: pytest.MonkeyPatch) -> None:
    user = Path("/u")
    assert platform_home("linux", {}, user) == Path("/u/.config/pbem")
    assert platform_home("linux", {"XDG_CONFIG_HOME": "/c"}, user) == Path("/c/pbem")
    assert platform_home("darwin", {}, user) == Path("/u/Library/Application Support/pbem")
    assert platform_home("win32", {"APPDATA": "/r"}, user) == Path("/r/pbem")
    monkeypatch.setenv("PBEM_HOME", "/mine")
    assert default_home() == Path("/mine")


def test_the_passphrase_command_gives_the_passphrase(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PBEM_PASSPHRASE_COMMAND", raising=False)
    assert command_passphrase() == b""
    monkeypatch.setenv("PBEM_PASSPHRASE_COMMAND", f"{sys.executable} -c \"print('open sesame ')\"")
    assert command_passphrase() == b"open sesame "
    for broken in (f'{sys.executable} -c "raise SystemExit(3)"', "/nonexistent/pass", "a 'b"):
        monkeypatch.setenv("PBEM_PASSPHRASE_COMMAND", broken)
        with pytest.raises(BadInput, match="gives no passphrase"):
            command_passphrase()
