"""The shell lines that recompute a roll without this program (docs/protocol.md, 22): bash, coreutils, openssl, awk."""

from __future__ import annotations

from shlex import quote

from pbem.base.dice_spec import read_spec
from pbem.trust.one_roll import Throw
from pbem.trust.record import layout

#: awk: dice of up to 256 faces, from one byte each; bytes at or above the limit are skipped.
ONE_BYTE = """  awk -v s={size} -v n={count} '
    $1 != "" && got < n && $1 < 256 - 256 % s {{printf "%s%d", got++ ? "," : "", $1 % s + 1}}
    END {{print ""}}'"""
#: awk: dice of more faces, from two bytes each, the high one first.
TWO_BYTES = """  awk -v s={size} -v n={count} '
    $1 == "" || got == n {{next}}
    !half {{high = $1; half = 1; next}}
    {{word = high * 256 + $1; half = 0}}
    word < 65536 - 65536 % s {{printf "%s%d", got++ ? "," : "", word % s + 1}}
    END {{print ""}}'"""
#: awk: a draw: each step takes one of the cards that are left; more than 256 left need two bytes.
DRAW = """  awk -v n={size} -v k={count} '
    BEGIN {{for (p = 0; p < n; p++) card[p] = p; i = 0}}
    {{m = n - i}}
    $1 == "" || i == k || m == 1 {{next}}
    m > 256 && !half {{high = $1; half = 1; next}}
    {{word = half ? high * 256 + $1 : $1; all = half ? 65536 : 256; half = 0}}
    word < all - all % m {{j = i + word % m; t = card[i]; card[i] = card[j]; card[j] = t; i++}}
    END {{for (p = 0; p < k; p++) printf "%s%d", p ? "," : "", card[p]; print ""}}'"""


def roll_lines(throw: Throw) -> list[str]:
    """From the seed file to the faces, and the line of the log to compare them with."""
    made = throw.explanation
    spec = read_spec(made.spec)
    awk = DRAW if spec.draws else ONE_BYTE if spec.size <= 256 else TWO_BYTES
    last = max(len(made.blocks) - 1, 0)
    lines = [*enter(throw), *key_lines(throw), f"for i in $(seq 0 {last}); do"]
    lines += [
        f"  printf 'pbem-roll/1 %s %s %s' {quote(made.label)} {quote(made.spec)} $i |",
        "    openssl dgst -sha256 -mac HMAC -macopt hexkey:$K -binary",
        "done | od -An -v -tu1 | tr -s ' ' '\\n' |",
        *awk.format(size=spec.size, count=spec.count).split("\n"),
    ]
    if throw.log_file:
        pattern = f"^{made.label} ".replace(".", "[.]")
        lines.append(f"grep {quote(pattern)} {quote(throw.log_file)}")
    return lines


def enter(throw: Throw) -> list[str]:
    """Into the folder the files lie in."""
    return [f"cd {quote(str(throw.folder))}"] if throw.folder else []


def key_lines(throw: Throw) -> list[str]:
    """The key: the hash of the seed; for an opened lane, made from that and from what opened it."""
    lines = [f"K=$(sha256sum < {quote(throw.seed_file)} | cut -c1-64)"]
    if throw.secret_file.endswith(".key"):
        return [f"K=$(cat {quote(throw.secret_file)})"]
    if throw.secret_file:
        lines += [
            f"K=$(printf 'pbem-lane/1 %s %s' $K {quote(throw.lane)} |",
            f"  openssl dgst -sha256 -mac HMAC -macopt hexkey:$(cat {quote(throw.secret_file)}) | sed 's/.*= //')",
        ]
    return lines


def promise_lines(throw: Throw) -> list[str]:
    """The moderator's part of the seed, hashed back to what the charter held before the game began."""
    return [
        *enter(throw),
        f"read -r _ steps V < <(grep '^mod ' {quote(throw.seed_file)})",
        "for i in $(seq $steps); do V=$(printf 'pbem-chain/1 %s' $V | sha256sum | cut -c1-64); done",
        f'grep "chain: $V" {quote(layout.CHARTER)}',
    ]
