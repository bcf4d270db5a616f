"""The trust core: keys, signatures, seals, dice, ledger. It knows nothing of any game and nothing of mail."""
