from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

_T_co = TypeVar("_T_co", covariant=True)


@dataclass(frozen=True, kw_only=True)
class Operation(Generic[_T_co]):
    """One operation of the API, as its OpenAPI document describes it."""

    id: str
    method: str
    path: str
    answer: Any
    """The type of a 2xx answer: a Model, `bytes`, None or any type that a Model may name."""
    path_parameters: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: Mapping[str, str]
    """Types by media type."""
    body_required: bool
    media: str | None
    """The first media type of a 2xx answer."""
    status: int
    repeatable: bool
    """Whether sending it twice does no harm."""
    visits_storefront: bool
    answers: Mapping[str, Mapping[str, str]]
    """Types by media type by status."""
