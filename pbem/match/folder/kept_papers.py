"""Names the private papers that a moderator's folder keeps of phases that were played."""

from __future__ import annotations

from pbem.match.folder.office import Office

#: The newest report of every seat, for players who take a seat over.
NEWEST = "newest"


def kept_names(office: Office) -> list[str]:
    """The phases and steps that papers are kept of."""
    return [name.removeprefix("phases/") for name in office.desk.secret_names() if name.startswith("phases/")]
