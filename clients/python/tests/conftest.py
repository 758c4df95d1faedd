"""The scripted server: the one that runs already (PORTSIDE_SCRIPT_URL), or a new one for this test run."""

import json
import os
import shutil
import subprocess
import urllib.request
from pathlib import Path
from typing import Any

import pytest

CLIENTS = Path(__file__).parents[2]
TABLE = json.loads((CLIENTS / "go" / "portsidetest" / "conformance.json").read_text("utf-8"))


def get_json(url: str) -> Any:
    with urllib.request.urlopen(url) as response:  # noqa: S310 - the scripted server's own address
        return json.load(response)


@pytest.fixture(scope="session")
def server() -> Any:
    running = os.environ.get("PORTSIDE_SCRIPT_URL")
    if running:
        yield running
        return
    if not shutil.which("bun") and os.environ.get("CI") != "true":
        pytest.skip("the scripted server needs bun")
    with subprocess.Popen(["bun", str(CLIENTS / "server" / "main.ts")], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout
        yield child.stdout.readline().strip()
        child.terminate()


@pytest.fixture(scope="session")
def table(server: str) -> Any:
    return get_json(f"{server}/table")
