"""The types are held to the OpenAPI documents of the server."""

import copy
import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import generate
import pytest

import portside
from portside._operation import Operation
from portside._operations import v0, v1, v2
from portside.testing import FakePortside

DOCUMENTS = generate.read_documents()
TEXT = generate.generate(DOCUMENTS)
OPERATIONS = [value for module in (v0, v1, v2) for value in vars(module).values() if isinstance(value, Operation)]


def schemas(version: str) -> Any:
    return DOCUMENTS[version]["components"]["schemas"]


def mutations() -> Iterator[tuple[str, str, Any]]:
    """(document, what changes, the change). Fields and operations are taken from all over the documents."""
    for version in DOCUMENTS:
        names = [name for name, schema in schemas(version).items() if schema.get("properties") and name != "ErrorEnvelope"]
        for name in names[:: max(1, len(names) // 5)]:
            field = list(schemas(version)[name]["properties"])[-1]
            yield version, f"{name}.{field} removed", lambda d, n=name, f=field: schema_of(d, n)["properties"].pop(f)
            yield (
                version,
                f"{name}.{field} renamed",
                lambda d, n=name, f=field: schema_of(d, n)["properties"].update(renamed=schema_of(d, n)["properties"].pop(f)),
            )
            yield version, f"{name}.{field} another type", lambda d, n=name, f=field: retype(schema_of(d, n)["properties"], f)
            yield (
                version,
                f"{name} has a new field",
                lambda d, n=name: schema_of(d, n)["properties"].update(new={"type": "null"}),
            )
            yield version, f"{name}.{field} required or not", lambda d, n=name, f=field: toggle(schema_of(d, n), f)
        for name in names:
            for field, schema in schemas(version)[name]["properties"].items():
                if "enum" in schema:
                    at = (name, field)
                    yield (
                        version,
                        f"{name}.{field} has another value",
                        lambda d, a=at: schema_of(d, a[0])["properties"][a[1]]["enum"].append("new"),
                    )
                    yield (
                        version,
                        f"{name}.{field} lost a value",
                        lambda d, a=at: schema_of(d, a[0])["properties"][a[1]]["enum"].pop(),
                    )
                    break
        paths = list(DOCUMENTS[version]["paths"])
        for path in paths[:: max(1, len(paths) // 4)]:
            method = next(iter(DOCUMENTS[version]["paths"][path]))
            yield version, f"{path} removed", lambda d, p=path: d["paths"].pop(p)
            yield version, f"{path} moved", lambda d, p=path: d["paths"].update({f"{p}s": d["paths"].pop(p)})
            yield (
                version,
                f"{path} has another status",
                lambda d, p=path, m=method: statuses(d, p, m).update({"418": {}}),
            )
            yield version, f"{path} lost a status", lambda d, p=path, m=method: statuses(d, p, m).pop("500")
            yield (
                version,
                f"{path} has another parameter",
                lambda d, p=path, m=method: (
                    operation(d, p, m)
                    .setdefault("parameters", [])
                    .append({"name": "new", "in": "query", "schema": {"type": "string"}})
                ),
            )
            yield (
                version,
                f"{path} has another name",
                lambda d, p=path, m=method: operation(d, p, m).update(operationId="new"),
            )
            yield (
                version,
                f"{path} gained an operation",
                lambda d, p=path, m=method: d["paths"][p].update(put={**copy.deepcopy(operation(d, p, m)), "operationId": "new"}),
            )


def schema_of(document: Any, name: str) -> Any:
    return document["components"]["schemas"][name]


def operation(document: Any, path: str, method: str) -> Any:
    return document["paths"][path][method]


def statuses(document: Any, path: str, method: str) -> Any:
    return operation(document, path, method)["responses"]


def retype(properties: Any, field: str) -> None:
    is_text = properties[field].get("type") == "string"
    properties[field] = {"type": "boolean" if is_text else "string"}


def toggle(schema: Any, field: str) -> None:
    required = schema.setdefault("required", [])
    if field in required:
        required.remove(field)
    else:
        required.append(field)


MUTATIONS = list(mutations())


def test_there_are_enough_mutations() -> None:
    assert len(MUTATIONS) >= 50
    assert len({(version, what) for version, what, _ in MUTATIONS}) == len(MUTATIONS)


@pytest.mark.parametrize(("version", "what", "change"), MUTATIONS, ids=[f"{version}: {what}" for version, what, _ in MUTATIONS])
def test_a_change_of_a_document_is_seen(version: str, what: str, change: Callable[[Any], object]) -> None:
    document = copy.deepcopy(DOCUMENTS[version])
    change(document)
    assert document != DOCUMENTS[version]
    assert generate.generate({version: document}) != {name: text for name, text in TEXT.items() if version in name}


def methods(client: object, path: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in vars(client).items():
        if not name.startswith("_"):
            yield from methods(value, f"{path}.{name}")
    if path:
        for name, value in inspect.getmembers(client, inspect.ismethod):
            if not name.startswith("_"):
                yield f"{path}.{name}", value


def test_each_operation_has_a_method_with_its_parameters() -> None:
    """Sends each operation once, from sources: the method that names it must take all of its query parameters."""
    fake = FakePortside()
    sources = {name: inspect.getsource(method) for name, method in methods(fake.client())}
    joined = {"LIST_TARIFF_AUDITS", "LOOKUP_HTS_CODES", "READ_CERTIFICATE_PDF"}
    for module in (v0, v1, v2):
        for constant, value in vars(module).items():
            if not isinstance(value, Operation) or constant in joined:
                continue
            named = [name for name, source in sources.items() if re.search(rf"_operations\.{constant}\b", source)]
            assert named, f"{constant} has no method"
            parameters = set(inspect.signature(dict(methods(fake.client()))[named[0]]).parameters)
            wanted = {f"{name}_" if name == "from" else name for name in value.query} - {"format"}
            if constant == "CREATE_CERTIFICATE":  # `check` is the dry run.
                wanted -= {"dry_run"}
            if constant == "WORK_OUT_DUTY":
                wanted = {"origin", "entry_date", "facts"}
            assert wanted <= parameters, constant


def test_the_async_client_has_the_same_methods() -> None:
    fake = FakePortside()
    sync, other = (dict(methods(client)) for client in (fake.client(), fake.async_client()))
    assert sync.keys() == other.keys()
    for name, method in sync.items():
        ours, theirs = (list(inspect.signature(each).parameters) for each in (method, other[name]))
        assert ours == theirs, name


def test_facts_of_v0_and_v2_are_the_same() -> None:
    duty = next(each for each in OPERATIONS if each.id == "workOutDuty")
    facts = set(portside.models.v2.Facts.__annotations__)
    assert facts == set(duty.query) - {"origin", "entry_date"}


def test_answers_keep_unknown_fields_and_values() -> None:
    said = {"id": "w", "deleted": True, "new": {"deep": [1]}}
    fake = FakePortside().answer("deleteWatch", json=said)
    deleted = fake.client().watches.delete("w")
    assert deleted.extra == {"new": {"deep": [1]}}
    assert deleted.to_dict() == said
    assert portside.models.v2.DeletedWatch.from_dict(said) == deleted
    listing = {"code": "1", "hit": False, "in_scope": True, "status": "embargoed", "adjacent_hits": [], "note": 1}
    fake.answer("lookupHtsCodes", json={"results": [listing], "page": 2})
    answer = fake.client().tariff.hts.lookup(["1"])
    assert (answer.results[0].status, answer.results[0].extra, answer.extra) == ("embargoed", {"note": 1}, {"page": 2})
    assert answer.results[0].to_dict() == listing


@pytest.mark.parametrize(
    "said", [{"id": "w"}, {"id": 1, "deleted": True}, {"id": "w", "deleted": "yes"}, [], None, "w", {"id": None, "deleted": True}]
)
def test_an_answer_of_another_shape_is_refused(said: Any) -> None:
    fake = FakePortside().answer("deleteWatch", content=portside.testing._fake._dump(said) or b"null")
    with pytest.raises(portside.ResponseError):
        fake.client().watches.delete("w")
