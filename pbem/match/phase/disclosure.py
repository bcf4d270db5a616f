"""Ends a game: shows lanes, salts, orders, positions, transcripts and reports (docs/protocol.md, 19)."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from pbem.adjudicator.engine.transcript import canonical
from pbem.match.folder.kept_papers import kept_names
from pbem.match.folder.office import Office
from pbem.match.phase.results import log_of
from pbem.trust.primitives.commit import Preimage, parse_preimage
from pbem.trust.record import layout
from pbem.trust.record.layout import Occasion, occasion_of
from pbem.trust.write_folder import Step

FINAL = "final"


def disclose(office: Office) -> None:
    """Publish everything that was hidden, each with what it was committed as, and enter the end of the game."""
    with office.record.step(office.now) as entries:
        manifest, dice = [], dict[str, Any]()
        for name in kept_names(office):  # one after another: all of them together fill a small machine
            papers = office.desk.secret(f"phases/{name}")
            manifest += disclose_papers(entries, name, papers)
            dice[name] = papers.get("dice")
        for lane in sorted(office.keys.lanes):
            entries.lane_opened(lane, office.keys.lanes[lane], lane_logs(office, dice, lane))
        listing = "".join(f"{digest}  {name}\n" for digest, name in sorted(manifest, key=lambda line: line[1]))
        entries.public_text("final", f"{FINAL}/manifest", listing.encode())
    office.say("the game is over; everything hidden is now shown, and 'pbem audit' can replay it")


def disclose_papers(entries: Step, name: str, papers: dict[str, Any]) -> list[tuple[str, str]]:
    """The papers of one step: commitments revealed, plain files listed."""
    for preimage in preimages(papers):
        entries.revealed(preimage)
    listed = []
    for file, data in plain_files(name, papers):
        listed.append((entries.file(file, data), file))
    return listed


def preimages(papers: dict[str, Any]) -> list[Preimage]:
    """Returns the texts to which the ledger holds commitments."""
    texts = [papers[key] for key in ("state", "changes") if key in papers] + list(papers.get("reports", {}).values())
    texts += [order["opened"] for order in papers.get("orders", ()) if order["opened"] and not order["plain"]]
    return [parse_preimage(text.encode()) for text in texts]


def plain_files(name: str, papers: dict[str, Any]) -> list[tuple[str, bytes]]:
    """Position, transcript, and order files that came without an envelope."""
    found = []
    if "position" in papers:
        folder = f"{layout.PUBLIC}/{FINAL}"
        found.append((f"{folder}/{name}.state.json", f"{canonical(papers['position'])}\n".encode()))
        found.append((f"{folder}/{name}.transcript.jsonl", papers["transcript"].encode()))
    for order in papers.get("orders", ()):
        if order["plain"]:
            file = layout.plain_orders_file(order["seat"], Occasion(order["phase"], order["attempt"]), order["seq"])
            found += [(file, order["opened"].encode()), (f"{file}.sig", order["signature"].encode())]
    return found


def lane_logs(office: Office, dice: Mapping[str, Any], lane: str) -> dict[Occasion, bytes]:
    """A lane's dice, by occasion, as its ledger entries have them."""
    made = [occasion_of(entry) for entry in office.record.ledger.entries("srolls", lane=lane)]
    return {occasion: log_of(dice[occasion.stem][lane]) for occasion in made}


def listed_hashes(manifest: bytes) -> dict[str, str]:
    """The manifest read back: file to hash."""
    pairs = (line.split("  ", 1) for line in manifest.decode("utf-8", "replace").splitlines() if "  " in line)
    return {name: digest for digest, name in pairs}


def digest(data: bytes) -> str:
    """The hash as a manifest lists it."""
    return sha256(data).hexdigest()
