"""The settings shown in docs/mail.md are settings: each block is read as `private/post.yaml` is."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

import pytest
from pages import TOP

from pbem.match.post.transports import SETTINGS, way_in, way_out

PAGE = (TOP / "docs" / "mail.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_page_shows_a_provider_tokens_and_a_server_of_ones_own() -> None:
    assert len(BLOCKS) >= 6
    assert all(word in PAGE for word in ("gmail.com", "outlook.com", "sendmail:", "maildir:", "authority:"))


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_settings_that_the_page_shows_are_understood(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("new", "cur", "tmp"):
        (tmp_path / "Maildir" / name).mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("PBEM_POST", raising=False)
    (tmp_path / SETTINGS).parent.mkdir()
    (tmp_path / SETTINGS).write_text(BLOCKS[number], encoding="utf-8")
    assert way_in(tmp_path) is not None
    out = way_out(tmp_path, None)
    assert out is not None
    assert out.outlet("club@example.org", {}) is not None


def test_the_unit_of_systemd_has_its_three_parts() -> None:
    (unit,) = re.findall(r"^```ini\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    parsed = configparser.ConfigParser()
    parsed.read_string(unit)
    assert parsed.sections() == ["Unit", "Service", "Install"]
    assert parsed["Service"]["ExecStart"].split()[1:2] == ["watch"]
