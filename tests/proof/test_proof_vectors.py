"""The page's program against the published vectors: every derivation of `pbem verify`, made again in JavaScript."""

from __future__ import annotations

from typing import Any

import pytest
from proof_kit import Node, NodeRefused
from public_folder import sample_files
from sshkit import KINDS, signing, token
from vectors_kit import VECTORS

from pbem.trust.beacon.demo_chain import DEMO_CHAIN
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.seal import seal
from pbem.trust.seal.tlock import seal as time_lock
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.sshkeys import SigningKey

pytestmark = pytest.mark.tools
DICE: dict[str, Any] = VECTORS["dice"]
BEACON: dict[str, Any] = VECTORS["beacon"]
YAML_ = VECTORS["strict_yaml"]
OPEN_LOCK = """(file, network, signature) =>
    textOf(unsealByBeacon(network, dearmour(file), signature))"""
READ_YAML = "text => plainOf(new YamlReader(yamlText(utf8(text), ''), '').document())"
HOLDS = "(line, message, kind, armour) => verifySshsig(parsePublic(line), message, kind, armour).then(() => true)"


@pytest.mark.parametrize("roll", DICE["rolls"], ids=lambda roll: f"{roll['label']} {roll['spec']}")
def test_3_7_every_roll_and_its_first_block(node: Node, roll: dict[str, Any]) -> None:
    ask = """({key, label, spec}) => {
        const made = laidOpen(new KeyedHash(bytesOfHex(key)), label, spec);
        return {result: made.values, block0: made.blocks.length ? hexOf(made.blocks[0].bytes) : null};
    }"""
    found = node.ask(ask, roll)
    assert found["result"] == roll["result"]
    assert found["block0"] in (roll["block0"], None)


def test_3_8_no_other_label_or_spec_is_rolled(node: Node) -> None:
    for roll in DICE["bad_rolls"]:
        with pytest.raises(NodeRefused):
            node.ask("({label, spec}) => laidOpen(new KeyedHash(new Uint8Array(32)), label, spec).values", roll)


@pytest.mark.parametrize("seed", DICE["seeds"], ids=lambda seed: str(seed["name"]))
def test_3_7_every_seed_and_its_key(node: Node, seed: dict[str, Any]) -> None:
    assert node.ask("text => hexOf(parseSeed(utf8(text)).key)", seed["file"]) == seed["key"]


@pytest.mark.parametrize("seed", DICE["bad_seeds"], ids=lambda seed: str(seed["why"]))
def test_3_7_no_other_seed_is_read(node: Node, seed: dict[str, Any]) -> None:
    with pytest.raises(NodeRefused):
        node.ask("text => parseSeed(utf8(text)).phase", seed["file"])


def test_3_3_every_chain_value_leads_to_its_anchor(node: Node) -> None:
    ask = "(index, value, anchor) => leadsTo({index, value}, anchor)"
    for chain in DICE["chains"]:
        for index, value in chain["values"].items():
            assert node.ask(ask, int(index), value, chain["anchor"])
            assert not node.ask(ask, int(index) + 1, value, chain["anchor"])


def test_3_9_lanes_their_keys_and_their_commitments(node: Node) -> None:
    ask = """({lane, secret, pub_key}) => {
        const key = laneKey(bytesOfHex(secret), bytesOfHex(pub_key), lane);
        return [secretCommitment(lane, bytesOfHex(secret)), hexOf(key), keyCommitment(lane, key)];
    }"""
    for lane in DICE["lanes"]:
        assert node.ask(ask, lane) == [lane["secret_commit"], lane["key"], lane["key_commit"]]


def test_3_9_the_root_of_a_secret_log(node: Node) -> None:
    ask = "({lane, key, lines}) => secretRoot(lane, bytesOfHex(key), lines.toSorted())"
    for log in DICE["secret_logs"]:
        assert node.ask(ask, log) == log["root"]


def test_3_5_commitments(node: Node) -> None:
    ask = "({purpose, salt, content}) => sha256Hex(preimage(purpose, bytesOfHex(salt), utf8(content)))"
    for made in DICE["commits"]:
        assert node.ask(ask, made) == made["commit"]


def test_3_10_roots_and_paths_of_the_tree(node: Node) -> None:
    (tree,) = DICE["merkle"]
    roots = "(leaves, size) => hexOf(new Tree(leaves.map(bytesOfHex)).rootAt(size))"
    for size, root in tree["roots"].items():
        assert node.ask(roots, tree["leaves_hex"], int(size)) == root
    path = """(leaf, index, size, path, root) =>
        verifyPath(bytesOfHex(leaf), index, size, path.map(bytesOfHex), bytesOfHex(root))"""
    for proof in tree["inclusion"]:
        index, size, root = proof["index"], proof["size"], tree["roots"][str(proof["size"])]
        assert node.ask(path, tree["leaves_hex"][index], index, size, proof["path"], root)
        assert not node.ask(path, tree["leaves_hex"][index], index, size, [*proof["path"], "00" * 32], root)
        assert not node.ask(path, "ff", index, size, proof["path"], root)


# ---------------------------------------------------------------------------------------------------------- beacons
def test_3_6_good_beacons_hold_and_bad_ones_do_not(node: Node) -> None:
    ask = "({round, signature}) => { verifyBeacon(QUICKNET, round, signature); return true; }"
    for beacon in BEACON["good"]:
        assert node.ask(ask, beacon)
        assert node.ask("({round}) => timeOfRound(QUICKNET, round)", beacon) == beacon["time"] * 1000
    for beacon in BEACON["bad"]:
        with pytest.raises(NodeRefused, match="signature"):
            node.ask(ask, beacon)


