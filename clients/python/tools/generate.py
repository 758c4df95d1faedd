"""Writes what is not committed: src/portside/models and the tables of operations from the OpenAPI documents of the server,
the methods of Portside from those of AsyncPortside, and the table of portside.testing. `hatch_build.py` runs it for every build
in a clone; `python tools/generate.py` does so by hand.

A schema of a request becomes a TypedDict, because a request is written as a literal. A schema of an answer becomes a frozen
dataclass that keeps the fields it does not know.
"""

import json
import keyword
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sync
import yaml

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT.parents[1] / "test" / "golden"
TABLE = ROOT.parent / "go" / "portsidetest" / "conformance.json"
DOCUMENTS = {"v0": "openapi-v0.json", "v1": "openapi-v1.yaml", "v2": "openapi-v2.json"}
METHODS = ("get", "post", "put", "patch", "delete")
HIDDEN = {"gcc_pdf_url", "webhook_secret", "key", "api_key"}
"""Fields that give access to whoever reads them. They are left out of the printed object."""
REPEATABLE = {
    "lookupHtsCodes",
    "scanStorefront",
    "scanStorefrontOnce",
    "scanPixels",
    "writeRegistryEnvelope",
    "workOutDuties",
    "linkCertificate",
    "revokeCertificate",
}
"""POST operations without an Idempotency-Key that may be sent twice: they read, or their second effect is none."""
SLOW = {"scanStorefront", "scanStorefrontOnce", "scanPixels"}
"""Operations that visit a storefront. A second visit is not begun because this client stopped waiting for the first."""
_PROSE = {"description", "summary", "examples", "example", "title", "x-multiline"}
_SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}

Json = dict[str, Any]


def read_documents() -> dict[str, Json]:
    return {version: yaml.safe_load((GOLDEN / name).read_text("utf-8")) for version, name in DOCUMENTS.items()}


def generate(documents: dict[str, Json]) -> dict[str, str]:
    """The text of each file."""
    files = {}
    for version, document in documents.items():
        models = _Models(document)
        operations = list(_operations(document, models))
        files[f"src/portside/models/{version}.py"] = models.text(version)
        files[f"src/portside/_operations/{version}.py"] = _operations_text(version, operations)
    return files


def _pascal(text: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^0-9A-Za-z]+", text) if part)


def _singular(text: str) -> str:
    if text.endswith("ies"):
        return text[:-3] + "y"
    return text[:-1] if text.endswith("s") and not text.endswith(("ss", "us")) else text


def _bare(schema: Any) -> Any:
    """The schema without its prose and without the bounds that have no place in a type."""
    if isinstance(schema, dict):
        return {name: _bare(value) for name, value in schema.items() if name not in _PROSE or isinstance(value, dict)}
    return [_bare(each) for each in schema] if isinstance(schema, list) else schema


def _shape(schema: Any) -> str:
    """The same for schemas that differ only in their prose."""
    return json.dumps(_bare(schema), sort_keys=True)


def _docstring(text: str, indent: str) -> str:
    text = text.replace("\\", "\\\\").replace('"""', "'''")
    if text.endswith('"'):
        text += " "
    lines = textwrap.wrap(text, 112 - len(indent), break_long_words=False, break_on_hyphens=False)
    if len(lines) == 1:
        return f'{indent}"""{lines[0]}"""\n'
    body = "".join(f"{indent}{line}\n" for line in lines[1:])
    return f'{indent}"""{lines[0]}\n{body}{indent}"""\n'


