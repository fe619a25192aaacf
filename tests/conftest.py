"""What every test gets: shared data, no network but loopback, nobody's keys, and no unseen skip in CI."""

import ipaddress
import os
import socket
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
MAY_BE_SKIPPED = ("platform:",)
"""Beginnings of the reasons for which a test may be skipped even where everything is required."""

settings.register_profile("dev", deadline=None, max_examples=60)
settings.register_profile("ci", deadline=None, max_examples=40, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "dev")

for _name in [name for name in os.environ if name.endswith("_API_KEY") or name == "HF_TOKEN"]:
    del os.environ[_name]


# Skips


def _fail_unseen_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure where RAGCANARY_REQUIRE_ALL=1, unless its reason is an allowed one."""
    if not report.skipped or hasattr(report, "wasxfail") or os.environ.get("RAGCANARY_REQUIRE_ALL") != "1":
        return
    skipped = report.longrepr
    reason = skipped[2].removeprefix("Skipped: ") if isinstance(skipped, tuple) else str(skipped)
    if reason.startswith(MAY_BE_SKIPPED):
        return
    report.outcome = "failed"
    report.longrepr = f"Skipped although RAGCANARY_REQUIRE_ALL=1: {reason}"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _fail_unseen_skip(report)
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _fail_unseen_skip(report)
    return report


# Shared data


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of public data sets that tests may read and the project does not contain."""
    folder = Path(os.environ.get("RAGCANARY_SHARED") or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"the shared data is not there: {folder} (name another folder in RAGCANARY_SHARED)")
    return folder


# Network


class NetworkBlockedError(RuntimeError):
    """A test reached for the network; not an OSError, so that no retry or offline path takes it for one."""


def _is_local(host: object) -> bool:
    name = host.decode() if isinstance(host, bytes) else str(host)
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _is_numeric(host: object) -> bool:
    try:
        ipaddress.ip_address(host.decode() if isinstance(host, bytes) else str(host))
    except ValueError:
        return False
    return True


@pytest.fixture(scope="session")
def blocked() -> Iterator[list[str]]:
    """Refuse connections and name look-ups that leave this machine; the list of those refused."""
    refused: list[str] = []

    def refuse(target: object) -> None:
        refused.append(str(target))
        raise NetworkBlockedError(f"tests reach loopback alone, not {target}")

    def checked(method: Callable[..., Any]) -> Callable[..., Any]:
        def call(self: socket.socket, *args: Any) -> Any:
            address = args[-1]  # the last argument of connect, connect_ex and sendto
            if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_local(address[0]):
                refuse(address)
            return method(self, *args)

        return call

    def getaddrinfo(host: Any, *args: Any, **kwargs: Any) -> Any:
        if host not in (None, "", b"") and not _is_local(host) and not _is_numeric(host):
            refuse(host)
        return original(host, *args, **kwargs)

    original = socket.getaddrinfo
    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex", "sendto"):
            patch.setattr(socket.socket, name, checked(getattr(socket.socket, name)))
        patch.setattr(socket, "getaddrinfo", getaddrinfo)
        yield refused


@pytest.fixture(autouse=True)
def _loopback_alone(blocked: list[str]) -> Iterator[None]:
    """Fail a test that reached for the network, even where the code under test swallowed the refusal."""
    blocked.clear()
    yield
    assert not blocked, f"the test reached for the network: {blocked}"
