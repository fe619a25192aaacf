"""The record of a campaign: append-only, hash-chained JSON Lines with one writer and recovery after a crash.

``writer`` appends, ``reader`` streams, ``frames`` makes tables, ``recovery`` mends the tail that a crash left,
``names`` makes safe file names. ``docs/ledger.md`` explains the format and what it can and cannot prove.
"""
