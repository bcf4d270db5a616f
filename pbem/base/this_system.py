"""Words of advice that differ from system to system: Windows, macOS, and the others."""

from __future__ import annotations

import sys
from pathlib import Path

WINDOWS, MAC = "win32", "darwin"


def system() -> str:
    """The system that pbem runs on, by Python's name for it."""
    return str(sys.platform)


def boot_id() -> str:
    """Names the time since the system was started; empty where the system has no name for it."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def pip_install(what: str) -> str:
    """The command that installs an extra package, as it is typed on this system."""
    if system() == WINDOWS:
        return f'py -m pip install "{what}"'
    return f"python3 -m pip install '{what}'"


def password_store() -> str:
    """The place that this system has for passwords."""
    named = {WINDOWS: "the Windows Credential Manager", MAC: "the Keychain of macOS"}
    return named.get(system(), "the system's keyring")


def unix_line_ends() -> str:
    """Advice on line ends: what to choose in an editor, and the command that this system has."""
    by_command = {WINDOWS: "", MAC: ", or: tr -d '\\r' < FILE > NEW"}.get(system(), ", or: sed -i 's/\\r$//' FILE")
    return f"save it with LF line ends (in an editor 'LF' or 'Unix line ends'{by_command})"
