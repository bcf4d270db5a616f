"""pbem join: accepts an invitation or signs a charter."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from pbem.cli.passphrase import ask
from pbem.cli.telling import say, say_json

#: The papers that ask for an answer, each of which names its game.
PAPERS = ("invitation.yaml", "charter.yaml", "rotate.yaml")


@click.command(name="join")
@click.argument("letter", type=click.Path(path_type=Path))
@click.option("--dir", "folder", type=click.Path(path_type=Path),
              help="Your folder for the game (default: the one you have, or a new one, TITLE-SEAT).")
@click.option("--key", help="Sign with this SSH key file, or SHA256:... for an ssh-agent key (default: your own).")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--desk", is_flag=True, help="Have letters bring the order desk, for a machine without pbem.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--now", help="Use this time instead of the clock.")
def command(
    letter: Path, folder: Path | None, key: str | None, keyring: Path | None, desk: bool, as_json: bool,
    now: str | None,
) -> None:  # fmt: skip
    """Accept the invitation in LETTER or, later, sign the charter in LETTER.

    Prints the letter to mail back. Joining twice changes nothing.
    """
    from pbem.base import clock
    from pbem.base.files import read_file
    from pbem.cabin.register import folder_of, remember
    from pbem.cabin.sending import recipients
    from pbem.match.own_folder.player import Player
    from pbem.match.own_folder.sorts_of_file import check_answered_file, check_joined
    from pbem.match.people.terms_in_words import papers_in_words, seat_invited
    from pbem.match.player.join import join
    from pbem.match.post.game_letter import check_form, read_letter
    from pbem.trust.keyring import Keyring, signing_key

    ring = Keyring.open(keyring)
    player = Player(ring, signing_key(key, ask) if key else ring.signer(ask), clock.now(now))
    check_answered_file(letter)
    received = read_letter(letter)
    check_form(letter, received.data)
    kept = folder or folder_of(ring.home, words(received.parts), seat_invited(received.parts))
    if "invitation.yaml" not in received.parts:
        check_joined(kept or Path(), received)
    written = join(player, received, kept, desk=desk)
    remember(ring.home, written.parent.parent)
    _, to = recipients(read_file(written), str(written))
    terms = list(papers_in_words(received.parts))
    if as_json:
        say_json({"letter": str(written), "folder": str(written.parent.parent), "to": to, "terms": terms})
        return
    say(str(written))
    for line in terms:
        say(line, err=True)
    say(f"mail this letter to {', '.join(to)}", err=True)


def words(parts: Mapping[str, bytes]) -> str:
    """Returns the texts in a letter that may name its game."""
    return "\n".join(parts[name].decode("utf-8", "replace") for name in PAPERS if name in parts)
