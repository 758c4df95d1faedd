/** The command line: results and secrets on standard output, messages on standard error, exit codes 0, 1 and 2. */
import { expect, test } from 'bun:test';
import { command } from '../../support/command.ts';
import { run } from '../../support/program.ts';
import { copyEmptyDatabase, tempDir } from '../../support/temp.ts';

function databaseDir(): string {
  const dir = tempDir();
  copyEmptyDatabase(`${dir}/var`);
  return dir;
}

/** Arguments, exit code, and what standard output and standard error hold: nothing, or a match. */
const OUTCOMES: [args: string[], code: number, stdout: '' | RegExp, stderr: '' | RegExp][] = [
  [['version'], 0, /^portside \d/, ''],
  [['--help'], 0, /keys/, ''],
  [['help', 'keys'], 0, /^Usage: portside keys .*rotate/s, ''],
  [['help', 'keys', 'issue'], 0, /^Usage: portside keys issue .*--per-minute/s, ''],
  [[], 2, '', /Usage/],
  [['frobnicate'], 2, '', /unknown command/],
  [['keys', 'issue', '--scope', 'all'], 2, '', /--name/],
  [['keys', 'issue', '--scope', 'moon', '--name', 'x'], 2, '', /scope/],
  [['keys', 'issue', '--scope', 'all', '--name', 'x', '--per-minute', '0'], 2, '', /whole number/],
  [
    ['keys', 'issue', '--scope', 'all', '--name', 'x', '--allow-network', '10.0.0.0/33'],
    2,
    '',
    /--allow-network: .*not a network/,
  ],
  [['keys', 'issue', '--scope', 'all', '--name', 'x', '--allow-network'], 2, '', /argument missing/],
  [['keys', 'show', 'abc'], 2, '', /does not name a key/],
  [['keys', 'edit', '1'], 2, '', /name what to change/],
  [['keys', 'edit', '1', '--expires', 'soon'], 2, '', /--expires.*not an expiry/],
  [['keys', 'issue', '--from', 'x.csv', '--name', 'x'], 2, '', /cannot be used with/],
  [['keys', 'issue', '--from', 'x.csv'], 1, '', /x.csv cannot be read: it does not exist/],
  [['keys', 'revoke'], 2, '', /name one key, or --from/],
  [['keys', 'show', '99'], 1, '', /no key 99/],
  [['keys', 'revoke', '99'], 1, '', /no key 99/],
  [['keys', 'rotate', '1', '--overlap', 'soon'], 2, '', /duration/],
  [['serve', '--port', '70000'], 2, '', /--port: "70000" is not valid/],
  [['openapi', 'v1'], 0, /^openapi: 3\.0\.3\n/, ''],
  [['openapi', 'v0'], 0, /^\{\n {2}"openapi": "3\.1\.0"/, ''],
  [['openapi', 'v2'], 0, /^\{\n {2}"openapi": "3\.1\.0"/, ''],
  [['openapi', 'v3'], 2, '', /v1, v2, v0/],
];

/** The rows of which the outcome of the runner is another one. */
async function wrongOutcomes(rows: typeof OUTCOMES, runner: typeof run) {
  const dir = databaseDir();
  const holds = (text: string, expected: '' | RegExp) => (expected === '' ? text === '' : expected.test(text));
  const wrong: unknown[] = [];
  for (const [args, code, stdout, stderr] of rows) {
    const outcome = await runner(args, dir);
    if (outcome.code !== code || !holds(outcome.stdout, stdout) || !holds(outcome.stderr, stderr))
      wrong.push([args, outcome]);
  }
  return wrong;
}

test('each command has its exit code, prints results on standard output and messages on standard error', async () => {
  expect(await wrongOutcomes(OUTCOMES, command)).toEqual([]);
});

test.each(['version', 'frobnicate', 'keys show 99', 'serve --port 70000', 'openapi v1'])(
  'so does the program as a process: %s',
  async (line) => {
    const rows = OUTCOMES.filter(([args]) => args.join(' ') === line);
    expect(rows).toHaveLength(1);
    expect(await wrongOutcomes(rows, run)).toEqual([]);
  },
);

test('issue, show, rotate and revoke print their result as JSON, and the key only when it is issued', async () => {
  const dir = databaseDir();
  const json = async (...args: string[]) => JSON.parse((await command([...args, '--json'], dir)).stdout);
  const issued = await json('keys', 'issue', '--scope', 'pixel', '--name', 'Agency', '--notes', 'delegate:on');
  expect(issued).toMatchObject({ id: 1, scope: 'pixel', notes: 'delegate:on', name: 'Agency', status: 'active' });
  expect(issued.key).toMatch(/^svc_[0-9A-Za-z]{24}$/);
  const shown = await command(['keys', 'show', '1', '--json'], dir);
  expect(JSON.parse(shown.stdout)).toMatchObject({ id: 1, usage: { minute: 0, today: 0, total: 0 } });
  expect(shown.stdout).not.toContain(issued.key);
  const rotated = await json('keys', 'rotate', '1', '--overlap', '1h');
  expect(rotated).toMatchObject({ id: 2, rotated_from: 1, lineage: 1 });
  expect(await json('keys', 'revoke', '2')).toMatchObject({ id: 2, status: 'revoked' });
  expect((await json('keys', 'list')).map((key: { status: string }) => key.status)).toEqual(['revoked', 'rotating']);
});

test('a key that the beta refuses is issued with a warning and the command that enrols it', async () => {
  const dir = databaseDir();
  const issue = ['keys', 'issue', '--scope', 'all', '--name', 'a'];
  const text = /^Key 1 is not enrolled in the beta.* portside keys edit 1 --delegate on$/m;
  expect((await command([...issue, '--json'], dir)).stderr).toMatch(text);
  expect((await command(['keys', 'rotate', '1'], dir)).stderr).toContain('portside keys edit 2 --delegate on');
  expect((await command([...issue, '--notes', 'delegate:on'], dir)).stderr).not.toContain('enrol');
});

test('control characters in the name of a key do not reach the terminal', async () => {
  const dir = databaseDir();
  await command(['keys', 'issue', '--scope', 'all', '--name', 'a\u001b[2Jb'], dir);
  const { stdout } = await command(['keys', 'list'], dir);
  expect(stdout).not.toContain('\u001b');
});

test('the error about an unknown key in portside.toml names the key', async () => {
  const dir = tempDir();
  await Bun.write(`${dir}/portside.toml`, 'prot = 9999\n');
  const outcome = await command(['keys', 'list'], dir);
  expect(outcome.code).toBe(2);
  expect(outcome.stderr).toContain('unknown setting "prot"');
});

test('the server does not start with invalid trusted proxies', async () => {
  const outcome = await command(['serve', '--port', '0'], tempDir(), { PORTSIDE_TRUST_PROXY: 'everybody' });
  expect([outcome.code, outcome.stderr.includes('PORTSIDE_TRUST_PROXY: "everybody" is not valid')]).toEqual([2, true]);
});

test('the operator password is read from a pipe, and a short one is refused', async () => {
  const dir = databaseDir();
  const set = await command(['operator', 'password'], dir, {}, 'a long enough password\n');
  expect([set.code, set.stdout]).toEqual([0, '']);
  expect((await command(['operator', 'password'], dir, {}, 'short\n')).code).toBe(1);
  const made = await command(['operator', 'password'], dir, {}, '');
  expect(made.stdout).toMatch(/^[2-9a-hj-km-np-z]{5}(-[2-9a-hj-km-np-z]{5}){3}\n$/);
});

test('migrate up applies what migrate status lists, and a database of a newer version is refused', async () => {
  const dir = tempDir();
  expect((await command(['migrate', 'status'], dir)).stderr).toStartWith('There is no database in ');
  await Bun.write(`${dir}/var/portside.db`, '');
  expect((await command(['migrate', 'status'], dir)).stdout).toMatch(/0000_ground\s+no/);
  expect((await command(['migrate', 'up'], dir)).stdout).toMatch(/0000_ground\s+20/);
  const { Database } = await import('bun:sqlite');
  const database = new Database(`${dir}/var/portside.db`);
  database.run("INSERT INTO migrations VALUES ('9999_future', 'x', 0)");
  database.close();
  const outcome = await command(['keys', 'list'], dir);
  expect(outcome.code).toBe(1);
  expect(outcome.stderr).toContain('a newer version of Portside');
});

test('a database that cannot be used is reported in one sentence without a stack', async () => {
  const dir = tempDir();
  await Bun.write(`${dir}/taken`, 'a file where the data folder should be');
  await Bun.write(`${dir}/broken/portside.db/in-the-way`, 'a folder where the database should be');
  for (const [folder, message] of [
    ['./taken/var', './taken/var is not a folder.'],
    ['./broken', 'broken/portside.db cannot be used: '],
  ] as const) {
    const { code, stdout, stderr } = await command(['keys', 'list', '--data-dir', folder], dir);
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1]);
    expect(stderr).toStartWith(message);
  }
});
