"""A Portside that misbehaves: python unruly_server.py '{"faults": {"reset": 0.1}, "seed": 1}'

Prints one JSON object with its addresses: `http`, `https` (with the CA in `ca`), `proxy` (user `u`, password `p w`) and serves
until its input ends. `/issued` tells which certificates were made for which products. Each fault is named with its share.
"""

import asyncio
import base64
import json
import random
import ssl
import sys
import tempfile
import uuid
from collections import defaultdict
from typing import Any

import trustme

CREDENTIALS = base64.b64encode(b"u:p w").decode()
ENVELOPE = {"error": "unavailable", "message": "Scripted.", "contact": "help@portside.example"}


class Server:
    def __init__(self, faults: dict[str, float], seed: int) -> None:
        self._faults = faults
        self._random = random.Random(seed)  # noqa: S311
        self._last: bytes | None = None
        self.by_key: dict[str, str] = {}
        self.by_product: dict[str, set[str]] = defaultdict(set)
        self.counts: dict[str, int] = defaultdict(int)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ssl.SSLError, ValueError):
            pass
        finally:
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, path, _ = head[0].split(" ")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        if path == "/issued":
            said = {"products": {name: sorted(ids) for name, ids in self.by_product.items()}, "counts": self.counts}
            writer.write(_answer(200, json.dumps(said).encode(), ""))
            return True
        status, content = self._work(method, path, headers, body)
        return await self._send(writer, status, content, headers.get("x-client-nonce", ""))

    def _work(self, method: str, path: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        if path.startswith("/api/v1/tariff/hts/lookup"):
            results = [
                {"code": code, "hit": False, "in_scope": False, "status": "clear", "adjacent_hits": []}
                for code in json.loads(body)["codes"]
            ]
            return 200, json.dumps({"results": results}).encode()
        if path == "/api/v1/pixel/scan":
            # The score belongs to the address, so that a mixed-up answer is seen.
            score = int(json.loads(body)["url"].rsplit("/", 1)[1]) % 101
            counts = {"info": 0, "warn": 0, "error": 0}
            return 200, json.dumps({"score": score, "findings": [], "severity_counts": counts}).encode()
        key = headers["idempotency-key"]
        product = json.loads(body)["product_info"]["name"]
        gcc_id = self.by_key.setdefault(key, str(uuid.uuid5(uuid.NAMESPACE_URL, product)))
        self.by_product[product].add(key)
        return 200, json.dumps({"gcc_id": gcc_id, "gcc_pdf_url": "http://127.0.0.1/x.pdf"}).encode()

    def _fault(self) -> str:
        at = self._random.random()
        for name, share in self._faults.items():
            at -= share
            if at < 0:
                return name
        return "none"

    async def _send(self, writer: asyncio.StreamWriter, status: int, content: bytes, nonce: str) -> bool:
        fault = self._fault()
        self.counts[fault] += 1
        answer = _answer(status, content, nonce)
        last, self._last = self._last, answer
        if fault in ("none", "duplicate"):
            writer.write(answer * (2 if fault == "duplicate" else 1))
        elif fault == "mixed":
            writer.write(last or answer)
        elif fault == "drip":
            for at in range(len(answer)):
                writer.write(answer[at : at + 1])
                await writer.drain()
                await asyncio.sleep(0.02)
        elif fault == "reset":
            writer.transport.abort()
            return False
        elif fault == "half":
            writer.write(answer[: self._random.randrange(1, len(answer))])
            await writer.drain()
            return False
        elif fault == "half reset":
            writer.write(answer[: self._random.randrange(1, len(answer))])
            await writer.drain()
            writer.transport.abort()
            return False
        elif fault == "long":
            writer.write(answer.replace(b"content-length: ", b"content-length: 9"))
            await writer.drain()
            return False
        elif fault == "short":
            writer.write(_answer(status, content, nonce, len(content) - 5))
        elif fault == "garbage":
            writer.write(self._random.randbytes(200) + b"\r\n\r\n")
            return False
        elif fault == "html":
            writer.write(_answer(502, b"<html><h1>502 Bad Gateway</h1></html>", ""))
        elif fault == "429":
            writer.write(
                _answer(429, json.dumps({**ENVELOPE, "error": "rate_limited"}).encode(), nonce, more="retry-after: 0\r\n")
            )
        elif fault == "503":
            writer.write(_answer(503, json.dumps(ENVELOPE).encode(), nonce))
        elif fault == "stall":
            await asyncio.sleep(30)
            return False
        else:
            raise AssertionError(fault)
        await writer.drain()
        return True


def _answer(status: int, content: bytes, nonce: str, length: int | None = None, more: str = "") -> bytes:
    echoed = f"x-client-nonce: {nonce}\r\n" if nonce else ""
    length = len(content) if length is None else length
    head = f"HTTP/1.1 {status} Scripted\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n{echoed}{more}\r\n"
    return head.encode() + content


async def proxy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """An HTTP proxy that asks for credentials. It tunnels CONNECT, and forwards plain requests one for each connection."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        if f"Basic {CREDENTIALS}".lower() not in head.decode("latin-1").lower():
            writer.write(
                b'HTTP/1.1 407 Who\r\nproxy-authenticate: Basic realm="p"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'
            )
            return
        method, target, _ = lines[0].split(" ")
        place = target if method == "CONNECT" else target.split("/")[2]
        host, _, port = place.partition(":")
        upstream_reader, upstream_writer = await asyncio.open_connection(host, int(port))
        if method == "CONNECT":
            writer.write(b"HTTP/1.1 200 Connected\r\n\r\n")
        else:
            path = "/" + target.split("/", 3)[3]
            upstream_writer.write(f"{method} {path} HTTP/1.1\r\n".encode() + head.split(b"\r\n", 1)[1])
        await asyncio.gather(_pipe(reader, upstream_writer), _pipe(upstream_reader, writer))
    except (OSError, ValueError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.close()


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while chunk := await reader.read(65536):
            # A kept connection of plain HTTP names the whole address in each request.
            if b" http://" in chunk[:200]:
                first, rest = chunk.split(b"\r\n", 1)
                method, target, version = first.split(b" ")
                chunk = b" ".join([method, b"/" + target.split(b"/", 3)[3], version]) + b"\r\n" + rest
            writer.write(chunk)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


async def main(options: dict[str, Any]) -> None:
    server = Server(options.get("faults", {}), options.get("seed", 1))
    authority = trustme.CA()
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(tls)
    with tempfile.NamedTemporaryFile(suffix=".pem") as ca:
        authority.cert_pem.write_to_path(ca.name)
        plain = await asyncio.start_server(server.serve, "127.0.0.1", 0)
        secure = await asyncio.start_server(server.serve, "127.0.0.1", 0, ssl=tls)
        via = await asyncio.start_server(proxy, "127.0.0.1", 0)
        ports = [each.sockets[0].getsockname()[1] for each in (plain, secure, via)]
        said = {
            "http": f"http://127.0.0.1:{ports[0]}",
            "https": f"https://127.0.0.1:{ports[1]}",
            "proxy": f"http://u:p%20w@127.0.0.1:{ports[2]}",
            "ca": ca.name,
        }
        print(json.dumps(said), flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1]) if len(sys.argv) > 1 else {}))
