// The charter (PROTOCOL 3.4): what all seats sign before the first die. CHARTER_SHAPE is the project's own schema,
// put into the page when it is made; what no single field can show is checked here.

/** The charter, or the faults in it, each with its place. */
function parseCharter(data, file = "") {
  const node = new YamlReader(yamlText(data, file), file).document();
  const faults = [];
  const grammar = latin(data).startsWith("pbem: charter/2\n") ? 2 : 1;
  const fields = shaped(grammar === 2 ? CHARTER_2_SHAPE : CHARTER_SHAPE, node, file, faults);
  if (faults.length) throw new Refused(faults.sort((a, b) => a.line - b.line));
  const page = { fields, blame: (path, message) => faults.push({ message, file, line: lineOf(node, path) }) };
  const checks = [rosterFaults, laneFaults, tierFaults, keyFaults, logFaults, escrowFaults, teamFaults];
  for (const check of grammar === 2 ? [...checks, grammarFaults] : checks) check(page);
  if (faults.length) throw new Refused(faults.sort((a, b) => a.line - b.line));
  return charterOf(data, fields, grammar);
}

/** The line on which a value stands, or the nearest above it. */
function lineOf(node, path) {
  let line = node.line;
  for (const step of path) {
    const below = node.entries ? node.entries.get(step) : { node: node.items?.[step], line: node.items?.[step]?.line };
    if (!below?.node) break;
    ({ node, line } = below);
  }
  return line;
}

/** The charter's typed values. */
function charterOf(data, fields, grammar) {
  const typed = (entry) => ({ ...entry, ssh: parsePublic(entry.ssh) });
  const seats = fields.seats.map((entry) => ({ ...typed(entry), members: (entry.members ?? []).map(typed) }));
  return {
    data, fields, grammar, seats, game: fields.game, tier: fields.tier, beacon: fields.beacon ?? "",
    sha256: hashHex(data), inForce: hashHex(data), log: parseVkey(fields.log), moderator: typed(fields.moderator),
    lanes: fields.lanes, seatNames: seats.map((seat) => seat.seat),
    who: ["moderator", ...seats.map((seat) => seat.seat)],
  };
}

/** The keys of the moderator or of a seat. */
function keysOf(charter, who) {
  return who === "moderator" ? charter.moderator : charter.seats.find((seat) => seat.seat === who);
}

/** Everybody who plays a seat: of a team its captain, whose keys the seat has, and the members, each with his own. */
const peopleOf = (seat) => [seat, ...(seat.members ?? [])];

/** Who of a seat's people has opened this value of his chain. */
const whoseLink = (seat, link) => peopleOf(seat).find((keys) => keys.chain && leadsTo(link, keys.chain));

/** Refused unless one of a seat's people has signed this as a document of that kind. */
async function verifyBySeat(seat, message, kind, armour) {
  const claimed = seat.members.length ? signerOf(armour) : seat.ssh.blob;
  const known = peopleOf(seat).find((keys) => same(keys.ssh.blob, claimed)) ?? seat;
  await verifySshsig(known.ssh, message, kind, armour);
}

/** Seats are sorted, so that there is one order for seeds and for signatures; nobody sits twice. */
function rosterFaults({ fields, blame }) {
  const names = fields.seats.map((seat) => seat.seat);
  names.forEach((name, at) => {
    if (name === "moderator") blame(["seats", at, "seat"], "'moderator' is no name for a seat");
    if (names.indexOf(name) < at) blame(["seats", at, "seat"], `seat '${name}' is there twice`);
    else if (at && name < names[at - 1]) {
      blame(["seats", at, "seat"], `seat '${name}' is out of order: seats are sorted`);
    }
  });
}

/** Lane mod and one lane for each seat, once each, in that order (3.3). */
function laneFaults({ fields, blame }) {
  const due = ["mod", ...fields.seats.map((seat) => `side:${seat.seat}`)].sort();
  const found = fields.lanes.map((entry) => entry.lane);
  found.forEach((lane, at) => {
    if (found.indexOf(lane) < at) blame(["lanes", at, "lane"], `lane '${lane}' is there twice`);
    else if (!due.includes(lane)) blame(["lanes", at, "lane"], `lane '${lane}' belongs to no seat`);
  });
  for (const lane of due) if (!found.includes(lane)) blame(["lanes"], `lane '${lane}' is missing`);
  if (found.toSorted().join() === due.join() && found.join() !== due.join()) {
    blame(["lanes"], "lanes are out of order: they are sorted");
  }
}

/** Fields for which not every tier has a use. */
const OF_TIER = {
  beacon: ["beacon"], margin_hours: ["beacon"], acts_alone: ["two-step", "beacon"],
  unopened: ["two-step"], open_hours: ["two-step"], mail_hours: ["two-step"],
};
/** The margin where one seat acts alone: no other envelope has to arrive (PROTOCOL 3.1). */
const ALONE_HOURS = 2;

