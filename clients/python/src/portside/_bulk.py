"""Lookups of any number of codes, paced by the limits of the key."""

import csv
import io
import re
import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ._core import Core, Options
from ._flow import Emit, Flow, Pull, Sleep, Together
from ._jobs import wait_for
from ._lookup import CODES_MAX, lookup_part
from ._message import RESULT_BYTES_MAX
from ._operations import v2
from ._options import Patience, check_options, check_seconds
from .errors import IncompleteError, LimitError, NotFoundError, PortsideError, ResponseError, ScopeError, TimeoutError
from .models.v1 import HtsLookupResult
from .types import LookupResult, Meta, RateWindow, TariffList

AUDIT_CODES_MIN = 5_000
"""More different codes than this are audited, if the server can."""
AUDIT_CODES_MAX = 100_000
_ROWS_MAX = 1_000_000
_PULL = 1_000
_CODES_PER_UNIT = 50
_POLLS = 100
"""Requests of the day that are kept for waiting and for adjacent hits."""
_MINUTE_WAIT_MAX = 120.0
_FRUITLESS_MAX = 10
_JOB_SECONDS_MAX = 6 * 3600.0


def lookup_all(core: Core, as_of: str | None, wait_for_day: bool, options: Options) -> Flow[None]:
    """Emits one result for each pulled code, in order. Raises IncompleteError once it has begun."""
    check_options(options)
    bulk = _Bulk(core, as_of, wait_for_day, options)
    try:
        yield from bulk.run()
    except PortsideError as cause:
        if not bulk.done and not isinstance(cause, _DaySpent):
            raise
        remaining = yield from bulk.remaining()
        stop = cause.cause if isinstance(cause, _DaySpent) else cause
        message = f"{len(bulk.done)} codes were looked up and {len(remaining)} were not: {stop or cause}"
        raise IncompleteError(message, tuple(bulk.done), tuple(remaining), cause) from (stop or cause)


class _DaySpent(PortsideError):
    """The limit of the day is used up."""

    retryable = True

    def __init__(self, seconds: float | None, cause: LimitError | None) -> None:
        super().__init__("The limit of the day is used up.")
        self.retry_after = seconds
        self.cause = cause


