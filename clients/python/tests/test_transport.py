"""What a user may do with the connections of a client, and what must never happen on them."""

import asyncio
import contextvars
import json
import math
import pickle
import ssl
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import trustme
from conftest import TABLE
from processes import unruly

from portside import (
    AsyncPortside,
    Certificate,
    ConnectionError,
    Portside,
    PortsideError,
    PublicPortside,
    ResponseError,
    ServerError,
    TimeoutError,
)
from portside._flow import Clock
from portside.testing import FAKE_KEY, FakePortside

KEY = FAKE_KEY
CODES = ["0101.21.0010"]
NO_WAIT = Clock(sleep=lambda *_: None)
CLEAR = {"code": CODES[0], "hit": False, "in_scope": False, "status": "clear", "adjacent_hits": []}


def clear(request: httpx.Request, **headers: str) -> httpx.Response:
    return httpx.Response(
        200, json={"results": [CLEAR]}, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )


def script(*turns: Any) -> tuple[Callable[[], httpx.MockTransport], list[httpx.Request]]:
    """A transport that gives these answers: an exception is raised, a function is called with the request."""
    sent: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        turn = turns[min(len(sent), len(turns)) - 1]
        if isinstance(turn, Exception):
            raise turn
        answer: httpx.Response = turn(request)
        return answer

    return lambda: httpx.MockTransport(handle), sent


def test_the_import_does_not_import_httpx() -> None:
    program = "import sys, portside; portside.Portside(sys.argv[1]); print({'httpx', 'anyio', 'asyncio'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program, KEY], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize("name", ["timeout", "deadline", "max_wait"])
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, -1, -0.5, 1e9, True, "5", b"1"])
def test_a_time_that_is_none_is_refused(name: str, value: Any) -> None:
    for client in (Portside, AsyncPortside):
        with pytest.raises(ValueError, match=name):
            client(KEY, **{name: value})
    if name != "max_wait":
        with pytest.raises(ValueError, match=name):
            FakePortside().client().tariff.hts.lookup(CODES, **{name: value})
        with pytest.raises(ValueError, match=name):
            asyncio.run(FakePortside().async_client().tariff.hts.lookup(CODES, **{name: value}))


@pytest.mark.parametrize("name", ["timeout", "deadline"])
def test_zero_is_not_for_ever(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        Portside(KEY, **{name: 0})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=name):
        FakePortside().client().tariff.hts.lookup(CODES, **{name: 0})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "value"), [("max_retries", -1), ("max_retries", 1.5), ("concurrency", 0), ("concurrency", 10_000)]
)
def test_a_count_that_is_none_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=name):
        Portside(KEY, **{name: value})


@pytest.mark.parametrize(
    "url", ["ftp://x", "http://", "http://u:p@h", "http://h/?a=1", "http://h/#a", "http://h/ x", "portside.example"]
)
def test_a_base_url_that_would_change_the_request_is_refused(url: str) -> None:
    with pytest.raises(PortsideError, match="base_url"):
        Portside(KEY, url)


def test_an_unknown_argument_is_refused() -> None:
    with pytest.raises(TypeError, match="timeuot"):
        FakePortside().client().tariff.hts.lookup(CODES, timeuot=3)  # type: ignore[call-arg]


