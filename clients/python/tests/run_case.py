"""Runs one case of the table with the sync or the async client."""

import asyncio
import dataclasses
import logging
import threading
import traceback
from collections.abc import Callable
from typing import Any

from portside import ApiError, AsyncPortside, Cancellation, Cancelled, Portside, PortsideError, ResponseError
from portside._flow import Clock

_OPTIONS = {
    "maxRetries": "max_retries",
    "concurrency": "concurrency",
    "timeoutMs": "timeout",
    "deadlineMs": "deadline",
    "maxWaitMs": "max_wait",
}


def run_case(
    script: Any, base_url: str, api_key: str, mode: str, stalled: Callable[[], object] | None = None, transport: Any = None
) -> tuple[dict[str, Any], str]:
    """Returns the outcome, spelled as in the table, and everything a user could print or log.

    `stalled` returns when the scripted server stops answering.
    """
    waits: list[float] = []
    cancellation = Cancellation()

    def sleep(seconds: float, own: Cancellation) -> None:
        waits.append(seconds)
        if script.get("cancel") == "wait":
            cancellation.cancel()
            own.wait(10)

    async def async_sleep(seconds: float) -> None:
        waits.append(seconds)
        if script.get("cancel") == "wait":
            cancellation.cancel()
            await asyncio.sleep(10)

    clock = Clock(random=lambda: script.get("random", 1), sleep=sleep, async_sleep=async_sleep)
    options: dict[str, Any] = {
        _OPTIONS[name]: value / 1000 if name.endswith("Ms") else value for name, value in script.get("client", {}).items()
    }
    if transport is not None:
        options["transport"] = transport
    lines = _Lines()
    logger = logging.getLogger("portside")
    logger.addHandler(lines)
    logger.setLevel(logging.DEBUG)
    seen: list[object] = []
    try:
        if mode == "sync":
            with Portside(api_key, base_url, _clock=clock, **options) as client:
                seen += [client, vars(client), vars(client.tariff.hts)]
                result = _call(client, script, cancellation, stalled)
        else:
            result = asyncio.run(
                _call_async(AsyncPortside(api_key, base_url, _clock=clock, **options), script, cancellation, stalled)
            )
        seen.append(result)
        actual = _describe_result(result, _codes(script["call"]))
    except (Cancelled, asyncio.CancelledError):
        actual = {"cancelled": True}
    except PortsideError as fault:
        seen += [fault, str(fault), vars(fault), "".join(traceback.format_exception(fault))]
        actual = {"error": _describe_error(fault)}
    finally:
        logger.removeHandler(lines)
    return {**actual, "waits": waits}, "\n".join([*map(repr, seen), *lines.lines])


def _call(client: Portside, script: Any, cancellation: Cancellation, stalled: Callable[[], object] | None) -> Any:
    if script.get("cancel") == "before":
        cancellation.cancel()
    if script.get("cancel") == "request" and stalled:

        def cancel_once_stalled() -> None:
            stalled()
            cancellation.cancel()

        threading.Thread(target=cancel_once_stalled, daemon=True).start()
    call = script["call"]
    if call["method"] == "tariff.hts.lookup":
        return client.tariff.hts.lookup(_codes(call), as_of=call.get("asOf"), cancellation=cancellation)
    if call["method"] == "pixel.scan":
        deep, fresh = call.get("deep", False), call.get("fresh", False)
        return client.pixel.scan(call["url"], deep=deep, fresh=fresh, cancellation=cancellation)
    key = call.get("idempotencyKey")
    made = client.entry.gcc.generate(call["request"], idempotency_key=key, cancellation=cancellation)
    return (made, made.download(cancellation=cancellation)) if call.get("download") else made


async def _call_async(
    client: AsyncPortside, script: Any, cancellation: Cancellation, stalled: Callable[[], object] | None
) -> Any:
    call = script["call"]

    async def work() -> Any:
        if call["method"] == "tariff.hts.lookup":
            return await client.tariff.hts.lookup(_codes(call), as_of=call.get("asOf"))
        if call["method"] == "pixel.scan":
            return await client.pixel.scan(call["url"], deep=call.get("deep", False), fresh=call.get("fresh", False))
        made = await client.entry.gcc.generate(call["request"], idempotency_key=call.get("idempotencyKey"))
        return (made, await made.download()) if call.get("download") else made

    async with client:
        task = asyncio.ensure_future(work())
        loop = asyncio.get_running_loop()

        def cancel_task() -> None:
            loop.call_soon_threadsafe(task.cancel)

        cancellation.on_cancel(cancel_task)
        if script.get("cancel") == "before":
            task.cancel()
        if script.get("cancel") == "request" and stalled:
            await asyncio.to_thread(stalled)
            task.cancel()
        return await task


def _codes(call: Any) -> list[str]:
    codes = call.get("codes", [])
    return [f"0101.21.{at:04}" for at in range(codes["made"])] if isinstance(codes, dict) else codes


def _describe_result(result: Any, codes: list[str]) -> dict[str, Any]:
    result, pdf = result if isinstance(result, tuple) else (result, b"")
    members = {field.name: getattr(result, field.name) for field in dataclasses.fields(result) if field.name[0] != "_"}
    plain = {name: _plain(value) for name, value in members.items()}
    if pdf:
        plain["pdf"] = pdf[:5].decode("latin1")
    same = [one["code"] for one in plain.get("results", [])] == codes
    return {"result": plain, "meta": plain["meta"], "codesAsSent": same}


def _describe_error(fault: PortsideError) -> dict[str, Any]:
    said: dict[str, Any] = {"type": type(fault).__name__, "retry_after": fault.retry_after, "message": str(fault)}
    if isinstance(fault, ResponseError):
        said["request_id"] = fault.request_id
    if isinstance(fault, ApiError):
        for name in ("status", "code", "contact", "details", "request_id", "rate_limit"):
            said[name] = _plain(getattr(fault, name))
    return said


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    return {name: _plain(one) for name, one in value.items()} if isinstance(value, dict) else value


class _Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def difference(expected: Any, actual: Any, at: str = "") -> str | None:
    """The path of the first difference. Objects must have every expected member; lists and scalars must be equal."""
    if isinstance(expected, dict):
        if not isinstance(actual, dict):
            return f"{at}: {actual!r} is not an object"
        return next(
            (found for name in expected if (found := difference(expected[name], actual.get(name), f"{at}.{name}"))),
            None,
        )
    if isinstance(expected, list):
        if not isinstance(actual, list) or len(actual) != len(expected):
            return f"{at}: {actual!r}, not {expected!r}"
        pairs = enumerate(zip(expected, actual, strict=True))
        return next((found for n, (one, other) in pairs if (found := difference(one, other, f"{at}[{n}]"))), None)
    return (
        None
        if expected == actual and isinstance(expected, bool) == isinstance(actual, bool)
        else f"{at}: {actual!r}, not {expected!r}"
    )
