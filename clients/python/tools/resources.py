"""Makes the methods of AsyncPortside, and those that return raw responses, from the methods of Portside."""

import ast
import re
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "portside" / "_resources.py"
_AWAITED = ("self._run(", "self._driver.run(", "self._gcc._download(")
_NOTE = '"""The methods of {}, by product. Written by tools/generate.py from `_resources.py`."""'


def generate() -> dict[str, str]:
    source = SOURCE.read_text("utf-8")
    return {
        "src/portside/_async_resources.py": async_text(source),
        "src/portside/_raw_resources.py": raw_text(source, is_async=False),
        "src/portside/_async_raw_resources.py": raw_text(source, is_async=True),
    }


def async_text(source: str) -> str:
    lines = source.splitlines()
    tree = ast.parse(source)
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        own = [at for at in range(function.lineno - 1, function.end_lineno or 0) if not _is_nested(function, at + 1)]
        if any(text in lines[at] for at in own for text in _AWAITED):
            lines[function.lineno - 1] = lines[function.lineno - 1].replace("def ", "async def ", 1)
            for at in own:
                if any(text in lines[at] for text in _AWAITED):
                    lines[at] = lines[at].replace("return self.", "return await self.", 1)
    text = "\n".join(lines) + "\n"
    classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    names = {name: f"Async{name}" for name in [*classes, "Pages", "CallOptions", "SyncDriver"]} | {
        "SyncDriver": "AsyncDriver",
        "_sync_driver": "_async_driver",
    }
    text = re.sub(r"(?<![\w.])(?<!General )\w+\b", lambda found: names.get(found[0], found[0]), text)
    text = text.replace("._sync_driver", "._async_driver").replace(', options.get("cancellation")', "")
    text = text.replace("Iterable[str]", "Iterable[str] | AsyncIterable[str]")
    text = text.replace("-> Iterator[", "-> AsyncIterator[")
    text = text.replace(
        "import Callable, Iterable, Iterator, Mapping, Sequence",
        "import AsyncIterable, AsyncIterator, Callable, Iterable, Mapping, Sequence",
    )
    return re.sub(r'^""".*?"""', _NOTE.format("`AsyncPortside`"), text, count=1, flags=re.DOTALL)


def _is_nested(function: ast.FunctionDef, line: int) -> bool:
    inner = (node for node in ast.walk(function) if isinstance(node, ast.FunctionDef) and node is not function)
    return any(node.lineno <= line <= (node.end_lineno or 0) for node in inner)


def raw_text(source: str, *, is_async: bool) -> str:
    prefix = "Async" if is_async else ""
    make = "async_raw" if is_async else "raw"
    blocks: list[str] = []
    resources: list[str] = []
    for node in ast.parse(source).body:
        is_resource = isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "Resource" for base in node.bases)
        if not is_resource or not isinstance(node, ast.ClassDef):
            continue
        resources.append(node.name)
        rows = ""
        for function in (each for each in node.body if isinstance(each, ast.FunctionDef)):
            if function.name == "__init__":
                for parent, child in re.findall(r"self\.(\w+) = (\w+)\(core, driver\)", ast.unparse(function)):
                    rows += f"        self.{parent} = {prefix}{child}Raw(resource.{parent})\n"
            elif function.name[0] != "_" and "self._run(" in _own_text(function):
                rows += f"        self.{function.name} = {make}(resource.{function.name})\n"
        blocks.append(f"class {prefix}{node.name}Raw:\n    def __init__(self, resource: {prefix}{node.name}) -> None:\n{rows}")
    module = "_async_resources" if is_async else "_resources"
    imports = ", ".join(f"{prefix}{name}" for name in sorted(resources))
    note = _NOTE.format("`with_raw_response`")
    return f"{note}\n\nfrom ._raw import {make}\nfrom .{module} import ({imports},)\n\n\n" + "\n\n".join(blocks)


def _own_text(function: ast.FunctionDef) -> str:
    """The text of a function without the functions in it."""
    return "\n".join(ast.unparse(each) for each in function.body if not isinstance(each, ast.FunctionDef))