class _Models:
    """The types of one document. A component keeps its name; a nested object is named after its field."""

    def __init__(self, document: Json) -> None:
        self.components: Json = document.get("components", {}).get("schemas", {})
        self._blocks: dict[str, str] = {}
        self._known: dict[str, tuple[str, bool]] = {}
        self._shapes = {name: _shape(schema) for name, schema in self.components.items()}
        self._aliases: dict[str, str] = {}
        self._requests = self._named_by(
            body["schema"]
            for path in document["paths"].values()
            for method, operation in path.items()
            if method in METHODS
            for body in operation.get("requestBody", {}).get("content", {}).values()
        )
        for name in self.components:
            self._component(name)

    def _named_by(self, schemas: Iterator[Any]) -> set[str]:
        """The components that these schemas need, at any depth."""
        found: set[str] = set()
        left = list(schemas)
        while left:
            schema = left.pop()
            for name in re.findall(r'"#/components/schemas/(\w+)"', json.dumps(schema)):
                if name not in found:
                    found.add(name)
                    left.append(self.components[name])
        return found

    def _component(self, name: str) -> None:
        if name not in self._blocks:
            self._blocks[name] = ""
            self._known[name] = (self._shapes[name], name in self._requests)
            self._object(name, self.components[name], name in self._requests)

    def type_of(self, schema: Any, parent: str, field: str, request: bool) -> str:
        """The type of a schema as text. `parent` and `field` name what has no name of its own."""
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            self._component(name)
            return str(name)
        for joined in ("anyOf", "oneOf"):
            if joined in schema:
                types = [self.type_of(each, parent, field, request) for each in schema[joined]]
                return " | ".join(dict.fromkeys(types))
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return self._alias(schema["enum"], parent, field)
        kind = schema.get("type")
        if isinstance(kind, list):
            return " | ".join(dict.fromkeys(_SCALARS[each] for each in kind))
        if kind == "array":
            item = self.type_of(schema["items"], parent, _singular(field), request)
            return f"Sequence[{item}]" if request else f"tuple[{item}, ...]"
        if kind == "object":
            return self._object_type(schema, parent, field, request)
        if schema.get("format") == "binary":
            return "bytes"
        return _SCALARS[kind] if kind else "Any"

    def _object_type(self, schema: Any, parent: str, field: str, request: bool) -> str:
        if not schema.get("properties"):
            values = [*schema.get("patternProperties", {}).values(), schema.get("additionalProperties")]
            value = next((each for each in values if isinstance(each, dict)), {})
            return f"Mapping[str, {self.type_of(value, parent, field, request)}]"
        shape = _shape(schema)
        for name, (known, is_request) in self._known.items():
            if known == shape and (is_request or not request):
                return str(name)
        for name, component in self._shapes.items():
            if component == shape and (name in self._requests or not request):
                self._component(name)
                return str(name)
        name = self._free_name(_pascal(field), parent)
        self._known[name] = (shape, request)
        self._object(name, schema, request)
        return name

    def _free_name(self, name: str, parent: str) -> str:
        taken = {*self._blocks, *self._aliases, *self.components, *self._known, "Model", "Any", "Literal"}
        name = name if len(name) > 4 and name not in taken else f"{parent}{name}"
        while name in taken:
            name += "_"
        return name

    def _alias(self, values: list[Any], parent: str, field: str) -> str:
        quoted = [_quoted(value) for value in values]
        text = f"Literal[{', '.join(quoted)}]"
        if len(text) > 90:
            text = "Literal[\n" + "".join(f"    {value},\n" for value in quoted) + "]"
        for name, known in self._aliases.items():
            if known == text:
                return str(name)
        name = self._free_name(f"{parent}{_pascal(field)}", parent)
        self._aliases[name] = text
        return name

    def _object(self, name: str, schema: Any, request: bool) -> None:
        required = set(schema.get("required", []))
        fields = [
            (field, self.type_of(of, name, field, request), field in required, of.get("description", ""))
            for field, of in schema.get("properties", {}).items()
        ]
        self._blocks.pop(name, None)  # a class stands below the classes that it names
        doc = _docstring(schema["description"], "    ") if schema.get("description") else ""
        self._blocks[name] = self._typed_dict(name, fields, doc) if request else _dataclass(name, fields, doc)

    def _typed_dict(self, name: str, fields: list[tuple[str, str, bool, str]], doc: str) -> str:
        needed = [each for each in fields if each[2]]
        optional = [each for each in fields if not each[2]]
        if any(keyword.iskeyword(field) for field, *_ in fields):
            raise ValueError(f"{name} has a field that is a word of Python")
        text = ""
        base = "TypedDict"
        if needed and optional:
            base = f"_{name}"
            text += f"class {base}(TypedDict):\n{_lines(needed)}\n\n"
        total = ", total=False" if optional else ""
        rows = optional if needed and optional else fields
        return f"{text}class {name}({base}{total}):\n{doc}{_lines(rows)}" + ("" if doc or rows else "    pass\n")

    def text(self, version: str) -> str:
        aliases = "".join(f"{name} = {values}\n" for name, values in self._aliases.items())
        body = "\n\n".join(self._blocks.values())
        words = set(re.findall(r"\w+", re.sub(r'""".*?"""', "", aliases + body, flags=re.DOTALL)))
        typing = [word for word in ("Any", "Literal", "TypedDict") if word in words]
        collections = [word for word in ("Mapping", "Sequence") if word in words]
        imports = f"from collections.abc import {', '.join(collections)}\n" if collections else ""
        imports += "from dataclasses import dataclass\n"
        imports += "from dataclasses import field as _field\n" if " = _field(" in body else ""
        imports += f"from typing import {', '.join(typing)}\n\nfrom .._model import Model\n"
        return f'"""Types of the {version} API. Written by tools/generate.py."""\n\n{imports}\n{aliases}\n\n{body}'


def _lines(fields: list[tuple[str, str, bool, str]]) -> str:
    return "".join(f"    {field}: {kind}\n" + (_docstring(about, "    ") if about else "") for field, kind, _, about in fields)