def test_3_6_a_beacon_is_checked_within_a_second(node: Node) -> None:
    ask = """({round, signature}) => {
        const began = performance.now();
        verifyBeacon(QUICKNET, round, signature);
        return performance.now() - began;
    }"""
    assert node.ask(ask, BEACON["good"][1]) < 1000


@pytest.mark.parametrize("lock", VECTORS["tlock"], ids=lambda lock: str(lock["from"]))
def test_3_5_time_locks_open_with_their_beacon(node: Node, lock: dict[str, Any]) -> None:
    quicknet = node.ask("() => QUICKNET")
    assert node.ask(OPEN_LOCK, lock["file"], quicknet, lock["signature"]) == lock["plain"]
    other = {**quicknet, "chain": "ab" * 32}
    with pytest.raises(NodeRefused, match="sealed to the beacon chain"):
        node.ask(OPEN_LOCK, lock["file"], other, lock["signature"])


@pytest.mark.parametrize("length", [0, 1, 65535, 65536, 65537, 140000])
def test_3_5_time_locks_of_every_length_open(node: Node, length: int) -> None:
    plain = bytes(97 + i % 26 for i in range(length))
    sealed = time_lock(DEMO_NETWORK, 77, plain)
    network = node.ask("() => DEMO_NETWORK")
    assert node.ask(OPEN_LOCK, sealed, network, DEMO_CHAIN.sign(77)) == plain.decode()


@pytest.mark.parametrize("length", [0, 1, 1024, 65536, 70001])
def test_3_6_a_published_key_opens_what_was_sealed_to_it(node: Node, length: int) -> None:
    secret, public = seal.new_identity()
    plain = bytes(97 + i % 26 for i in range(length))
    ask = "(key, file) => textOf(unsealByKey(key, dearmour(file)))"
    armoured = seal.seal([public], plain)
    assert node.ask(ask, secret, armoured) == plain.decode()
    with pytest.raises(NodeRefused, match="does not open with this key"):
        node.ask(ask, seal.new_identity()[0], armoured)


# ------------------------------------------------------------------------------------------------------- signatures
def test_3_3_the_published_signature_holds_and_no_other(node: Node) -> None:
    made = VECTORS["sshsig"]
    assert node.ask(HOLDS, made["public"], made["message"].encode(), "lock", made["signature"])
    with pytest.raises(NodeRefused, match="does not hold for these bytes"):
        node.ask(HOLDS, made["public"], made["message"].encode() + b" ", "lock", made["signature"])
    with pytest.raises(NodeRefused, match=r"is for 'pbem-lock@pbem\.example', not for 'pbem-open@pbem\.example'"):
        node.ask(HOLDS, made["public"], made["message"].encode(), "open", made["signature"])


def keys() -> dict[str, SigningKey]:
    """A key of every kind that may be enrolled."""
    return {**{kind: signing(kind) for kind in KINDS}, "sk-ed25519": token(), "sk-ecdsa": token("nistp256")}


@pytest.mark.parametrize("kind", list(keys()))
def test_3_3_signatures_of_every_kind_of_key(node: Node, kind: str) -> None:
    key, message = keys()[kind], b"orders of a sunny day\n"
    armour = sshsig.sign(key, message, "orders")
    assert node.ask(HOLDS, key.public.line(), message, "orders", armour)
    with pytest.raises(NodeRefused):
        node.ask(HOLDS, key.public.line(), message[:-1], "orders", armour)


def test_threat_23_weak_keys_are_refused_at_enrolment(node: Node) -> None:
    ask = "key => checkEdPoint(bytesOfHex(key))"
    for weak in VECTORS["ed25519_reject_at_enrolment"]["keys"]:
        with pytest.raises(NodeRefused, match=r"small order|canonical"):
            node.ask(ask, weak)


def test_ed25519_by_hand_agrees_with_the_browser(node: Node) -> None:
    """RFC 8032, 5.1.7, where WebCrypto does not know the curve."""
    ask = """async (line, data) => {
        const key = parsePublic(line).blob.slice(-32);
        const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
        const point = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
        const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", pair.privateKey, data));
        const flipped = Uint8Array.from(signature, (byte, at) => byte ^ (at === 40 ? 1 : 0));
        return [await edHoldsByHand(point, signature, data), await edHoldsByHand(point, flipped, data),
            await edHoldsByHand(key, signature, data), await edHolds(point, signature, data)];
    }"""
    assert node.ask(ask, signing("ed25519").public.line(), b"a few bytes") == [True, False, False, True]


def test_3_10_two_checkpoints_of_one_size_prove_a_fork(node: Node) -> None:
    """A checkpoint that its reader had earlier, against the folder: the vectors' equivocation."""
    a, b = (VECTORS["equivocation"][name].encode() for name in "ab")
    files = sample_files(VECTORS["sample_phase"])
    other = b if files["checkpoint"] == a else a
    found = node.verify_files(files, seen={"had.note": other})
    assert found["counts"]["checkpoints seen earlier"] == 1
    assert "was forked: its key signed two ledgers of 13 lines" in found["faults"][0]["message"]


# ------------------------------------------------------------------------------------------------------------- YAML
@pytest.mark.parametrize("case", YAML_["accept"], ids=lambda case: str(case["name"]))
def test_3_14_yaml_that_is_read_is_read_alike(node: Node, case: dict[str, Any]) -> None:
    assert node.ask(READ_YAML, case["doc"]) == case["value"]


@pytest.mark.parametrize("case", YAML_["reject"], ids=lambda case: str(case["name"]))
def test_3_14_yaml_that_is_refused_is_refused(node: Node, case: dict[str, Any]) -> None:
    with pytest.raises(NodeRefused):
        node.ask(READ_YAML, case["doc"])
