/** docs/dependencies.md says of every package of package.json what it is for, and of no other. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { root } from '../support/paths.ts';

const page = await Bun.file(join(root, 'docs/dependencies.md')).text();

/** Package, version and licence of each row below a heading. */
function rowsBelow(heading: string): string[][] {
  const [, section = ''] = page.split(`## ${heading}\n`);
  const [table] = section.split('\n## ');
  return [...table!.matchAll(/^\| `([^`]+)` (\S+) \|.*\| ([^|]+) \| [^|]* \|$/gm)].map(
    ([, ...cells]) => cells as string[],
  );
}

const TABLES = [
  ['In the program', manifest.dependencies],
  ['For building, tests and the bench', manifest.devDependencies],
] as const;

test.each(TABLES)('%s: each package has its row, with its version', (heading, packages) => {
  expect(rowsBelow(heading).map(([name, version]) => [name, version])).toEqual(Object.entries(packages));
});

test('the licence in a row is that of the installed package', async () => {
  for (const [name, , licence] of TABLES.flatMap(([heading]) => rowsBelow(heading))) {
    const { license } = await Bun.file(join(root, 'node_modules', name!, 'package.json')).json();
    if (!license.startsWith('SEE ')) expect([name, licence]).toEqual([name, license]);
  }
});
