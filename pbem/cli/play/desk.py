"""pbem desk: a page on which to click one's orders together."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(name="desk")
@click.option("--dir", "folder", type=click.Path(path_type=Path), default=Path(), help="Your folder; else this one.")
@click.option("--out", type=click.Path(path_type=Path), help="Where to write the page; else order-desk.html there.")
def command(folder: Path, out: Path | None) -> None:
    """Write an HTML page on which the orders of the open phase are clicked together, on your own map.

    It is made from your view alone, works in any browser without a network, and knows no key. It offers what may be
    chosen and shows the file as it grows, with every fault of its shape; 'pbem orders check' has the last word. 'pbem
    open' writes the same page with each report.
    """
    from pbem.base.errors import bad
    from pbem.base.files import write_atomic
    from pbem.match.phase.report_pages import DESK
    from pbem.match.player.keep_pages import desk_of
    from pbem.match.player.seat import Seat

    seat = Seat.at(folder)
    seat.check_open()
    page = desk_of(seat)
    if page is None:
        raise bad(f"{seat.title.title} has no order desk", hint="'pbem orders new' writes an order file to fill in")
    path = out or folder / DESK
    write_atomic(path, page.encode())
    click.echo(f"{path}: {len(page.encode()):,} bytes; open it in a browser")
