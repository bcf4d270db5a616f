"""The protocol's test vectors, as they are published."""

from __future__ import annotations

import json
from pathlib import Path

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "trust.json").read_text(encoding="utf-8"))
