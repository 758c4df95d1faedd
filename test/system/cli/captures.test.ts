/**
 * What the ten most used commands show in a terminal of 80 columns equals `test/golden/terminal`. After a wanted change, run
 * `bun test/system/cli/write-captures.ts` and read the difference.
 */
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/paths.ts';
import { tempDir } from '../../support/temp.ts';
import { COMMANDS, captureCommands, plain } from '../../support/terminal-captures.ts';

const GOLDEN = join(root, 'test/golden/terminal');
const captures = await captureCommands(tempDir());

test('there is one golden for each command, and no other', () => {
  expect(readdirSync(GOLDEN).sort()).toEqual(
    Object.keys(COMMANDS)
      .map((name) => `${name}.txt`)
      .sort(),
  );
});

test.each(Object.entries(COMMANDS))('%s: portside %s', (name) => {
  const text = plain(captures.get(name)!);
  expect(text).toBe(readFileSync(join(GOLDEN, `${name}.txt`), 'utf8'));
  // The first line is the command. A terminal would wrap it.
  const lines = text.split('\n').slice(1);
  // An address is never split.
  for (const line of lines) if (!line.includes('https://')) expect(line.length).toBeLessThanOrEqual(80);
});

test('nothing but colours and text reaches the terminal', () => {
  for (const capture of captures.values()) expect(capture.replace(/\u001b\[\d+m/g, '')).not.toMatch(/[^\P{Cc}\n]/u);
});
