/** `portside keys` beside a running server: edits, files of keys, and what names a key. */
import { expect, test } from 'bun:test';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '../../support/command.ts';
import { serve } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';

const dir = tempDir();
const keys = (...args: string[]) => command(['keys', ...args], dir);
const json = async (...args: string[]) => JSON.parse((await keys(...args, '--json')).stdout);
const file = (name: string, text: string) => {
  writeFileSync(join(dir, name), text);
  return name;
};
const ids = async (...args: string[]): Promise<number[]> =>
  (await json('list', ...args)).map(({ id }: { id: number }) => id);

test('an edit is used by every process within a second, and the audit says from what to what', async () => {
  const server = await serve(dir, ['--workers', '2']);
  // It asks until the edit has arrived, which the usual 100 requests a minute would end on a fast machine.
  const { id, key } = await json('issue', '--scope', 'all', '--name', 'a broker', '--per-minute', '10000');
  const lookup = async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' };
    const body = '{"codes":["7326.90.8688"]}';
    const url = `${server.url}/api/v1/tariff/hts/lookup`;
    const answers = Array.from({ length: 8 }, () => fetch(url, { method: 'POST', headers, body }));
    return new Set((await Promise.all(answers)).map(({ status }) => status));
  };
  expect(await lookup()).toEqual(new Set([403]));
  const edited = await keys('edit', String(id), '--delegate', 'on', '--owner', 'Ines', '--tags', 'eu,broker');
  expect([edited.code, edited.stdout]).toEqual([0, '']);
  expect(edited.stderr).toBe(
    `Key ${id} (a broker): owner none to "Ines"; tags none to "broker eu"; delegate off to on; notes none to "delegate:on".\n`,
  );
  await until('every process admits the key', async () => [...(await lookup())].join() === '200');
  await keys('edit', String(id), '--scope', 'pixel', '--per-minute', '500', '--cpu-per-day', '2h');
  await until('every process refuses the scope', async () => [...(await lookup())].join() === '403');
  expect(await json('show', String(id))).toMatchObject({
    owner: 'Ines',
    tags: ['broker', 'eu'],
    delegate: true,
    limits: { per_minute: 500 },
    resources: { cpu_ms_today: { limit: 7_200_000 } },
  });
  const again = await keys('edit', String(id), '--scope', 'pixel');
  expect([again.code, again.stderr]).toEqual([0, `Key ${id} (a broker): nothing changed, it is so already.\n`]);
  expect(await server.stop()).toBe(0);
});

test('a key is named by its id, what is shown of it or itself, and is never repeated', async () => {
  const { id, key, display } = await json('issue', '--scope', 'entry', '--name', 'named', '--expires', '90d');
  for (const name of [String(id), `#${id}`, display, key, key.slice(4), `…${key.slice(-4)}`, key.slice(0, 8)]) {
    expect((await json('show', name)).id).toBe(id);
  }
  const mistyped = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
  for (const wrong of [mistyped, `${key}x`, key.slice(0, 20)]) {
    const { code, stdout, stderr } = await keys('show', wrong);
    expect([code, stdout, stderr.includes(key.slice(4, 16))]).toEqual([1, '', false]);
  }
  expect(await ids('--text', key)).toEqual([id]);
});

test('keys of a file are issued all or none, and written once to a file of their owner', async () => {
  const before = await ids();
  const wrong = file('wrong.csv', 'name,scope\na,all\nb,moon\n');
  const refused = await keys('issue', '--from', wrong, '-o', 'never.csv');
  expect([refused.code, refused.stdout, existsSync(join(dir, 'never.csv'))]).toEqual([1, '', false]);
  expect(refused.stderr).toContain('Line 3, scope: "moon" is not a scope.');
  const from = file(
    'new.csv',
    'name,scope,owner,tags,delegate,expires\n=a,all,Quill,bulk,on,30d\n"b, c",pixel,Quill,bulk,,\n',
  );
  file('there.csv', 'mine');
  const taken = await keys('issue', '--from', from, '-o', 'there.csv');
  expect([taken.code, taken.stderr]).toEqual([1, 'there.csv exists already. No key was issued.\n']);
  expect([readFileSync(join(dir, 'there.csv'), 'utf8'), await ids()]).toEqual(['mine', before]);
  const done = await keys('issue', '--from', from, '-o', 'keys.csv');
  expect([done.code, done.stdout]).toEqual([0, '']);
  expect(statSync(join(dir, 'keys.csv')).mode & 0o777).toBe(0o600);
  const lines = readFileSync(join(dir, 'keys.csv'), 'utf8').trim().split('\r\n');
  expect(lines[0]).toBe('id,key,name,scope,owner,tags,expires');
  expect(lines[1]).toMatch(/^\d+,svc_\w{24},'=a,all,Quill,bulk,20\d\d-/);
  expect(lines[2]).toMatch(/^\d+,svc_\w{24},"b, c",pixel,Quill,bulk,$/);
});

test('the list is filtered, and its CSV is a file of keys to revoke', async () => {
  const bulk = await ids('--tag', 'bulk', '--owner', 'quill');
  expect(bulk).toHaveLength(2);
  expect(await ids('--text', 'b, c', '--status', 'active', '--sort', 'name')).toEqual([bulk[0]!]);
  expect(await ids('--scope', 'tariff', '--tag', 'bulk')).toEqual([]);
  const list = file('bulk.csv', (await keys('list', '--tag', 'bulk', '--format', 'csv')).stdout);
  const dry = await keys('revoke', '--from', list, '--dry-run');
  expect([dry.code, dry.stderr]).toEqual([0, '2 keys would be revoked. Nothing was changed.\n']);
  expect(await ids('--tag', 'bulk', '--status', 'active')).toEqual(bulk);
  const [, first] = readFileSync(join(dir, 'keys.csv'), 'utf8').split('\r\n');
  const unknown = file('unknown.csv', `${first!.split(',')[1]}\n999999\nsvc_0000000000000000000000xx\n`);
  const refused = await keys('revoke', '--from', unknown);
  expect([refused.code, await ids('--tag', 'bulk', '--status', 'active')]).toEqual([1, bulk]);
  expect(refused.stderr).toBe(
    'unknown.csv cannot be used. Nothing was changed.\nLine 2: There is no key 999999. `portside keys list` shows all keys.\n' +
      'Line 3: That is not a key: a character is missing or mistyped.\n',
  );
  await keys('revoke', String(bulk[0]));
  const done = await keys('revoke', '--from', list);
  expect([done.code, done.stderr]).toEqual([0, 'Revoked: 1 key. Revoked before: 1 key.\n']);
  expect(await ids('--tag', 'bulk', '--status', 'revoked')).toEqual(bulk);
});
