from __future__ import annotations

import contextlib
import json
import re
import threading
import uuid
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import httpx

from .._async_client import AsyncPortside
from .._client import Portside
from .._operation import Operation
from .._operations import v0, v1, v2
from ._table import DOCUMENT, DOCUMENT_SHA256, table, turns_of

FAKE_KEY = "svc_Portside0Scripted02QNBRF"
"""A key with a good checksum that no server issued."""
_HOST = "http://portside.test"
_OPERATIONS = [value for module in (v0, v1, v2) for value in vars(module).values() if isinstance(value, Operation)]
_NAMES = {operation.id for operation in _OPERATIONS} | {"download"}


@dataclass(frozen=True)
class Recorded:
    """One request that the fake received."""

    operation: str
    """The `operationId` of the API, such as `lookupHtsCodes`; `download` for a signed URL; empty if there is none."""
    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str] = field(repr=False)
    """Names in lower case."""
    content: bytes = field(repr=False)

    @property
    def json(self) -> Any:
        return json.loads(self.content)


@dataclass(frozen=True)
class _Answer:
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    content: bytes = b""
    fault: Exception | None = None


class FakePortside:
    """Answers every lookup with `clear`, every scan and certificate with an example, until you script something else.

    Scripted answers of an operation are used up in the order in which they were given. Any number of threads may ask.
    """

    def __init__(self) -> None:
        self.requests: list[Recorded] = []
        """What was sent, in the order of arrival."""
        self._scripts: dict[str, deque[Any]] = defaultdict(deque)
        self._lock = threading.Lock()
        self._statuses: dict[str, str] = {}
        self._issued: dict[str, tuple[str, str]] = {}

    def answer(
        self,
        operation: str,
        *,
        status: int = 200,
        json: Any = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        times: int = 1,
    ) -> FakePortside:
        """Scripts the next answers of an operation, named by its `operationId`, or `download` for a signed URL."""
        self._check(operation)
        body = content if content is not None else _dump(json)
        self._scripts[operation].extend([_Answer(status, headers or {}, body)] * times)
        return self

    def fail(self, operation: str, fault: Exception | None = None, *, times: int = 1) -> FakePortside:
        """Lets the next requests of an operation break off, with any error of httpx; by default the connection is lost."""
        self._check(operation)
        self._scripts[operation].extend([_Answer(fault=fault or httpx.ReadError("scripted"))] * times)
        return self

    def code(self, code: str, status: str) -> FakePortside:
        """Sets the status of a code in lookups: `hit`, `adjacent`, `in_scope_no_bis14`, `clear` or `invalid`."""
        self._statuses[code] = status
        return self

    def play(self, case: str) -> FakePortside:
        """Scripts the answers of a case of the table that all clients are tested with. The last one is repeated."""
        turns = turns_of(case)
        for name in ("lookupHtsCodes", "scanStorefront", "generateCertificate", "download"):
            self._scripts[name] = self._scripts["*"]
        self._scripts["*"].clear()
        self._scripts["*"].extend(turns)
        return self

    def client(self, **options: Any) -> Portside:
        """A client of this fake. The options are those of Portside."""
        return Portside(FAKE_KEY, _HOST, transport=self._transport, **options)

    def async_client(self, **options: Any) -> AsyncPortside:
        return AsyncPortside(FAKE_KEY, _HOST, transport=self._transport, **options)

    @contextlib.contextmanager
    def serve(self) -> Iterator[str]:
        """A real server on 127.0.0.1, for programs that make their own client. Gives its address."""
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def _transport(self) -> httpx.MockTransport:
        return httpx.MockTransport(self._handle)

    def _handle(self, request: httpx.Request) -> httpx.Response:
        headers = {name.lower(): value for name, value in request.headers.items()}
        base = f"{request.url.scheme}://{request.url.netloc.decode('ascii')}"
        answer = self._answer(request.method, request.url.raw_path.decode("ascii"), headers, request.content, base)
        if answer.fault is not None:
            if isinstance(answer.fault, httpx.RequestError):
                answer.fault.request = request
            raise answer.fault
        return httpx.Response(answer.status, headers=dict(answer.headers), content=answer.content)

    def _answer(self, method: str, target: str, headers: Mapping[str, str], content: bytes, base: str) -> _Answer:
        path, _, query = target.partition("?")
        operation = _operation_of(method, path)
        recorded = Recorded(operation, method, unquote(path), parse_qs(query), headers, content)
        with self._lock:
            self.requests.append(recorded)
            script = self._scripts.get(operation)
            scripted = None
            if script:
                is_repeated = isinstance(script[0], dict) and len(script) == 1
                scripted = script[0] if is_repeated else script.popleft()
        if scripted is None:
            answer = self._usual(recorded, base)
        elif isinstance(scripted, _Answer):
            answer = scripted
        else:
            answer = self._turn(scripted, recorded, base)
        common = {"x-request-id": "req_scripted", "content-type": "application/json"}
        if "x-client-nonce" in headers:
            common["x-client-nonce"] = headers["x-client-nonce"]
        said = {name.lower(): value for name, value in answer.headers.items()}
        return _Answer(answer.status, {**common, **said}, answer.content, answer.fault)

    def _usual(self, request: Recorded, base: str) -> _Answer:
        shared = table()["shared"]
        limits = {**shared["limits"]}
        if request.operation == "lookupHtsCodes":
            codes = _member(request.content, "codes")
            if not isinstance(codes, list) or not 1 <= len(codes) <= 50:
                return _refusal(422, "invalid_request", [{"path": "/codes", "message": "Send 1 to 50 codes."}])
            results = [self._result(code) for code in codes]
            return _Answer(200, {**limits, **shared["list"]}, _dump({"results": results}))
        if request.operation == "scanStorefront":
            return _Answer(200, limits, _dump(shared["report"]))
        if request.operation == "generateCertificate":
            return self._issue(request, base, limits)
        if request.operation in ("download", "readCertificatePdf"):
            return _Answer(200, {"content-type": "application/pdf", "etag": f'"{DOCUMENT_SHA256}"'}, DOCUMENT)
        return _refusal(404, "not_found")

    def _result(self, code: str) -> dict[str, Any]:
        hit = table()["shared"]["hit"]
        status = self._statuses.get(code, hit["status"] if code == hit["code"] else "clear")
        adjacent = hit["adjacent_hits"] if status in ("hit", "adjacent") else []
        in_scope = status in ("hit", "in_scope_no_bis14")
        return {"code": code, "hit": status == "hit", "in_scope": in_scope, "status": status, "adjacent_hits": adjacent}

    def _issue(self, request: Recorded, base: str, limits: Mapping[str, str]) -> _Answer:
        """One certificate for one idempotency key, as the API does it."""
        key = request.headers.get("idempotency-key", str(uuid.uuid4()))
        with self._lock:
            body, gcc_id = self._issued.setdefault(key, (request.content.decode(), str(uuid.uuid4())))
        if body != request.content.decode():
            return _refusal(409, "conflict")
        url = f"{base}/api/v1/entry/gcc/{gcc_id}.pdf?expires=1&key=k1&signature=fake"
        return _Answer(200, limits, _dump({"gcc_id": gcc_id, "gcc_pdf_url": url}))

    def _turn(self, turn: dict[str, Any], request: Recorded, base: str) -> _Answer:
        """An answer of the table. What happens on the wire becomes the error that httpx has for it."""
        if turn.get("end") in ("stall", "trickle"):
            return _Answer(fault=httpx.ReadTimeout("scripted"))
        if turn.get("end") == "reset":
            return _Answer(fault=httpx.ReadError("scripted"))
        if "raw" in turn or "status" not in turn or "cut" in turn or "headersCut" in turn:
            return _Answer(fault=httpx.RemoteProtocolError("scripted"))
        headers = {name: _placed(value, base) for name, value in turn.get("headers", {}).items()}
        return _Answer(turn["status"], headers, self._body(turn, request, base))

    def _body(self, turn: dict[str, Any], request: Recorded, base: str) -> bytes:
        if turn.get("pdf"):
            return DOCUMENT
        if "blanks" in turn:
            return b" " * int(turn["blanks"])
        if "lookup" in turn:
            status = turn["lookup"]
            common = {"hit": status == "hit", "in_scope": status == "hit", "status": status, "adjacent_hits": []}
            return _dump({"results": [{"code": code, **common} for code in _member(request.content, "codes")]})
        text = json.dumps(turn["json"], ensure_ascii=False) if "json" in turn else turn.get("text", "")
        return _placed(text, base).encode("utf-8")

    def _check(self, operation: str) -> None:
        if operation not in _NAMES:
            raise ValueError(f"There is no operation {operation!r}.")


