/** Commands without a database: they make none, and say where they looked and what is near. */
import { expect, test } from 'bun:test';
import { chmodSync, existsSync } from 'node:fs';
import { command } from '../../support/command.ts';
import { program } from '../../support/program.ts';
import { copyEmptyDatabase, tempDir } from '../../support/temp.ts';

const COMMANDS = [
  ['keys', 'list'],
  ['keys', 'show', '1'],
  ['keys', 'issue', '--scope', 'all', '--name', 'x'],
  ['keys', 'rotate', '1'],
  ['keys', 'revoke', '1'],
  ['operator', 'password'],
  ['tariff', 'lists', '--data-dir', 'var'],
  ['tariff', 'lookup', '7616.99.5190', '--data-dir', 'var'],
  ['entry', 'revoke', '5f0c5e7e-0000-4000-8000-000000000000'],
  ['entry', 'export', '--since', '2026-01-01'],
];

test.each(COMMANDS)('portside %s %s makes no database, and says where it looked', async (...args) => {
  const dir = tempDir();
  const { code, stdout, stderr } = await command(args.filter(Boolean), dir);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toStartWith(`There is no database in ${dir}/var. Name the folder of the server with --data-dir`);
  expect(existsSync(`${dir}/var`)).toBe(false);
});

test('a mistyped folder is answered with the databases beside it, the likeliest first', async () => {
  const dir = tempDir();
  for (const name of ['staging', 'portside-data', 'other']) copyEmptyDatabase(`${dir}/${name}`);
  const { code, stderr } = await command(['keys', 'list', '--data-dir', './portside-dta'], dir);
  expect(code).toBe(1);
  expect(stderr).toMatch(/There is one in \.\/portside-data, .*: name it with --data-dir\./);
  expect(existsSync(`${dir}/portside-dta`)).toBe(false);
});

/** Root may read everything. Without these two capabilities it is refused like any other user. */
const refused = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : [];

test('a folder that may not be read is not called missing', async () => {
  const dir = tempDir();
  copyEmptyDatabase(`${dir}/var`);
  chmodSync(`${dir}/var`, 0);
  const child = Bun.spawnSync([...refused, ...program, 'keys', 'list'], {
    cwd: dir,
    env: { PATH: process.env.PATH, HOME: dir },
  });
  chmodSync(`${dir}/var`, 0o700);
  expect(child.exitCode).toBe(1);
  expect(child.stderr.toString()).toContain('may not be read. Run this command as the user of the server.');
});

test('without a database the lists of the binary answer, unless a folder was named', async () => {
  const dir = tempDir();
  const { code, stdout, stderr } = await command(['tariff', 'lookup', '7616.99.5190', '--json'], dir);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toHaveLength(1);
  expect(stderr).toBe('There is no database here. The lists inside this binary answer.\n');
  expect(existsSync(`${dir}/var`)).toBe(false);
});
