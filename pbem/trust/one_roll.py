"""One roll found again in a public folder, or made from a seed alone: where it stands, its key, every step of it."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from pbem.base.dice_spec import check_spec
from pbem.base.errors import CheckFailed, Fault, Kind, bad
from pbem.base.files import read_file
from pbem.base.records import dataclass
from pbem.trust.dice.dice import Roll, check_label, parse_log
from pbem.trust.dice.explain import Explanation, explain
from pbem.trust.dice.lanes import lane_key
from pbem.trust.dice.seed import HEADER, Seed, parse_seed
from pbem.trust.folder.read_folder import Folder, is_folder, open_folder
from pbem.trust.primitives.forms import HEX32
from pbem.trust.record import layout
from pbem.trust.record.layout import Occasion

MOST_SEED = 64 * 1024


@dataclass(frozen=True, slots=True)
class Throw:
    """A roll, and what it takes to make it again. `secret` is the lane's, or its key in this phase, where opened."""

    occasion: Occasion
    lane: str
    seed: Seed
    seed_file: str
    explanation: Explanation
    log_file: str = ""
    secret_file: str = ""
    folder: Path | None = None

    @property
    def logged(self) -> bool:
        """Tells if a log shows the throw; a die that no log shows has decided nothing."""
        return bool(self.log_file)


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a log."""

    occasion: Occasion
    lane: str
    made: Roll
    log_file: str

    @property
    def name(self) -> str:
        """Returns the place's name for a list of choices."""
        return self.occasion.stem if self.lane == "pub" else f"{self.occasion.stem} in lane {self.lane}"


def find_throw(path: Path, label: str, spec: str = "", phase: str = "", lane: str = "") -> Throw:
    """The roll of this label, in a folder or from a seed file; BadInput says what else must be told."""
    check_label(label)
    if spec:
        check_spec(spec)
    if not is_folder(path):
        return from_seed(path, label, spec)
    folder = open_folder(path)
    places = [place for place in places_in(folder, label) if wanted(place, spec, phase, lane)]
    if not places:
        return unlogged(folder, path, label, spec, phase)
    if len(places) > 1:
        names = ", ".join(place.name for place in places)
        raise bad(
            f"label '{label}' is rolled {len(places)} times", file=str(path), kind=Kind.AMBIGUOUS,
            hint=f"say which with --phase (and --lane): {names}",
        )  # fmt: skip
    return laid_open(folder, path, places[0])


def wanted(place: Place, spec: str, phase: str, lane: str) -> bool:
    """Tells if a line is the one that was asked for."""
    named = (place.occasion.stem, f"{place.occasion.phase}+{place.occasion.attempt}")
    return (not phase or phase in named) and lane in ("", place.lane) and spec in ("", place.made.spec)


# ---------------------------------------------------------------------------------------------------------- in a folder
def logs_in(folder: Folder) -> Iterator[tuple[Occasion, str, str]]:
    """All roll logs that can be read: phase, lane, file."""
    for name in folder.names:
        top, _, rest = name.partition("/")
        if name.endswith(".rolls") and top in ("rolls", "lanes"):
            lane, _, file = rest.rpartition("/")
            stem, _, attempt = file.removesuffix(".rolls").partition("+")
            if attempt == "" or (attempt.isdecimal() and attempt.isascii()):
                yield Occasion(stem, int(attempt or 1)), lane.replace("-", ":", 1) or "pub", name


def places_in(folder: Folder, label: str) -> Iterator[Place]:
    """Every line with this label."""
    for occasion, lane, name in logs_in(folder):
        for made in parse_log(folder.read(name), name):
            if made.label == label:
                yield Place(occasion, lane, made, name)


