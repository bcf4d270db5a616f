"""Names of files: in a sealed report, beside a report in a player's folder, and of a team's copies."""

from __future__ import annotations

REPORT = "report.html"
#: How the file of a report's appendix ends, after the name of its step.
APPENDIX = ".dice.txt"
#: `pbem open` makes it, for no page from elsewhere may run anything. It is mailed to those alone who asked for it.
DESK = "order-desk.html"
#: The report as it was committed to, in the same parcel.
TOLD = "report.told"
#: Letters of earlier versions have the pages in a parcel of their own.
SUFFIX = ".pages.age"
#: Beside the page in its parcel: the log key's word that the moderator's program made it for this seat and report.
NOTE, NOTE_KIND = f"{REPORT}.note", "pbem-page/1"
#: How the name of an envelope ends under which its orders go to the others of a team, sealed to them.
COPY = ".team.age"
