"""PyYAML's pure scanner and parser over one page of text, and its complaints in our words.

Only Reader, Scanner and Parser take part: there is no composer to expand an alias and no constructor to start a
program. Depth is limited where brackets are scanned, so deep nesting costs nothing before it is refused.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from yaml.error import Mark, MarkedYAMLError
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError

from pbem.base.patterns import pattern
from pbem.strict_yaml.easy import WORDS
from pbem.strict_yaml.text import DEPTH, MAIL_QUOTED, TOO_DEEP, Page

#: Spaces, comments and line ends between two tokens.
BETWEEN = pattern(r" *(?:#[^\n\0]*)?(\n *(?:#[^\n\0]*)?)*")
#: The longest token PyYAML looks ahead for at the end of the text.
PADDING = "\0" * 8


QUOTED = r"(?:\"[^\"\\\n]*+\"|'[^'\n]*+')"
#: A list or mapping on one line; whether its brackets and commas are in order is for the parser to say.
IN_BRACKETS = rf"[A-Za-z0-9_/À-ɏ](?:[A-Za-z0-9_/.À-ɏ+> -]|:\ )*+|[,\[\]{{}} ]|{QUOTED}(?::\ )?+"
VALUE = rf"(?:{WORDS}|{QUOTED}|[\[{{](?:{IN_BRACKETS})*+(?<=[\]}}]))"
ENTRY = rf"(?:-\ )?+(?:[a-z][a-z0-9_]*+:(?:\ ++{VALUE})?+|(?<=-\ ){VALUE})"
#: A text in which libyaml and our stream read the same: one entry or one comment a line, no signs of YAML's rarer
#: forms. `tests/yaml/test_yaml_easy.py` holds the two parsers together on it.
EASY = pattern(rf"(?:\ *+(?:{ENTRY}\ *+(?:(?<=\ )\#[^\n]*+)?+|\#[^\n]*+)?+\n)*+")


class Place:
    """A place in the text, counted from 0, as PyYAML's parser wants it; lighter than its own Mark."""

    __slots__ = ("column", "index", "line")

    def __init__(self, line: int, column: int, index: int) -> None:
        self.line = line
        self.column = column
        self.index = index


class Stream(Reader, Scanner, Parser):
    """Events of a text that is whole in memory and whose only line end is LF, which makes reading quick."""

    def __init__(self, text: str) -> None:
        self.buffer = text + PADDING
        self.index = self.line = self.column = 0
        self.encoding = None
        Scanner.__init__(self)
        Parser.__init__(self)

    def peek(self, index: int = 0) -> Any:
        return self.buffer[self.index + index]

    def prefix(self, length: int = 1) -> Any:
        return self.buffer[self.index : self.index + length]

    def forward(self, length: int = 1) -> None:
        start, end = self.index, self.index + length
        breaks = self.buffer.count("\n", start, end)
        if breaks:
            self.line += breaks
            self.column = end - self.buffer.rfind("\n", start, end) - 1
        else:
            self.column += length
        self.index = end

    def get_event(self) -> Any:
        return self.state() if self.state else None

    def get_mark(self) -> Any:
        return Place(self.line, self.column, self.index)

    def scan_to_next_token(self) -> None:
        match = BETWEEN.match(self.buffer, self.index)
        if match is None or match.end() == self.index:
            return
        if match.end(1) >= 0 and not self.flow_level:
            self.allow_simple_key = True
        self.forward(match.end() - self.index)

    def fetch_directive(self) -> None:
        raise ScannerError(None, None, "directives are not allowed", self.get_mark())

    def fetch_flow_collection_start(self, token: Any) -> None:
        if self.flow_level >= DEPTH:
            raise ScannerError(None, None, TOO_DEEP, self.get_mark())
        super().fetch_flow_collection_start(token)

    def add_indent(self, column: Any) -> bool:
        if len(self.indents) >= DEPTH and self.indent < column:
            raise ScannerError(None, None, TOO_DEEP, self.get_mark())
        return super().add_indent(column)


def quick_events(text: str) -> Any:
    """Gives libyaml's events of a text, which come ten times as quickly; None where PyYAML was built without it."""
    try:
        from yaml.cyaml import CParser  # type: ignore[attr-defined]
    except ImportError:
        return None
    return CParser(text)


class Words(NamedTuple):
    """One of PyYAML's complaints: how it begins, what we say, where we point, what helps."""

    begins: str
    message: str
    hint: str
    at_start: bool = False


