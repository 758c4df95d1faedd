"""Runs each block of the README as a program of its own, on a real server if there is one, else on the fake."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_live_bulk import Live

from portside.testing import FAKE_KEY, FakePortside

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


def blocks() -> Iterator[tuple[str, str]]:
    """Each block with the heading above it."""
    title = ""
    for heading, block in re.findall(r"^## (.+?)$|^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL):
        title = heading or title
        if block:
            yield title, block


PRINTED = {
    "": "7326.90.8688 hit",
    "Storefronts and certificates": r"^\d+ \[",
    "Any number of codes": r"7326\.90\.\d{4} ",
    "Jobs, lists and events": "finished 1",
    "Async": r"\['hit', 'clear'\]\n200 req_",
    "When it fails": "FaultDetail",
    "Through a corporate network": "^clear$",
    "Webhooks": "watch.test A test.\n204 400",
    "Test your own program": "as it should be: The server answered 503.",
}
NEEDS_V2 = {"Storefronts and certificates", "Jobs, lists and events"}
"""The fake has no jobs, and no scan of the built-in demo store."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    url, key = os.environ.get("PORTSIDE_LIVE_URL"), os.environ.get("PORTSIDE_LIVE_KEY")
    if url and key:
        yield {"PORTSIDE_BASE_URL": url, "PORTSIDE_API_KEY": key}
    elif shutil.which("bun") or os.environ.get("PORTSIDE_LIVE_BIN"):
        server = Live(tmp_path_factory.mktemp("readme"))
        yield {"PORTSIDE_BASE_URL": server.url, "PORTSIDE_API_KEY": server.key()}
        server.close()
    elif os.environ.get("CI") == "true":
        pytest.fail("the README needs PORTSIDE_LIVE_URL, PORTSIDE_LIVE_BIN or bun")
    else:
        pytest.skip("the README needs PORTSIDE_LIVE_URL, PORTSIDE_LIVE_BIN or bun")


def run(block: str, folder: Path, address: dict[str, str]) -> str:
    program = folder / "block.py"
    program.write_text(block, "utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning", str(program)],
        cwd=folder,
        env={**os.environ, **address},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_each_block_has_an_expectation() -> None:
    assert [title for title, _ in blocks()] == list(PRINTED)


@pytest.mark.parametrize(("title", "block"), list(blocks()), ids=[title or "first" for title, _ in blocks()])
def test_a_block_runs_on_a_real_server(title: str, block: str, tmp_path: Path, address: dict[str, str]) -> None:
    printed = run(block, tmp_path, address)
    assert re.search(PRINTED[title], printed, re.MULTILINE), printed


@pytest.mark.parametrize("title", [title for title in PRINTED if title not in NEEDS_V2])
def test_a_block_runs_on_the_fake(title: str, tmp_path: Path) -> None:
    with FakePortside().code("7326.90.0001", "hit").serve() as url:
        printed = run(dict(blocks())[title], tmp_path, {"PORTSIDE_BASE_URL": url, "PORTSIDE_API_KEY": FAKE_KEY})
    assert re.search(PRINTED[title], printed, re.MULTILINE), printed


def test_the_blocks_are_typed(tmp_path: Path) -> None:
    for number, (_, block) in enumerate(blocks()):
        (tmp_path / f"block_{number}.py").write_text(block, "utf-8")
    mypy = Path(sys.executable).with_name("mypy")
    done = subprocess.run([mypy, "--strict", tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
