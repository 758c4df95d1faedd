/** `portside tariff read-notes` as a program: what it prints and writes, and when its exit code is 1. */
import { expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedTariff } from '../../../src/tariff/embedded.ts';
import { chapter99, listsInForce, NOTES_FORMS } from '../../support/chapter-99.ts';
import { command } from '../../support/command.ts';
import { tempDir } from '../../support/temp.ts';

const DAY = '2026-12-01';
const data = embeddedTariff();

function notesFile(
  dir: string,
  change: (lists: ReturnType<typeof listsInForce>) => void = () => {},
  form = NOTES_FORMS[0]!,
): string {
  const lists = listsInForce(data, DAY);
  change(lists);
  const path = join(dir, `notes.${form}`);
  writeFileSync(path, chapter99(lists, form));
  return path;
}

test.each([...NOTES_FORMS])('notes as held: nothing is proposed (%s)', async (form) => {
  const dir = tempDir();
  const file = notesFile(dir, undefined, form);
  const { code, stdout } = await command(['tariff', 'read-notes', file, '--effective', DAY], dir);
  expect(stdout).toMatch(/All 25 lists that were read are as held\./);
  expect(code).toBe(0);
});

test('a proposal is written, can be imported, and is never written over', async () => {
  const dir = tempDir();
  const file = notesFile(dir, (lists) => lists.get('16(c)(vii)')!.digits.push('82019060'));
  const args = ['tariff', 'read-notes', file, '--effective', DAY];
  const first = await command(args, dir);
  expect(first.code).toBe(0);
  expect(first.stdout).toContain('+ new: 8201.90.60');
  expect(first.stderr).toContain('Nothing is imported yet.');
  const proposal = join(dir, `note-16c-${DAY}.json`);
  expect(JSON.parse(readFileSync(proposal, 'utf8'))).toMatchObject({ list_id: 'note-16c', as_of: DAY });
  const verified = await command(['tariff', 'verify', proposal], dir);
  expect(verified.code).toBe(0);
  expect(verified.stdout).toContain('8201.90.60');

  const again = await command(args, dir);
  expect(again.code).toBe(1);
  expect(again.stderr).toContain('is there already');
  const json = await command([...args, '--json', '--out', tempDir()], dir);
  expect(JSON.parse(json.stdout)).toMatchObject({
    effective: DAY,
    proposals: [{ list_id: 'note-16c', file: expect.stringContaining(`note-16c-${DAY}.json`) }],
  });
});

test('what cannot be read for certain makes the exit code 1, names the line, and writes nothing', async () => {
  const dir = tempDir();
  const file = notesFile(dir);
  writeFileSync(file, readFileSync(file, 'utf8').replace('(iv) Articles', 'Articles'));
  const { code, stderr } = await command(['tariff', 'read-notes', file, '--effective', DAY], dir);
  expect(code).toBe(1);
  expect(stderr).toMatch(/line \d+: 16\(c\): the anchor "\(iv\)" is missing/);
  expect(stderr).not.toContain('    at ');
  expect(existsSync(join(dir, `note-16c-${DAY}.json`))).toBe(false);
  const missing = await command(['tariff', 'read-notes', join(dir, 'nothing')], dir);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('cannot be read')]);
});

test('a list that Portside does not hold is printed, and makes the exit code 1', async () => {
  const dir = tempDir();
  const file = notesFile(dir, (lists) => {
    const anchor = { note: '43(c)(5)', heading: '9903.08.22', programme: 'uas' };
    lists.set(anchor.note, { anchor, digits: ['88079010'] });
  });
  const { code, stdout, stderr } = await command(['tariff', 'read-notes', file, '--effective', DAY], dir);
  expect(code).toBe(1);
  expect(stdout).toContain('43(c)(5)');
  expect(stderr).toContain('lists that Portside does not hold: 43(c)(5)');
});
