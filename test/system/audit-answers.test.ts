/** An audit says of each number what the v1 lookup answers over HTTP: the status, the rate and the heading. */
import { expect, test } from 'bun:test';
import { TARIFF_LOOKUP_PATH } from '../../src/api/v1/paths.ts';
import { Auditor } from '../../src/tariff/audit/audit-rows.ts';
import { addedColumns } from '../../src/tariff/audit/columns.ts';
import { embeddedTariff } from '../../src/tariff/embedded.ts';
import { formatCode } from '../../src/tariff/hts-code.ts';
import { between } from '../support/random.ts';
import { seededRandom } from '../support/seed.ts';
import { startServer } from '../support/server.ts';

interface Answer {
  code: string;
  status: string;
  hit: boolean;
  in_scope: boolean;
  adjacent_hits: { code_heading: string; proposed_rate: number }[];
}

const CODES_PER_REQUEST = 50;
const AS_OF = '2026-11-20';
const data = embeddedTariff();
const server = await startServer();
const key = await server.key('tariff');

function someCodes(): string[] {
  const random = seededRandom('audit and v1');
  const pick = <T>(all: readonly T[]): T => all[between(random, 0, all.length - 1)]!;
  const listed = () => pick(pick(data.lists).listings).digits;
  return Array.from({ length: 450 }, (_, at) => {
    switch (at % 9) {
      case 0:
      case 1:
        return formatCode(listed());
      case 2:
        return listed();
      case 3:
        return formatCode(data.numbers.at(between(random, 0, data.numbers.size - 1)));
      case 4:
        return pick(data.successions).old;
      case 5:
        return `${listed().slice(0, 6)}9999`;
      case 6:
        return listed().slice(0, pick([4, 6, 8]));
      case 7:
        return pick(['7.317E+09', '101210010', '2009-12-25', '7317,00,5518']);
      default:
        return pick(['bolts', '9903.82.02', 'x7317', '73', '7317.00.55.18.99']);
    }
  });
}

test('every line of an audit has the status, rate and heading of a v1 lookup', async () => {
  const codes = someCodes();
  const answers: Answer[] = [];
  for (let at = 0; at < codes.length; at += CODES_PER_REQUEST) {
    const response = await server.post(
      `${TARIFF_LOOKUP_PATH}?as_of=${AS_OF}`,
      { codes: codes.slice(at, at + CODES_PER_REQUEST) },
      key,
    );
    expect(response.status).toBe(200);
    answers.push(...((await response.json()) as { results: Answer[] }).results);
  }
  const names = addedColumns({ hasOrigin: false }).map(({ name }) => name);
  const rows = codes.map((code, at) => ({ line: at + 2, cells: [code] }));
  const audited = new Auditor(data).audit(rows, { as_of: AS_OF, columns: { code: 0 } }).rows;
  const seen = new Map<string, number>();
  for (const [at, { code, status, hit, in_scope, adjacent_hits }] of answers.entries()) {
    const line = Object.fromEntries(names.map((name, column) => [name, audited[at]![column]]));
    const shown = String(line.status);
    seen.set(shown, (seen.get(shown) ?? 0) + 1);
    expect(code).toBe(codes[at]!);
    // What v1 calls invalid an audit tells apart.
    if (status === 'invalid') expect([code, ['damaged', 'invalid'].includes(shown)]).toEqual([code, true]);
    else expect([code, shown]).toEqual([code, status]);
    const coverage = String(line.coverage ?? '');
    expect([code, coverage !== '']).toEqual([code, in_scope]);
    // Of a number that is listed only in part no heading holds for all; the audit says which part is meant.
    if (coverage.includes('whole') || hit)
      expect([code, line.heading, line.rate]).toEqual([code, expect.stringMatching(/./), expect.stringMatching(/./)]);
    else expect([code, line.heading || null, line.rate || null]).toEqual([code, null, null]);
    if (in_scope) expect([code, line.result]).not.toEqual([code, 'Not listed']);
    if (!hit) continue;
    const { code_heading, proposed_rate } = adjacent_hits[0]!;
    expect([code, String(line.number).slice(0, 4)]).toEqual([code, code_heading]);
    expect(String(line.rate).split(/[%;] ?/)).toContain(String(proposed_rate));
  }
  expect([...seen.keys()].sort()).toEqual(['adjacent', 'clear', 'damaged', 'hit', 'in_scope_no_bis14', 'invalid']);
  expect(Math.min(...seen.values())).toBeGreaterThan(3);
});
