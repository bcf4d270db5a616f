"""pbem proof: writes a page that checks a game in any browser."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.telling import say


@click.command(name="proof")
@click.argument("path", type=click.Path(path_type=Path), required=False)
@click.option("--out", type=click.Path(path_type=Path), default=Path("proof.html"), help="File to write.")
def command(path: Path | None, out: Path) -> None:
    """Make a page that checks the public folder PATH when you open it in a browser. PATH may be a .zip.

    The page needs no installation and no network. Without PATH the page is empty and checks a folder that you drop on
    it. The folder is put in as it is; the page says what does not match.
    """
    from pbem.base.counting import counted
    from pbem.cli.progress import working
    from pbem.match.folder.kinds import expect_record
    from pbem.proof.proof_page import write_page

    if path is not None:
        expect_record(path)
    with working("Making the page"):
        size, files = write_page(out, path)
    holding = f"with {counted(files, 'file')} in it" if path else "to drop a folder on"
    say(f"{out}: {size:,} bytes, {holding}; open it in a browser")
