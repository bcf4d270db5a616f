"""Asking drand's relays over HTTPS: one GET each, no redirect, an answer of bounded size. Nothing is believed here."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from pbem import __version__
from pbem.base.clock import show_time
from pbem.base.errors import BadInput, CheckFailed, Fault, Kind, PbemError, Waiting
from pbem.base.patterns import pattern
from pbem.trust.beacon.drand import Network

DEFAULT_RELAYS = (
    "https://api.drand.sh",
    "https://api2.drand.sh",
    "https://api3.drand.sh",
    "https://drand.cloudflare.com",
)

#: Players name their own relays in this variable, separated by blanks or commas.
VARIABLE = "PBEM_RELAYS"

RELAY = pattern(r"https://[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?")
SECONDS = 10
MOST_BYTES = 4096


class Opener(Protocol):
    """The part of urllib's OpenerDirector that we use."""

    def open(self, fullurl: Any, data: None = None, timeout: float = SECONDS) -> Any:
        """A response that is a context manager with `read(n)`."""


def relay_list(given: Iterable[str] | None = None) -> tuple[str, ...]:
    """The relays to ask, in order: those given, else those of PBEM_RELAYS, else the public ones."""
    named = tuple(given) if given is not None else tuple(re.split(r"[\s,]+", os.environ.get(VARIABLE, "").strip()))
    relays = tuple(relay.rstrip("/") for relay in named if relay) or DEFAULT_RELAYS
    faults = [
        Fault(f"'{relay}' is no relay", hint="relays are asked over HTTPS only, like https://api.drand.sh")
        for relay in relays if not RELAY.fullmatch(relay)
    ]
    if faults:
        raise BadInput(faults)
    return relays


def ask_relays(
    network: Network,
    round_: int,
    relays: tuple[str, ...],
    believe: Callable[[bytes], str],
    opener: Opener | None = None,
) -> str:
    """Asks relays in turn and returns `believe` of the first answer it accepts.

    Raises CheckFailed if an answer was false, or Waiting if no relay answered.
    """
    opener = opener or https_opener()
    silent, false = [], []
    for relay in relays:
        try:
            answer = get(opener, f"{relay}/{network.chain}/public/{round_}")
        except OSError as error:  # urllib's own errors, time-outs and refused connections all derive from it
            silent.append(Fault(f"relay {relay} gave no answer: {reason(error)}", kind=Kind.LATE))
            continue
        try:
            return believe(answer)
        except PbemError as error:
            false += [Fault(f"relay {relay}: {fault.message}", kind=Kind.MISMATCH) for fault in error.faults]
    if false:
        raise CheckFailed(false + silent)
    raise Waiting([*silent, waiting_for(network, round_)])


def waiting_for(network: Network, round_: int) -> Fault:
    due = show_time(network.time_of(round_))
    return Fault(
        f"round {round_} of {network.name} could not be had; it is due at {due}",
        hint=f"try again after {due}, or give the beacon by hand as a file or a line '<round> <signature>'",
        kind=Kind.LATE,
    )


def get(opener: Opener, url: str) -> bytes:
    """One GET. An answer too long is cut one byte past the limit, so that its reader refuses it."""
    from http.client import HTTPException
    from urllib.error import HTTPError
    from urllib.request import Request

    request = Request(url, headers={"Accept": "application/json", "User-Agent": f"pbem/{__version__}"})  # noqa: S310
    try:
        with opener.open(request, timeout=SECONDS) as response:
            return bytes(response.read(MOST_BYTES + 1))
    except HTTPError as error:
        error.close()
        raise
    except (HTTPException, ValueError) as error:  # half an answer, or a host name that cannot be one
        raise OSError(type(error).__name__) from None


def reason(error: OSError) -> str:
    """The error in a few words."""
    status = getattr(error, "code", None)
    if status in (404, 425):
        return "it does not have this round yet"
    words = getattr(error, "reason", None) or error
    return f"{words} ({status})" if status else str(words) or type(error).__name__


def https_opener() -> Opener:
    """An opener that speaks HTTPS only, through the user's proxy if there is one, and follows no redirect."""
    import ssl
    from urllib import request

    opener = request.OpenerDirector()
    for handler in (
        request.ProxyHandler(),
        request.HTTPSHandler(context=ssl.create_default_context()),
        request.HTTPDefaultErrorHandler(),
        request.HTTPErrorProcessor(),
        request.UnknownHandler(),
    ):
        opener.add_handler(handler)
    return opener
