/** `portside tariff audit` as a user starts it. */
import { expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { embeddedTariff } from '../../../src/tariff/embedded.ts';
import { Tariff } from '../../../src/tariff/tariff.ts';
import { command } from '../../support/command.ts';
import { partsList, partsListCsv } from '../../support/parts-list.ts';
import { tempDir } from '../../support/temp.ts';

const LINES = 2500;
const AS_OF = ['--as-of', '2026-11-20'];

function folder(): string {
  const dir = tempDir();
  writeFileSync(`${dir}/parts.csv`, partsListCsv(LINES));
  return dir;
}

test('every line of a long list has the status of a single lookup, in the order of the list', async () => {
  const dir = folder();
  const audit = ['tariff', 'audit', 'parts.csv', ...AS_OF];
  const { code, stderr } = await command([...audit, '-o', 'result.json', '--json'], dir);
  expect([code, stderr]).toEqual([1, expect.stringContaining('damaged number')]);
  const { lines, summary } = JSON.parse(readFileSync(`${dir}/result.json`, 'utf8'));
  const tariff = new Tariff(embeddedTariff(), { now: () => Date.parse('2026-11-20T17:00:00Z') }).at();
  const parts = [...partsList(LINES)];
  expect(lines).toHaveLength(LINES);
  for (const [at, cells] of parts.entries()) {
    const { line, status, cells: kept } = lines[at];
    expect([line, kept.slice(0, 2)]).toEqual([at + 2, cells.slice(0, 2)]);
    const single = tariff.lookup(cells[2]!).status;
    if (single === 'invalid') expect(['damaged', 'invalid', 'blank']).toContain(status);
    else expect(status).toBe(single);
  }
  expect(summary.lines).toBe(LINES);
  const again = await command([...audit, '-o', 'result.xlsx', '--fail-on', 'never'], dir);
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('Wrote result.xlsx.')]);
  const since = await command([...audit, '--since', 'result.xlsx', '--fail-on', 'never'], dir);
  expect([since.code, since.stdout]).toEqual([0, expect.stringContaining('No line changed.')]);
}, 120_000);

test('an interrupted audit continues, and its result is that of an undisturbed one', async () => {
  const dir = folder();
  const audit = ['tariff', 'audit', 'parts.csv', ...AS_OF, '--fail-on', 'never', '-o'];
  await command([...audit, 'whole.csv'], dir);
  expect(existsSync(`${dir}/whole.csv.part`)).toBe(false);
  // A folder of the same name: the chunks are done, and the result cannot be put in its place.
  await Bun.write(`${dir}/cut.csv/in-the-way`, '');
  expect((await command([...audit, 'cut.csv'], dir)).stderr).toContain('cut.csv cannot be written');
  const part = readFileSync(`${dir}/cut.csv.part`);
  writeFileSync(`${dir}/resumed.csv.part`, part.subarray(0, part.length - 10));
  const { stderr } = await command([...audit, 'resumed.csv', '--resume'], dir);
  expect(stderr).toContain('lines were audited before');
  expect(readFileSync(`${dir}/resumed.csv`, 'utf8')).toBe(readFileSync(`${dir}/whole.csv`, 'utf8'));
  expect(existsSync(`${dir}/resumed.csv.part`)).toBe(false);
  writeFileSync(`${dir}/other.csv.part`, part);
  writeFileSync(`${dir}/parts.csv`, partsListCsv(30));
  expect((await command([...audit, 'other.csv', '--resume'], dir)).stderr).not.toContain('lines were audited before');
  expect(readFileSync(`${dir}/other.csv`, 'utf8').split('\r\n')).toHaveLength(32);
}, 120_000);

test('a table without a column of numbers, and a file that is none, are refused by name', async () => {
  const dir = tempDir();
  writeFileSync(`${dir}/none.csv`, 'sku,qty\nA,40\n');
  const refused = await command(['tariff', 'audit', 'none.csv'], dir);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining(
      'No column holds tariff numbers. The columns are: "sku", "qty". Say which one with --code-column <name>.',
    ),
  ]);
  writeFileSync(`${dir}/x.pdf`, '%PDF-1.7\n');
  expect((await command(['tariff', 'audit', 'x.pdf'], dir)).stderr).toContain('This is a PDF file');
  expect((await command(['tariff', 'audit', 'absent.csv'], dir)).stderr).toContain('absent.csv cannot be read');
  expect((await command(['tariff', 'audit', 'none.csv', '--resume'], dir)).stderr).toContain('name it with -o');
});
