/** A server from source whose files were changed under it: its products cannot be loaded. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { partsListCsv } from '../support/parts-list.ts';
import { root } from '../support/paths.ts';
import { issueKey, serve } from '../support/program.ts';
import { tempDir } from '../support/temp.ts';
import { until } from '../support/until.ts';

const AUDITS = '/api/v2/tariff/audits';
const PRELOAD = `
  import { plugin } from 'bun';
  plugin({
    name: 'damaged file',
    setup: (build) => build.onLoad({ filter: /app-products\\.ts$/ }, () => { throw new Error('the file is damaged'); }),
  });`;

test('products that cannot be opened are named in the log, and put a job off until a server can do it', async () => {
  const dir = tempDir();
  const first = await serve(dir);
  const { key } = await issueKey(dir, '--per-minute', '1000000');
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' };
  const accepted = await fetch(first.url + AUDITS, { method: 'POST', headers, body: partsListCsv(20_000) });
  expect(accepted.status).toBe(202);
  const { id } = (await accepted.json()) as { id: string };
  // What runs is given back undone.
  expect(await first.stop()).toBe(0);
  const read = () => {
    using file = new Database(join(dir, 'var/portside.db'), { readonly: true });
    return {
      ended: file.query<{ ended_at_ms: number | null }, []>('SELECT ended_at_ms FROM jobs').get()!.ended_at_ms,
      putOff: file.query('SELECT 1 FROM job_queue WHERE lease IS NULL AND free_at_ms > ?').get(Date.now()) !== null,
    };
  };
  expect(read()).toEqual({ ended: null, putOff: false });

  const preload = join(dir, 'damaged.ts');
  writeFileSync(preload, PRELOAD);
  const damaged = Bun.spawn(
    [process.execPath, '--preload', preload, join(root, 'src/main.ts'), 'serve', '--port', '0'],
    { cwd: dir, env: { PATH: process.env.PATH, NODE_ENV: 'production' }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const said = new Response(damaged.stderr).text();
  try {
    await until('the job is put off', () => read().putOff);
  } finally {
    damaged.kill();
  }
  expect(await damaged.exited).toBe(0);
  expect(await said).toMatch(/the file is damaged.*the products cannot be opened/);
  expect(read().ended).toBeNull();

  const last = await serve(dir);
  try {
    await until('the job is finished', async () => {
      const job = (await (await fetch(`${last.url}${AUDITS}/${id}`, { headers })).json()) as { status: string };
      expect(['queued', 'running', 'finished']).toContain(job.status);
      return job.status === 'finished';
    });
  } finally {
    await last.stop();
  }
});
