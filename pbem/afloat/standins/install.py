"""Puts the stand-ins under the names of the libraries, before any module of the program asks for them."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any


def install() -> None:
    """Makes `cryptography` and `pyrage` mean the stand-ins in this interpreter, from now on."""
    from pbem.afloat.standins import library as ours

    # the names of these exceptions have to be there before the cipher that raises one of them is used
    from pbem.afloat.standins.chacha import BadTag, ChaCha20Poly1305
    from pbem.afloat.standins.private_keys import MODULES

    place = "cryptography.hazmat.primitives"
    make("cryptography.exceptions", {"InvalidSignature": ours.InvalidSignature, "InvalidTag": BadTag,
                                     "UnsupportedAlgorithm": ours.UnsupportedAlgorithm})  # fmt: skip
    make(f"{place}.hashes", {"HashAlgorithm": ours.Sha, "SHA256": ours.Sha256, "SHA384": ours.Sha384,
                             "SHA512": ours.Sha512})  # fmt: skip
    make(f"{place}.asymmetric.ed25519", {"Ed25519PublicKey": ours.Ed25519PublicKey})
    make(f"{place}.asymmetric.rsa", {"RSAPublicNumbers": ours.RSAPublicNumbers, "RSAPublicKey": ours.RSAPublicKey})
    make(f"{place}.asymmetric.ec", {
        "EllipticCurve": ours.Curve, "SECP256R1": ours.Curve256, "SECP384R1": ours.Curve384,
        "SECP521R1": ours.Curve521, "EllipticCurvePublicKey": ours.EllipticCurvePublicKey, "ECDSA": ours.Ecdsa,
    })  # fmt: skip
    make(f"{place}.asymmetric.padding", {"PKCS1v15": ours.Padding})
    make(f"{place}.asymmetric.utils", {"encode_dss_signature": ours.encode_dss_signature,
                                       "decode_dss_signature": ours.decode_dss_signature})  # fmt: skip
    make(f"{place}.serialization", {
        "BestAvailableEncryption": ours.Lock, "NoEncryption": ours.Lock, "Encoding": ours.Form,
        "PrivateFormat": ours.Form, "PublicFormat": ours.Form,
    })  # fmt: skip
    for name, contents in MODULES.items():
        make(f"{place}.{name}", contents)
    make(f"{place}.ciphers.aead", {"ChaCha20Poly1305": ChaCha20Poly1305})
    make(f"{place}.kdf.scrypt", {"Scrypt": ours.Scrypt})
    install_age()


def install_age() -> None:
    """The same for `pyrage`."""
    from pbem.afloat.standins import age_keys

    errors = {name: getattr(age_keys, name) for name in ("RecipientError", "IdentityError", "DecryptError")}
    make("pyrage.x25519", {"Recipient": age_keys.Recipient, "Identity": age_keys.Identity})
    make("pyrage", {"encrypt": age_keys.encrypt, "decrypt": age_keys.decrypt, **errors,
                    "x25519": sys.modules["pyrage.x25519"]})  # fmt: skip


def make(name: str, contents: Mapping[str, Any]) -> None:
    """A module of this name with these contents, and the packages above it."""
    parent, _, last = name.rpartition(".")
    if parent and parent not in sys.modules:
        make(parent, {})
    made = sys.modules.setdefault(name, ModuleType(name))
    made.__dict__.update({"__path__": [], **contents})
    if parent:
        setattr(sys.modules[parent], last, made)
