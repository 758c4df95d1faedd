/** A batch of certificates that is killed again and again: each line has one certificate, and the folder is complete at the end. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvRow } from '../../../src/domain/csv.ts';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import { FULL_LINE } from '../../support/batch-sheets.ts';
import { makeDatabase, program, run } from '../../support/program.ts';
import { between } from '../../support/random.ts';
import { seededRandom } from '../../support/seed.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';

/** 5,000 for a trial by hand, which takes minutes. */
const LINES = Number(process.env.PORTSIDE_BATCH_LINES ?? 60);
const KILLS = 5;

test(`kill -9 ${KILLS} times over ${LINES} certificates: each line has one, and the folder is complete`, async () => {
  const random = seededRandom('kill -9 of a batch');
  const dir = tempDir();
  await makeDatabase(dir);
  const header = Object.keys(FULL_LINE);
  const line = (at: number) => header.map((name) => (name === 'sku' ? `S-${at}` : FULL_LINE[name]!));
  const rows = Array.from({ length: LINES }, (_, at) => csvRow(line(at)));
  await Bun.write(join(dir, 'lines.csv'), csvRow(header) + rows.join(''));
  const command = [
    'entry',
    'batch',
    'lines.csv',
    '-o',
    'out',
    '--base-url',
    'https://certificates.example',
    '--resume',
  ];
  const pdfs = () => {
    try {
      return readdirSync(join(dir, 'out')).filter((name) => name.endsWith('.pdf'));
    } catch {
      return [];
    }
  };
  const killedAt: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const child = Bun.spawn([...program, ...command], {
      cwd: dir,
      env: { PATH: process.env.PATH, HOME: dir, NODE_ENV: 'production' },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    });
    const share = LINES / (KILLS + 1);
    const due = Math.floor(kill * share) + between(random, 1, Math.max(1, Math.floor(share)));
    await until('so many are made', () => pdfs().length >= due || child.exitCode !== null, 600_000);
    child.kill('SIGKILL');
    await child.exited;
    killedAt.push(pdfs().length);
  }
  // It was interrupted each time, and went on.
  expect(killedAt.at(-1)).toBeLessThan(LINES);
  expect(killedAt).toEqual(killedAt.toSorted((a, b) => a - b));

  const { code, stdout } = await run([...command, '--json'], dir);
  expect(code).toBe(0);
  const { certificates } = JSON.parse(stdout) as {
    certificates: { line: number; sku: string; id: string; file: string; sha256: string }[];
  };
  using database = new Database(join(dir, 'var/portside.db'), { readonly: true });
  const stored = database
    .query<{ id: string; sku: string; sha256: string }, []>(
      `SELECT c.gcc_id AS id, json_extract(f.request_json, '$.product_info.sku') AS sku, c.sha256
       FROM certificates c JOIN certificate_files f USING (gcc_id)`,
    )
    .all();
  const bySku = (one: { sku: string }, other: { sku: string }) => (one.sku < other.sku ? -1 : 1);
  expect(stored.sort(bySku)).toEqual(certificates.map(({ id, sku, sha256 }) => ({ id, sku, sha256 })).sort(bySku));
  expect(stored).toHaveLength(LINES);
  expect(pdfs().sort()).toEqual(certificates.map(({ file }) => file).sort());
  for (const { file, sha256 } of certificates) {
    expect([file, sha256Hex(readFileSync(join(dir, 'out', file)))]).toEqual([file, sha256]);
  }
  expect(readdirSync(join(dir, 'out')).filter((name) => name.endsWith('.partial'))).toEqual([]);
}, 600_000);
