import base64
import json
import time
from typing import Any

import pytest

from portside import WebhookError, webhooks

SECRET = "whsec_" + base64.b64encode(b"0123456789abcdef01234567").decode()
OLD = "whsec_" + base64.b64encode(b"another secret, rotated.").decode()
NOW = 1_790_000_000
BODY = json.dumps(
    {
        "type": "tariff.revised",
        "timestamp": "2026-11-20T00:00:00Z",
        "data": {"watch_id": "w", "watch_name": "n", "summary": "14 numbers change — 钢", "new": 1},
    },
    ensure_ascii=False,
).encode()


def headers(body: bytes = BODY, at: int = NOW, secret: str = SECRET, **more: str) -> dict[str, str]:
    signature = webhooks.sign(body, "evt_1", at, secret)
    said = {"Webhook-Id": "evt_1", "Webhook-Timestamp": str(at), "Webhook-Signature": signature}
    return {**said, **{name.replace("_", "-").title(): value for name, value in more.items()}}


def test_an_event_is_verified_and_read() -> None:
    event = webhooks.verify(BODY, headers(), SECRET, now=NOW)
    assert event.data.summary.endswith("钢")
    assert event.data.extra == {"new": 1}


def test_the_signature_is_that_of_the_specification() -> None:
    # The example of standardwebhooks.com.
    secret = "whsec_" + "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    signed = webhooks.sign(b'{"test": 2432232314}', "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, secret)
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_one_of_several_signatures_or_secrets_is_enough() -> None:
    old, new = (webhooks.sign(BODY, "evt_1", NOW, secret) for secret in (OLD, SECRET))
    for signature in (f"{old} {new}", f"{new} {old}", f"v2,xx {new}", f"v1,é {new}"):
        webhooks.verify(BODY, headers(webhook_signature=signature), SECRET, now=NOW)
    webhooks.verify(BODY, headers(), [OLD, SECRET], now=NOW)


@pytest.mark.parametrize("age", [-299, 0, 299, 300])
def test_within_five_minutes(age: int) -> None:
    webhooks.verify(BODY, headers(at=NOW - age), SECRET, now=NOW)


@pytest.mark.parametrize(
    ("body", "said", "secret"),
    [
        (BODY + b" ", headers(), SECRET),
        (BODY.replace(b"14", b"15"), headers(), SECRET),
        (BODY, headers(), OLD),
        (BODY, headers(), []),
        (BODY, headers(webhook_id="evt_2"), SECRET),
        (BODY, headers(webhook_timestamp=str(NOW + 1)), SECRET),
        (BODY, headers(at=NOW - 301), SECRET),
        (BODY, headers(at=NOW + 301), SECRET),
        (BODY, headers(webhook_timestamp="-1"), SECRET),
        (BODY, headers(webhook_timestamp="1e9"), SECRET),
        (BODY, headers(webhook_timestamp=str(NOW) + " "), SECRET),
        (BODY, headers(webhook_timestamp="٣"), SECRET),
        (BODY, headers(webhook_signature="v1,"), SECRET),
        (BODY, headers(webhook_signature="v1a,x"), SECRET),
        (BODY, {}, SECRET),
        (BODY, {**headers(), "Webhook-Signature": ""}, SECRET),
        (b"[]", headers(b"[]"), SECRET),
        (b"{", headers(b"{"), SECRET),
        (BODY, headers(), "whsec_"),
        (BODY, headers(), "whsec_?"),
    ],
)
def test_everything_else_is_refused(body: bytes, said: dict[str, str], secret: Any) -> None:
    with pytest.raises(WebhookError) as told:
        webhooks.verify(body, said, secret, now=NOW)
    assert "whsec_0" not in str(told.value)


def test_parsed_bodies_are_refused() -> None:
    with pytest.raises(TypeError):
        webhooks.verify(BODY.decode(), headers(), SECRET, now=NOW)  # type: ignore[arg-type]


def test_now_is_the_clock() -> None:
    at = int(time.time())
    webhooks.verify(BODY, headers(at=at), SECRET)
    with pytest.raises(WebhookError, match="too old"):
        webhooks.verify(BODY, headers(at=at - 400), SECRET)
