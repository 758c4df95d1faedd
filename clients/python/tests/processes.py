"""Programs that tests start: the unruly server and HAProxy."""

import contextlib
import json
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
HAPROXY = """
global
  maxconn 2000
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  timeout http-keep-alive 30s
  option http-keep-alive
  http-reuse always
frontend all
  bind 127.0.0.1:{port}
  default_backend portside
backend portside
  server one {server}
"""


@contextlib.contextmanager
def unruly(**options: Any) -> Iterator[dict[str, str]]:
    command = [sys.executable, str(HERE / "unruly_server.py"), json.dumps(options)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout and child.stdin
        try:
            yield json.loads(child.stdout.readline())
        finally:
            child.stdin.close()
            child.terminate()


@contextlib.contextmanager
def haproxy(server: str, folder: Path) -> Iterator[str]:
    """A reverse proxy that reuses its connections to the server for any client."""
    program = shutil.which("haproxy") or "/usr/sbin/haproxy"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = folder / "haproxy.cfg"
    config.write_text(HAPROXY.format(port=port, server=server.removeprefix("http://")), "utf-8")
    with subprocess.Popen([program, "-db", "-f", str(config)]) as child:
        try:
            _until_open(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            child.terminate()


def _until_open(port: int) -> None:
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise AssertionError("the proxy does not listen")
