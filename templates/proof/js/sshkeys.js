// SSH keys (PROTOCOL 3.3): what each kind is made of, when it is too weak to enrol, when a raw signature holds.
// RFC 4251 (encodings), 4253 and 8332 (RSA), 5656 (ECDSA), 8709 (Ed25519), OpenSSH PROTOCOL.u2f (security keys).

const ED25519_KEY = "ssh-ed25519";
const SK_ED25519 = "sk-ssh-ed25519@openssh.com";
const SK_ECDSA = "sk-ecdsa-sha2-nistp256@openssh.com";
/** Shorter RSA is refused (3.3); longer than this no library checks. */
const [LEAST_RSA_BITS, MOST_RSA_BITS] = [2048, 16384];
/** Curve -> hash, field, and the constant of y^2 = x^3 - 3x + b (SEC 2; RFC 5656, 6.2.1). */
const CURVES = {
  nistp256: {
    web: "P-256", hash: "SHA-256", bytes: 32, p: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  },
  nistp384: {
    web: "P-384", hash: "SHA-384", bytes: 48, p: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
    b: BigInt("0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef"),
  },
  nistp521: {
    web: "P-521", hash: "SHA-512", bytes: 66, p: 2n ** 521n - 1n,
    b: BigInt(
      "0x0051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf07" +
        "3573df883d2c34f1ef451fd46b503f00",
    ),
  },
};
/** DER before the hash in RSASSA-PKCS1-v1_5 (RFC 8017, 9.2); SHA-1 is refused (RFC 8332). */
const RSA_HASHES = {
  "rsa-sha2-256": { web: "SHA-256", head: "3031300d060960864801650304020105000420" },
  "rsa-sha2-512": { web: "SHA-512", head: "3051300d060960864801650304020305000440" },
};

/** Length, then the bytes. */
const sshString = (bytes) => joined(bytesOfNumber(bytes.length, 4), bytes);

/** Takes SSH values off the front of some bytes, strictly: one value, one encoding. */
class SshReader {
  constructor(data) {
    this.data = data;
    this.place = 0;
  }

  take(count) {
    const end = this.place + count;
    if (end > this.data.length) throw bad("ends too early");
    const taken = this.data.subarray(this.place, end);
    this.place = end;
    return taken;
  }

  string() {
    return this.take(Number(bigOf(this.take(4))));
  }

  text() {
    const text = latin(this.string());
    if (!/^[ -~]*$/.test(text)) throw bad("holds a name that is not printable ASCII");
    return text;
  }

  /** A positive integer in its shortest form; anything else would give one key two names. */
  mpint() {
    const value = this.string();
    const shortest = value.length > 1 && value[0] === 0 ? value[1] & 0x80 : value[0];
    if (!value.length || value[0] & 0x80 || !shortest) {
      throw bad("holds an integer that is not positive in its shortest form");
    }
    return bigOf(value);
  }

  end() {
    const left = this.data.length - this.place;
    if (left) throw bad(`has ${left} bytes too many`);
  }
}

// --------------------------------------------------------------------------------------------------- kinds of key

/** An Ed25519 key. */
function ed25519Key(point) {
  if (point.length !== 32) throw bad(`has ${point.length} bytes where an Ed25519 key has 32`);
  const prefix = joined(sshString(utf8(ED25519_KEY)), bytesOfNumber(64, 4));
  return {
    weakness: () => faultOf(() => checkEdPoint(point)),
    holdsRaw: (signature, data) => edHolds(point, signature, data),
    holds(signature, data) {
      if (signature.length !== prefix.length + 64 || !same(signature.subarray(0, prefix.length), prefix)) {
        throw bad(`holds ${callsItself(signature)} where an Ed25519 signature of 64 bytes belongs`);
      }
      return edHolds(point, signature.subarray(prefix.length), data);
    },
  };
}

/** What some raw signature calls itself. */
function callsItself(signature) {
  const reader = new SshReader(signature);
  const words = attempted(() => `'${reader.text()}' of ${reader.string().length} bytes`);
  return words instanceof Refused ? `${signature.length} bytes` : words;
}

