"""pbem proof: a page that checks a game by itself, in anybody's browser."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(name="proof")
@click.argument("path", type=click.Path(path_type=Path), required=False)
@click.option("--out", type=click.Path(path_type=Path), default=Path("proof.html"), help="Where to write the page.")
def command(path: Path | None, out: Path) -> None:
    """Write one HTML file that checks the public folder PATH (or a .zip of one) when it is opened in a browser.

    It needs nothing installed and asks nothing of any network. Without PATH the page is empty, and checks whatever
    folder is dropped on it. The folder is put in as it is: what does not match is for the page to say.
    """
    from pbem.base.counting import counted
    from pbem.match.folder.kinds import expect_record
    from pbem.proof.proof_page import write_page

    if path is not None:
        expect_record(path)
    size, files = write_page(out, path)
    holding = f"with {counted(files, 'file')} in it" if path else "to drop a folder on"
    click.echo(f"{out}: {size:,} bytes, {holding}; open it in a browser")
