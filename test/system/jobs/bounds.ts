/** The largest uploads over HTTP, with a real server: what is over a bound is refused, and nothing of it is stored or charged. */
import { expect, test } from 'bun:test';
import { issueKey, serve, showKey } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';

const LINES_MAX = 500_000;
const BYTES_MAX = 32 * 1024 * 1024;
const PATH = '/api/v2/tariff/audits';

const partsList = (lines: number) => `hts\n${'7318.15.20\n'.repeat(lines)}`;

test('500,000 lines are accepted; one more, and one byte more than 32 MB, are refused and cost nothing', async () => {
  const dir = tempDir();
  const { key, id } = await issueKey(dir);
  const server = await serve(dir);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' };
  const send = (body: string) => fetch(server.url + PATH, { method: 'POST', headers, body });
  const stored = async () => (await showKey(dir, id)).resources.stored_bytes.used;
  try {
    const lines = await send(partsList(LINES_MAX + 1));
    expect(lines.status).toBe(422);
    expect(JSON.stringify(await lines.json())).toContain('500,000');
    const bytes = await send(partsList(1).padEnd(BYTES_MAX + 1, ' '));
    expect([bytes.status, (await bytes.json()).error]).toEqual([413, 'payload_too_large']);
    expect((await (await fetch(server.url + PATH, { headers })).json()).jobs).toEqual([]);
    expect(await stored()).toBe(0);
    // The three requests themselves at most.
    expect((await showKey(dir, id)).usage.today).toBeLessThanOrEqual(3);

    const accepted = await send(partsList(LINES_MAX));
    expect([accepted.status, (await accepted.json()).lines_total]).toEqual([202, LINES_MAX]);
    expect(await stored()).toBeGreaterThan(0);
  } finally {
    await server.stop('SIGKILL');
  }
}, 120_000);
