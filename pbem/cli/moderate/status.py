"""pbem status: shows where a game stands."""

from __future__ import annotations

from pathlib import Path

from pbem.cli import declared
from pbem.cli.telling import say, say_json


@declared.command("status")
@declared.argument("folder", metavar="DIR", type=declared.PATH)
@declared.option("--public", is_flag=True, help="Show only what everybody may know; needs no keys.")
@declared.option("--feed", type=declared.PATH, metavar="FILE",
              help="Also write an Atom feed of the game's public news into FILE.")
@declared.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@declared.option("--keyring", type=declared.PATH, help="Folder of your keys, if not the usual one.")
@declared.option("--now", help="Use this time instead of the clock.")
def command(
    folder: Path, public: bool, feed: Path | None, as_json: bool, keyring: Path | None, now: str | None
) -> None:
    """Show where the game of DIR stands, whom it waits for, since when and until when."""
    from pbem.base import clock
    from pbem.match.moderator.letters_asked import in_words

    if public:
        from pbem.match.moderator.public_status import public_status
        from pbem.trust.folder.read_folder import unpacked

        with unpacked(folder) as place:
            found = public_status(place)
    else:
        from pbem.match.moderator.status import private_status

        found = private_status(folder, keyring, clock.now(now))
    if feed is not None:
        write_feed(folder, feed, found["game"], found["title"] or found["game"])
    if as_json:
        say_json(found, sort_keys=True)
        return
    for name, value in {**found, "letters": in_words(found.get("letters", {}))}.items():
        if isinstance(value, dict):
            value = [f"{count} {state}" for state, count in value.items()]
        shown = ", ".join(map(str, value)) if isinstance(value, list) else value
        if shown not in ("", None):
            say(f"{name.replace('_', ' ')}: {shown}")


def write_feed(folder: Path, target: Path, game: str, title: str) -> None:
    """Writes the feed of one game. A record in a .zip has been shown; it is unpacked once more for this."""
    from pbem.base.files import write_atomic
    from pbem.match.record.feed import Source, atom
    from pbem.match.record.news import news_in
    from pbem.trust.folder.read_folder import unpacked

    with unpacked(folder) as place:
        write_atomic(target, atom(title, title, [Source(game, title, tuple(news_in(place)))]), shared=True)
