"""pbem map: draws a map as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import completion
from pbem.cli.telling import say


@click.command(name="map")
@click.argument("where", metavar="[DIR|VIEW.json]", type=click.Path(path_type=Path), default=Path())
@click.option("--seat", default="", shell_complete=completion.seats, help="Show what this seat may know, or 'public'.")
@click.option("--phase", default="", shell_complete=completion.phases,
              help="Draw the map after this phase (default: the newest).")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path), default=Path("map.svg"),
              help="File to write: .svg, .png or .pdf.")  # fmt: skip
@click.option("--window", is_flag=True, help="Draw only the busiest area.")
@click.option("--game", default="", help="For a view file: the game it belongs to.")
@click.option("--keyring", type=click.Path(path_type=Path), help="Moderator's keys, for a game that is not over.")
def command(where: Path, seat: str, phase: str, out: Path, window: bool, game: str, keyring: Path | None) -> None:
    """Draw the map as you may know it.

    DIR is a player's folder, the public folder of a finished game, or the moderator's folder of any game. PNG and PDF
    need the extra 'pbem[map]'; SVG needs nothing.
    """
    from pbem.base.errors import bad
    from pbem.base.files import write_atomic
    from pbem.chart.raster import KINDS, picture
    from pbem.chronicle.maproom import map_of

    kind = out.suffix.removeprefix(".").lower()
    if kind not in KINDS:
        raise bad(f"a map is one of {', '.join(f'.{each}' for each in KINDS)}, not '{out.name}'", file=str(out))
    chart = map_of(where, seat, phase, game, keyring)
    data = picture(chart, kind, whole=not window)
    write_atomic(out, data)
    say(f"{out}: {chart.title}, {len(data):,} bytes")
