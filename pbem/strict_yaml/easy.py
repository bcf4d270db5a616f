"""The easy forms of strict YAML, read without a YAML library: what `write` writes, and most of what people write.

One entry or comment a line, texts on one line, lists and mappings in brackets on one line. Where a text has any other
form, or anything in it is at fault, nothing is read here, and the normative parser reads it (`tree`). A test holds the
two together: what is read here is what the parser reads, node by node and place by place.
"""

from __future__ import annotations

import re

from pbem.base.patterns import pattern
from pbem.strict_yaml.nodes import MOST_NODES, Mapping, Node, Scalar, Sequence
from pbem.strict_yaml.text import Page

#: So deep a text may nest here; the parser decides about deeper ones.
DEEPEST = 12
#: Plain text that begins like a word: nothing that YAML gives a meaning to, but for signs within.
INNER = r"[A-Za-z0-9_/.,;()$@=>*À-ɏ'+-]"
WORD = rf"{INNER}*+(?::[A-Za-z0-9/]{INNER}*+)*+"
WORDS = rf"[A-Za-z0-9_/(+$À-ɏ]{WORD}(?:\ ++{INNER}{WORD})*+"
QUOTED = r"(?:\"[^\"\\\n]*+\"|'[^'\n]*+(?:''[^'\n]*+)*+')"
KEY = r"[a-z][a-z0-9_]{0,39}"
#: A line: its indent, a dash, a key with its colon; then a text, a quoted text, or a bracket or the sign of a block of
#: text with all that follows it.
LINE = pattern(
    rf"(\ *+)(?:(-\ )?+(?:({KEY}):)?+(?:(?:(?<=:)\ ++|(?<=-\ ))(?:({WORDS})|({QUOTED})|([\[{{][^\n]*+|[|>](?=\n))))?+"
    r"\ *+(?:(?<=\ )\#[^\n]*+)?+|\#[^\n]*+)\n"
)
#: The parts of a text in brackets.
SIGN = r"[A-Za-z0-9_/.;()@=*À-ɏ'+>-]"
PART = pattern(
    rf"\ *+(?:([\[{{])|([\]}}])|(,)|({KEY}):\ ++|"
    rf"(?:(-?[A-Za-z0-9_/$À-ɏ]{SIGN}*+(?:\ ++{SIGN}++)*+)|({QUOTED}))(?=\ *+[,\]}}]))"
)
REST = pattern(r"\ *+(?:(?<=\ )\#.*+)?+")
#: How a block of text is indented, and the empty lines behind a line of it.
INDENT = pattern(r"\ ++(?=[^\n])")
EMPTY = pattern(r"\n*+")
BLANKS = pattern(r"\ ++\n")


#: What begins a block of text.
BLOCK_SIGNS = ("|", ">")


class NotEasy(Exception):
    """The text has a form that is not read here, or a fault."""


def read_easily(page: Page) -> Node | None:
    """The nodes of a text in the easy forms; None for all others."""
    if page.faults:
        return None
    try:
        return Blocks(page.text).read()
    except NotEasy:
        return None


class Block:
    """A mapping or list that lines still add to: its column, and the key that waits for its value."""

    __slots__ = ("column", "entries", "items", "line", "waiting")

    def __init__(self, line: int, column: int, is_list: bool) -> None:
        self.line, self.column = line, column
        self.items: list[Node] | None = [] if is_list else None
        self.entries: dict[str, tuple[Scalar, Node]] = {}
        self.waiting: Scalar | None = None

    def add(self, node: Node) -> None:
        """Takes a node as the next item, or as the value of the waiting key."""
        if self.items is not None:
            self.items.append(node)
        elif (key := self.waiting) is not None and key.text not in self.entries:
            self.entries[key.text] = key, node
            self.waiting = None
        else:
            raise NotEasy

    def node(self) -> Node:
        """The finished block."""
        if self.waiting is not None:
            raise NotEasy
        if self.items is not None:
            return Sequence(tuple(self.items), self.line, self.column)
        return Mapping(tuple(self.entries.values()), self.line, self.column)


