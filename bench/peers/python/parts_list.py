"""What an importer would write: a dictionary of the listed numbers, tried from ten digits down to four.

    parts_list.py LISTED.json IN OUT     answers each line of a CSV file or workbook
    parts_list.py --convert IN.csv OUT.xlsx
"""

import csv
import json
import re
import sys

import openpyxl

CODE_COLUMN = "HTS code"
ADDED = ["status", "number", "heading", "source"]


def rows_of(path):
    if path.endswith(".csv"):
        with open(path, newline="", encoding="utf-8-sig") as file:
            yield from csv.reader(file)
    else:
        yield from openpyxl.load_workbook(path, read_only=True).active.iter_rows(values_only=True)


def write(path, rows):
    if path.endswith(".csv"):
        with open(path, "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(rows)
        return
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in rows:
        sheet.append(row)
    book.save(path)


def answer(code, listed):
    digits = re.sub(r"\D", "", str(code or ""))
    if len(digits) not in (4, 6, 8, 10):
        return ["invalid", digits, "", ""]
    for length in (10, 8, 6, 4):
        found = listed.get(digits[:length]) if len(digits) >= length else None
        if found:
            return ["hit", digits, found[0], found[1]]
    return ["clear", digits, "", ""]


def answered(path, listed):
    rows = rows_of(path)
    header = list(next(rows))
    column = header.index(CODE_COLUMN)
    yield header + ADDED
    for row in rows:
        yield list(row) + answer(row[column], listed)


if sys.argv[1] == "--convert":
    write(sys.argv[3], rows_of(sys.argv[2]))
else:
    with open(sys.argv[1], encoding="utf-8") as file:
        listed = json.load(file)
    write(sys.argv[3], answered(sys.argv[2], listed))
