"""The page of a count of balance: a table of shares, each with its interval drawn. Nothing in it runs or is fetched."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pbem.base.files import write_atomic
from pbem.base.resources import shipped
from pbem.lab.many_games import Games
from pbem.lab.plan import program_sha256
from pbem.page import house_pages

PAGE = "balance.html"
TEMPLATE, STYLE = "lab/balance.html.j2", "lab/balance.css"


def write_balance(folder: Path, title: str, plan: Games, rows: list[dict[str, Any]]) -> None:
    """Writes the page into the folder of a lab."""
    values = {"title": title, "plan": plan.as_json(), "rows": rows, "program": program_sha256()[:12]}
    style = (shipped("templates") / STYLE).read_text(encoding="utf-8")
    page = house_pages.document(f"{title}: balance between bots", house_pages.render(TEMPLATE, values), style)
    write_atomic(folder / PAGE, page.encode(), shared=True)
