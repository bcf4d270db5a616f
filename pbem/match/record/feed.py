"""Atom feeds (RFC 4287) of a game and of a club, made of public news alone."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from html import escape
from uuid import UUID

from pbem.base.errors import visible
from pbem.base.records import dataclass
from pbem.match.record.news import News

#: So many entries a feed has at most, the newest first.
MOST = 50
NEVER = "1970-01-01T00:00:00Z"


@dataclass(frozen=True, slots=True)
class Source:
    """A game in a feed: its id, its title, and its news."""

    game: str
    title: str
    news: tuple[News, ...]


def atom(title: str, author: str, sources: Iterable[Source]) -> bytes:
    """A feed with the newest news of these games. The same news give the same bytes."""
    found = [(each.t, source.game, each.line, source, each) for source in sources for each in source.news]
    newest = sorted(found, key=lambda row: row[:3], reverse=True)[:MOST]
    entries = "".join(entry(source, each) for *_, source, each in newest)
    updated = newest[0][0] if newest else NEVER
    head = f"<id>{name_of(author, title)}</id><title>{clean(title)}</title><updated>{updated}</updated>"
    head += f"<author><name>{clean(author)}</name></author><generator>pbem</generator>"
    text = f'<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">{head}\n{entries}</feed>\n'
    return text.encode()


def entry(source: Source, news: News) -> str:
    """One piece of news."""
    title = f"{source.title}: {news.words}"
    return (
        f"<entry><id>{name_of(source.game, str(news.line))}</id><title>{clean(title)}</title>"
        f"<updated>{news.t}</updated><category term=\"{news.event}\"/>"
        f"<content>{clean(f'{title} ({source.game}).')}</content></entry>\n"
    )


def name_of(*words: str) -> str:
    """An id that stays the same, and that no other feed has."""
    return f"urn:uuid:{UUID(bytes=sha256('/'.join(words).encode()).digest()[:16], version=5)}"


def clean(text: str) -> str:
    """A text in XML; hidden characters, some of which XML forbids, are spelt out."""
    return escape(visible(text), quote=False)
