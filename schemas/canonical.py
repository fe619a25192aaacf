"""Canonical JSON (RFC 8785) and the SHA-256 hashes that identity is built on."""

import hashlib
import unicodedata
from typing import Any

import rfc8785


def canonical_json(value: Any) -> bytes:  # noqa: ANN401
    """Serialise ``value`` as RFC 8785 canonical JSON.

    Args:
        value: A tree of ``dict`` (string keys), ``list``, ``tuple``, ``str``, ``int``, ``float``, ``bool``, ``None``.

    Returns:
        UTF-8 bytes, equal for equal trees on every machine.

    Raises:
        ValueError: For values that JSON cannot carry exactly: NaN, infinities, integers beyond 2**53,
            text with lone surrogates, or other types.
    """
    try:
        return rfc8785.dumps(value)
    except (rfc8785.CanonicalizationError, UnicodeEncodeError) as error:
        raise ValueError(f"not representable as canonical JSON: {error}") from error


def sha256_of(value: Any) -> str:  # noqa: ANN401
    """Return the SHA-256 of the canonical JSON of ``value``, as 64 lower-case hex digits."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def sha256_bytes(data: bytes) -> str:
    """Return the SHA-256 of raw bytes, as 64 lower-case hex digits."""
    return hashlib.sha256(data).hexdigest()


def nfc(text: str) -> str:
    """Return ``text`` in Unicode normal form C, the form in which texts are hashed."""
    return unicodedata.normalize("NFC", text)