class _Bulk:
    def __init__(self, core: Core, as_of: str | None, wait_for_day: bool, options: Options) -> None:
        self._core = core
        self._as_of = as_of
        self._wait_for_day = wait_for_day
        check_seconds("deadline", options.get("deadline"))
        deadline = options.get("deadline")
        self._ends_at = None if deadline is None else core.clock.now() + deadline
        self._options: Options = {**options, "deadline": None}
        self._known: dict[str, HtsLookupResult] = {}
        self._rows: list[str] = []
        self._is_read = False
        self._list: TariffList | None = None
        self._version: str | None = None
        self._limits: dict[str, RateWindow] = {}
        self._limits_at = 0.0
        self._has_audits: bool | None = None
        self._fruitless = 0
        self._has_answer = False
        self.done: list[HtsLookupResult] = []

    def run(self) -> Flow[None]:
        while not self._is_read or self._rows:
            fresh = yield from self._read()
            if len(fresh) > AUDIT_CODES_MIN and (yield from self._can_audit()):
                fresh = yield from self._read(fresh, AUDIT_CODES_MAX)
                yield from self._audit_all(fresh)
            else:
                yield from self._look_up(fresh, emit=True)
            yield from self._emit()

    def remaining(self) -> Flow[list[str]]:
        """Reads the rest of the user's codes, so that nothing is lost."""
        while not self._is_read:
            pulled: list[str] = yield Pull(_PULL)
            self._rows += pulled
            self._is_read = len(pulled) < _PULL
        return self._rows

    def _read(self, fresh: Sequence[str] = (), most: int = AUDIT_CODES_MIN) -> Flow[list[str]]:
        """Pulls until more than `most` codes without a result are read, or the end. Returns these, each once."""
        new = dict.fromkeys(fresh)
        while not self._is_read and len(new) <= most and len(self._rows) < _ROWS_MAX:
            pulled: list[str] = yield Pull(_PULL)
            self._is_read = len(pulled) < _PULL
            for code in pulled:
                if not isinstance(code, str):
                    raise TypeError(f"a code must be a string, not {type(code).__name__}")
                if code not in self._known:
                    new[code] = None
            self._rows += pulled
            if not new:
                yield from self._emit()
        return list(new)

    def _emit(self) -> Flow[None]:
        """Emits the first rows, as far as they all have a result."""
        ready: list[HtsLookupResult] = []
        for code in self._rows:
            result = self._known.get(code)
            if result is None:
                break
            ready.append(result)
        if ready:
            del self._rows[: len(ready)]
            self.done += ready
            yield Emit(ready)

    def _look_up(self, codes: Sequence[str], emit: bool = False) -> Flow[None]:
        parts = [list(codes[at : at + CODES_MAX]) for at in range(0, len(codes), CODES_MAX)]
        while parts:
            count = yield from self._allowance(min(len(parts), self._core.concurrency))
            flows = [self._part(part) for part in parts[:count]]
            answers: list[LookupResult | Exception] = yield Together(flows, count, settle=True)
            failed: list[list[str]] = []
            for part, answer in zip(parts[:count], answers, strict=True):
                if isinstance(answer, Exception):
                    failed.append(part)
                else:
                    self._keep(answer)
            parts = failed + parts[count:]
            self._note([answer.meta for answer in answers if isinstance(answer, LookupResult)])
            if emit:
                yield from self._emit()
            failures = [answer for answer in answers if isinstance(answer, Exception)]
            if failures:
                yield from self._recover(failures, is_fruitless=len(failures) == count)
            else:
                self._fruitless = 0

    def _part(self, codes: list[str]) -> Flow[LookupResult]:
        patience = replace(self._core.patience, max_wait=_MINUTE_WAIT_MAX)
        return lookup_part(self._core, codes, self._as_of, self._options, self._part_ends_at(), patience)

    def _part_ends_at(self) -> float:
        ends_at = self._core.ends_at(self._options) + _MINUTE_WAIT_MAX
        return ends_at if self._ends_at is None else min(ends_at, self._ends_at)

    def _keep(self, answer: LookupResult) -> None:
        found = answer.meta.list
        if found is not None:
            self._list = self._list or found
            self._same_version(found.version)
            if found != self._list:
                raise ResponseError("The tariff list changed during the lookup. Look the codes up again.")
            self._as_of = found.as_of  # midnight must not change the day of the rest
        for result in answer.results:
            self._known[result.code] = result

    def _same_version(self, version: str | None) -> None:
        if version is not None and self._version not in (None, version):
            raise ResponseError("The tariff list changed during the lookup. Look the codes up again.")
        self._version = version or self._version

    def _recover(self, failures: Sequence[Exception], is_fruitless: bool) -> Flow[None]:
        """Waits for a limit. Any other failure is raised."""
        self._fruitless = self._fruitless + 1 if is_fruitless else 0
        for failure in failures:
            if not isinstance(failure, LimitError):
                raise failure
        spent = failures[-1]
        assert isinstance(spent, LimitError)  # noqa: S101
        self._limits = dict(spent.rate_limit)
        self._limits_at = self._core.clock.now()
        day = self._limits.get("day")
        if not spent.retryable or (day is not None and day.remaining <= 0):
            yield from self._next_day(spent.retry_after or (day.reset_seconds if day else None), spent)
            return
        if self._fruitless > _FRUITLESS_MAX:
            raise spent
        yield from self._sleep(spent.retry_after or 5.0, spent)

    def _allowance(self, wanted: int) -> Flow[int]:
        """How many requests may be sent now. Waits until it is one at least."""
        if not self._limits:
            return wanted if self._has_answer else 1  # the first answer tells the limits, if the server has any
        day = self._limits.get("day")
        if day is not None and day.remaining <= 0:
            yield from self._next_day(day.reset_seconds, None)
            return 1
        minute = self._limits.get("minute")
        if minute is not None and minute.remaining <= 0:
            passed = self._core.clock.now() - self._limits_at
            wait = max(0.0, (minute.reset_seconds or 1) - passed)
            if wait:
                yield from self._sleep(wait, None)
            self._limits["minute"] = RateWindow(minute.limit, 1, minute.reset_seconds)
            return 1
        left = [window.remaining for window in (day, minute) if window is not None]
        return max(1, min([wanted, *left]))

    def _note(self, metas: Sequence[Meta]) -> None:
        """Keeps the lowest limits of answers that may have come in any order."""
        latest: dict[str, RateWindow] = {}
        self._has_answer = self._has_answer or bool(metas)
        for meta in metas:
            for name, window in meta.rate_limit.items():
                if name not in latest or window.remaining < latest[name].remaining:
                    latest[name] = window
        if latest:
            self._limits = latest
            self._limits_at = self._core.clock.now()

    def _next_day(self, seconds: float | None, cause: LimitError | None) -> Flow[None]:
        if not self._wait_for_day or seconds is None:
            raise _DaySpent(seconds, cause)
        yield from self._sleep(seconds + 1.0, cause)
        self._limits = {}

    def _sleep(self, seconds: float, cause: PortsideError | None) -> Flow[None]:
        if self._ends_at is not None and self._core.clock.now() + seconds > self._ends_at:
            raise cause or TimeoutError("The deadline of this call does not leave the time to wait for the limit.")
        yield Sleep(seconds)

    def _can_audit(self) -> Flow[bool]:
        """Asks once. The answer also tells what is left of the day."""
        if self._has_audits is None:
            yield from self._allowance(1)
            listing = self._core.exchange(v2.LIST_TARIFF_AUDITS, self._options, query={"limit": 1}, ends_at=self._part_ends_at())
            try:
                _, meta = yield from listing
                self._note([meta])
                self._has_audits = True
            except (NotFoundError, ScopeError):
                self._has_audits = False
            except LimitError as spent:
                yield from self._recover([spent], is_fruitless=True)
                return (yield from self._can_audit())
        return self._has_audits

    def _audit_all(self, codes: list[str]) -> Flow[None]:
        while codes:
            count = yield from self._affordable(len(codes))
            part = codes[:count]
            if len(part) <= AUDIT_CODES_MIN // 2:
                yield from self._look_up(codes, emit=True)
                return
            if (yield from self._audit(part)):
                codes = codes[len(part) :]
                yield from self._emit()

    def _affordable(self, count: int) -> Flow[int]:
        """How many codes the rest of the day pays for."""
        day = self._limits.get("day")
        if day is None:
            return count
        if day.remaining <= 0:
            yield from self._next_day(day.reset_seconds, None)
            return count
        return min(count, max(0, day.remaining - _POLLS) * _CODES_PER_UNIT)

    def _audit(self, codes: list[str]) -> Flow[bool]:
        """Whether the codes have results now. False if the limit was waited for instead."""
        # An audit reads more spellings than a lookup does, such as a prefix.
        odd = [code for code in codes if not _PLAIN.fullmatch(code)]
        plain = [code for code in codes if _PLAIN.fullmatch(code)]
        if not plain:
            yield from self._look_up(odd)
            return True
        yield from self._allowance(1)
        rows = [{"n": str(at), "code": code} for at, code in enumerate(plain)]
        body: dict[str, Any] = {"rows": rows, "code_column": "code"}
        if self._as_of is not None:
            body["as_of"] = self._as_of
        patience = replace(self._core.patience, max_wait=_MINUTE_WAIT_MAX, timeout=self._core.patience.timeout or 120.0)
        try:
            job, meta = yield from self._core.exchange(
                v2.CREATE_TARIFF_AUDIT,
                self._options,
                body=body,
                idempotency_key=str(uuid.uuid4()),
                ends_at=self._part_ends_at() + 120.0 if self._ends_at is None else self._ends_at,
                patience=patience,
            )
        except LimitError as spent:
            yield from self._recover([spent], is_fruitless=True)
            return False
        self._note([meta])
        try:
            left = _JOB_SECONDS_MAX if self._ends_at is None else max(1.0, self._ends_at - self._core.clock.now())
            single = {**self._options, "deadline": left}
            job = yield from wait_for(self._core, v2.READ_TARIFF_AUDIT, job.id, None, single)
            response = yield from self._core.send(
                v2.READ_TARIFF_AUDIT_RESULT,
                self._options,
                path={"id": job.id},
                query={"format": "csv"},
                accept="text/csv",
                patience=patience,
                body_bytes_max=RESULT_BYTES_MAX,
            )
        finally:
            yield from self._remove(job.id)
        versions = job.data_versions or {}
        if self._list is not None:
            self._same_version(versions.get(self._list.id))
        else:
            self._version = versions.get("note-16c")
        self._as_of = job.as_of
        statuses = _read_statuses(response.body, plain)
        # An audit does not tell the adjacent hits, so codes that have some are looked up as well.
        told = {code: status for code, status in statuses.items() if status not in _FLAGS}
        yield from self._look_up([*told, *odd])
        for code, status in told.items():
            if status in ("hit", "adjacent") and self._known[code].status != status:
                raise ResponseError(f"The audit and the lookup of {code} differ. Look the codes up again.")
        for code, status in statuses.items():
            if status in _FLAGS:
                self._known[code] = HtsLookupResult(
                    code=code, hit=False, in_scope=_FLAGS[status], status=status, adjacent_hits=()
                )
        return True

    def _remove(self, job_id: str) -> Flow[None]:
        """Its result is read, or nobody wants it. What stays is removed by the server after seven days."""
        hasty = Patience(max_retries=0, timeout=5.0, deadline=5.0)
        try:
            yield from self._core.call(
                v2.REMOVE_TARIFF_AUDIT,
                {},
                path={"id": job_id},
                patience=hasty,
                ends_at=self._core.clock.now() + 5.0,
            )
        except PortsideError:
            return


_PLAIN = re.compile(r"[0-9]{4}(?:\.?[0-9]{2}(?:\.?[0-9]{2}(?:\.?[0-9]{2,4})?)?)?")
"""Codes that an audit and a lookup read alike."""

_FLAGS: dict[Any, bool] = {"clear": False, "invalid": False, "in_scope_no_bis14": True}
"""Statuses that have no adjacent hits, and `in_scope` of each."""


def _read_statuses(body: bytes, codes: list[str]) -> dict[str, Any]:
    """The status of each code. Raises ResponseError unless there is exactly one line for each, in order."""
    fault = ResponseError("The result of the audit is not what the API promises.")
    try:
        lines = csv.reader(io.StringIO(body.decode("utf-8-sig"), newline=""))
        header = next(lines)
        number, status = header.index("n"), header.index("status")
        found = {code: line[status] for code, line in zip(codes, _numbered(lines, number), strict=True)}
    except (ValueError, IndexError, StopIteration, csv.Error) as cause:
        raise fault from cause
    return found


def _numbered(lines: Any, column: int) -> Any:
    for at, line in enumerate(lines):
        if line[column] != str(at):
            raise ValueError("lines in another order")
        yield line
