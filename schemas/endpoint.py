"""Where models are reached: the maintainers' registry, so that no contributed file can name a host or a key."""

import re
from ipaddress import ip_address
from typing import Literal, Self
from urllib.parse import urlsplit, urlunsplit

from pydantic import Field, field_validator, model_validator

from schemas.response import Record

Wire = Literal["openai", "anthropic", "gemini", "customgpt"]
"""The request and reply format that a vendor speaks."""


def normalise_base_url(url: str) -> str:
    """Return ``url`` without surrounding space, doubled slashes in its path, or a slash at its end.

    A path prefix stays, and nothing is added or guessed: whether ``/v1`` belongs there is the server's matter.

    Raises:
        ValueError: If it is no absolute URL, carries a user, query or fragment, or is plain ``http`` to
            anything but this machine.
    """
    parts = urlsplit(url.strip())
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("must be an absolute https URL (or http on this machine)")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise ValueError("must hold no user, password, query or fragment")
    if parts.scheme == "http" and not is_loopback(parts.hostname):
        raise ValueError("plain http is accepted for this machine only (127.0.0.1, ::1, localhost); use https")
    path = re.sub(r"/{2,}", "/", parts.path).rstrip("/")
    return urlunsplit((parts.scheme, parts.netloc, path, "", ""))


def is_loopback(host: str) -> bool:
    """Tell whether ``host`` names this machine itself."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


class Endpoint(Record):
    """One place where models answer."""

    base_url: str | None = None
    """Root of the API, with its version path where it has one; null for a server that the runner starts, and where an
    override has to give it."""
    key_variable: str | None = Field(default=None, pattern=r"^[A-Z][A-Z0-9_]{0,63}$")
    """Name of the environment variable that holds the key; null where no key is needed. Never the key itself."""
    wire: Wire = "openai"
    """The format spoken there."""
    embedded: bool = False
    """Whether the runner starts this server itself; with a ``base_url`` it uses the one that is there instead."""
    concurrency: int = Field(default=8, ge=1, le=256)
    """Requests in flight at once, over all systems and judges; further calls wait, and the wait is no latency."""

    @field_validator("base_url")
    @classmethod
    def _normalise(cls, url: str | None) -> str | None:
        return None if url is None else normalise_base_url(url)

    @model_validator(mode="after")
    def _embedded_needs_no_key(self) -> Self:
        if self.embedded and self.key_variable is not None:
            raise ValueError("a server that the runner starts needs no key_variable")
        return self

    @property
    def on_this_machine(self) -> bool:
        """Whether the server runs here, so that no proxy may stand between."""
        return is_loopback(urlsplit(self.base_url or "").hostname or "")
