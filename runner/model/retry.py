"""Whether a failed call is tried again, and when: pure decisions by status and vendor body.

One table for all vendors. Waiting cannot heal an empty account, so a 429 that means *quota* is told apart from one that
means *rate*; a 400 is never repeated; what the vendor asks for in ``Retry-After`` is the least that is waited.
"""

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Literal

from schemas.response import Status


@dataclass(frozen=True, slots=True)
class CallPolicy:
    """Limits of every model call. Operational: recorded with a campaign, and no part of its identity."""

    timeout_s: float = 120.0
    """Wall-clock limit of one attempt, from the first byte sent to the last one received."""
    max_attempts: int = 4
    """Requests that one call may send in all."""
    backoff_s: float = 0.5
    """Mean wait before the second attempt; it doubles with every further one."""
    backoff_cap_s: float = 20.0
    """Longest wait that is chosen here."""
    retry_after_cap_s: float = 60.0
    """Longest wait that a vendor may ask for; a call that is told to wait longer ends as ``rate_limited``."""


ATTEMPTS: Mapping[Status, int] = {Status.TIMEOUT: 2, Status.EMPTY: 2}
"""Attempts after which an outcome counts as the vendor's last word, where that is fewer than ``max_attempts``.

A second silence shows that the first was no accident, and a second empty reply that emptiness is what the model has to
say; more attempts would only pay for the same again.
"""


@dataclass(frozen=True, slots=True)
class Fault:
    """One attempt that gave no usable reply."""

    cause: Literal["reply", "timeout", "connection"]
    """Whether something came back, nothing came back in time, or the connection failed."""
    http_status: int | None = None
    """Status of the reply."""
    body: Any = None
    """The reply's body: JSON-shaped, or text where it was no JSON."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a fault means."""

    status: Status
    """The outcome if no attempt follows."""
    retry: bool
    """Whether trying again may help."""
    reason: str
    """The vendor's words, or ours, in one sentence."""


@dataclass(frozen=True, slots=True)
class VendorError:
    """An error body of any of the known formats, reduced to what decisions need."""

    message: str
    """The vendor's sentence; empty where the body holds none."""
    codes: frozenset[str]
    """Its machine-readable words (``type``, ``code``, ``status``), lower-case."""
    http_status: int | None
    """The numeric status inside the body, for gateways that answer 200 with an error in it."""
    retry_delay: str | None
    """Google's ``RetryInfo.retryDelay``, such as ``7s``."""
    per_day: bool
    """Whether a daily quota is named as the one that ran out."""


_NO_ERROR = VendorError("", frozenset(), None, None, per_day=False)
_QUOTA_CODES = {"insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "billing_error"}
_QUOTA_PHRASES = ("credit balance is too low", "exhausted your current query credits", "exceeded your current quota, p")
_BLOCK_CODES = {"content_policy_violation", "content_filter", "moderation_blocked"}
_BLOCK_PHRASES = ("content filtering policy", "content management policy", "usage policy violation")
_TRANSIENT = {408, 425, 500, 502, 503, 504}


def decide(fault: Fault) -> Verdict:
    """Say what ``fault`` means and whether another attempt may help."""
    if fault.cause == "timeout":
        return Verdict(Status.TIMEOUT, retry=True, reason="no complete reply within the time limit")
    if fault.cause == "connection":
        return Verdict(Status.UNAVAILABLE, retry=True, reason="the connection failed before a complete reply")
    error = vendor_error(fault.body)
    http_status = fault.http_status
    if http_status is None or http_status < 300:
        if error.http_status is None or error.http_status < 300:
            return Verdict(Status.MALFORMED, retry=True, reason=error.message or "the reply could not be read")
        http_status = error.http_status
    reason = f"HTTP {http_status}" + (f": {error.message}" if error.message else "")
    status, retry = _meaning(http_status, error)
    return Verdict(status, retry=retry, reason=reason)


def _meaning(http_status: int, error: VendorError) -> tuple[Status, bool]:
    """Return the outcome of an error reply and whether another attempt may help."""
    words = error.message.lower()
    if http_status == 402 or error.codes & _QUOTA_CODES or error.per_day or _has(words, _QUOTA_PHRASES):
        return Status.QUOTA, False
    if http_status == 429:
        return Status.RATE_LIMITED, True
    if http_status < 500 and (error.codes & _BLOCK_CODES or _has(words, _BLOCK_PHRASES)):
        return Status.BLOCKED, False
    if http_status >= 500 or http_status in _TRANSIENT:
        return Status.UNAVAILABLE, http_status in _TRANSIENT or http_status >= 520
    return Status.REFUSED, False


def _has(text: str, phrases: tuple[str, ...]) -> bool:
    return any(phrase in text for phrase in phrases)


def vendor_error(body: object) -> VendorError:
    """Read an error body in OpenAI's, Anthropic's, Google's or CustomGPT's format; anything else holds no error."""
    if isinstance(body, list) and body:
        body = body[0]  # Google wraps errors of some methods in a list
    if not isinstance(body, dict):
        return _NO_ERROR
    error = body.get("error")
    if isinstance(error, str):
        return VendorError(error, frozenset(), None, None, per_day=False)
    if not isinstance(error, dict):
        error = body.get("data") if body.get("status") == "error" else None
        if not isinstance(error, dict):
            return _NO_ERROR
    message, code = error.get("message"), error.get("code")
    words = (error.get("type"), code, error.get("status"))
    listed = error.get("details")
    details = [item for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []
    delays = [item["retryDelay"] for item in details if isinstance(item.get("retryDelay"), str)]
    return VendorError(
        message=message.strip() if isinstance(message, str) else "",
        codes=frozenset(word.lower() for word in words if isinstance(word, str)),
        http_status=code if isinstance(code, int) and 100 <= code <= 599 else None,
        retry_delay=delays[0] if delays else None,
        per_day=any("PerDay" in str(item.get("violations", "")) for item in details),
    )


def retry_after_s(headers: Mapping[str, str], body: object, now: datetime) -> float | None:
    """Return the wait that the vendor asks for, in seconds, or None if it asks for none that can be read.

    Args:
        headers: Headers of the reply, names in lower case. ``retry-after`` may be seconds, a fraction, or a date;
            ``retry-after-ms`` is OpenAI's finer form.
        body: Body of the reply; Google's ``RetryInfo`` is read from it.
        now: The present, with a time zone.
    """
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    header = headers.get("retry-after")
    seconds = _number(header)
    if seconds is not None:
        return seconds
    if header is not None:
        try:
            moment = parsedate_to_datetime(header)
        except ValueError:
            pass
        else:
            return max(0.0, (moment.replace(tzinfo=moment.tzinfo or UTC) - now).total_seconds())
    return _number((vendor_error(body).retry_delay or "").removesuffix("s"))


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None


def wait_s(attempt: int, asked_s: float | None, policy: CallPolicy, chance: random.Random) -> float | None:
    """Return the seconds to wait after attempt number ``attempt`` (from 1), or None if the wait would be too long.

    Waits are spread, so that calls that failed together do not come back together: over half to one and a half of
    the doubling mean; above what the vendor asks for, by up to a quarter of it or the first mean, whichever is more.
    """
    if asked_s is None:
        mean: float = policy.backoff_s * 2 ** (attempt - 1)
        return min(policy.backoff_cap_s, mean * chance.uniform(0.5, 1.5))
    if asked_s > policy.retry_after_cap_s:
        return None
    return asked_s + chance.uniform(0, max(policy.backoff_s, asked_s / 4))
