"""pbem cabin: serves the player's page on this machine alone."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.telling import say


@click.command(name="cabin")
@click.option("--page", type=click.Path(path_type=Path),
              help="The page (default: cabin.html here, or beside your keys).")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port on 127.0.0.1 (default: any free one).")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--open/--no-open", "show", default=True, help="Open the page in your browser.")
def command(page: Path | None, port: int, keyring: Path | None, show: bool) -> None:
    """Serve the cabin, the page on which a player does everything, to a browser on this machine.

    It is the same page that works without pbem. Served from here it can also fetch your letters and send them, as
    post.yaml beside your keys says. Nothing but 127.0.0.1 listens, and the address is a secret. Ctrl-C ends it.
    """
    import webbrowser

    from pbem.afloat.loopback import Harbour, page_file
    from pbem.trust.keyring import default_home

    home = keyring or default_home()
    with Harbour(page_file(page, home), home, port) as harbour:
        say(harbour.address)
        say("keep this address to yourself; Ctrl-C ends the cabin", err=True)
        if show:
            webbrowser.open(harbour.address)
        try:
            harbour.serve_forever()
        except KeyboardInterrupt:
            say("the cabin is closed", err=True)