@pytest.mark.parametrize("name", ["Authorization", "x-client-nonce", "HOST", "Content-Length"])
def test_headers_of_the_client_cannot_be_replaced(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        FakePortside().client().tariff.hts.lookup(CODES, headers={name: "x"})


@pytest.mark.parametrize("value", ["a\r\nAuthorization: x", "a\0", 5])
def test_a_header_is_one_line(value: Any) -> None:
    with pytest.raises(ValueError, match="X-Own"):
        FakePortside().client().tariff.hts.lookup(CODES, headers={"X-Own": value})


def test_headers_and_timeout_of_one_call() -> None:
    fake = FakePortside()
    fake.client().tariff.hts.lookup(CODES, headers={"X-Own": "1", "User-Agent": "mine"}, timeout=5, deadline=6)
    assert (fake.requests[0].headers["x-own"], fake.requests[0].headers["user-agent"]) == ("1", "mine")


def test_the_raw_response() -> None:
    fake = FakePortside()
    raw = fake.client().with_raw_response.tariff.hts.lookup(CODES)
    assert (raw.status, raw.parsed.results[0].status, raw.request_id) == (200, "clear", "req_scripted")
    assert raw.content.startswith(b'{"results"')
    assert raw.headers["content-type"] == "application/json"

    async def ask() -> int:
        both = await asyncio.gather(*(fake.async_client().with_raw_response.pixel.scan(f"https://s/{n}") for n in range(2)))
        return sum(each.status for each in both)

    assert asyncio.run(ask()) == 400


@pytest.mark.parametrize(
    "fault",
    [
        httpx.ConnectError("x"),
        httpx.ReadError("x"),
        httpx.RemoteProtocolError("x"),
        httpx.ProxyError("x"),
        httpx.ConnectTimeout("x"),
        httpx.ReadTimeout("x"),
        httpx.PoolTimeout("x"),
        httpx.DecodingError("x"),
        OSError("x"),
    ],
)
def test_errors_of_a_transport_of_the_user_are_mapped_and_retried(fault: Exception) -> None:
    transport, sent = script(fault, clear)
    for given in ({"transport": transport}, {"http_client": lambda: httpx.Client(transport=transport())}):
        sent.clear()
        assert Portside(KEY, _clock=NO_WAIT, **given).tariff.hts.lookup(CODES).results[0].status == "clear"
        assert len(sent) == 2
    transport, sent = script(fault)
    expected = TimeoutError if "Timeout" in type(fault).__name__ else ConnectionError
    with pytest.raises(expected) as told:
        Portside(KEY, transport=transport, _clock=NO_WAIT).tariff.hts.lookup(CODES)
    assert told.value.__cause__ is fault
    assert len(sent) == 3


def test_an_http_client_instance_is_used_and_not_closed() -> None:
    transport, sent = script(clear)
    own = httpx.Client(transport=transport(), headers={"X-Corporate": "1"})
    with Portside(KEY, http_client=own) as client:
        client.tariff.hts.lookup(CODES)
    assert sent[0].headers["x-corporate"] == "1"
    assert sent[0].headers["authorization"] == f"Bearer {KEY}"
    assert not own.is_closed


def test_options_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="brings its own connections"):
        Portside(KEY, transport=script(clear)[0], verify=False)


class TestNonce:
    def test_each_attempt_has_a_new_one(self) -> None:
        transport, sent = script(httpx.ReadError("x"), clear)
        Portside(KEY, transport=transport, _clock=NO_WAIT).tariff.hts.lookup(CODES)
        nonces = [request.headers["x-client-nonce"] for request in sent]
        assert len(set(nonces)) == 2
        assert all(1 <= len(nonce) <= 64 and nonce.replace("-", "").replace("_", "").isalnum() for nonce in nonces)

    def test_another_one_is_refused_and_asked_again(self) -> None:
        transport, sent = script(lambda r: clear(r, x_client_nonce="other"), clear)
        Portside(KEY, transport=transport, _clock=NO_WAIT).tariff.hts.lookup(CODES)
        assert len(sent) == 2
        transport, sent = script(lambda r: clear(r, x_client_nonce="other"))
        with pytest.raises(ResponseError, match="another request"):
            Portside(KEY, transport=transport, _clock=NO_WAIT).tariff.hts.lookup(CODES)
        assert len(sent) == 3

    def test_none_is_accepted_only_from_a_server_that_never_echoed(self) -> None:
        def echo(request: httpx.Request) -> httpx.Response:
            return clear(request, x_client_nonce=request.headers["x-client-nonce"])

        client = Portside(KEY, transport=script(clear, echo, clear)[0], max_retries=0)
        for _ in range(2):
            client.tariff.hts.lookup(CODES)
        with pytest.raises(ResponseError, match="does not name its request"):
            client.tariff.hts.lookup(CODES)

    def test_a_refusal_of_a_gateway_has_none(self) -> None:
        def echo(request: httpx.Request) -> httpx.Response:
            return clear(request, x_client_nonce=request.headers["x-client-nonce"])

        client = Portside(KEY, transport=script(echo, lambda _: httpx.Response(503, text="<html>"))[0], max_retries=0)
        client.tariff.hts.lookup(CODES)
        with pytest.raises(ServerError):
            client.tariff.hts.lookup(CODES)

    def test_an_operation_that_must_not_be_repeated_is_not(self) -> None:
        lost: list[Any] = [httpx.ReadError("x"), httpx.ReadTimeout("x"), lambda r: clear(r, x_client_nonce="other")]
        for turn in [*lost, lambda _: httpx.Response(500)]:
            transport, sent = script(turn)
            with pytest.raises(PortsideError):
                Portside(KEY, transport=transport, _clock=NO_WAIT).entry.certificates.file("id")
            assert len(sent) == 1
        transport, sent = script(httpx.ConnectError("x"))
        with pytest.raises(ConnectionError):
            Portside(KEY, transport=transport, _clock=NO_WAIT).entry.certificates.file("id")
        assert len(sent) == 3


