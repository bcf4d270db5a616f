"""The ledger: its lines, its Merkle tree, checkpoints and receipts."""
