"""The sample phase of the vectors, laid out as the public folder that docs/protocol.md describes (its section 2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

PHASE = "t03.axis-combat"


def lay_out(folder: Path, sample: dict[str, Any]) -> Path:
    """Write the folder; `axis.orders` beside it is the opened order file that one check speaks of."""
    for name, text in {**game_files(sample), **phase_files(sample), **opened_files(sample)}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    return folder


def game_files(sample: dict[str, Any]) -> dict[str, str]:
    """Returns the files of the game as a whole."""
    signatures = {f"charter.{who}.sig": armour for who, armour in sample["charter_sigs"].items()}
    return {
        "charter.yaml": sample["charter"],
        "log.vkey": sample["log_vkey"] + "\n",
        "ledger.jsonl": "".join(line + "\n" for line in sample["ledger"]),
        "checkpoint": sample["checkpoint_result"],
        "checkpoints/5": sample["checkpoint_phase_open"],
        "checkpoints/8": sample["checkpoint_locked"],
        **signatures,
    }


def phase_files(sample: dict[str, Any]) -> dict[str, str]:
    """Returns the files of its one phase."""
    envelopes = {
        f"locks/{seat}-{PHASE}-1.pbem": part["lock"] + part["lock_sig"] + part["sealed"]
        for seat, part in sample["envelopes"].items()
    }
    return {
        f"seeds/{PHASE}.seed": sample["seed_file"],
        f"rolls/{PHASE}.rolls": sample["roll_log"],
        f"receipts/axis-{PHASE}-1.proof": sample["receipt_axis"],
        **envelopes,
    }


def opened_files(sample: dict[str, Any]) -> dict[str, str]:
    """Returns the files that are shown later: a side's lane and its dice, and an order file."""
    lane = sample["secret_lane"]
    folder = lane["lane"].replace(":", "-")
    return {
        f"lanes/{folder}.secret": lane["secret"] + "\n",
        f"lanes/{folder}/{PHASE}.rolls": "".join(line + "\n" for line in lane["lines"]),
        "axis.orders": sample["envelopes"]["axis"]["orders_preimage"],
    }
