/** A restore that is killed at each change of its folder. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { command } from '../../support/command.ts';
import { issueKey, program, run } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';

const ROUNDS = Number(process.env.PORTSIDE_CRASH_ROUNDS ?? 2);

test('a killed restore leaves the old or the new database intact, and the next restore removes its leftovers', async () => {
  const dir = tempDir();
  await issueKey(dir, '--name', 'new');
  await run(['backup', 'kept'], dir);
  await command(['keys', 'issue', '--scope', 'all', '--name', 'old'], dir);
  const keyNames = async (): Promise<string[]> =>
    JSON.parse((await run(['keys', 'list', '--json'], dir)).stdout).map(({ name }: { name: string }) => name);
  const start = () =>
    Bun.spawn([...program, 'restore', 'kept'], {
      cwd: dir,
      env: { PATH: process.env.PATH, HOME: dir },
      stderr: 'ignore',
      stdout: 'ignore',
    });
  let killed = 0;
  // On a busy machine a restore can end before the kill arrives. More rounds then.
  for (let round = 0; round < ROUNDS || (killed === 0 && round < 10 * ROUNDS); round++) {
    const child = start();
    // A restore changes its folder several times. Each round kills it at a later change.
    let changes = 0;
    const watcher = watch(join(dir, 'var'), () => {
      if (++changes === 1 + round) child.kill('SIGKILL');
    });
    await child.exited;
    watcher.close();
    if (child.signalCode === 'SIGKILL') killed++;
    const whole = new Database(join(dir, 'var/portside.db'));
    expect(whole.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    whole.close();
    const names = await keyNames();
    expect(names).toContain('new');
    if (!names.includes('old')) await command(['keys', 'issue', '--scope', 'all', '--name', 'old'], dir);
  }
  expect(killed).toBeGreaterThan(0);
  expect((await run(['restore', 'kept'], dir)).code).toBe(0);
  expect(await keyNames()).not.toContain('old');
  expect(readdirSync(join(dir, 'var')).filter((name) => name.includes('restoring'))).toEqual([]);
});
