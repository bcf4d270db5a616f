"""Tells another program when a phase opens or closes: one small JSON by HTTP, if the settings name an address.

`webhook` in private/post.yaml, or in a club's club.yaml, names it; without it nothing is sent. What is sent is public
news. A program that does not answer stops no game: its news go with the next work on the game, for a day.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pbem import __version__
from pbem.base.clock import parse_time
from pbem.base.errors import PbemError, bad
from pbem.base.files import read_file, write_atomic
from pbem.mail.imap import LOCAL
from pbem.mail.secrets import STORES, parse_secret
from pbem.match.folder.kinds import PRIVATE
from pbem.match.post.alarms import club_settings
from pbem.match.post.transports import settings
from pbem.match.record.news import CLOSED, OPENED, OVER, News, news_in
from pbem.trust.people.charter import Charter, parse_charter
from pbem.trust.record import layout

#: The file that says up to which line of the ledger news have been sent.
TOLD = f"{PRIVATE}/webhook.json"
FIELD = "webhook"
EVENTS = (OPENED, CLOSED, OVER)
SECONDS = 5
#: News older than this are not sent any more.
FRESH = timedelta(days=1)


def announce(root: Path, now: datetime) -> list[str]:
    """Sends the news since the last time; says what went wrong, and lets nothing of it out."""
    try:
        where = address_of(root)
        return list(catch_up(root, where, now)) if where else []
    except (PbemError, OSError, ValueError) as error:
        return [f"webhook: not told: {error.faults[0].message if isinstance(error, PbemError) else error}"]


def catch_up(root: Path, where: str, now: datetime) -> Iterator[str]:
    """Sends each piece of news in its turn, and stops at the first that does not arrive."""
    news, path = news_in(root), root / TOLD
    if not path.is_file():  # what happened before the settings named a webhook is no news
        write_atomic(path, json.dumps({"line": first_line(news)}).encode())
    seen = int(json.loads(read_file(path))["line"])
    charter = parse_charter(read_file(root / layout.CHARTER), layout.CHARTER) if news else None
    for each in news:
        if each.line <= seen or charter is None:
            continue
        if each.event in EVENTS and now - parse_time(each.t) < FRESH:
            try:
                send(where, as_json(charter, each))
            except OSError as error:
                yield f"webhook: not told: {getattr(error, 'reason', None) or error}"
                return
        write_atomic(path, json.dumps({"line": each.line}).encode())


def first_line(news: list[News]) -> int:
    """The line before the newest news: a webhook that was just set hears of the phase that is open."""
    return news[-2].line if len(news) > 1 else -1


def as_json(charter: Charter, news: News) -> dict[str, Any]:
    """The message; `text` and `content` are the sentence that chat programs show."""
    title = str(charter.fields.get("title") or charter.game)
    words = f"{title}: {news.words}"
    found = {"event": news.event, "game": charter.game, "title": title, "phase": news.phase, "until": news.until,
             "line": news.line, "text": words, "content": words}  # fmt: skip
    return {name: value for name, value in found.items() if value != ""}


def address_of(root: Path) -> str:
    """The address of the webhook; empty where the settings name none. It may be kept as passwords are."""
    given = str(settings(root).get(FIELD) or club_settings(root).get(FIELD, ""))
    where = parse_secret(given).reveal() if given.partition(":")[0] in STORES else given
    if where:
        check_address(where)
    return where


def check_address(where: str) -> None:
    """Refuses an address that does not begin with https://, but for this machine's own."""
    parts = urlsplit(where)
    if parts.scheme == "https" and parts.hostname:
        return
    if parts.scheme == "http" and parts.hostname in LOCAL:
        return
    raise bad("the webhook is no address that begins with https://", hint="http:// is taken only for this machine")


def send(where: str, message: Mapping[str, Any]) -> None:
    """One POST, through the user's proxy if there is one; no redirect is followed."""
    import ssl
    from http.client import HTTPException
    from urllib import request

    opener = request.OpenerDirector()
    for handler in (
        request.ProxyHandler(), request.HTTPHandler(), request.HTTPSHandler(context=ssl.create_default_context()),
        request.HTTPDefaultErrorHandler(), request.HTTPErrorProcessor(), request.UnknownHandler(),
    ):  # fmt: skip
        opener.add_handler(handler)
    body = json.dumps(message, ensure_ascii=False).encode()
    head = {"Content-Type": "application/json; charset=utf-8", "User-Agent": f"pbem/{__version__}"}
    post = request.Request(where, body, head, method="POST")  # noqa: S310 - the scheme was checked
    try:
        with opener.open(post, timeout=SECONDS) as response:
            response.read(1)
    except (HTTPException, ValueError) as error:
        raise OSError(type(error).__name__) from None