/** The words of a check that refuses, or nothing. */
function faultOf(check) {
  const answer = attempted(check);
  return answer instanceof Refused ? answer.message : "";
}

/** An RSA key. The power is taken here: browsers differ in which exponents and lengths they take. */
function rsaKey(exponent, modulus) {
  const size = Math.ceil(bitLength(modulus) / 8);
  return {
    weakness: () => rsaWeakness(exponent, modulus),
    async holds(signature, data) {
      const reader = new SshReader(signature);
      const [algorithm, inner] = [reader.text(), reader.string()];
      reader.end();
      const hash = RSA_HASHES[algorithm];
      if (!Object.hasOwn(RSA_HASHES, algorithm)) {
        const why = algorithm === "ssh-rsa" ? " over SHA-1" : "";
        throw bad(`is made with '${algorithm}'${why} where rsa-sha2-256 or rsa-sha2-512 belongs`);
      }
      if (inner.length !== size) throw bad(`has ${inner.length} bytes, another length than the RSA key`);
      if (bigOf(inner) >= modulus) return false;
      const digest = new Uint8Array(await crypto.subtle.digest(hash.web, data));
      const tail = joined(Uint8Array.of(0), bytesOfHex(hash.head), digest);
      const due = joined(Uint8Array.of(0, 1), new Uint8Array(size - tail.length - 2).fill(255), tail);
      return same(bytesOfBig(power(bigOf(inner), exponent, modulus), size), due);
    },
  };
}

/** Why an RSA key must not be enrolled, or nothing. */
function rsaWeakness(exponent, modulus) {
  const bits = bitLength(modulus);
  if (bits < LEAST_RSA_BITS) return `is an RSA key of ${bits} bits, fewer than ${LEAST_RSA_BITS}`;
  if (bits > MOST_RSA_BITS) return `is an RSA key of ${bits} bits, more than ${MOST_RSA_BITS}`;
  if (exponent < 3n || exponent % 2n === 0n || exponent >= 2n ** 64n) {
    return `is an RSA key with exponent ${exponent < 2n ** 64n ? exponent : "beyond 64 bits"}`;
  }
  let primes = 1n;
  for (let n = 2n; n < 1000n; n++) if (commonDivisor(primes, n) === 1n) primes *= n;
  const smooth = commonDivisor(modulus, primes) !== 1n;
  return smooth || power(3n, modulus - 1n, modulus) === 1n
    ? "is an RSA key whose modulus is no product of two large primes"
    : "";
}

/** An ECDSA key on one of the three NIST curves. */
function ecdsaKey(name, point, kind = `ecdsa-sha2-${name}`) {
  const { web, hash, bytes, p, b } = CURVES[name];
  if (point.length !== 1 + 2 * bytes || point[0] !== 4) throw bad(`holds no uncompressed point of ${name}`);
  const [x, y] = [bigOf(point.subarray(1, 1 + bytes)), bigOf(point.subarray(1 + bytes))];
  if (x >= p || y >= p || modulo(y * y - x * x * x + 3n * x - b, p)) throw bad(`holds no point of ${name}`);
  const holdsRaw = async (numbers, data) => {
    const reader = new SshReader(numbers);
    const pair = [reader.mpint(), reader.mpint()];
    reader.end();
    if (pair.some((number) => bitLength(number) > 8 * bytes)) throw bad(`holds integers too large for ${kind}`);
    const key = await crypto.subtle.importKey("raw", point, { name: "ECDSA", namedCurve: web }, false, ["verify"]);
    const raw = joined(...pair.map((number) => bytesOfBig(number, bytes)));
    return crypto.subtle.verify({ name: "ECDSA", hash }, key, raw, data);
  };
  const holds = (signature, data) => {
    const reader = new SshReader(signature);
    const [algorithm, inner] = [reader.text(), reader.string()];
    if (algorithm !== kind) throw bad(`is made with '${algorithm}' where the key makes '${kind}'`);
    reader.end();
    return holdsRaw(inner, data);
  };
  return { weakness: () => "", holdsRaw, holds };
}

