/** `portside operators` beside a running server. */
import { expect, test } from 'bun:test';
import { command } from '../../support/command.ts';
import { type Outcome, serve } from '../../support/program.ts';
import { copyEmptyDatabase, tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';
import { Visitor } from '../../support/visitor.ts';

const OWNER_PASSWORD = 'the password of the owner';
const dir = tempDir();
const operators = (...args: string[]): Promise<Outcome> => command(['operators', ...args], dir);
const list = async () =>
  JSON.parse((await operators('list', '--json')).stdout).map(
    ({ name, role }: Record<string, string>) => `${name} ${role}`,
  );

test('an operator is added, gets another role and password, and is removed; a server honours each at once', async () => {
  const server = await serve(dir, ['--workers', '2'], { PORTSIDE_OPERATOR_PASSWORD: OWNER_PASSWORD });
  const owner = new Visitor(server.url);
  // After its first start a server answers while it still hashes the password.
  await until('the owner can sign in', async () => (await owner.signIn(OWNER_PASSWORD)).status === 303);

  const added = await operators('add', 'ines', '--role', 'issuer');
  const password = added.stdout.trim();
  expect([added.code, password]).toEqual([0, expect.stringMatching(/^[2-9a-z]{5}(-[2-9a-z]{5}){3}$/)]);
  expect(added.stderr).toContain('only this once');
  expect(await list()).toEqual(['owner owner', 'ines issuer']);
  expect((await operators('list')).stdout).toMatch(/^NAME +ROLE +ADDED +PASSWORD SET\nowner +owner +20/);

  const ines = new Visitor(server.url);
  const isSignedIn = async () => (await ines.get('/operator/sessions')).status === 200;
  expect((await ines.signIn(password, 'ines')).status).toBe(303);
  expect((await ines.get('/operator/operators')).status).toBe(403);
  expect((await operators('role', 'ines', 'owner')).code).toBe(0);
  expect(await isSignedIn()).toBe(false);
  await ines.signIn(password, 'ines');
  expect((await ines.get('/operator/operators')).status).toBe(200);

  const chosen = 'another good password';
  expect((await command(['operators', 'password', 'ines'], dir, {}, chosen)).stdout).toBe('');
  expect(await isSignedIn()).toBe(false);
  expect((await ines.signIn(chosen, 'ines')).status).toBe(303);
  expect((await operators('remove', 'ines')).code).toBe(0);
  expect(await isSignedIn()).toBe(false);
  expect(await list()).toEqual(['owner owner']);
  expect((await owner.get('/operator/operators')).status).toBe(200);
  expect(await server.stop()).toBe(0);

  const lines = (await operators('audit', '--text', 'operator ines')).stdout.trim().split('\n');
  const actions = lines.map((line) => JSON.parse(line)).map(({ actor, action }) => `${actor} ${action}`);
  expect(actions).toEqual([
    'cli operator.remove',
    'ines operator.sign-in',
    'cli password.set',
    'ines operator.sign-in',
    'cli operator.role',
    'ines operator.sign-in',
    'cli operator.add',
  ]);
  const days = await operators('audit', '--from', '2020-01-01', '--to', '2020-01-02');
  expect([days.code, days.stdout]).toEqual([0, '']);
});

test('`operator password` sets the password of the first owner', async () => {
  expect((await operators('add', 'second', '--role', 'owner')).code).toBe(0);
  const { code, stderr } = await command(['operator', 'password'], dir, {}, 'a long enough password');
  expect([code, stderr]).toEqual([0, expect.stringContaining('password of owner')]);
  expect((await operators('remove', 'owner')).code).toBe(0);
  expect((await command(['operator', 'password'], dir, {}, '')).stderr).toContain('password of second');
});

test.each<[string[], number, RegExp]>([
  [['add', 'Big Name'], 1, /"Big Name" cannot be the name/],
  [['add', 'second'], 1, /an operator second already/],
  [['add', 'x', '--role', 'admin'], 2, /reader, issuer, owner/],
  [['remove', 'second'], 1, /the only owner/],
  [['remove', 'nobody'], 1, /no operator nobody/],
  [['role', 'second', 'reader'], 1, /the only owner/],
  [['role', 'second', 'king'], 2, /reader, issuer, owner/],
  [['audit', '--from', 'yesterday'], 2, /YYYY-MM-DD/],
])('operators %p exits %d and changes nothing', async (args, code, says) => {
  const before = await list();
  const outcome = await operators(...args);
  expect([outcome.code, outcome.stdout]).toEqual([code, '']);
  expect(outcome.stderr).toMatch(says);
  expect(await list()).toEqual(before);
});

test('the first operator is an owner, so that a later start finds somebody who may manage the others', async () => {
  const fresh = tempDir();
  copyEmptyDatabase(`${fresh}/var`);
  const refused = await command(['operators', 'add', 'ines', '--role', 'issuer'], fresh);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('There is no owner yet.');
  expect((await command(['operators', 'add', 'ines', '--role', 'owner'], fresh)).code).toBe(0);
  expect((await command(['operators', 'add', 'rita', '--role', 'reader'], fresh)).code).toBe(0);
  const server = await serve(fresh, [], { PORTSIDE_OPERATOR_PASSWORD: OWNER_PASSWORD });
  const owner = new Visitor(server.url);
  await until('the owner has the configured password', async () => (await owner.signIn(OWNER_PASSWORD)).status === 303);
  await server.stop();
});
