import functools
import uuid
from typing import Any

import pytest
from conftest import TABLE, get_json
from run_case import difference, run_case

API_KEY = "svc_Portside0Scripted02QNBRF"


@pytest.mark.parametrize("mode", ["sync", "async"])
@pytest.mark.parametrize("number", range(len(TABLE["cases"])), ids=[case["name"] for case in TABLE["cases"]])
def test_case(number: int, mode: str, server: str, table: Any) -> None:
    script = table["cases"][number]
    run = f"{number}/{uuid.uuid4()}"
    stalled = functools.partial(get_json, f"{server}/stalled/{run}")
    actual, visible = run_case(script, f"{server}/case/{run}", API_KEY, mode, stalled)
    assert difference({"waits": [], **script["expect"]}, actual) is None, actual
    assert get_json(f"{server}/faults/{run}") == []
    assert API_KEY[4:] not in visible
