"""Makes the methods that return raw responses, and from all methods for coroutines those for threads."""

import ast
import re
import tempfile
from pathlib import Path

import unasync

ASYNC = Path(__file__).parents[1] / "src" / "portside" / "_async"
SYNC_NAMES = {"AsyncDriver": "SyncDriver", "_async_driver": "_sync_driver", "async_raw": "raw"}
"""Names of the sync client beside those that lose their `Async`."""
DOUBLED = {
    "Iterable[str] | Iterable[str]": "Iterable[str]",
    "import Iterable, Iterator, Callable, Iterable,": "import Callable, Iterable, Iterator,",
}
"""Arguments that coroutines take in two forms, and threads in one."""


def generate() -> dict[str, str]:
    """The text of each file."""
    sources = {path.name: path.read_text("utf-8") for path in ASYNC.glob("*.py")}
    sources["raw_resources.py"] = raw_text(sources["resources.py"])
    files = {f"src/portside/_sync/{name}": text for name, text in sync_texts(sources).items()}
    return {"src/portside/_async/raw_resources.py": sources["raw_resources.py"], **files}


def sync_texts(sources: dict[str, str]) -> dict[str, str]:
    names = set(re.findall(r"\bAsync[A-Z]\w*", "".join(sources.values())))
    rule = unasync.Rule("/_async/", "/_sync/", {name: name.removeprefix("Async") for name in names} | SYNC_NAMES)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "_async").mkdir()
        for name, text in sources.items():
            (Path(folder) / "_async" / name).write_text(text, "utf-8")
        unasync.unasync_files([f"{folder}/_async/{name}" for name in sources], [rule])
        made = {name: (Path(folder) / "_sync" / name).read_text("utf-8") for name in sources}
    for doubled, single in DOUBLED.items():
        made["resources.py"] = made["resources.py"].replace(doubled, single)
    return made


def raw_text(source: str) -> str:
    """A class for each resource, which wraps its resources and those of its methods that send one request."""
    blocks: list[str] = []
    for node in ast.parse(source).body:
        if not isinstance(node, ast.ClassDef) or not any(ast.unparse(base) == "AsyncResource" for base in node.bases):
            continue
        rows = ""
        for function in node.body:
            if isinstance(function, ast.FunctionDef) and function.name == "__init__":
                for name, kind in re.findall(r"self\.(\w+) = (\w+)\(core, driver\)", ast.unparse(function)):
                    rows += f"        self.{name} = {kind}Raw(resource.{name})\n"
            elif isinstance(function, ast.AsyncFunctionDef) and function.name[0] != "_":
                rows += f"        self.{function.name} = async_raw(resource.{function.name})\n"
        blocks.append(f"class {node.name}Raw:\n    def __init__(self, resource: resources.{node.name}) -> None:\n{rows}")
    head = '"""The methods of `with_raw_response`, by product. Written by tools/sync.py."""'
    return "\n\n".join([f"{head}\n\nfrom .._raw import async_raw\nfrom . import resources\n", *blocks])
