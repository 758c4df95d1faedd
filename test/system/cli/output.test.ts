/** Output that cannot be written, wrong files and long values: one sentence, the right exit code, and never a stack. */
import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { command } from '../../support/command.ts';
import { program } from '../../support/program.ts';
import { copyEmptyDatabase, tempDir } from '../../support/temp.ts';

const dir = tempDir();
copyEmptyDatabase(`${dir}/var`);
mkdirSync(`${dir}/folder`);
writeFileSync(`${dir}/one.csv`, '7326.90.8688\n');

const STACK = /\n\s+at |portside failed/;

/** Commands that print. */
const PRINTING = [
  ['--help'],
  ['keys', 'list'],
  ['keys', 'list', '--format', 'csv'],
  ['entry', 'export', '--since', '2026-01-01'],
  ['operators', 'audit'],
  ['tariff', 'lookup', '7326.90.8688'],
  ['tariff', 'lists', '--json'],
  ['openapi', 'v1'],
  ['completion', 'zsh'],
];

function shell(line: string, args: string[]) {
  const child = Bun.spawnSync(['bash', '-c', line, 'bash', ...program, ...args], {
    cwd: dir,
    env: { PATH: process.env.PATH, HOME: dir, NODE_ENV: 'production' },
    timeout: 30_000,
  });
  return { code: child.exitCode, stdout: child.stdout.toString(), stderr: child.stderr.toString() };
}

test.if(process.platform === 'linux').each(PRINTING)(
  'a full disk under the output is said and fails: %s %s %s',
  (...args) => {
    const { code, stderr } = shell('"$@" > /dev/full', args);
    expect(stderr).toContain('The output cannot be written: the disk is full.');
    expect(stderr).not.toMatch(STACK);
    expect(code).toBe(1);
  },
);

test.each(PRINTING)('a reader that goes away is no failure: %s %s %s', (...args) => {
  const { code, stderr } = shell('set -o pipefail; "$@" | true', args);
  expect(stderr).not.toMatch(STACK);
  expect(code).toBe(0);
});

test.each([
  [['keys', 'issue', '--from', 'PATH']],
  [['keys', 'revoke', '--from', 'PATH']],
  [['tariff', 'lookup', 'PATH']],
  [['tariff', 'verify', 'PATH']],
  [['tariff', 'import', 'PATH']],
  [['entry', 'generate', 'PATH', '--base-url', 'http://127.0.0.1']],
  [['entry', 'verify', 'PATH']],
  [['restore', 'PATH', '--unsigned']],
  [['restore', 'one.csv', '--key', 'PATH']],
])('%p names a file that is not there, and a folder in its place', async (args) => {
  for (const [path, cause] of [
    ['./nothing.csv', /does not exist/],
    ['./folder', /is a folder|is not a regular file/],
  ] as const) {
    const { code, stdout, stderr } = await command(
      args.map((arg) => (arg === 'PATH' ? path : arg)),
      dir,
    );
    expect(stderr).toContain(path);
    expect(stderr).toMatch(cause);
    expect(stderr).not.toMatch(STACK);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  }
});

test('a pipe and a device in place of a file are refused, and nothing waits', async () => {
  const pipe = `${dir}/pipe.csv`;
  expect(Bun.spawnSync(['mkfifo', pipe]).exitCode).toBe(0);
  for (const args of [
    ['keys', 'issue', '--from'],
    ['tariff', 'lookup'],
    ['tariff', 'audit'],
    ['tariff', 'verify'],
    ['tariff', 'import'],
    ['tariff', 'read-notes'],
    ['entry', 'verify'],
    ['entry', 'batch', '-o', 'made', '--base-url', 'http://127.0.0.1'],
    ['entry', 'codes', 'import'],
  ]) {
    for (const path of [pipe, '/dev/zero']) {
      const { code, stderr } = await command([...args, path], dir);
      expect([args, stderr.trim().split('\n').at(-1), code]).toEqual([args, `${path} is not a regular file.`, 1]);
    }
  }
});

test('a million codes on one line are counted, not a fault of ours', async () => {
  writeFileSync(`${dir}/line.txt`, '7318152065 '.repeat(1_000_000));
  const { code, stderr } = await command(['tariff', 'lookup', 'line.txt'], dir);
  expect(stderr).toContain('These are 1000000 codes.');
  expect(code).toBe(1);
});

test('a file name cannot steer the terminal, in any format', async () => {
  mkdirSync(`${dir}/theme/layout`, { recursive: true });
  mkdirSync(`${dir}/theme/snippets`);
  writeFileSync(`${dir}/theme/layout/theme.liquid`, '<html></html>');
  writeFileSync(`${dir}/theme/snippets/a\u001b]0;title\u0007\u009b31m.liquid`, "<script>fbq('init','1')</script>");
  for (const format of ['table', 'csv', 'json']) {
    const { stdout, stderr } = await command(
      ['pixel', 'theme', 'theme', '--format', format, '--fail-on', 'never'],
      dir,
    );
    expect(stdout).toContain('snippets/a');
    expect(`${stdout}${stderr}`).not.toMatch(/[^\P{Cc}\t\r\n]/u);
  }
});

test('a file in place of the data folder is named by commands that make one', async () => {
  for (const args of [
    ['restore', 'one.csv', '--unsigned'],
    ['migrate', 'from', 'postgres://127.0.0.1:1/x'],
    ['serve', '--port', '0'],
  ]) {
    const { code, stderr } = await command([...args, '--data-dir', 'one.csv'], dir);
    expect(stderr).toMatch(/one\.csv.* is not a (folder|backup)/);
    expect(code).toBe(1);
  }
});

test('a host that does not resolve is one sentence', async () => {
  const { code, stderr } = await command(['serve', '--port', '0', '--host', 'nothing.invalid'], dir);
  expect(stderr).toMatch(/^Portside cannot listen at nothing\.invalid, port 0: /m);
  expect(stderr).not.toMatch(STACK);
  expect(code).toBe(1);
});

test.each([
  [['keys', 'show'], 2],
  [['entry', 'revoke'], 1],
  [['operators', 'add'], 1],
  [['openapi'], 2],
  [['pixel', 'scan'], 1],
])('%p cuts a very long value, and takes its control characters out', async (args, code) => {
  const outcome = await command([...args, `\u001b[2J${'x'.repeat(5000)}`], dir);
  expect(outcome.stderr.length).toBeLessThan(600);
  expect(outcome.stderr).not.toContain('\u001b');
  expect(outcome.code).toBe(code);
});
