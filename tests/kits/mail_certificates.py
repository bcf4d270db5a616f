"""An authority of our own, and a certificate it gives to a server on this machine: for programs that check both."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

HOST = "localhost"
Key = ec.EllipticCurvePrivateKey


def authority_and_server(folder: Path) -> None:
    """authority.pem to trust, server.pem and server.key to serve with."""
    authority, server = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    ours, its = named("The post house"), named(HOST)
    root = begun(ours, ours, authority, 1).add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    root = known_by_their_keys(root, authority, authority)
    root = root.add_extension(usage(signs=True), critical=True)
    names = x509.SubjectAlternativeName([x509.DNSName(HOST), x509.IPAddress(IPv4Address("127.0.0.1"))])
    leaf = known_by_their_keys(begun(its, ours, server, 2), server, authority).add_extension(names, critical=False)
    leaf = leaf.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    leaf = leaf.add_extension(usage(signs=False), critical=True)
    leaf = leaf.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    for name, builder in (("authority", root), ("server", leaf)):
        made = builder.sign(authority, hashes.SHA256())
        (folder / f"{name}.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    plain, form = serialization.NoEncryption(), serialization.PrivateFormat.PKCS8
    (folder / "server.key").write_bytes(server.private_bytes(serialization.Encoding.PEM, form, plain))


def named(words: str) -> x509.Name:
    """A name of a certificate."""
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, words)])


def begun(subject: x509.Name, issuer: x509.Name, key: Key, number: int) -> x509.CertificateBuilder:
    """A certificate without its extensions, good for a month."""
    begin = datetime.now(UTC) - timedelta(days=1)
    return (
        x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key.public_key())
        .serial_number(number).not_valid_before(begin).not_valid_after(begin + timedelta(days=30))
    )  # fmt: skip


def known_by_their_keys(builder: x509.CertificateBuilder, own: Key, signs: Key) -> x509.CertificateBuilder:
    """With the names of both keys (RFC 5280 4.2.1.1 and 4.2.1.2), without which Python trusts none from 3.13 on."""
    signer = x509.AuthorityKeyIdentifier.from_issuer_public_key(signs.public_key())
    key = x509.SubjectKeyIdentifier.from_public_key(own.public_key())
    return builder.add_extension(key, critical=False).add_extension(signer, critical=False)


def usage(*, signs: bool) -> x509.KeyUsage:
    """Returns the use of a key: an authority's signs certificates, a server's signs its handshakes."""
    return x509.KeyUsage(
        digital_signature=not signs, content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=signs, crl_sign=signs, encipher_only=False, decipher_only=False,
    )  # fmt: skip
