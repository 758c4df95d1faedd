"""Writes a table with another program, or prints what another program reads.

    other_programs.py write openpyxl|xlsxwriter|xlsxwriter-inline TABLE.json OUT.xlsx
    other_programs.py read FILE.xlsx formulas|values

A cell of the table is [kind, value] or [kind, value, format]; kind is text, number, date or boolean.
"""

import datetime
import json
import sys

import openpyxl
import xlsxwriter


def value_of(kind, value):
    if kind == "date":
        return datetime.datetime.fromisoformat(value)
    return value


def write_openpyxl(rows, path):
    book = openpyxl.Workbook()
    sheet = book.active
    for number, row in enumerate(rows, 1):
        for column, (kind, value, *form) in enumerate(row, 1):
            cell = sheet.cell(number, column)
            cell.value = value_of(kind, value)
            if kind == "text":
                # Otherwise a text with "=" before it is a formula.
                cell.data_type = "s"
            if form:
                cell.number_format = form[0]
    book.save(path)


def write_xlsxwriter(rows, path, options):
    book = xlsxwriter.Workbook(path, options)
    sheet = book.add_worksheet()
    formats = {}
    for number, row in enumerate(rows):
        for column, (kind, value, *form) in enumerate(row):
            style = formats.setdefault(form[0], book.add_format({"num_format": form[0]})) if form else None
            if kind == "text":
                sheet.write_string(number, column, value, style)
            elif kind == "boolean":
                sheet.write_boolean(number, column, value, style)
            elif kind == "date":
                sheet.write_datetime(number, column, value_of(kind, value), style)
            else:
                sheet.write_number(number, column, value, style)
    book.close()


def shown(cell):
    value = cell.value
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return ["date", value.isoformat(), cell.number_format]
    if isinstance(value, bool):
        return ["boolean", value]
    if isinstance(value, (int, float)):
        return ["number", value, cell.number_format]
    return ["text", value or ""] if cell.data_type != "f" else ["formula", value]


def read(path, kept):
    # LibreOffice keeps TRUE as the formula TRUE(), with its value.
    sheet = openpyxl.load_workbook(path, data_only=kept == "values").worksheets[0]
    print(json.dumps([[shown(cell) for cell in row] for row in sheet.iter_rows()]))


if sys.argv[1] == "read":
    read(*sys.argv[2:4])
else:
    program, table, out = sys.argv[2:]
    with open(table, encoding="utf-8") as file:
        rows = json.load(file)
    if program == "openpyxl":
        write_openpyxl(rows, out)
    else:
        # With constant memory every text stands in its cell.
        write_xlsxwriter(rows, out, {"constant_memory": program.endswith("-inline"), "strings_to_numbers": False})
