"""Turns parsed JSON into the dataclasses of `portside.models`, and keeps the fields that they do not know."""

import functools
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

_T = TypeVar("_T")
_Reader = Callable[[Any], Any]


@dataclass(frozen=True, kw_only=True)
class Model:
    """An answer, or a part of one."""

    extra: Mapping[str, Any] = field(default_factory=dict, repr=False, metadata={"name": ""})
    """Fields of the answer that this version of the client does not know, as parsed JSON."""

    def to_dict(self) -> dict[str, Any]:
        """The JSON object that this was read from, with unknown fields."""
        said = {}
        for each in fields(self):
            value = getattr(self, each.name)
            is_absent = value is None and each.default is None
            if _json_name(each) and not is_absent:
                said[_json_name(each)] = _plain(value)
        return {**said, **self.extra}

    @classmethod
    def from_dict(cls: type[_T], said: Mapping[str, Any]) -> _T:
        """Reads what `to_dict` returned. Raises ValueError or TypeError if it is something else."""
        made: _T = read(cls, dict(said))
        return made


def _json_name(each: Any) -> str:
    """Empty for a field that is not part of the JSON object."""
    return str(each.metadata.get("name", each.name))


def _plain(value: Any) -> Any:
    if isinstance(value, Model):
        return value.to_dict()
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return {name: _plain(each) for name, each in value.items()} if isinstance(value, dict) else value


def read(kind: Any, value: Any) -> Any:
    """Reads `value` as `kind`, a Model or any type that a Model names. Raises ValueError, TypeError or KeyError."""
    return _reader(kind)(value)


@functools.cache
def _reader(kind: Any) -> _Reader:
    if kind is Any or get_origin(kind) is Literal:
        # A later server may have other values. A Literal lists those that are known.
        return (lambda value: value) if kind is Any else _literal(get_args(kind))
    if kind is float:
        return _number
    if kind is None or kind is type(None):
        return _none
    if isinstance(kind, type) and issubclass(kind, Model):
        return _model(kind)
    if typing.is_typeddict(kind):
        return _exactly(dict)
    origin = get_origin(kind)
    if origin is tuple:
        item = _reader(get_args(kind)[0])
        return lambda value: tuple(map(item, _exactly(list)(value)))
    if origin in (Union, types.UnionType):
        return _union(get_args(kind))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        item_of = _reader(get_args(kind)[1])
        return lambda value: {name: item_of(each) for name, each in _exactly(dict)(value).items()}
    return _exactly(kind)


def _exactly(kind: type) -> _Reader:
    def read_exactly(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"expected {kind.__name__}")
        return value

    return read_exactly


def _literal(values: tuple[Any, ...]) -> _Reader:
    return _exactly(type(values[0]))


def _number(value: Any) -> Any:
    if type(value) not in (int, float):
        raise TypeError("expected a number")
    return value


def _none(value: Any) -> None:
    if value is not None:
        raise TypeError("expected null")


def _union(kinds: tuple[Any, ...]) -> _Reader:
    readers = [_reader(kind) for kind in kinds if kind is not type(None)]
    is_nullable = len(readers) < len(kinds)

    def read_union(value: Any) -> Any:
        if value is None and is_nullable:
            return None
        for reader in readers[:-1]:
            try:
                return reader(value)
            except (TypeError, ValueError, KeyError):
                continue
        return readers[-1](value)

    return read_union


def _model(kind: type[Model]) -> _Reader:
    plan: list[tuple[str, str, _Reader, bool]] = []
    known: set[str] = set()

    def complete() -> None:
        hints = typing.get_type_hints(kind)
        for each in fields(kind):
            if _json_name(each):
                is_required = each.default is not None
                plan.append((_json_name(each), each.name, _reader(hints[each.name]), is_required))
                known.add(_json_name(each))

    def read_model(value: Any) -> Any:
        if not plan:
            complete()
        if type(value) is not dict:
            raise TypeError(f"expected {kind.__name__}")
        said: dict[str, Any] = {}
        for name, attribute, reader, is_required in plan:
            if name in value:
                said[attribute] = reader(value[name])
            elif is_required:
                raise KeyError(name)
        said["extra"] = {name: each for name, each in value.items() if name not in known}
        return kind(**said)

    return read_model
