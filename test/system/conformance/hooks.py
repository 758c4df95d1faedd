"""Rules for generated requests that the OpenAPI documents cannot express."""

import datetime
import ipaddress
import os
import random

import schemathesis

# The first day the lists hold; JSON Schema has no lower bound for a date.
FIRST_DATE = datetime.date(2025, 3, 12)
RANDOM = random.Random(int(os.environ.get("SEED", "1")))


CERTIFICATE_IDS = {
    "/api/v0/entry/gcc/": ["gcc_id"],
    "/api/v2/entry/certificates/": ["id"],
}


@schemathesis.hook
def before_call(context, case, kwargs):
    # v0 limits requests by address. The server under test trusts this header from loopback (PORTSIDE_TRUST_PROXY), so every
    # case comes from another address and stays within the limit.
    case.headers["X-Forwarded-For"] = str(ipaddress.IPv4Address(RANDOM.getrandbits(32)))
    within_the_lists(case.query)
    # Half of the requested certificates exist. Jobs and watches are found by the links from the answers that created them.
    for name in CERTIFICATE_IDS.get(case.operation.path.split("{")[0], ()):
        if RANDOM.getrandbits(1):
            case.path_parameters[name] = os.environ["PORTSIDE_GCC_ID"]


@schemathesis.hook
def filter_case(context, case):
    # An optional text of a certificate may be empty, which says the same as leaving it out: forms send it so. `format`
    # cannot say that, so a case that is wrong by an empty e-mail address or day alone is not wrong.
    return not (isinstance(case.body, dict) and has_empty_optional(case.body))


OPTIONAL = {"certifier": "email", "records_contact": "email", "testing_lab": "email", "attestation": "date"}


def has_empty_optional(body):
    return any(
        isinstance(body.get(party), dict) and not str(body[party].get(field, "given")).strip()
        for party, field in OPTIONAL.items()
    )


def within_the_lists(query):
    """Moves days that exist, but for which the lists hold nothing, to where they hold something."""
    first = day(query.get("from"))
    if first:
        first = min(max(first, FIRST_DATE), yesterday())
        query["from"] = first.isoformat()
    for name in ("as_of", "to"):
        date = day(query.get(name))
        if date:
            query[name] = max(date, first or FIRST_DATE).isoformat()


def yesterday():
    """Today in New York may still be yesterday here."""
    return datetime.date.today() - datetime.timedelta(days=1)


def day(value):
    try:
        return datetime.datetime.strptime(value, "%Y-%m-%d").date() if len(value) == 10 else None
    except (TypeError, ValueError):
        return None
