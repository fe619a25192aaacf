"""Keys leave no trace: known values in every encoding, and whatever looks like a key."""

import base64
import json
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.model.redact import MARK, Redactor

KEYS = [
    "sk-proj-Ab12Cd34Ef56Gh78Ij90",
    "AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q",
    "0123456789abcdef0123456789abcdef",
    "p@ss/word+with=odd&signs",
]


@pytest.mark.parametrize("key", KEYS)
def test_a_known_key_goes_in_every_encoding(key):
    redactor = Redactor(KEYS)
    spellings = [key, quote(key, safe=""), base64.b64encode(key.encode()).decode()]
    spellings += [base64.b64encode(f"{'u' * n}:{key}:x".encode()).decode() for n in range(3)]
    spellings.append(base64.urlsafe_b64encode(f"user:{key}".encode()).decode())
    for spelling in spellings:
        redacted = redactor.text(f"before {spelling} after")
        assert MARK in redacted
        assert key not in redacted
        # Nothing that decodes to the middle of the key is left.
        assert spelling[8:-8] not in redacted


@given(st.binary(max_size=7), st.binary(max_size=7))
def test_a_key_inside_any_base64_text_goes(before, after):
    key = "0123456789abcdef0123456789abcdef"
    coded = base64.b64encode(before + key.encode() + after).decode()
    left = Redactor([key]).known(coded).replace(MARK, "")
    # At most the characters that the key shares with its neighbours are left: two at each end.
    assert len(left) <= len(base64.b64encode(before + after)) + 4


@pytest.mark.parametrize(
    "text",
    [
        "key sk-ant-api03-abcdefghijklmnop is wrong",
        "AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q",
        "Authorization: Bearer abc123def456ghi789jkl",
        "GET https://host/v1?alt=json&key=abcdefghijk failed",
        "proxy http://user:hunter2@proxy.example:8080",
        "token hf_abcdefghijklmnopqrstuv",
    ],
)
def test_what_looks_like_a_key_goes_even_if_nobody_knows_it(text):
    assert MARK in Redactor().text(text)


@pytest.mark.parametrize(
    "text",
    [
        "The risk-averse asked for Bearer securities of 1912.",
        "See https://example.org/a?keys=1 and mail me@example.org",
        "d41d8cd98f00b204e9800998ecf8427e is a checksum",
    ],
)
def test_ordinary_text_stays(text):
    assert Redactor(["abc"]).text(text) == text


def test_trees_keep_their_shape():
    key = KEYS[0]
    tree = {"a": [1, None, True, {"b": f"Bearer {key}"}], key: 2.5}
    redacted = Redactor([key]).tree(tree)
    assert redacted == {"a": [1, None, True, {"b": f"Bearer {MARK}"}], MARK: 2.5}
    assert key not in json.dumps(redacted)
