/** A batch whose disk is full: what was made is kept, the command says so, and goes on when there is room. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvRow } from '../../../src/domain/csv.ts';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import { FULL_LINE } from '../../support/batch-sheets.ts';
import { makeDatabase, run } from '../../support/program.ts';
import { fill, mountSmallDisk } from '../../support/small-disk.ts';

const LINES = 12;

const mayMount = (() => {
  const dir = mkdtempSync(join(tmpdir(), 'portside-mount-'));
  try {
    mountSmallDisk(dir, '1m')[Symbol.dispose]();
    return true;
  } catch {
    return false;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
})();

test.skipIf(!mayMount)(
  'a folder without room ends the batch; with room it goes on, and no line is made twice',
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'portside-batch-'));
    await makeDatabase(dir);
    using disk = mountSmallDisk(join(dir, 'disk'), '4m');
    const header = Object.keys(FULL_LINE);
    const rows = Array.from({ length: LINES }, (_, at) =>
      csvRow(header.map((name) => (name === 'sku' ? `S-${at}` : FULL_LINE[name]!))),
    );
    writeFileSync(join(dir, 'lines.csv'), csvRow(header) + rows.join(''));
    // Room for some of the PDFs.
    const filler = join(disk.folder, 'filler');
    const spare = join(disk.folder, 'spare');
    writeFileSync(spare, Buffer.alloc(300_000));
    fill(filler);
    rmSync(spare);
    const command = ['entry', 'batch', 'lines.csv', '-o', 'disk/out', '--base-url', 'https://certificates.example'];
    const full = await run(command, dir);
    expect([full.code, full.stdout]).toEqual([1, '']);
    expect(full.stderr).toContain('cannot be written: the disk is full.');
    expect(full.stderr).toContain('--resume');
    const made = () => {
      using database = new Database(join(dir, 'var/portside.db'), { readonly: true });
      return database.query<{ count: number }, []>('SELECT count(*) AS count FROM certificates').get()!.count;
    };
    expect(made()).toBeGreaterThan(0);
    expect(made()).toBeLessThan(LINES);
    rmSync(filler);
    const { code, stdout } = await run([...command, '--resume', '--json'], dir);
    expect(code).toBe(0);
    expect(made()).toBe(LINES);
    const { certificates } = JSON.parse(stdout) as { certificates: { file: string; sha256: string }[] };
    for (const { file, sha256 } of certificates) {
      expect([file, sha256Hex(readFileSync(join(disk.folder, 'out', file)))]).toEqual([file, sha256]);
    }
    expect(readdirSync(join(disk.folder, 'out')).filter((name) => name.endsWith('.partial'))).toEqual([]);
    rmSync(join(dir, 'lines.csv'));
  },
);
