"""pbem key: makes and shows a player's keys."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.groups import WholeHelp
from pbem.cli.passphrase import ask, ask_new
from pbem.cli.telling import say, say_json

if TYPE_CHECKING:
    from pbem.trust.keyring import Keyring

IN_THE_OPEN = "anybody who has this file has your keys; 'pbem key lock' before a backup locks it with your passphrase"
RESTORED = """\
for each game: copy its folder from the other machine; or save the letters of the game, run 'pbem join' on
the invitation and the charter as you did before (nothing need be mailed again), then 'pbem sync FOLDER' on the rest"""


@click.group(name="key", cls=WholeHelp)
def command() -> None:
    """Make your keys, show them, back them up, and lock them.

    All keys come from one secret of twelve words: the key that signs, and for each game the key that opens its letters
    and your part of its dice. One backup is enough for all games, also for those that you join later. The keys are in
    the folder PBEM_HOME, or where your system keeps a program's files.
    """


@command.command()
@click.option("--name", help="Your name, as other players see it.")
@click.option("--ssh-key", type=click.Path(path_type=Path),
              help="Sign with this SSH key of yours instead of a new one.")
@click.option("--agent", default="", metavar="FINGERPRINT", help="Sign with this key of your ssh-agent (SHA256:...).")
@click.option("--passphrase", is_flag=True, help="Ask for a passphrase to lock the new key with.")
@click.option("--game", help="Also show your part of this game.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def new(
    name: str | None, ssh_key: Path | None, agent: str, passphrase: bool, game: str | None, as_json: bool
) -> None:
    """Make your keys. With --game, and if you have keys already, show only your part of that game."""
    from pbem.trust.keyring import Keyring, default_home

    if passphrase and (ssh_key or agent):
        raise click.UsageError("--passphrase locks a new key; the one you name keeps its own")
    exists = (default_home() / "keyring.yaml").exists()
    if exists and game and not (name or ssh_key or agent or passphrase):
        keyring = Keyring.open()
    elif name is None and not exists:
        raise click.UsageError("give your name: pbem key new --name NAME")
    else:
        locked_with = ask_new() if passphrase and not exists else b""
        keyring = Keyring.create(name or "", ssh_key, agent=agent, new_passphrase=locked_with, ask=ask)
    if game:
        keyring.public(game)
    tell(keyring, game, as_json)
    say(f"keys are in {keyring.home}", err=True)
    if not exists:
        say("back them up now: 'pbem key backup' shows words for you to write on paper, once for all games", err=True)


@command.command()
def lock() -> None:
    """Lock all your secrets with one passphrase: the twelve words that your keys come from, and the key that signs.

    If the signing key has a passphrase, the others go under the same one. Nothing is lost: each file is replaced only
    by one that was seen to open. A signing key of yours that lies elsewhere, or in an agent, stays as it is.
    """
    from pbem.trust.keyring import Keyring

    done = Keyring.open().lock(ask_new())
    say(f"locked: {', '.join(done)}" if done else "everything was locked already")


@command.command()
def unlock() -> None:
    """Take the passphrase off all but the key that signs, for a machine that nobody sits at."""
    from pbem.trust.keyring import Keyring

    done = Keyring.open().unlock()
    say(f"unlocked: {', '.join(done)}" if done else "nothing was locked")


@command.command()
@click.option("--out", type=click.Path(path_type=Path), help="Write the backup into this new file instead.")
def backup(out: Path | None) -> None:
    """Show the thirteen words that bring your keys back, for you to write on paper; --out writes a file instead.

    Who has the words has your keys. A file holds the keys as they are: locked, if you have locked them.
    """
    from pbem.trust.backup import left_out, words_of, write_backup
    from pbem.trust.keyring import Keyring

    keyring = Keyring.open()
    if out:
        write_backup(keyring, out)
        say(str(out))
        say("the backup is locked by your passphrase" if keyring.locked else IN_THE_OPEN, err=True)
    else:
        for line in sheet(keyring, words_of(keyring)):
            say(line)
        say("pbem shows the words only to you: write them down, and keep them away from your machine", err=True)
    say("it holds your keys for all games, also for those that you join later", err=True)
    for each in left_out(keyring):
        say(f"it does not hold {each}", err=True)


@command.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--name", help="Your name, as other players see it; a backup file knows it.")
@click.option("--ssh-key", type=click.Path(path_type=Path), help="The SSH key of your own that signs, if one does.")
@click.option("--agent", default="", metavar="FINGERPRINT", help="The key of your ssh-agent that signs (SHA256:...).")
@click.option("--passphrase", is_flag=True, help="Ask for a passphrase to lock the keys of the words with.")
def restore(file: Path | None, name: str | None, ssh_key: Path | None, agent: str, passphrase: bool) -> None:
    """Bring your keys back on this machine, from a backup FILE, or from the thirteen words, which it asks for.

    FILE may be what 'pbem key backup --out' wrote, or a text with the words.
    """
    from pbem.base.files import read_file
    from pbem.strict_yaml import MOST_BYTES
    from pbem.trust.backup import from_file, from_words, is_backup
    from pbem.trust.keyring import default_home

    home, data = default_home(), read_file(file, MOST_BYTES) if file else b""
    if file and is_backup(data):
        if name or passphrase:
            raise click.UsageError("a backup file knows your name and is locked or not: leave out --name, --passphrase")
        keyring = from_file(file, home, ssh_key, agent, ask)
    elif not name:
        raise click.UsageError("words do not know your name: pbem key restore --name NAME")
    else:
        words = data.decode("utf-8", "replace") or click.prompt("The thirteen words", err=True)
        locked_with = ask_new() if passphrase else b""
        keyring = from_words(words, name, ssh_key, home=home, agent=agent, passphrase=locked_with, ask=ask)
    tell(keyring, None, False)
    say(f"keys are in {keyring.home}\n{RESTORED}", err=True)


@command.command()
@click.option("--game", help="Only your part of this game.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(game: str | None, as_json: bool) -> None:
    """Show the public part of your keys. Nothing secret is printed."""
    from pbem.trust.keyring import Keyring

    tell(Keyring.open(), game, as_json)


def sheet(keyring: Keyring, words: tuple[str, ...]) -> list[str]:
    """Returns the words of a backup as they go on paper, numbered, four on a line."""
    cells = [f"{number:>2} {word:<12}" for number, word in enumerate(words, 1)]
    lines = ["".join(cells[start : start + 4]).rstrip() for start in range(0, len(cells), 4)]
    own = "" if keyring.key == "ssh.key" else " --ssh-key FILE"
    command = f"pbem key restore --name {shlex.quote(keyring.name)}{own}"
    return [f"Keys of {keyring.name} for pbem, {keyring.ssh.fingerprint()}", "", *lines, "", f"Restore them: {command}"]


def tell(keyring: Keyring, game: str | None, as_json: bool) -> None:
    """Prints the public facts, as text or as JSON."""
    facts = public_facts(keyring, game)
    if as_json:
        say_json(facts, indent=2, sort_keys=True)
        return
    for label in ("name", "ssh", "fingerprint", "age"):
        say(f"{label}: {facts[label]}")
    for played, anchor in facts["chains"].items():
        say(f"chain of {played}: {anchor}")
        say(f"age of {played}: {facts['ages'][played]}")


def public_facts(keyring: Keyring, game: str | None) -> dict[str, Any]:
    """Returns everything public about the keys, with the anchors of one game or of all."""
    games = (game,) if game else keyring.games()
    known = {played: keyring.known_public(played) for played in games}
    return {
        "name": keyring.name,
        "home": str(keyring.home),
        "key": keyring.key,
        "ssh": keyring.ssh.line(),
        "fingerprint": keyring.ssh.fingerprint(),
        "age": keyring.age_public(),
        "chains": {played: anchor for played, (anchor, _) in known.items()},
        "ages": {played: age for played, (_, age) in known.items()},
    }
