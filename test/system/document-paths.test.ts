/** Every path and every relative link in the Markdown files leads somewhere: a move must not leave a reader with a dead one. */
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../support/paths.ts';

/** `src/http/`, `docs/tariff.md`, `src/adapters/*`, `src/limits/{journal,group-limiter}.ts`; not as a part of another path. */
const PATH = /(?<![\w./@-])(?:src|test|docs|bench|deploy|clients|data)\/[\w./*{},@-]*/g;
const LINK = /\]\(([^)#\s]+)(?:#[^)\s]*)?\)|<img src="([^"]+)"/g;

const tracked = Bun.spawnSync(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
const files = tracked.stdout
  .toString()
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const documents = files.filter((file) => file.endsWith('.md'));

test('every path in a Markdown file exists', async () => {
  expect(documents.length).toBeGreaterThan(30);
  const missing: string[] = [];
  let found = 0;
  for (const document of documents) {
    for (const path of pathsIn(withoutOldNames(await Bun.file(join(root, document)).text()))) {
      found++;
      if (!isThere(path)) missing.push(`${document}: ${path}`);
    }
  }
  expect(missing).toEqual([]);
  expect(found).toBeGreaterThan(100);
});

test('every relative link in a Markdown file leads somewhere', async () => {
  const missing: string[] = [];
  let found = 0;
  for (const document of documents) {
    for (const [, link, image] of (await Bun.file(join(root, document)).text()).matchAll(LINK)) {
      const target = link ?? image!;
      // The reference is a page of the program, not a file. The tests of `/docs` follow links to it.
      if (/^\w+:/.test(target) || target.startsWith('../reference/')) continue;
      found++;
      if (!existsSync(join(root, dirname(document), target))) missing.push(`${document}: ${target}`);
    }
  }
  expect(missing).toEqual([]);
  expect(found).toBeGreaterThan(50);
});

test('a path that does not exist is noticed, and one in a column "before" is not', () => {
  const table = '| before | after |\n|---|---|\n| `src/old.ts` | `src/new.ts` |\n\n`src/gone/`, and src/main.ts.';
  const paths = pathsIn(withoutOldNames(table));
  expect(paths).toEqual(['src/new.ts', 'src/gone/', 'src/main.ts']);
  expect(paths.filter((path) => !isThere(path))).toEqual(['src/new.ts', 'src/gone/']);
});

/** A sentence may end after a path. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(PATH)].map(([path]) => path.replace(/[.,]+$/, ''));
}

function isThere(path: string): boolean {
  if (!/[*{]/.test(path)) return existsSync(join(root, path));
  const glob = new Bun.Glob(path);
  return files.some((file) => glob.match(file));
}

/** Tables that list old and new names have the old ones in a first column called "before". */
function withoutOldNames(text: string): string {
  let inTable = false;
  return text
    .split('\n')
    .map((line) => {
      if (!line.startsWith('|')) inTable = false;
      else if (/^\| *before *\|/.test(line)) inTable = true;
      return inTable ? line.replace(/^\|[^|]*\|/, '|') : line;
    })
    .join('\n');
}

test('every picture is shown somewhere, is small, and is one that the command for pictures writes', async () => {
  const texts = await Promise.all(documents.map((document) => Bun.file(join(root, document)).text()));
  const shown = new Set(texts.flatMap((text) => [...text.matchAll(/images\/([\w-]+\.png)/g)].map(([, name]) => name!)));
  const pictures = files
    .filter((file) => file.startsWith('docs/images/'))
    .map((file) => file.slice('docs/images/'.length));
  expect(pictures.sort()).toEqual([...shown].sort());
  for (const name of pictures)
    expect([name, Bun.file(join(root, 'docs/images', name)).size < 200_000]).toEqual([name, true]);
  const writer = await Bun.file(join(root, 'test/system/browser/write-images.ts')).text();
  for (const name of pictures) {
    const [family, page] = name.replace('.png', '').split('-') as [string, string?];
    expect(writer).toContain(family);
    if (family === 'operator')
      expect([name, new RegExp(`[ {]${page}: '/operator/`).test(writer) || page === 'issued']).toEqual([name, true]);
  }
});
