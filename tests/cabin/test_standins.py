"""The page's plain-Python stand-ins against the compiled libraries and the programs they stand in for."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import bcrypt
import pyrage  # type: ignore[import-untyped]  # it ships none
import pytest
from cabin_hand import desktop_signer
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, x25519
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.base import Cipher
from cryptography.hazmat.primitives.ciphers.modes import CTR
from sshkit import KINDS, openssh, pkcs8, private, signing
from tools import need

from pbem.afloat.acts.own_keys import InMemory, web_key
from pbem.afloat.page_engine import PageEngine
from pbem.afloat.standins import aes, age_keys, chacha, elliptic, library, openssh_key, private_keys
from pbem.afloat.standins.engine import ENGINE, Engine, Plain
from pbem.base.records import replace
from pbem.base.resources import shipped
from pbem.trust.ssh.edwards import L
from pbem.trust.ssh.sshkeys import load_private

TOP = Path(__file__).parents[2]
SCRIPTS = ("pi", "blowfish", "scrypt")
#: The trust core's own tests, vectors among them, with the stand-ins in place of the libraries.
TESTS = ("test_seal_armour.py", "test_note_checkpoint.py", "test_envelope_lock.py")


class Hashes(Plain):
    """OpenSSL and OpenBSD's hash in place of the page's script."""

    def scrypt(self, secret: bytes, salt: bytes, rounds: int, length: int) -> bytes:
        return hashlib.scrypt(secret, salt=salt, n=rounds, r=8, p=1, maxmem=1 << 30, dklen=length)

    def bcrypt_pbkdf(self, secret: bytes, salt: bytes, rounds: int, length: int) -> bytes:
        return bcrypt.kdf(secret, salt, length, rounds, ignore_few_rounds=True)


@pytest.fixture
def with_hashes() -> Iterator[Engine]:
    before, ENGINE[0] = ENGINE[0], Hashes()
    yield ENGINE[0]
    ENGINE[0] = before


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 63, 64, 65, 4096, 65536])
def test_chacha20_poly1305_is_the_library_s(size: int) -> None:
    key, nonce, text, data = os.urandom(32), os.urandom(12), os.urandom(size), os.urandom(size % 40)
    sealed = ChaCha20Poly1305(key).encrypt(nonce, text, data)
    ours = chacha.ChaCha20Poly1305(key)
    assert ours.encrypt(nonce, text, data) == sealed
    assert ours.decrypt(nonce, sealed, data) == text
    for place in (0, size, size + 15):
        changed = bytearray(sealed)
        changed[place] ^= 1
        with pytest.raises(chacha.BadTag):
            ours.decrypt(nonce, bytes(changed), data)


def test_x25519_is_the_library_s() -> None:
    for _ in range(8):
        one, other = x25519.X25519PrivateKey.generate(), x25519.X25519PrivateKey.generate()
        point = other.public_key().public_bytes_raw()
        assert elliptic.x25519(one.private_bytes_raw(), point) == one.exchange(other.public_key())
        assert elliptic.x25519(one.private_bytes_raw(), elliptic.BASE_U) == one.public_key().public_bytes_raw()
    assert elliptic.x25519(os.urandom(32), bytes(32)) == bytes(32)  # a point of small order gives nothing


def test_ed25519_signs_and_checks_as_the_library_does() -> None:
    for _ in range(6):
        key, data = ed25519.Ed25519PrivateKey.generate(), os.urandom(70)
        seed, public = key.private_bytes_raw(), key.public_key().public_bytes_raw()
        assert elliptic.public_of(seed) == public
        assert elliptic.sign(seed, data) == key.sign(data)
        assert elliptic.holds(public, key.sign(data), data)
        assert not elliptic.holds(public, key.sign(data), data + b".")
        beyond = int.from_bytes(key.sign(data)[32:], "little") + L
        assert not elliptic.holds(public, key.sign(data)[:32] + beyond.to_bytes(32, "little"), data)


@pytest.mark.parametrize(
    ("curve", "ours", "digest"),
    [(ec.SECP256R1(), library.Curve256(), "sha256"), (ec.SECP384R1(), library.Curve384(), "sha384"),
     (ec.SECP521R1(), library.Curve521(), "sha512")],
)  # fmt: skip
def test_ecdsa_is_checked_as_the_library_does(curve: ec.EllipticCurve, ours: library.Curve, digest: str) -> None:
    kinds = {"sha256": (hashes.SHA256(), library.Sha256()), "sha384": (hashes.SHA384(), library.Sha384()),
             "sha512": (hashes.SHA512(), library.Sha512())}  # fmt: skip
    theirs, hash_of = kinds[digest]
    key, data = ec.generate_private_key(curve), os.urandom(50)
    point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    public = library.EllipticCurvePublicKey.from_encoded_point(ours, point)
    pair = decode_dss_signature(key.sign(data, ec.ECDSA(theirs)))
    public.verify(pair, data, library.Ecdsa(hash_of))
    for wrong in ((pair[0], pair[1] ^ 1), (0, pair[1]), (pair[0], ours.of.order)):
        with pytest.raises(library.InvalidSignature):
            public.verify(wrong, data, library.Ecdsa(hash_of))
    with pytest.raises(ValueError, match="no point"):
        library.EllipticCurvePublicKey.from_encoded_point(ours, point[:-1] + bytes([point[-1] ^ 1]))


def test_rsa_is_checked_as_the_library_does() -> None:
    key, data = rsa.generate_private_key(65537, 2048), b"orders"
    numbers = key.public_key().public_numbers()
    public = library.RSAPublicNumbers(numbers.e, numbers.n).public_key()
    signature = key.sign(data, padding.PKCS1v15(), hashes.SHA512())
    public.verify(signature, data, library.Padding(), library.Sha512())
    with pytest.raises(library.InvalidSignature):
        public.verify(signature, data, library.Padding(), library.Sha256())
    with pytest.raises(library.InvalidSignature):
        public.verify(signature, b"other orders", library.Padding(), library.Sha512())


def test_aes_in_counter_mode_is_the_library_s() -> None:
    key, first, text = os.urandom(32), b"\xff" * 15 + b"\xfe", os.urandom(77)
    theirs = Cipher(AES(key), CTR(first)).encryptor()
    assert aes.counter_mode(key, first, text) == theirs.update(text)


# ------------------------------------------------------------------------------------------------------------ key files
@pytest.mark.parametrize("passphrase", [b"", b"four bells"])
@pytest.mark.parametrize("kind", KINDS)
def test_key_files_of_every_kind_go_both_ways(
    with_hashes: Engine, tmp_path: Path, kind: str, passphrase: bytes
) -> None:
    """What the library writes is read, what is written here is read by ssh-keygen, and the key is the same."""
    key = private_keys.load_ssh_private_key(openssh(kind, passphrase), passphrase or None)
    assert key.blob() == signing(kind).public.blob
    ours = key.private_bytes("", "", library.Lock(passphrase))
    assert load_private(ours, passphrase or None).public == signing(kind).public
    need("ssh-keygen")
    path = tmp_path / "key"
    path.touch(0o600)
    path.write_bytes(ours)
    told = subprocess.run(["ssh-keygen", "-y", "-P", passphrase.decode(), "-f", str(path)], capture_output=True,
                          check=True)  # fmt: skip
    assert told.stdout.split()[1] == base64.b64encode(key.blob())


@pytest.mark.parametrize("kind", KINDS)
def test_older_forms_of_key_files_are_read_as_the_library_reads_them(kind: str) -> None:
    forms = [pkcs8(kind)]
    if kind != "ed25519":  # PKCS #1, SEC 1
        older = serialization.PrivateFormat.TraditionalOpenSSL
        forms.append(private(kind).private_bytes(serialization.Encoding.PEM, older, serialization.NoEncryption()))
    for data in forms:
        assert private_keys.load_pem_private_key(data, None).blob() == signing(kind).public.blob
        for place in range(0, len(data), 97):
            changed = bytearray(data)
            changed[place] ^= 1
            with suppress(ValueError, library.UnsupportedAlgorithm):  # and nothing else
                private_keys.load_pem_private_key(bytes(changed), None)
    with pytest.raises(library.UnsupportedAlgorithm):
        private_keys.load_pem_private_key(pkcs8(kind, b"four bells"), b"four bells")


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_goes_to_the_browser_as_the_library_has_it(kind: str) -> None:
    """The JSON Web Key of a stand-in's numbers is that of the library's, and the library makes the same key of it."""
    compiled = load_private(openssh(kind))
    assert isinstance(compiled, InMemory)
    shadow: Any = compiled
    standing_in = replace(shadow, private=private_keys.load_ssh_private_key(openssh(kind), None))
    assert web_key(standing_in) == web_key(compiled)
    assert desktop_signer(web_key(compiled)).public == compiled.public


def test_a_wrong_passphrase_and_a_private_half_of_another_key_are_refused(with_hashes: Engine) -> None:
    locked = openssh("ed25519", b"four bells")
    with pytest.raises(ValueError, match="does not fit"):
        private_keys.load_ssh_private_key(locked, b"five bells")
    with pytest.raises(TypeError):
        private_keys.load_ssh_private_key(locked, None)
    one, other = (private_keys.load_ssh_private_key(openssh(kind), None) for kind in ("nistp256", "nistp384"))
    data = openssh_key.write(other.blob(), one.private_part())
    with pytest.raises(ValueError, match="does not fit"):
        private_keys.load_ssh_private_key(data, None)


# ------------------------------------------------------------------------------------------------------------------ age
@pytest.mark.parametrize("size", [0, 5, 65536, 65537])
def test_sealed_files_go_both_ways(size: int) -> None:
    theirs, plain = pyrage.x25519.Identity.generate(), os.urandom(size)
    ours = age_keys.Identity.from_str(str(theirs))
    assert str(ours) == str(theirs)
    assert str(ours.to_public()) == str(theirs.to_public())
    assert age_keys.decrypt(pyrage.encrypt(plain, [theirs.to_public()]), [ours]) == plain
    sealed = age_keys.encrypt(plain, [age_keys.Identity.generate().to_public(), ours.to_public()], armored=True)
    assert pyrage.decrypt(sealed, [theirs]) == plain


def test_a_seal_for_others_or_a_changed_one_does_not_open() -> None:
    own, other = age_keys.Identity.generate(), age_keys.Identity.generate()
    sealed = age_keys.encrypt(b"orders", [own.to_public()])
    with pytest.raises(age_keys.DecryptError, match="No matching keys"):
        age_keys.decrypt(sealed, [other])
    for place in range(0, len(sealed), 7):
        changed = bytearray(sealed)
        changed[place] ^= 1
        with pytest.raises(age_keys.DecryptError):
            age_keys.decrypt(bytes(changed), [own])


# ------------------------------------------------------------------------------------------------- the page's script
def by_node(name: str, *given: bytes | int) -> bytes:
    """A function of the page's script, run by node."""
    source = "\n".join((shipped("templates") / "cabin" / "js" / f"{each}.js").read_text() for each in SCRIPTS)
    told = json.dumps([each.hex() if isinstance(each, bytes) else each for each in given])
    script = f"""{source}
      const given = {told}.map((x) => (typeof x === "string" ? new Uint8Array(Buffer.from(x, "hex")) : x));
      console.log(Buffer.from({name}(...given)).toString("hex"));"""
    return bytes.fromhex(subprocess.run([need("node"), "-"], input=script, capture_output=True, text=True,
                                        check=True).stdout)  # fmt: skip


def test_the_script_s_slow_hashes_are_those_of_openssl_and_openbsd() -> None:
    salt, real = os.urandom(16), Hashes()
    engine = PageEngine(lambda *given: by_node("scryptMix", *given), lambda *given: by_node("blowfishHash", *given))
    assert engine.scrypt(b"four bells", salt, 1 << 10, 32) == real.scrypt(b"four bells", salt, 1 << 10, 32)
    assert engine.bcrypt_pbkdf(b"four bells", salt, 2, 48) == real.bcrypt_pbkdf(b"four bells", salt, 2, 48)


def test_the_trust_core_passes_its_own_tests_with_the_stand_ins() -> None:
    files = [str(TOP / "tests" / "trust" / name) for name in TESTS]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-qx", "-p", "standins_plugin", "-p", "no:cacheprovider", *files], cwd=TOP,
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(TOP / "tests" / "kits")},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout
