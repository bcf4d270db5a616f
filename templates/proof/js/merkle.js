// The tree of RFC 6962, chapter 2.1: one hash for a list, and short proofs about it (PROTOCOL 3.10).

const leafHash = (leaf) => sha256(joined(Uint8Array.of(0), leaf));
const nodeHash = (left, right) => sha256(joined(Uint8Array.of(1), left, right));

/** The roots a growing list has had: every finished subtree is hashed once, then any root costs O(log n). */
class Tree {
  constructor(leaves) {
    let level = leaves.map(leafHash);
    this.size = level.length;
    this.levels = [level];
    while (level.length > 1) {
      const pairs = level.slice(0, level.length - (level.length % 2));
      level = pairs.flatMap((left, i) => (i % 2 ? [] : [nodeHash(left, pairs[i + 1])]));
      this.levels.push(level);
    }
  }

  /** The root at a size the list has had: the peaks of the finished subtrees, folded from the right. */
  rootAt(size) {
    const peaks = [];
    let start = 0;
    for (let height = this.levels.length - 1; height >= 0; height--) {
      if (!(Math.floor(size / 2 ** height) % 2)) continue;
      peaks.push(this.levels[height][start / 2 ** height]);
      start += 2 ** height;
    }
    return peaks.length ? peaks.reduceRight((right, left) => nodeHash(left, right)) : sha256(new Uint8Array());
  }

  /** That root as checkpoints and locks write it. */
  rootText(size) {
    return base64Of(this.rootAt(size));
  }
}

/** Whether this line stands at this index of the tree of that size and root (2.1.1). */
function verifyPath(leaf, index, size, proof, root) {
  if (index < 0 || index >= size) return false;
  let node = leafHash(leaf);
  let last = size - 1;
  let used = 0;
  for (; last; index >>= 1, last >>= 1) {
    if (index >= last && !(index & 1)) continue;
    if (used === proof.length) return false;
    const sibling = proof[used++];
    node = index & 1 ? nodeHash(sibling, node) : nodeHash(node, sibling);
  }
  return used === proof.length && same(node, root);
}
