"""pbem desk: writes the page on which a player clicks orders together."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.telling import say


@click.command(name="desk")
@click.option("--dir", "folder", type=click.Path(path_type=Path), default=Path(),
              help="Your game folder (default: this one).")
@click.option("--out", type=click.Path(path_type=Path), help="File to write (default: order-desk.html in your folder).")
def command(folder: Path, out: Path | None) -> None:
    """Make a page on which you click your orders together, on your own map.

    The page works in any browser without a network. It knows your view and no keys. It offers what you can choose and
    shows the order file as it grows, with errors of its form. 'pbem orders check' decides whether the orders are legal.
    'pbem open' writes the same page with each report.
    """
    from pbem.base.errors import bad
    from pbem.base.files import write_atomic
    from pbem.match.folder.report_parts import DESK
    from pbem.match.own_folder.keep_pages import desk_of
    from pbem.match.own_folder.seat import Seat

    seat = Seat.at(folder)
    seat.check_open()
    page = desk_of(seat)
    if page is None:
        raise bad(f"{seat.title.title} has no order desk", hint="'pbem orders new' writes an order file to fill in")
    path = out or folder / DESK
    write_atomic(path, page.encode())
    say(f"{path}: {len(page.encode()):,} bytes; open it in a browser")
