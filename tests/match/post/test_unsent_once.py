"""A run and a result to each seat look at the delivery ledger; it is read once for all of them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.mail import delivery
from pbem.mail.delivery import Deliveries
from pbem.match.post.unsent import SENT, delivered

NOW = datetime(2026, 11, 2, 20, tzinfo=UTC)
HEAD = (b"From: games@example.org", b"To: red@example.org", b"Subject: x", b"Message-ID: <a@example.org>")
MESSAGE = b"\r\n".join((*HEAD, b"", b"Hello.", b""))


def test_the_ledger_is_read_again_only_when_it_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger, read = tmp_path / SENT, list[Path]()
    real = Deliveries.__init__

    def opened(made: Deliveries, folder: Path) -> None:
        read.append(folder)
        real(made, folder)

    monkeypatch.setattr(delivery.Deliveries, "__init__", opened)

    def waiting() -> list[str]:
        return [each.name for each in delivered(ledger)]

    assert [waiting(), waiting()] == [[], []]
    assert len(read) == 1
    Deliveries(ledger).queue("00001-red-report", MESSAGE, NOW, game="g", seat="red", kind="report")
    assert [waiting(), waiting()] == [["00001-red-report"]] * 2
    assert len(read) == 3  # one of them to queue the letter