def _placed(text: str, base: str) -> str:
    return text.replace("{{base}}", base).replace("{{pdf}}", DOCUMENT_SHA256)


def _dump(value: Any) -> bytes:
    return b"" if value is None else json.dumps(value).encode("utf-8")


def _member(content: bytes, name: str) -> Any:
    try:
        return json.loads(content).get(name)
    except (ValueError, AttributeError):
        return None


def _refusal(status: int, code: str, details: Any = None) -> _Answer:
    said = {"error": code, "message": "Scripted.", "contact": "help@portside.example"}
    return _Answer(status, {}, _dump({**said, "details": details} if details else said))


def _operation_of(method: str, path: str) -> str:
    if method == "GET" and re.fullmatch(r"/api/v1/entry/gcc/[^/]+\.pdf", path):
        return "download"
    best = ""
    for operation in sorted(_OPERATIONS, key=lambda each: each.path.count("{")):
        pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(operation.path))
        if operation.method == method and re.fullmatch(pattern, path):
            best = best or operation.id
    return best


def _handler(fake: FakePortside) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _any(self) -> None:
            content = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            base = f"http://{self.headers.get('host', urlsplit(_HOST).netloc)}"
            answer = fake._answer(self.command, self.path, headers, content, base)
            if answer.fault is not None:
                self.close_connection = True
                return
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(answer.content)))
            self.end_headers()
            self.wfile.write(answer.content)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _any

        def log_message(self, format: str, *args: Any) -> None:
            """A test says what it wants to print."""

    return Handler
