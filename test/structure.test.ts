/** Dependencies point one way, and every room has its header. */
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join, normalize } from 'node:path';

const src = join(import.meta.dir, '../src');

/** A room may import from itself, from rooms that stand below it, and from the leaves. */
const BELOW: Record<string, string[]> = {
  main: ['cli', 'config'],
  cli: ['app', 'http', 'operator', 'public', 'tariff', 'pixel', 'entry', 'keys', 'usage', 'storage', 'log'],
  app: ['http', 'operator', 'public', 'tariff', 'pixel', 'entry', 'keys', 'usage', 'storage', 'log'],
  http: ['keys', 'usage', 'storage', 'log'],
  operator: ['http', 'tariff', 'pixel', 'entry', 'keys', 'usage', 'storage', 'log'],
  public: ['http', 'tariff', 'pixel', 'entry', 'keys', 'usage', 'storage', 'log'],
  tariff: ['storage'],
  pixel: ['storage'],
  entry: ['storage'],
  keys: ['usage', 'storage'],
  usage: ['storage'],
  storage: [],
};
const LEAVES = ['errors', 'clock', 'config', 'network', 'assets', 'buckets'];
/** The one file of a product that knows Elysia also knows how the edge speaks to it. */
const ROUTES_MAY_ALSO = ['http', 'keys', 'usage'];

const room = (path: string) => path.split('/')[0]!.replace(/\.ts$/, '');

test('imports only point downwards, products never import each other, and only routes.ts knows Elysia', async () => {
  const wrong: string[] = [];
  for await (const file of new Bun.Glob('**/*.{ts,tsx}').scan(src)) {
    const from = room(file);
    const allowed = [from, ...LEAVES, ...(BELOW[from] ?? [])];
    if (file.endsWith('/routes.ts')) allowed.push(...ROUTES_MAY_ALSO);
    const text = await Bun.file(join(src, file)).text();
    for (const [, target] of text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
      if (target!.startsWith('.')) {
        const path = normalize(join(file, '..', target!));
        if (path.startsWith('..')) continue;
        if (!allowed.includes(room(path))) wrong.push(`${file} imports ${target}`);
      } else if (/^(elysia|@elysiajs\/)/.test(target!)) {
        const mayKnow = ['http', 'operator', 'public', 'app'].includes(from) || file.endsWith('/routes.ts');
        if (!mayKnow) wrong.push(`${file} imports ${target}`);
      } else if (/^(bun:sqlite|pg|drizzle-orm.*)$/.test(target!) && from !== 'storage')
        wrong.push(`${file} imports ${target}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('no file of src leads back to itself through its imports', async () => {
  const imports = new Map<string, string[]>();
  for await (const file of new Bun.Glob('**/*.ts').scan(src)) {
    const text = await Bun.file(join(src, file)).text();
    const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
    imports.set(
      file,
      targets.map(([, target]) => normalize(join(file, '..', target!))),
    );
  }
  const cleared = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, way: string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' > '));
    if (way.includes(file) || cleared.has(file)) return;
    for (const target of imports.get(file) ?? []) walk(target, [...way, file]);
    cleared.add(file);
  };
  for (const file of imports.keys()) walk(file, []);
  expect(circles).toEqual([]);
});

test('every folder of src opens with a header of at most 30 lines', async () => {
  for (const name of Object.keys(BELOW)) {
    if (!existsSync(join(src, name))) continue;
    const header = Bun.file(join(src, name, 'README.md'));
    expect([name, await header.exists()]).toEqual([name, true]);
    expect((await header.text()).split('\n').length).toBeLessThanOrEqual(30);
  }
});

test('no file of src is over 400 lines unless its top says why', async () => {
  for await (const file of new Bun.Glob('**/*.{ts,tsx}').scan(src)) {
    const text = await Bun.file(join(src, file)).text();
    if (text.split('\n').length > 400)
      expect([file, text.slice(0, 1000)]).toEqual([file, expect.stringContaining('over 400')]);
  }
});
