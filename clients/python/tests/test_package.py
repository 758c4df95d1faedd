"""What is published: the wheel and the source archive."""

import email
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

import portside

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    # From the source archive, as a packager does it.
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def wheel_of(folder: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def metadata(folder: Path) -> Any:
    with wheel_of(folder) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith("METADATA"))
        return email.message_from_bytes(wheel.read(name))


def test_the_wheel_has_the_sources_and_nothing_else(built: Path) -> None:
    sources = {
        str(path.relative_to(ROOT / "src"))
        for path in (ROOT / "src").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with wheel_of(built) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
        others = {name.split("/", 1)[1] for name in wheel.namelist() if ".dist-info/" in name}
    assert names == sources
    assert {"portside/py.typed", "portside/testing/conformance.json"} <= names
    assert others == {"METADATA", "RECORD", "WHEEL", "licenses/LICENSE"}


def test_the_source_archive_has_what_a_build_needs(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    outside = {name for name in names if not name.startswith("src/")}
    assert outside == {".gitignore", "CHANGELOG.md", "LICENSE", "PKG-INFO", "README.md", "hatch_build.py", "pyproject.toml"}


def test_the_metadata(built: Path) -> None:
    said = metadata(built)
    assert (said["Name"], said["Version"]) == ("portside-client", portside.__version__)
    assert re.fullmatch(r"0\.2\.\d+", said["Version"])
    assert said["Requires-Python"] == ">=3.10"
    assert sorted(said.get_all("Requires-Dist")) == ["anyio<5,>=4", "httpx<1,>=0.27"]
    urls = dict(url.split(", ") for url in said.get_all("Project-URL"))
    assert set(urls) == {"Homepage", "Documentation", "Repository", "Issues", "Changelog"}
    assert all(url.startswith("https://github.com/portside/portside") for url in urls.values())
    assert "Typing :: Typed" in said.get_all("Classifier")
    assert f"## {said['Version']}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_archives_are_accepted_by_the_index(built: Path) -> None:
    files = [str(path) for path in built.iterdir()]
    command = [sys.executable, "-m", "twine", "check", "--strict", *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_installed_wheel_is_typed(built: Path, tmp_path: Path) -> None:
    """A stranger's program is checked against the unpacked wheel."""
    with wheel_of(built) as wheel:
        wheel.extractall(tmp_path / "site")  # noqa: S202 - our own archive
    program = tmp_path / "program.py"
    program.write_text(
        "from typing import Literal, assert_type\n"
        "import portside\n"
        "client = portside.Portside()\n"
        'result = client.tariff.hts.lookup(["1"]).results[0]\n'
        'assert_type(result.status, Literal["hit", "adjacent", "in_scope_no_bis14", "clear", "invalid"])\n'
        'raw = client.with_raw_response.entry.certificates.get("id", timeout=3)\n'
        "assert_type(raw.parsed, portside.models.v2.Certificate)\n"
        "assert_type(list(client.watches.list()), list[portside.models.v2.WatchSummary])\n"
        'assert_type(client.tariff.audits.wait("id").status, portside.models.v2.JobSummaryStatus)\n'
        "async def ask(other: portside.AsyncPortside) -> None:\n"
        '    assert_type((await other.with_raw_response.pixel.scan("u")).parsed.score, int)\n'
        "    async for code in other.tariff.hts.lookup_all(iter([])):\n"
        "        assert_type(code, portside.HtsResult)\n"
        'client.tariff.hts.lookup(["1"], timeuot=3)  # type: ignore[call-arg]\n'
        'if result.status == "embargoed":  # type: ignore[comparison-overlap]\n'
        "    pass\n",
        "utf-8",
    )
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-version", "3.11", str(program)]
    done = subprocess.run(
        mypy, cwd=tmp_path, env={"MYPYPATH": str(tmp_path / "site")}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
