"""Endpoints: URLs are cleaned and never guessed, and plain http stays on this machine."""

import pytest
from pydantic import ValidationError

from schemas.endpoint import Endpoint


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
        ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080/v1/", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080//v1//", "http://127.0.0.1:8080/v1"),
        ("  http://localhost:8080/proxy/v1/  ", "http://localhost:8080/proxy/v1"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
        ("https://api.example.com/v1", "https://api.example.com/v1"),
    ],
)
def test_slashes_and_spaces_are_cleaned_and_nothing_is_added(given, kept):
    assert Endpoint(base_url=given).base_url == kept


@pytest.mark.parametrize(
    "url",
    [
        "http://api.example.com/v1",
        "http://10.0.0.4/v1",
        "http://127.0.0.1.example.com/v1",
        "ftp://127.0.0.1/v1",
        "127.0.0.1:8080/v1",
        "https://user:secret@api.example.com/v1",
        "https://api.example.com/v1?key=1",
        "",
    ],
)
def test_other_urls_are_refused(url):
    with pytest.raises(ValidationError):
        Endpoint(base_url=url)


@pytest.mark.parametrize("name", ["sk-abc", "lower_case", "1KEY", "A B", ""])
def test_a_key_variable_is_a_name_and_no_key(name):
    with pytest.raises(ValidationError):
        Endpoint(base_url="https://api.example.com", key_variable=name)


def test_an_embedded_server_needs_no_key():
    with pytest.raises(ValidationError, match="needs no key_variable"):
        Endpoint(embedded=True, key_variable="OPENAI_API_KEY")
