"""BLS12-381 in plain Python: enough to verify and make short signatures and to pair, and no more.

Signatures are points of G1, keys points of G2 (drand's scheme bls-unchained-g1-rfc9380). The arithmetic takes time
that depends on its numbers. Beacons are public, so checking one gives nothing away; sealing to a time uses a secret
that lives for a few milliseconds in a program nobody else can time (PROTOCOL 8).

    fields    Fp and Fp2            tower      Fp6 and Fp12
    curves    G1 and G2             pairing    Miller loop and final exponentiation
    isogeny   tables of RFC 9380    hash_to_g1 message to point
"""