def test_a_removal_whose_answer_was_lost_is_done() -> None:
    def gone(_: httpx.Request) -> httpx.Response:
        return httpx.Response(404, json={"error": "not_found"})

    transport, sent = script(httpx.ReadError("x"), gone)
    Portside(KEY, transport=transport, _clock=NO_WAIT).tariff.audits.cancel("job")
    assert len(sent) == 2
    transport, sent = script(gone)
    with pytest.raises(PortsideError):
        Portside(KEY, transport=transport, _clock=NO_WAIT).tariff.audits.cancel("job")


class TestScan:
    def test_it_is_not_repeated_after_our_own_timeout(self) -> None:
        sends: list[Any] = [
            lambda client: client.pixel.scan("https://s.example", deep=True),
            lambda client: client.pixel.scans.create("https://s.example"),
            lambda client: client.public.pixel.scan("https://s.example"),
        ]
        for send in sends:
            transport, sent = script(httpx.ReadTimeout("x"))
            with pytest.raises(TimeoutError):
                send(Portside(KEY, transport=transport, _clock=NO_WAIT))
            assert len(sent) == 1

    def test_it_may_take_120_seconds_and_others_30(self) -> None:
        transport, sent = script(lambda _: httpx.Response(404))
        client = Portside(KEY, transport=transport)
        for call in (lambda: client.pixel.scan("https://s.example"), lambda: client.tariff.hts.lookup(CODES)):
            with pytest.raises(PortsideError):
                call()
        slow, fast = (request.extensions["timeout"]["read"] for request in sent)
        assert 119 < slow <= 120
        assert 29 < fast <= 30


class TestAsync:
    @pytest.mark.parametrize("fault", ["drip", "stall"])
    def test_a_deadline_holds_against_a_slow_server(self, fault: str) -> None:
        async def ask(url: str) -> float:
            async with AsyncPortside(KEY, url, deadline=0.5) as client:
                started_at = time.monotonic()
                calls = (client.tariff.hts.lookup([f"{n:04}" for n in range(40)]) for _ in range(40))
                said = await asyncio.gather(*calls, return_exceptions=True)
                assert {type(each) for each in said} == {TimeoutError}
                return time.monotonic() - started_at

        with unruly(faults={fault: 1.0}) as server:
            assert asyncio.run(ask(server["http"])) < 0.5 + 1.5  # 40 calls at once, none of which waits for a thread

    @pytest.mark.parametrize("fault", ["drip", "stall"])
    def test_so_does_one_of_the_sync_client(self, fault: str) -> None:
        with unruly(faults={fault: 1.0}) as server, Portside(KEY, server["https"], verify=server["ca"], deadline=0.5) as client:
            started_at = time.monotonic()
            with pytest.raises(TimeoutError):
                client.tariff.hts.lookup([f"{n:04}" for n in range(40)])
            assert time.monotonic() - started_at < 0.5 + 1.5

    def test_context_variables_hold_in_a_transport(self) -> None:
        trace: contextvars.ContextVar[str] = contextvars.ContextVar("trace", default="lost")
        seen: list[str] = []

        def see(request: httpx.Request) -> httpx.Response:
            seen.append(trace.get())
            return httpx.Response(
                200, json={"results": [{**CLEAR, "code": code} for code in json.loads(request.content)["codes"]]}
            )

        async def ask() -> None:
            trace.set("kept")
            await AsyncPortside(KEY, transport=script(see)[0]).tariff.hts.lookup([f"{n:04}" for n in range(120)])

        asyncio.run(ask())
        trace.set("kept")
        Portside(KEY, transport=script(see)[0]).tariff.hts.lookup([f"{n:04}" for n in range(120)])
        assert seen == ["kept"] * 6

    def test_cancelling_a_task_ends_its_request_and_spoils_no_other(self) -> None:
        async def ask(url: str) -> None:
            async with AsyncPortside(KEY, url) as client:
                for _ in range(10):
                    tasks = [asyncio.create_task(client.pixel.scan(f"https://s/{n}")) for n in range(20)]
                    await asyncio.sleep(0.01)
                    for task in tasks[::2]:
                        task.cancel()
                    said = await asyncio.gather(*tasks, return_exceptions=True)
                    for number, each in enumerate(said):
                        if number % 2:
                            assert not isinstance(each, BaseException)
                            assert each.score == number

        with unruly() as server:
            asyncio.run(ask(server["http"]))

    def test_it_runs_on_trio(self) -> None:
        import trio

        async def ask(url: str) -> list[int]:
            async with AsyncPortside(KEY, url) as client:
                await client.tariff.hts.lookup([f"{n:04}" for n in range(120)])
                return [(await client.pixel.scan(f"https://s/{n}")).score for n in range(3)]

        with unruly() as server:
            assert trio.run(ask, server["http"]) == [0, 1, 2]