def laid_open(folder: Folder, path: Path, place: Place) -> Throw:
    """A logged roll made again; CheckFailed where the log shows another."""
    seed_file = layout.seed_file(place.occasion)
    seed = parse_seed(folder.read(seed_file), seed_file)
    key, secret_file = key_of(folder, place, seed)
    made = explain(place.made.label, place.made.spec, key)
    if made.values != place.made.values:
        shown, right = (",".join(map(str, values)) for values in (place.made.values, made.values))
        message = f"the log has '{shown}' for '{made.label} {made.spec}', the key gives '{right}'"
        raise CheckFailed(Fault(message, place.log_file, kind=Kind.MISMATCH, rule="PROTOCOL 3.7"))
    where = path.absolute() if path.is_dir() else None
    return Throw(place.occasion, place.lane, seed, seed_file, made, place.log_file, secret_file, where)


def key_of(folder: Folder, place: Place, seed: Seed) -> tuple[bytes, str]:
    """The key of the lane in this phase, and the file that opened it."""
    if place.lane == "pub":
        return seed.key, ""
    key_file, secret_file = layout.lane_key_file(place.lane, place.occasion), layout.lane_secret_file(place.lane)
    if key_file in folder.names:
        return hex_of(folder, key_file), key_file
    if secret_file in folder.names:
        return lane_key(hex_of(folder, secret_file), seed.key, place.lane), secret_file
    raise bad(f"lane '{place.lane}' is not open", file=place.log_file, hint=f"its secret would be '{secret_file}'")


def hex_of(folder: Folder, name: str) -> bytes:
    """The 32 bytes of a file of hex."""
    text = folder.read(name).decode("ascii", errors="replace").removesuffix("\n")
    if not HEX32.fullmatch(text):
        raise bad("is not 64 digits of lower-case hex", file=name)
    return bytes.fromhex(text)


def unlogged(folder: Folder, path: Path, label: str, spec: str, phase: str) -> Throw:
    """A roll that no log shows: with phase and spec it can be made all the same."""
    seed_file = f"seeds/{phase}.seed"
    if phase and seed_file not in folder.names:
        phases = [name[len("seeds/") : -len(".seed")] for name in folder.names if name.startswith("seeds/")]
        raise bad(f"there is no seed of phase '{phase[:80]}'", file=str(path), hint=f"phases: {', '.join(phases)}")
    if phase and spec:
        seed = parse_seed(folder.read(seed_file), seed_file)
        made = explain(label, spec, seed.key)
        where = path.absolute() if path.is_dir() else None
        return Throw(Occasion(seed.phase, seed.attempt), "pub", seed, seed_file, made, folder=where)
    labels = {made.label for _, _, name in logs_in(folder) for made in parse_log(folder.read(name), name)}
    near = get_close_matches(label, sorted(labels), n=3)
    hint = f"near it: {', '.join(near)}" if near else "give --phase and SPEC to make a roll that no log shows"
    raise bad(f"no log shows a roll '{label}'", file=str(path), kind=Kind.UNKNOWN, hint=hint)


# ---------------------------------------------------------------------------------------------------- from a seed alone
def from_seed(path: Path, label: str, spec: str) -> Throw:
    """A public roll of one seed; its log, where it lies in its folder, tells what was rolled."""
    data = read_file(path, MOST_SEED)
    if not data.startswith(HEADER.encode()):
        raise bad("is neither a public folder nor a seed", file=str(path), hint="a seed begins with 'pbem-seed/1'")
    seed = parse_seed(data, str(path))
    occasion = Occasion(seed.phase, seed.attempt)
    log = path.absolute().parent.parent / layout.rolls_file(occasion)
    if log.is_file() and path.absolute().parent.name == "seeds":
        place = next((place for place in lines_of(log, occasion, label) if spec in ("", place.made.spec)), None)
        if place:
            return laid_open(open_folder(log.parent.parent), log.parent.parent, place)
    if not spec:
        raise bad("what was rolled is not known", hint="say it behind the label, as in 'combat/3417/n1 2d6'")
    return Throw(occasion, "pub", seed, str(path), explain(label, spec, seed.key))


def lines_of(log: Path, occasion: Occasion, label: str) -> Iterator[Place]:
    """The lines of one log with this label."""
    for made in parse_log(read_file(log), str(log)):
        if made.label == label:
            yield Place(occasion, "pub", made, layout.rolls_file(occasion))