BY_CONTEXT = (
    Words("while scanning an a", "anchors and aliases are not allowed", "quote a value that begins with '&' or '*'"),
    Words("while scanning a tag", "tags are not allowed", "quote a value that begins with '!'"),
    Words("while parsing a tag", "tags are not allowed", "quote a value that begins with '!'"),
    Words(
        "while scanning a block scalar", "'|' and '>' open a block of text that begins on the next line",
        "put the text below, two spaces in, or quote it", True,
    ),
)
COLON = Words(
    "mapping values are not allowed", "a ':' cannot stand here",
    "put quotes around a value that holds ': ', and begin the keys of one mapping in the same column",
)
BY_PROBLEM = (
    Words("found undefined tag handle", "tags are not allowed", "quote a value that begins with '!'"),
    Words(
        "could not find expected ':'", "this line is neither 'key: value' nor a list item",
        "if a mail program broke a long line, join it to the line above; better, send the file as an attachment", True,
    ),
    COLON,
    Words(
        "sequence entries are not allowed", "a list item cannot stand here",
        "put each '- ' on a line of its own, below its key",
    ),
    Words("mapping keys are not allowed", "a '?' cannot stand here", "quote a value that begins with '? '"),
    Words(
        "expected <block end>", "this line is not in line with those above",
        "begin the keys of one mapping, and the items of one list, in the same column",
    ),
    Words("expected ',' or ']'", "the list in brackets is not closed", "put a comma between items and ']' at the end"),
    Words("expected ',' or '}'", "the mapping in braces is not closed", "put a comma between pairs and '}' at the end"),
    Words(
        "found unexpected end of stream", "a quotation mark is opened here and never closed",
        "close it; inside single quotes write '' for one apostrophe", True,
    ),
    Words(
        "found unexpected document separator", "a quotation mark is opened here and never closed",
        "close it; inside single quotes write '' for one apostrophe", True,
    ),
    Words(
        "found unknown escape character", "there is no such escape in double quotes",
        "write \\\\ for a backslash, or use single quotes",
    ),
    Words(
        "expected escape sequence", "the escape lacks hexadecimal digits",
        "write \\\\ for a backslash, or use single quotes",
    ),
    Words("found character", "a value cannot begin with this sign", "put quotes around the value"),
    Words("expected the node content", "a value is missing here", "write it, or '' for an empty one"),
    Words("expected '<document start>'", "the text goes on after its end", "make it one mapping of 'key: value' lines"),
    Words("directives are not allowed", "directives are not allowed", "take the '%' line out, or quote the value"),
    Words(TOO_DEEP, TOO_DEEP, "orders never need that"),
)
OPEN_BRACKET = Words("", "a bracket is opened here and never closed", "close '[' with ']' and '{' with '}'")


def blame_syntax(page: Page, error: MarkedYAMLError, stream: Stream) -> None:
    """Reports one fault for a text that cannot be read further; recognises damage done by mailers."""
    mark: Mark | Place = error.problem_mark or stream.get_mark()
    near_end = mark.line + 2 >= page.text.count("\n")
    if page.damaged or (page.cut_off and near_end and error.problem != TOO_DEEP):
        return  # the forbidden characters, or the missing end, say it better
    quoted = MAIL_QUOTED.search(page.text)
    if quoted and len(MAIL_QUOTED.findall(page.text)) * 2 > page.text.count("\n"):
        line = page.text.count("\n", 0, quoted.start()) + 1
        page.blame("the lines begin with '>', as a mail program quotes them", line, 1, hint=(
            "send the file itself, as an attachment, not a quoted copy of its text"
        ))
        return
    words = translate(error)
    if words.begins.startswith("expected ','") and page.line(mark.line + 1)[mark.column :].startswith(": "):
        words = COLON
    if at_end(page, mark) and stream.flow_level and stream.marks:
        words, mark = OPEN_BRACKET, stream.marks[-1]
    elif (words.at_start or at_end(page, mark)) and error.context_mark is not None:
        mark = error.context_mark
    if re.search(r"=\n|=3D", page.text):
        words = words._replace(hint=f"{words.hint}\na mail program may have left the '=' at line ends; attach the file")
    page.blame(words.message, mark.line + 1, mark.column + 1, token_width(page, mark), hint=words.hint)


def translate(error: MarkedYAMLError) -> Words:
    """PyYAML's complaint in our words."""
    context, problem = error.context or "", error.problem or ""
    for words in BY_CONTEXT:
        if context.startswith(words.begins):
            return words
    for words in BY_PROBLEM:
        if problem.startswith(words.begins):
            return words
    return Words("", f"cannot be read: {problem}", "look at the line above as well")


def at_end(page: Page, mark: Mark | Place) -> bool:
    """Checks whether the parser only noticed the error at the end of the text."""
    return mark.line >= page.text.count("\n")


def token_width(page: Page, mark: Mark | Place) -> int:
    """Counts the characters to underline: the word that begins at the place."""
    word = re.match(r"\S*", page.line(mark.line + 1)[mark.column :])
    return len(word[0]) if word else 1
