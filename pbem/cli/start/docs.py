"""pbem docs: the documentation, from the installed package."""

from __future__ import annotations

import click

from pbem.cli import completion
from pbem.cli.telling import say


@click.command(name="docs")
@click.argument("page", default="", shell_complete=completion.manual_pages)
@click.option("--path", "where", is_flag=True, help="Print where the page lies instead of the page.")
def command(page: str, where: bool) -> None:
    """Read a PAGE of the documentation, such as `play`. Without PAGE, list the pages.

    The pages come with the program and fit its version. On a terminal they open in your pager.
    """
    import sys

    from pbem.base.manual import find_page, pages

    if not page:
        for name, title in pages().items():
            say(f"{name:16} {title}")
        return
    path = find_page(page)
    if where:
        say(str(path))
    elif sys.stdout.isatty():
        click.echo_via_pager(path.read_text(encoding="utf-8"))
    else:
        say(path.read_text(encoding="utf-8"), nl=False)
