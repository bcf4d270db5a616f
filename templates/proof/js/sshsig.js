// SSHSIG (OpenSSH PROTOCOL.sshsig): a file's bytes signed by an SSH key under a namespace (PROTOCOL 3.2). One armour
// for one signature, so that no byte of a file can change unseen.

const SSHSIG_BEGIN = "-----BEGIN SSH SIGNATURE-----\n";
const SSHSIG_END = "-----END SSH SIGNATURE-----\n";
const MOST_ARMOUR = 16384;
const SSHSIG_HASHES = { sha256: "SHA-256", sha512: "SHA-512" };

/** The namespace of a kind of document: charter, lock, open, seen, orders, amend. */
const namespaceOf = (kind) => `pbem-${kind}@pbem.example`;

/** The blob of an armour in its one spelling: base64 in lines of 70 between the two marks. */
function sshsigBlob(text) {
  if (text.length > MOST_ARMOUR) throw bad(`is longer than ${MOST_ARMOUR} bytes`);
  const form = text.replaceAll("\r\n", "\n");
  if (!form.startsWith(SSHSIG_BEGIN) || !form.endsWith(`\n${SSHSIG_END}`)) {
    throw bad("does not stand between the BEGIN and END SSH SIGNATURE lines alone");
  }
  const coded = form.slice(SSHSIG_BEGIN.length, -SSHSIG_END.length).replaceAll("\n", "");
  if (!isBase64(coded)) throw bad("is no base64");
  const blob = strictBase64(coded);
  if (!blob || SSHSIG_BEGIN + columns(coded, 70) + SSHSIG_END !== form) {
    throw bad("is not base64 in its one spelling, in lines of 70");
  }
  return blob;
}

/** The fields of an armour. */
function parseSshsig(text) {
  const reader = new SshReader(sshsigBlob(text));
  if (latin(reader.take(6)) !== "SSHSIG") throw bad("does not begin with SSHSIG");
  if (bigOf(reader.take(4)) !== 1n) throw bad("is of another version than 1");
  const [keyBlob, namespace] = [reader.string(), reader.text()];
  if (reader.string().length) throw bad("fills a field that is reserved");
  const [hashName, raw] = [reader.text(), reader.string()];
  reader.end();
  if (!Object.hasOwn(SSHSIG_HASHES, hashName)) {
    throw bad(`hashes with '${hashName}' where sha256 or sha512 belongs`);
  }
  return { keyBlob, namespace, hashName, raw };
}

/** The blob of the key an armour says it is by; it proves nothing until the signature has been checked. */
function signerOf(armour) {
  const text = typeof armour === "string" ? armour : latin(armour);
  if (!text.trim()) throw bad("signature is missing");
  const signature = attempted(() => parseSshsig(text));
  if (signature instanceof Refused) throw bad(`signature ${signature.message}`);
  const key = attempted(() => keyOfBlob(signature.keyBlob));
  if (key instanceof Refused) throw bad(`signature is by a key that ${key.message}`);
  return signature.keyBlob;
}

/** Refused unless this armour is this key's signature over these bytes for this kind of document. */
async function verifySshsig(key, message, kind, armour) {
  const text = typeof armour === "string" ? armour : latin(armour);
  if (!text.trim()) throw bad("signature is missing");
  const signature = attempted(() => parseSshsig(text));
  if (signature instanceof Refused) throw bad(`signature ${signature.message}`);
  const faults = misdirected(signature, key, namespaceOf(kind));
  if (faults.length) throw new Refused(faults);
  await checkRaw(key, signature, message);
}

/** The faults of a signature that was made by another key, or for another kind of document. */
function misdirected(signature, key, namespace) {
  const faults = [];
  if (!same(signature.keyBlob, key.blob)) {
    const by = `${fingerprint(signature.keyBlob)}, not by ${fingerprint(key.blob)}`;
    faults.push({ message: `signature is made by ${by}` });
  }
  if (signature.namespace !== namespace) {
    faults.push({ message: `signature is for '${signature.namespace}', not for '${namespace}'` });
  }
  return faults;
}

/** Let the key itself decide. A key that may not be enrolled verifies nothing. */
async function checkRaw(key, signature, message) {
  const holds = await attemptedLater(async () => {
    const weakness = weaknessOf(key);
    if (weakness) throw bad(`is by a key that ${weakness}`);
    const digest = new Uint8Array(await crypto.subtle.digest(SSHSIG_HASHES[signature.hashName], message));
    const fields = [signature.namespace, "", signature.hashName].map((text) => sshString(utf8(text)));
    return key.holds(signature.raw, joined(utf8("SSHSIG"), ...fields, sshString(digest)));
  });
  if (holds instanceof Refused) throw bad(`signature ${holds.message}`);
  if (!holds) throw bad(`signature of ${fingerprint(key.blob)} does not hold for these bytes`);
}
