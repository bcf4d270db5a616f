"""An allowed-signers file as `ssh-keygen -Y verify -f` reads it: who may sign with which key, for what.

Principals, then options, then a public key. `namespaces=` is honoured; lines with an option that is not read here are
faults, since skipping a restriction would be worse than refusing it.
"""

from __future__ import annotations

from fnmatch import fnmatchcase

from pbem.base.errors import BadInput, Fault, PbemError
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.trust.ssh.sshkeys import PublicKey, parse_public

NAMESPACES = pattern(r'namespaces="([^"]*)"')
HINT = "a line is: PRINCIPAL [namespaces=\"...\"] ssh-ed25519 AAAA..."


@dataclass(frozen=True, slots=True)
class Allowed:
    """One line: a key and whose it is."""

    principals: tuple[str, ...]
    namespaces: tuple[str, ...]
    key: PublicKey

    def permits(self, namespace: str) -> bool:
        """Tells if the key may sign for this namespace; a line that names none permits all."""
        return not self.namespaces or any(fnmatchcase(namespace, pattern) for pattern in self.namespaces)


def parse_allowed(data: bytes, file: str = "") -> tuple[Allowed, ...]:
    """Every line of the file, or every fault in it."""
    lines, faults = [], []
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            lines.append(parse_line(line))
        except PbemError as error:
            faults += [Fault(fault.message, file, number, 1, line, hint=fault.hint) for fault in error.faults]
        except ValueError as error:
            faults.append(Fault(str(error), file, number, 1, line, hint=HINT))
    if faults:
        raise BadInput(faults)
    return tuple(lines)


def parse_line(line: str) -> Allowed:
    """One line; ValueError with the words where it is none."""
    principals, _, rest = line.strip().partition(" ")
    namespaces: tuple[str, ...] = ()
    limited = NAMESPACES.match(rest)
    if limited:
        namespaces = tuple(limited[1].split(","))
        rest = rest[limited.end() :].lstrip()
    if not rest.startswith(("ssh-", "ecdsa-", "sk-")):
        raise ValueError(f"'{rest.split(' ')[0]}' is neither an option read here nor a kind of key")
    return Allowed(tuple(principals.strip('"').split(",")), namespaces, parse_public(rest))
