"""The rules that tests/conftest.py lays on every test, tried on small suites of their own."""

from pathlib import Path

import pytest

CONFTEST = Path(__file__).resolve().parent.parent / "conftest.py"

SKIPS = """
    import pytest

    def test_that_runs(): pass

    @pytest.mark.skip(reason="no browser")
    def test_marked(): pass

    def test_called(): pytest.skip("no data")

    @pytest.mark.skipif(True, reason="platform: POSIX locks")
    def test_of_another_platform(): pass

    @pytest.mark.xfail(strict=True)
    def test_expected_to_fail(): assert False
"""


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    pytester.makeconftest(CONFTEST.read_text("utf-8"))
    monkeypatch.delenv("RAGCANARY_REQUIRE_ALL", raising=False)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return pytester


def run(suite: pytest.Pytester) -> pytest.RunResult:
    return suite.runpytest_subprocess("-rs")


def test_a_skip_passes_where_nothing_is_required(suite: pytest.Pytester) -> None:
    suite.makepyfile(SKIPS)
    run(suite).assert_outcomes(passed=1, skipped=3, xfailed=1)


def test_a_skip_fails_where_all_is_required_unless_the_platform_is_the_reason(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAGCANARY_REQUIRE_ALL", "1")
    suite.makepyfile(SKIPS)
    result = run(suite)
    # Outcomes: two skips became failures, the platform's stays, the expected failure stays one.
    counts = result.parseoutcomes()
    assert counts.pop("passed") == 1
    assert sum(counts.get(word, 0) for word in ("failed", "error", "errors")) == 2
    assert (counts["skipped"], counts["xfailed"]) == (1, 1)
    result.stdout.fnmatch_lines(["*RAGCANARY_REQUIRE_ALL=1: no browser*", "*RAGCANARY_REQUIRE_ALL=1: no data*"])


def test_a_module_skipped_as_a_whole_fails_where_all_is_required(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAGCANARY_REQUIRE_ALL", "1")
    suite.makepyfile("import pytest; pytest.importorskip('a_library_that_nobody_has')")
    result = run(suite)
    assert result.ret != 0
    result.stdout.fnmatch_lines(["*RAGCANARY_REQUIRE_ALL=1: could not import 'a_library_that_nobody_has'*"])


def test_absent_shared_data_skips_with_the_folder_in_the_reason(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAGCANARY_SHARED", "/nowhere/data")
    suite.makepyfile("def test_that_needs_data(shared): pass")
    result = run(suite)
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["*the shared data is not there: /nowhere/data*"])


def test_loopback_is_reached_and_everything_else_refused(suite: pytest.Pytester) -> None:
    # 192.0.2.1 and 2001:db8::1 are documentation addresses: nothing would answer there in any case.
    suite.makepyfile(
        """
        import asyncio, socket, urllib.request
        import pytest

        def test_loopback():
            with socket.create_server(("127.0.0.1", 0)) as server:
                socket.create_connection(server.getsockname(), timeout=5).close()
                socket.create_connection(("localhost", server.getsockname()[1]), timeout=5).close()

        def test_unix_socket(tmp_path, monkeypatch):
            monkeypatch.chdir(tmp_path)
            with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
                server.bind("s"); server.listen(); client.connect("s")

        @pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "example.com"])
        def test_refused(host):
            with pytest.raises(RuntimeError, match="loopback alone"):
                socket.create_connection((host, 80), timeout=1)

        def test_refused_datagram():
            with socket.socket(type=socket.SOCK_DGRAM) as sender, pytest.raises(RuntimeError, match="loopback alone"):
                sender.sendto(b"x", ("192.0.2.1", 9))

        def test_refused_in_asyncio():
            async def connect(): await asyncio.open_connection("192.0.2.1", 80)
            with pytest.raises(RuntimeError, match="loopback alone"): asyncio.run(connect())

        def test_swallowed():
            try: urllib.request.urlopen("http://example.com")
            except RuntimeError: pass
        """
    )
    result = run(suite)
    # Each of the refused raises in the test and is reported once more after it, as is the swallowed one.
    result.assert_outcomes(passed=8, errors=6)
    assert result.ret == 1
