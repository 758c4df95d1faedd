"""What an importer would write for duties: three CSV files joined by number, heading and origin. It asks nothing and knows no dates.

    duties_join.py PARTS.csv LISTED.csv RATES.csv OUT.csv
"""

import csv
import re
import sys

CODE, ORIGIN, VALUE = "HTS code", "Country of origin", "Customs value USD"
ADDED = ["number", "heading", "rate", "duty"]


def rows_of(path):
    with open(path, newline="", encoding="utf-8-sig") as file:
        yield from csv.DictReader(file)


def heading_of(digits, listed):
    for length in (10, 8, 6, 4):
        heading = listed.get(digits[:length]) if len(digits) >= length else None
        if heading:
            return heading
    return None


def answer(row, listed, rates):
    digits = re.sub(r"\D", "", row[CODE])
    heading = heading_of(digits, listed)
    if heading is None:
        return [digits, "", "", ""]
    rate = rates.get((heading, row[ORIGIN]), rates.get((heading, "")))
    duty = "" if rate is None else round(float(row[VALUE]) * rate / 100, 2)
    return [digits, heading, "" if rate is None else rate, duty]


parts, listed_file, rates_file, out = sys.argv[1:]
listed = {row["digits"]: row["heading"] for row in rows_of(listed_file)}
rates = {(row["heading"], row["origin"]): float(row["rate"]) for row in rows_of(rates_file)}
with open(out, "w", newline="", encoding="utf-8") as file:
    writer = csv.writer(file)
    header = None
    for row in rows_of(parts):
        if header is None:
            header = list(row)
            writer.writerow(header + ADDED)
        writer.writerow([row[name] for name in header] + answer(row, listed, rates))