class Blocks:
    """The blocks of one text, the open ones in a stack."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.open: list[Block] = []
        self.count = 0
        self.root: Block | None = None

    def read(self) -> Node:
        """Line by line to the end."""
        number, at, end, text, match = 0, 0, len(self.text), self.text, LINE.match
        while at < end:
            found = match(text, at)
            if found is None:
                raise NotEasy
            number += 1
            at = found.end()
            if found[6] in BLOCK_SIGNS:
                number, at = self.block_of_text(number, found)
            elif found[2] or found[3]:
                self.line(number, found)
        while len(self.open) > 1:
            self.close()
        if self.root is None or self.count > MOST_NODES:
            raise NotEasy
        return self.root.node()

    def line(self, number: int, found: re.Match[str]) -> None:
        """One entry, item, or item that begins a mapping."""
        key, words, quoted, bracket = found.group(3, 4, 5, 6)
        self.head(number, found)
        if words:
            self.open[-1].add(Scalar(words, number, column_of(found, 4), False, len(words)))
        elif quoted:
            self.open[-1].add(Scalar(unquoted(quoted), number, column_of(found, 5), True, len(quoted)))
        elif bracket:
            self.open[-1].add(self.flow(number, column_of(found, 6), bracket))
        elif not key:
            raise NotEasy

    def head(self, number: int, found: re.Match[str]) -> None:
        """The part of a line before its value: dash and key."""
        indent, dash, key = found.group(1, 2, 3)
        column = len(indent) + 1
        self.count += 1
        if dash:
            self.reach(number, column, is_list=True)
            self.count += 1
            column += 2
            if key:
                self.begin(number, column, is_list=False)
        else:
            self.reach(number, column, is_list=False)
        if key:
            self.count += 1
            block = self.open[-1]
            if block.waiting is not None:
                raise NotEasy
            block.waiting = Scalar(key, number, column, False, len(key))

    def block_of_text(self, number: int, found: re.Match[str]) -> tuple[int, int]:
        """Lines of text below a key, kept (|) or run together (>); the number of the last, and the place behind them.

        Lines that run together are all in one column, without empty ones among them.
        """
        self.head(number, found)
        start, at, text, kept = found.start(6), found.end(), self.text, found[6] == "|"
        first = INDENT.match(text, at)
        indent = first[0] if first else ""
        if len(indent) < self.open[-1].column:
            raise NotEasy
        lines: list[str] = []
        while text.startswith(indent, at):
            end = text.index("\n", at)
            lines.append(text[at + len(indent) : end])
            if not lines[-1].strip() or (lines[-1][0] == " " and not kept):
                raise NotEasy
            gap = EMPTY.match(text, end + 1)
            at = gap.end() if gap else end + 1
            lines += [""] * (at - end - 1)
        while lines[-1] == "":
            lines.pop()
        if BLANKS.match(text, at) or (not kept and "" in lines):
            raise NotEasy
        words = ("\n" if kept else " ").join(lines) + "\n"
        self.open[-1].add(Scalar(words, number, column_of(found, 6), True, at - start))
        return number + text.count("\n", found.end(), at), at

    def reach(self, number: int, column: int, *, is_list: bool) -> None:
        """Closes what a line in this column ends, and opens what it begins."""
        while self.open and (self.open[-1].column > column or self.ends_here(column, is_list)):
            self.close()
        if not self.open:
            if self.root is not None:
                raise NotEasy
            self.begin(number, column, is_list=is_list)
            return
        last = self.open[-1]
        if last.column == column and (last.items is not None) == is_list:
            if last.waiting is not None:
                raise NotEasy
        elif last.waiting is not None and (column > last.column or is_list):
            self.begin(number, column, is_list=is_list)
        else:
            raise NotEasy

    def ends_here(self, column: int, is_list: bool) -> bool:
        """Tells if a line ends the innermost list, which stands in the same column as its key."""
        last = self.open[-1]
        return last.column == column and last.items is not None and not is_list and len(self.open) > 1

    def begin(self, number: int, column: int, *, is_list: bool) -> None:
        """Opens a block within the innermost one."""
        block = Block(number, column, is_list)
        if len(self.open) >= DEEPEST:
            raise NotEasy
        if not self.open:
            self.root = block
        self.open.append(block)

    def close(self) -> None:
        """Hands the innermost block to the one around it."""
        block = self.open.pop()
        if not self.open:
            raise NotEasy
        self.open[-1].add(block.node())

    # ---------------------------------------------------------------- brackets
    def flow(self, number: int, column: int, text: str) -> Node:
        """The list or mapping in brackets, and nothing behind it but a comment."""
        node, end = self.within(number, column, text, 0, 0)
        if not REST.fullmatch(text, end):
            raise NotEasy
        return node

    def within(self, number: int, column: int, text: str, at: int, depth: int) -> tuple[Node, int]:
        """One list or mapping that opens at a place of the line; and the place behind it."""
        if depth + len(self.open) > DEEPEST:
            raise NotEasy
        block = Block(number, column + at, text[at] == "[")
        closing, at, comma = "]" if text[at] == "[" else "}", at + 1, True
        while found := PART.match(text, at):
            opening, closed, and_then, key, words, quoted = found.groups()
            if closed:
                if closed != closing or (comma and (block.items or block.entries)):
                    raise NotEasy
                return block.node(), found.end()
            if and_then:
                if comma or block.waiting is not None:
                    raise NotEasy
                comma, at = True, found.end()
                continue
            if not comma:
                raise NotEasy
            self.count += 1
            if key:
                if closing != "}" or block.waiting is not None:
                    raise NotEasy
                block.waiting, at = Scalar(key, number, column + found.start(4), False, len(key)), found.end()
                continue
            if opening:
                node, at = self.within(number, column, text, found.start(1), depth + 1)
            elif words:
                node, at = Scalar(words, number, column + found.start(5), False, len(words)), found.end()
            else:
                node, at = Scalar(unquoted(quoted), number, column + found.start(6), True, len(quoted)), found.end()
            block.add(node)
            comma = False
        raise NotEasy


def column_of(found: re.Match[str], group: int) -> int:
    """The column of a part of a line, counted from 1."""
    return found.start(group) - found.start() + 1


def unquoted(text: str) -> str:
    """The text within quotation marks; a single one is written twice in single ones."""
    return text[1:-1].replace("''", "'") if text[0] == "'" else text[1:-1]