/** A beacon belongs to tier beacon and to no other; a moderator who plays needs a tier that binds him too (3.1). */
function tierFaults({ fields, blame }) {
  const { tier } = fields;
  if (tier === "beacon" && !("beacon" in fields)) blame(["tier"], "tier beacon needs a 'beacon'");
  for (const [key, tiers] of Object.entries(OF_TIER)) {
    if (!tiers.includes(tier) && key in fields) blame([key], `tier ${tier} has no use for '${key}'`);
  }
  const bare = (line) => line.split(" ").slice(0, 2).join(" ");
  fields.seats.forEach((seat, at) => {
    const plays = peopleOf(seat).some((keys) => bare(keys.ssh) === bare(fields.moderator.ssh));
    if (tier === "moderated" && plays) {
      blame(["seats", at, "ssh"], "the moderator plays a seat, which tier moderated does not allow");
    }
  });
}

/** Every key may be enrolled, and every chain is its owner's alone: a copied anchor would add nothing to a seed. */
function keyFaults({ fields, blame }) {
  const team = (seat, at) => (seat.members ?? []).map((member, n) => [["seats", at, "members", n], member]);
  const seats = fields.seats.flatMap((seat, at) => [[["seats", at], seat], ...team(seat, at)]);
  const people = [[["moderator"], fields.moderator], ...seats];
  const weak = (path, check) => {
    const answer = attempted(check);
    if (answer instanceof Refused) blame(path, answer.message);
  };
  people.forEach(([path, person], at) => {
    weak([...path, "ssh"], () => checkEnrolment(parsePublic(person.ssh)));
    weak([...path, "age"], () => checkRecipient(person.age));
    const copied = people.slice(0, at).some(([, other]) => other.chain === person.chain && person.chain);
    if (copied) blame([...path, "chain"], "chain has the anchor of another chain");
  });
  (fields.guardians ?? []).forEach((one, at) => weak(["guardians", at, "age"], () => checkRecipient(one.age)));
  if ("escrow" in fields) weak(["escrow"], () => checkRecipient(fields.escrow));
  if ("reader" in fields) weak(["reader", "age"], () => checkRecipient(fields.reader.age));
}

/** The log key is sound and carries this game's name. */
function logFaults({ fields, blame }) {
  const key = attempted(() => parseVkey(fields.log));
  if (key instanceof Refused) blame(["log"], key.message);
  if (fields.log.split("+")[0] !== `pbem.example/${fields.game}`) blame(["log"], "log key is not this game's");
}

/** A team can be as many as have to agree, each with a key that tells him from the others. */
function teamFaults({ fields, blame }) {
  fields.seats.forEach((seat, at) => {
    if (!("needs" in seat)) return;
    const keys = peopleOf(seat).map(({ ssh }) => ssh.split(" ").slice(0, 2).join(" "));
    const message = `seat '${seat.seat}' needs ${seat.needs} who agree, and is a team of ${keys.length}`;
    if (seat.needs > keys.length) blame(["seats", at, "needs"], message);
    if (new Set(keys).size < keys.length) blame(["seats", at, "needs"], "two of the team have one key");
  });
}

/** What grammar 2 alone asks: chains of seats, and `unopened`. */
function grammarFaults({ fields, blame }) {
  const { tier, seats, unopened } = fields;
  seats.forEach((seat, at) => {
    const plain = seat.plain ?? false;
    if (plain && tier !== "moderated") blame(["seats", at, "plain"], `tier ${tier} has no use for 'plain'`);
    else if (plain === "chain" in seat) {
      const words = plain ? "adds nothing to the dice and has no chain" : "has no chain";
      blame(["seats", at], `seat '${seat.seat}' ${words}`);
    }
  });
  if (!seats.some((seat) => "chain" in seat)) blame(["seats"], "no seat has a chain");
  if (tier === "two-step" && unopened === undefined) blame(["tier"], "tier two-step needs 'unopened'");
  else if (unopened === WITHOUT && seats.length < 3) blame(["unopened"], `'${WITHOUT}' needs three seats`);
}

/** Guardians keep an escrow key, k of them at least; each has a key of his own (3.3). */
function escrowFaults({ fields, blame }) {
  const guardians = fields.guardians ?? [];
  for (const key of ["guardians", "guardians_needed"]) {
    if (key in fields && !("escrow" in fields)) blame([key], `there is no 'escrow' for '${key}'`);
  }
  if ("guardians" in fields !== "guardians_needed" in fields) {
    const key = "guardians" in fields ? "guardians" : "guardians_needed";
    blame([key], "'guardians' and 'guardians_needed' go together");
  } else if ((fields.guardians_needed ?? 0) > guardians.length) {
    blame(["guardians_needed"], `there are only ${guardians.length} guardians`);
  }
  const ages = guardians.map((one) => one.age);
  ages.forEach((age, at) => {
    if (ages.indexOf(age) < at) blame(["guardians", at, "age"], "two guardians have one key");
  });
}
