// The shell lines that recompute a roll without this page (docs/protocol.md, 22): bash, coreutils, openssl, awk; to be
// given inside the public folder.

const AWK_ONE_BYTE = (size, count) => [
  `  awk -v s=${size} -v n=${count} '`,
  '    $1 != "" && got < n && $1 < 256 - 256 % s {printf "%s%d", got++ ? "," : "", $1 % s + 1}',
  '    END {print ""}\'',
];
const AWK_TWO_BYTES = (size, count) => [
  `  awk -v s=${size} -v n=${count} '`,
  '    $1 == "" || got == n {next}',
  "    !half {high = $1; half = 1; next}",
  "    {word = high * 256 + $1; half = 0}",
  '    word < 65536 - 65536 % s {printf "%s%d", got++ ? "," : "", word % s + 1}',
  '    END {print ""}\'',
];
const AWK_DRAW = (size, count) => [
  `  awk -v n=${size} -v k=${count} '`,
  "    BEGIN {for (p = 0; p < n; p++) card[p] = p; i = 0}",
  "    {m = n - i}",
  '    $1 == "" || i == k || m == 1 {next}',
  "    m > 256 && !half {high = $1; half = 1; next}",
  "    {word = half ? high * 256 + $1 : $1; all = half ? 65536 : 256; half = 0}",
  "    word < all - all % m {j = i + word % m; t = card[i]; card[i] = card[j]; card[j] = t; i++}",
  '    END {for (p = 0; p < k; p++) printf "%s%d", p ? "," : "", card[p]; print ""}\'',
];

/** A word a shell takes as it is. */
const shellQuoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);

/** From the seed file to the faces, and the line of the log to compare them with. */
function rollLines(place, found, made) {
  const { spec, label } = made;
  const awk = spec.draws ? AWK_DRAW : spec.size <= 256 ? AWK_ONE_BYTE : AWK_TWO_BYTES;
  const pattern = `^${label} `.replaceAll(".", "[.]");
  return [
    ...keyLines(place, found),
    `for i in $(seq 0 ${Math.max(made.blocks.length - 1, 0)}); do`,
    `  printf 'pbem-roll/1 %s %s %s' ${shellQuoted(label)} ${shellQuoted(spec.text)} $i |`,
    "    openssl dgst -sha256 -mac HMAC -macopt hexkey:$K -binary",
    "done | od -An -v -tu1 | tr -s ' ' '\\n' |",
    ...awk(spec.size, spec.count),
    `grep ${shellQuoted(pattern)} ${shellQuoted(place.file)}`,
  ];
}

/** The key: the hash of the seed; for an opened lane, made from that and from what opened it. */
function keyLines({ lane }, { seedFile, secretFile }) {
  if (secretFile.endsWith(".key")) return [`K=$(cat ${shellQuoted(secretFile)})`];
  const lines = [`K=$(sha256sum < ${shellQuoted(seedFile)} | cut -c1-64)`];
  if (!secretFile) return lines;
  return [
    ...lines,
    `K=$(printf 'pbem-lane/1 %s %s' $K ${shellQuoted(lane)} |`,
    `  openssl dgst -sha256 -mac HMAC -macopt hexkey:$(cat ${shellQuoted(secretFile)}) | sed 's/.*= //')`,
  ];
}

/** The moderator's part of the seed, hashed back to what the charter held before the game began. */
function promiseLines({ seedFile }) {
  return [
    `read -r _ steps V < <(grep '^mod ' ${shellQuoted(seedFile)})`,
    "for i in $(seq $steps); do V=$(printf 'pbem-chain/1 %s' $V | sha256sum | cut -c1-64); done",
    `grep "chain: $V" ${CHARTER}`,
  ];
}