/** A key in a FIDO token: what is signed is the application, a touch, a counter, and the hash of the data. */
function securityKey(inner, kind, application) {
  return {
    weakness() {
      return application.startsWith("ssh:")
        ? inner.weakness()
        : `is a security key for '${application}', not for ssh:`;
    },
    holds(signature, data) {
      const reader = new SshReader(signature);
      const [algorithm, raw] = [reader.text(), reader.string()];
      if (algorithm !== kind) throw bad(`is made with '${algorithm}' where the key makes '${kind}'`);
      const touched = reader.take(5);
      reader.end();
      if (kind === SK_ED25519 && raw.length !== 64) {
        throw bad(`has ${raw.length} bytes where an Ed25519 signature has 64`);
      }
      if (!(touched[0] & 1)) throw bad("was made without a touch of the security key");
      return inner.holdsRaw(raw, joined(sha256(utf8(application)), touched, sha256(data)));
    },
  };
}

// ------------------------------------------------------------------------------------------------ reading of keys

/** The fields of each kind, in their order. */
function keyOfKind(kind, reader) {
  if (kind === ED25519_KEY) return ed25519Key(reader.string());
  if (kind === "ssh-rsa") return rsaKey(reader.mpint(), reader.mpint());
  const curve = kind.replace(/^ecdsa-sha2-/, "");
  if (curve !== kind && Object.hasOwn(CURVES, curve)) return ecdsaKey(sameCurve(curve, reader), reader.string());
  if (kind === SK_ED25519) return securityKey(ed25519Key(reader.string()), kind, reader.text());
  if (kind === SK_ECDSA) {
    const inner = ecdsaKey(sameCurve("nistp256", reader), reader.string(), kind);
    return securityKey(inner, kind, reader.text());
  }
  if (kind === "ssh-dss") throw bad("is a DSA key, which is refused as too weak");
  if (kind.includes("-cert-v0")) throw bad(`is a certificate ('${kind}'), not a key`);
  throw bad(`is of the kind '${kind}', which is not taken`);
}

/** The curve, which ECDSA keys name twice. */
function sameCurve(curve, reader) {
  const named = reader.text();
  if (named !== curve) throw bad(`names the curves ${curve} and '${named}'`);
  return curve;
}

/** The key of a blob, its structure and points checked. */
function keyOfBlob(blob) {
  const reader = new SshReader(blob);
  const kind = reader.text();
  const made = keyOfKind(kind, reader);
  reader.end();
  return { ...made, kind, blob };
}

/** The key of one public line; structure and points are checked, strength is left to checkEnrolment. */
function parsePublic(line) {
  const [kind, coded = ""] = line.split(" ");
  const shown = line.length <= 40 ? line : `${line.slice(0, 37)}...`;
  const key = attempted(() => {
    const blob = strictBase64(coded);
    if (!blob) throw bad("is no base64");
    return keyOfBlob(blob);
  });
  if (key instanceof Refused) throw bad(`public key '${shown}' ${key.message}`);
  if (key.kind !== kind) throw bad(`public key calls itself '${kind}' and is '${key.kind}'`);
  return key;
}

/** As ssh-keygen -l shows it. */
const fingerprint = (blob) => `SHA256:${base64Of(sha256(blob)).replace(/=+$/, "")}`;

/** Blob in hex -> its weakness, looked for once: it takes milliseconds. */
const WEAKNESSES = new Map();

/** Why a key must not be enrolled (threat 23), or nothing. */
function weaknessOf(key) {
  const name = hexOf(key.blob);
  if (!WEAKNESSES.has(name)) WEAKNESSES.set(name, key.weakness());
  return WEAKNESSES.get(name);
}

/** Refuse keys that others could sign for, or that their owner could disown. */
function checkEnrolment(key) {
  const weakness = weaknessOf(key);
  if (weakness) throw bad(`key ${fingerprint(key.blob)} ${weakness}`);
}
