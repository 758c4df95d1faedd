"""Waiting for a job, and what is uploaded to begin one."""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from ._core import Core, Options
from ._flow import Flow, Sleep, Tell
from ._message import RESULT_BYTES_MAX
from ._operation import Operation
from ._options import check_options, check_seconds
from .errors import JobError, LimitError, TimeoutError
from .types import Meta

_T = TypeVar("_T")
_WAITS = (0.5, 1.0, 1.0, 2.0, 3.0, 5.0)
_WAIT_MAX = 10.0
_WAIT_DEADLINE = 3600.0
_LIMIT_WAIT = 120.0
MEDIA = {
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}
ResultFormat: TypeAlias = Literal["csv", "xlsx"]
File: TypeAlias = str | os.PathLike[str] | tuple[Literal["csv", "xlsx", "json"], bytes]
"""The path of a .csv, .xlsx or .json file, or its format and its bytes."""


def begin(
    core: Core,
    operation: Operation[_T],
    rows: tuple[str, Sequence[Any] | None],
    file: File | None,
    options: Options,
    query: Mapping[str, Any],
    idempotency_key: str | None,
) -> Flow[_T]:
    """`rows` is the name of the member and what it holds. With rows the options are members of the body."""
    name, given = rows
    if (given is None) == (file is None):
        raise TypeError(f"Pass either {name} or file.")
    if file is not None:
        upload = _read_file(file)
        return core.call(operation, options, query=query, upload=upload, idempotency_key=idempotency_key)
    members = {key: value for key, value in query.items() if value is not None}
    body = {name: given, **members}
    return core.call(operation, options, body=body, idempotency_key=idempotency_key)


def _read_file(file: File) -> tuple[str, bytes]:
    if isinstance(file, tuple):
        return MEDIA[file[0]], file[1]
    path = Path(file)
    kind = path.suffix.lower().lstrip(".")
    if kind not in MEDIA:
        raise ValueError(f"{path.name}: the name must end in .csv, .xlsx or .json.")
    return MEDIA[kind], path.read_bytes()


def wait_for(
    core: Core,
    operation: Operation[_T],
    job_id: str,
    progress: Callable[[_T], Any] | None,
    options: Options,
) -> Flow[_T]:
    """Reads the job until it has ended. The deadline is an hour unless another is given."""
    check_options(options)
    deadline = options.get("deadline") or _WAIT_DEADLINE
    check_seconds("deadline", deadline)
    ends_at = core.clock.now() + deadline
    single = {**options, "deadline": None}
    attempt = 0
    while True:
        try:
            job, meta = yield from core.exchange(operation, single, path={"id": job_id}, ends_at=ends_at)
        except LimitError as full:
            wait = full.retry_after or _WAIT_MAX
            if not full.retryable or wait > _LIMIT_WAIT:
                raise
        else:
            if progress is not None:
                yield Tell(progress, job)
            status = getattr(job, "status", None)
            if status == "finished":
                return job
            if status in ("failed", "cancelled"):
                failure = getattr(job, "failure", None)
                raise JobError(f"The job {job_id} {status}: {failure}" if failure else f"The job {job_id} was {status}.", job)
            wait = max(_WAITS[attempt] if attempt < len(_WAITS) else _WAIT_MAX, minute_wait(meta))
            attempt += 1
        if core.clock.now() + wait > ends_at:
            raise TimeoutError(f"The job {job_id} has not ended in {deadline:.3g} s. It goes on; wait for it again.")
        yield Sleep(wait)


def minute_wait(meta: Meta) -> float:
    """Seconds until the key may send again within its minute; 0 if it may now."""
    window = meta.rate_limit.get("minute")
    if window is None or window.remaining > 0:
        return 0.0
    return float(window.reset_seconds or 1)


def result(core: Core, operation: Operation[_T], job_id: str, options: Options) -> Flow[_T]:
    return core.call(operation, options, path={"id": job_id}, query={"format": "json"}, body_bytes_max=RESULT_BYTES_MAX)


def result_file(core: Core, operation: Operation[Any], job_id: str, format: ResultFormat, options: Options) -> Flow[bytes]:
    response = yield from core.send(
        operation,
        options,
        path={"id": job_id},
        query={"format": format},
        accept=MEDIA[format],
        body_bytes_max=RESULT_BYTES_MAX,
    )
    return response.body


def remove(core: Core, operation: Operation[None], job_id: str, options: Options) -> Flow[None]:
    return core.call(operation, options, path={"id": job_id})