class TestCorporateNetwork:
    @pytest.mark.parametrize("mode", ["sync", "async"])
    @pytest.mark.parametrize("road", ["http", "https"])
    def test_the_proxy_of_the_environment_is_used(self, road: str, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
        with unruly() as server:
            monkeypatch.setenv(f"{road.upper()}_PROXY", server["proxy"].replace("p%20w", "wrong"))
            monkeypatch.setenv("SSL_CERT_FILE", server["ca"])
            assert not reaches(server[road], mode)  # the proxy refuses, so it was asked
            monkeypatch.setenv(f"{road.upper()}_PROXY", server["proxy"])
            assert reaches(server[road], mode)
            monkeypatch.setenv(f"{road.upper()}_PROXY", "http://127.0.0.1:9")
            monkeypatch.setenv("NO_PROXY", "127.0.0.1")
            assert reaches(server[road], mode)
            monkeypatch.delenv("NO_PROXY")
            assert not reaches(server[road], mode)
            assert reaches(server[road], mode, trust_env=False)

    def test_an_unknown_authority_is_refused_and_a_given_one_accepted(self) -> None:
        with unruly() as server:
            url = server["https"]
            assert not reaches(url)
            assert reaches(url, verify=server["ca"])
            assert reaches(url, verify=ssl.create_default_context(cafile=server["ca"]))
            assert reaches(url, "async", verify=server["ca"])
            assert reaches(url, verify=False)

    def test_a_client_certificate(self, tmp_path: Path) -> None:
        authority = trustme.CA()
        authority.cert_pem.write_to_path(tmp_path / "ca.pem")
        own = authority.issue_cert("client.example")
        own.private_key_and_cert_chain_pem.write_to_path(tmp_path / "own.pem")

        async def ask() -> list[bool]:
            tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            authority.issue_cert("127.0.0.1").configure_cert(tls)
            tls.load_verify_locations(tmp_path / "ca.pem")
            tls.verify_mode = ssl.CERT_REQUIRED
            from unruly_server import Server

            server = await asyncio.start_server(Server({}, 1).serve, "127.0.0.1", 0, ssl=tls)
            url = f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            ca, cert = str(tmp_path / "ca.pem"), str(tmp_path / "own.pem")
            said = [
                await asyncio.to_thread(reaches, url, "sync", verify=ca),
                await asyncio.to_thread(reaches, url, "sync", verify=ca, cert=cert),
                await asyncio.to_thread(reaches, url, "async", verify=ca, cert=cert),
            ]
            server.close()
            return said

        assert asyncio.run(ask()) == [False, True, True]


def reaches(url: str, mode: str = "sync", **options: Any) -> bool:
    async def ask() -> None:
        async with AsyncPortside(KEY, url, max_retries=0, **options) as client:
            await client.tariff.hts.lookup(CODES)

    try:
        if mode == "async":
            asyncio.run(ask())
        else:
            with Portside(KEY, url, max_retries=0, **options) as client:
                client.tariff.hts.lookup(CODES)
    except PortsideError:
        return False
    return True


class TestCertificates:
    gcc: Any = TABLE["shared"]["gcc"]

    def test_one_that_was_stored_is_downloaded_later_by_its_id(self) -> None:
        fake = FakePortside()
        made = fake.client().entry.gcc.generate(self.gcc)
        stored: Certificate = pickle.loads(pickle.dumps(made))  # noqa: S301
        assert stored == made
        with pytest.raises(PortsideError, match="restore"):
            stored.download()
        later = fake.client()
        for pdf in (later.entry.gcc.restore(stored.gcc_id).download(), later.entry.certificates.download(stored.gcc_id)):
            assert pdf.startswith(b"%PDF")
        assert [each.operation for each in fake.requests[1:]] == ["readCertificatePdf"] * 2

    def test_another_sha_256_is_refused_by_id_too(self) -> None:
        fake = FakePortside().answer("readCertificatePdf", content=b"%PDF-other", headers={"ETag": f'"{"0" * 64}"'})
        with pytest.raises(ResponseError, match="SHA-256"):
            fake.client().entry.certificates.download("id")

    def test_no_printed_object_has_the_signed_url_or_a_secret(self) -> None:
        fake = FakePortside()
        fake.answer("linkCertificate", json={"gcc_pdf_url": "http://h/x?signature=hush", "gcc_pdf_url_expires_at": "2026"})
        fake.answer("rotateWatchSecret", json={"webhook_secret": "whsec_hush", "old_secret_until": "2026"})
        client = fake.client()
        made = client.entry.gcc.generate(self.gcc)
        said = [made, client.entry.certificates.link("id"), client.watches.rotate_secret("id"), client, vars(client)]
        said += [client.with_raw_response.entry.gcc.generate(self.gcc)]
        for each in said:
            assert not any(secret in repr(each) for secret in ("hush", "signature=", KEY[4:]))

    def test_the_pdf_of_a_signed_url_carries_a_nonce_and_no_key(self) -> None:
        fake = FakePortside()
        fake.client().entry.gcc.generate(self.gcc).download()
        assert "authorization" not in fake.requests[1].headers
        assert fake.requests[1].headers["x-client-nonce"]


def test_the_public_operations_send_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PORTSIDE_API_KEY", raising=False)
    fake = FakePortside().answer("listPixelRules", json={"rules": []}, times=2)
    fake.client().public.pixel.rules()
    PublicPortside("http://h", transport=fake._transport).pixel.rules()
    assert all("authorization" not in each.headers for each in fake.requests)


def test_an_operation_that_this_version_does_not_know() -> None:
    transport, sent = script(lambda _: httpx.Response(200, json={"scope": "all"}))
    client = Portside(KEY, transport=transport)
    assert client.request("GET", "/api/v2/account", query={"a": 1}) == {"scope": "all"}
    assert str(sent[0].url).endswith("/api/v2/account?a=1")
    for path in ("api/v2/x", "/other", "/api/v2/x?y=1", "//evil.example/api/v2/x"):
        with pytest.raises(ValueError, match="path"):
            client.request("GET", path)


def test_an_id_cannot_leave_its_place_in_the_path() -> None:
    fake = FakePortside()
    for id in ("", ".", ".."):
        with pytest.raises(ValueError, match="id"):
            fake.client().watches.get(id)
    with pytest.raises(PortsideError):
        fake.client().watches.get("../../v1/x?y#z")
    assert fake.requests[0].path == "/api/v2/watches/../../v1/x?y#z"  # one segment, encoded on the wire


def test_threads_share_one_client() -> None:
    from concurrent.futures import ThreadPoolExecutor

    with unruly() as server, Portside(KEY, server["http"]) as client, ThreadPoolExecutor(32) as pool:
        scores = list(pool.map(lambda n: client.pixel.scan(f"https://s/{n}").score, range(400)))
    assert scores == [number % 101 for number in range(400)]