def _dataclass(name: str, fields: list[tuple[str, str, bool, str]], doc: str) -> str:
    rows = ""
    for field, kind, is_required, about in fields:
        options = []
        python_name = f"{field}_" if keyword.iskeyword(field) else field
        if not is_required:
            kind = kind if re.search(r"\bNone$|^Any$", kind) else f"{kind} | None"
            options.append("default=None")
        if field in HIDDEN:
            options.append("repr=False")
        if python_name != field:
            options.append(f'metadata={{"name": "{field}"}}')
        default = f" = _field({', '.join(options)})" if options else ""
        if options == ["default=None"]:
            default = " = None"
        rows += f"    {python_name}: {kind}{default}\n" + (_docstring(about, "    ") if about else "")
    return f"@dataclass(frozen=True, kw_only=True)\nclass {name}(Model):\n{doc}{rows}" + ("" if doc or rows else "    pass\n")


def _operations(document: Json, models: _Models) -> Iterator[Json]:
    shared = document.get("components", {}).get("parameters", {})
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method not in METHODS:
                continue
            name = operation["operationId"]
            given = [
                shared[each["$ref"].rsplit("/", 1)[1]] if "$ref" in each else each
                for each in [*methods.get("parameters", []), *operation.get("parameters", [])]
            ]
            body = operation.get("requestBody", {})
            answers = {
                status: {
                    media: models.type_of(each["schema"], "", f"{_pascal(name)}Answer", False)
                    for media, each in answer.get("content", {}).items()
                }
                for status, answer in operation["responses"].items()
            }
            # An operation that makes something may also answer a dry run, with 200.
            done = max(status for status in answers if status.startswith("2"))
            parameters = {
                place: {
                    each["name"]: models.type_of(each["schema"], _pascal(name), each["name"], True)
                    + ("" if each.get("required") else " | None")
                    for each in given
                    if each["in"] == place
                }
                for place in ("path", "query", "header")
            }
            yield {
                "name": name,
                "method": method.upper(),
                "path": path,
                "parameters": parameters,
                "body": {
                    media: models.type_of(each["schema"], _pascal(name), "body", True)
                    for media, each in body.get("content", {}).items()
                },
                "body_required": body.get("required", False),
                "done": int(done),
                "media": "application/json" if "application/json" in answers[done] else next(iter(answers[done]), None),
                "answer": answers[done].get("application/json", "bytes" if answers[done] else "None"),
                "statuses": answers,
                "repeatable": method in ("get", "delete", "patch", "put")
                or "Idempotency-Key" in parameters["header"]
                or name in REPEATABLE,
            }


def _operations_text(version: str, operations: list[Json]) -> str:
    blocks = []
    for each in operations:
        constant = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", each["name"]).upper()
        answer = each["answer"]
        typed = re.sub(r"\b([A-Z]\w+)\b", lambda found: _qualified(found[1], version), answer)
        blocks.append(
            f"{constant}: Operation[{typed}] = Operation(\n"
            f'    id="{each["name"]}", method="{each["method"]}", path="{each["path"]}",\n'
            f"    answer={typed},\n"
            f"    path_parameters={json.dumps(each['parameters']['path'])},\n"
            f"    query={_rows(each['parameters']['query'])},\n"
            f"    headers={json.dumps(each['parameters']['header'])},\n"
            f"    body={json.dumps(each['body'])}, body_required={each['body_required']},\n"
            f"    media={_quoted(each['media'])}, status={each['done']},\n"
            f"    repeatable={each['repeatable']}, visits_storefront={each['name'] in SLOW},\n"
            f"    answers={_rows(each['statuses'])},\n"
            ")\n"
        )
    body = "\n".join(blocks)
    has_any = "from typing import Any\n\n" if re.search(r"\bAny\b", re.sub(r'"[^"]*"', "", body)) else ""
    return (
        f'"""Operations of the {version} API. Written by tools/generate.py."""\n\n{has_any}'
        f"from .._operation import Operation\nfrom ..models import {version}\n\n{body}"
    )


def _qualified(word: str, version: str) -> str:
    return word if word in ("Any", "None", "Mapping", "Literal") else f"{version}.{word}"


def _quoted(text: str | None) -> str:
    return "None" if text is None else json.dumps(text)


def _rows(values: Json) -> str:
    rows = "".join(f"        {json.dumps(name)}: {json.dumps(value)},\n" for name, value in values.items())
    return f"{{\n{rows}    }}" if rows else "{}"


def write() -> None:
    """Writes only the files that differ, because a test may be reading them."""
    texts = {**generate(read_documents()), **sync.generate()}
    texts["src/portside/testing/conformance.json"] = TABLE.read_text("utf-8")
    for name, text in texts.items():
        path = ROOT / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    write()
