"""pbem key: makes and shows a player's keys."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.groups import WholeHelp
from pbem.cli.passphrase import ask, ask_new
from pbem.cli.telling import say, say_json

if TYPE_CHECKING:
    from pbem.trust.keyring import Keyring


@click.group(name="key", cls=WholeHelp)
def command() -> None:
    """Make or show your keys: one that signs, one that opens letters, and a chain for each game.

    They are in the folder PBEM_HOME, or where your system keeps a program's files. Keep a copy of that folder in a safe
    place.
    """


@command.command()
@click.option("--name", help="Your name, as other players see it.")
@click.option("--ssh-key", type=click.Path(path_type=Path),
              help="Sign with this SSH key of yours instead of a new one.")
@click.option("--agent", default="", metavar="FINGERPRINT", help="Sign with this key of your ssh-agent (SHA256:...).")
@click.option("--passphrase", is_flag=True, help="Ask for a passphrase to lock the new key with.")
@click.option("--game", help="Also make the chain for this game.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def new(
    name: str | None, ssh_key: Path | None, agent: str, passphrase: bool, game: str | None, as_json: bool
) -> None:
    """Make your keys. With --game, and if you have keys already, make only the chain for that game."""
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
        keyring.new_chain(game)
    tell(keyring, game, as_json)
    say(f"keys are in {keyring.home}; keep a copy in a safe place", err=True)


@command.command()
def lock() -> None:
    """Lock all your secrets with one passphrase: the key that signs, the key that opens, the chains of your games.

    If the signing key has a passphrase, the others go under the same one. Nothing is lost: each file is replaced only
    by one that was seen to open. A signing key of yours that lies elsewhere, or in an agent, stays as it is.
    """
    from pbem.trust.keyring import Keyring

    done = Keyring.open().lock(ask_new())
    say(f"locked: {', '.join(done)}" if done else "everything was locked already")


@command.command()
def unlock() -> None:
    """Take the passphrase off the key that opens and off the chains, for a machine that nobody sits at."""
    from pbem.trust.keyring import Keyring

    done = Keyring.open().unlock()
    say(f"unlocked: {', '.join(done)}" if done else "nothing was locked")


@command.command()
@click.option("--game", help="Only this game's chain.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(game: str | None, as_json: bool) -> None:
    """Show the public part of your keys. Nothing secret is printed."""
    from pbem.trust.keyring import Keyring

    tell(Keyring.open(), game, as_json)


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


def public_facts(keyring: Keyring, game: str | None) -> dict[str, Any]:
    """Returns everything public about the keys, with the anchors of one game or of all."""
    games = (game,) if game else keyring.games()
    return {
        "name": keyring.name,
        "home": str(keyring.home),
        "key": keyring.key,
        "ssh": keyring.ssh.line(),
        "fingerprint": keyring.ssh.fingerprint(),
        "age": keyring.age_public(),
        "chains": {played: keyring.chain(played).anchor for played in games},
    }
