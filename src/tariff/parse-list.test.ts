import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { isCalendarDate } from './dates.ts';
import { embeddedTariff } from './embedded.ts';
import { TariffFileError } from './json-fields.ts';
import { parseList } from './parse-list.ts';
import { serializeList } from './serialize-list.ts';

const { articles, lists } = embeddedTariff();
const good = readFileSync('data/tariff/note-16c.json', 'utf8');
const lines = good.split('\n');
const lineOf = (text: string) => lines.findIndex((line) => line.includes(text)) + 1;

/** The file with one text replaced, and the line of that text. */
function changed(from: string, to: string): { text: string; line: number } {
  expect(good).toContain(from);
  return { text: good.replace(from, to), line: lineOf(from) };
}

function refusalOf(text: string): TariffFileError {
  try {
    parseList(text, articles);
  } catch (error) {
    if (error instanceof TariffFileError) return error;
    throw error;
  }
  throw new Error('the file was accepted');
}

const ROW = '{"code": "7326.90.8688", "terms": "16(c)(iv)", "from": "2026-04-06"}';

describe('a list with one fault is refused as a whole, with the line', () => {
  test.each([
    ['a letter in a code', ROW, ROW.replace('8688', '868B'), 'code must be 4, 6, 8 or 10 digits'],
    ['five digits', ROW, ROW.replace('7326.90.8688', '73269'), 'code must be 4, 6, 8 or 10 digits'],
    ['chapter 99', ROW, ROW.replace('7326.90.8688', '9903.82.02'), 'code must be 4, 6, 8 or 10 digits'],
    ['another spelling', ROW, ROW.replace('7326.90.8688', '7326908688'), 'code must be written 7326.90.8688'],
    ['undefined terms', ROW, ROW.replace('16(c)(iv)', '16(c)(xx)'), 'terms must be one of'],
    ['an inherited key as terms', ROW, ROW.replace('16(c)(iv)', 'constructor'), 'terms must be one of'],
    ['a day that does not exist', ROW, ROW.replace('2026-04-06', '2026-02-30'), 'from must be a calendar date'],
    ['an end before the start', ROW, ROW.replace('"}', '", "to": "2026-04-05"}'), 'to must not be before'],
    ['a misspelt field', ROW, ROW.replace('"}', '", "until": "2026-05-05"}'), 'unknown field "until"'],
    ['a missing date', ROW, ROW.replace(', "from": "2026-04-06"', ''), 'from must be a non-empty text'],
    ['a heading without article', ROW, ROW.replace('7326.90.8688', '0101.21.0010'), 'heading 0101 has no article'],
    ['a row that is not an object', ROW, '"7326.90.8688"', 'must be an object'],
    ['a rate that is a text', '"rate": 15,', '"rate": "15",', 'rate must be a number'],
    ['a negative rate', '"rate": 15,', '"rate": -15,', 'rate must be a number'],
    [
      'a derivative without rate',
      '"rate": 15, "rate_kind": "total_incl_column1"',
      '"rate": null, "rate_kind": "minimum_import_price"',
      'rate must be a number',
    ],
    ['an unknown rate kind', '"total_incl_column1"', '"in total"', 'rate_kind must be one of'],
    ['a heading outside chapter 99', '"9903.82.10"', '"7326.90"', 'ch99_heading must be'],
    ['a version with a line break', '"2026-10-09+1"', '"2026\\n"', 'version must be'],
  ])('%s', (_, from, to, reason) => {
    const { text, line } = changed(from, to);
    const refusal = refusalOf(text);
    expect(refusal.reason).toContain(reason);
    expect(refusal.line).toBe(line);
    expect(refusal.message).toStartWith(`line ${line}: `);
  });

  test('the same number twice on one subdivision for the same day', () => {
    const refusal = refusalOf(good.replace(ROW, `${ROW},\n    ${ROW.replace('"}', '", "to": "2026-05-01"}')}`));
    expect(refusal.reason).toBe('7326.90.8688 is listed twice in 16(c)(iv) for the same day');
    expect(refusal.line).toBe(lineOf(ROW) + 1);
  });

  test('consecutive periods do not overlap', () => {
    const early = ROW.replace('2026-04-06"}', '2026-01-01", "to": "2026-04-05"}');
    expect(parseList(good.replace(ROW, `${early},\n    ${ROW}`), articles).listings).toHaveLength(810);
  });

  test('invalid JSON, with the line of the fault', () => {
    const refusal = refusalOf(good.replace(`${ROW},`, `${ROW} `));
    expect(refusal.reason).toContain('not valid JSON');
    expect([lineOf(ROW), lineOf(ROW) + 1]).toContain(refusal.line as number);
  });

  test.each(['', 'null', '[]', '{}', '{"list_id": 1}', '"text"'])('%p is not a list', (text) => {
    expect(refusalOf(text).line).toBe(1);
  });

  test('the right line in a file with another layout', () => {
    const pretty = JSON.stringify(JSON.parse(good.replace(ROW, ROW.replace('8688', '868B'))), null, 2);
    const line = pretty.split('\n').findIndex((text) => text.includes('868B')) + 1;
    expect(refusalOf(pretty).line).toBe(line);
  });

  test('formatList writes the embedded files byte for byte', () => {
    for (const list of lists) {
      const file = readFileSync(`data/tariff/${list.list_id}.json`, 'utf8');
      expect(serializeList(parseList(file, articles))).toBe(file);
    }
  });
});

test('a calendar date must exist, whatever date was checked before it', () => {
  for (let time = 0; time < 2; time++) {
    expect(['', '2026-02-30', '2026-02-28', '2025-02-29', '2024-02-29', ' 2024-02-29', ''].map(isCalendarDate)).toEqual(
      [false, false, true, false, true, false, false],
    );
  }
});
