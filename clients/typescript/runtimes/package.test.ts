/** What is published: the files, what they say of themselves, and what is left of the client when a user bundles and minifies it. */
import { afterAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import own from '../package.json';
import { bundle } from './bundle.ts';
import { run, tool, user } from './user.ts';

const owner = await user();
afterAll(owner.remove);

const NODES = ['node-oldest', 'node-newest'] as const;
const RUNTIMES = { ...Object.fromEntries(NODES.map((name) => [name, [tool(name)]])), Bun: [process.execPath] };
const ALL = { ...RUNTIMES, Deno: [tool('deno'), 'run', '--quiet', '--allow-all'] };

describe('the packed file', () => {
  test('has the program, its types and three texts, and nothing else', async () => {
    const files = (await run(['tar', '-tzf', owner.packed], owner.folder)).trim().split('\n');
    const others = files.filter((file) => !/^package\/dist\/(esm|cjs)\/[\w/-]+(\.js|\.d\.ts)$/.test(file));
    expect(others.sort()).toEqual([
      'package/CHANGELOG.md',
      'package/LICENSE',
      'package/README.md',
      'package/dist/cjs/package.json',
      'package/dist/esm/package.json',
      'package/package.json',
    ]);
  });

  test('every export is a file', async () => {
    const { '.': main, './testing': testing } = own.exports;
    const paths = [main, testing].flatMap((entry) => [...Object.values(entry.import), ...Object.values(entry.require)]);
    for (const path of [...paths, own.main, own.module, own.types]) {
      expect(await Bun.file(join(owner.folder, 'node_modules/@portside/client', path)).exists()).toBe(true);
    }
  });

  test('the types are those of the module system that asks, in every way to find modules', async () => {
    const said = await run([tool('node-newest'), tool('attw'), owner.packed, '--format', 'json'], owner.folder);
    const { analysis } = JSON.parse(said);
    expect(Object.keys(analysis.entrypoints)).toEqual(['.', './testing', './package.json']);
    expect(analysis.problems).toEqual([]);
  });

  test('needs no other package and runs nothing when it is installed', () => {
    expect(Object.keys(own).filter((field) => /dependencies$/i.test(field))).toEqual(['devDependencies']);
    expect(Object.keys(own.scripts).filter((script) => /install|prepare$/.test(script))).toEqual([]);
  });

  test('the version is that of the changelog and of the name in requests', async () => {
    expect(await Bun.file(join(import.meta.dir, '../CHANGELOG.md')).text()).toContain(`\n## ${own.version}\n`);
    expect(await Bun.file(join(import.meta.dir, '../src/caller.ts')).text()).toContain(
      `'portside-typescript/${own.version}'`,
    );
  });

  test('says where its source is', () => {
    expect(own.repository).toEqual({
      type: 'git',
      url: 'git+https://github.com/portside/portside.git',
      directory: 'clients/typescript',
    });
    expect(own.publishConfig).toEqual({ access: 'public', provenance: true });
  });
});

/** Its name is that of its parent, which is what a program handles. */
const NAMED_AS = { MixedUpError: 'ResponseError' } as Record<string, string>;

for (const [runtime, command] of Object.entries(ALL)) {
  test(`${runtime}: errors keep their names and classes when they are minified`, async () => {
    const file = await bundle(owner, 'errors', { format: 'esm', minify: true });
    const { seen, thrownIsApiKeyError } = JSON.parse(await run([...command, file], owner.folder));
    expect(thrownIsApiKeyError).toBe(true);
    expect(seen.length).toBeGreaterThanOrEqual(20);
    // Otherwise the minifier left the classes alone and nothing was tried.
    expect(seen.filter((one: { classIsNamed: string }) => one.classIsNamed.endsWith('Error'))).toEqual([]);
    for (const { exported, name, text, printed, isIt, isOurs } of seen) {
      const expected = NAMED_AS[exported] ?? exported;
      expect({ name, isIt, isOurs }).toEqual({ name: expected, isIt: true, isOurs: true });
      expect(text).toStartWith(`${expected}: `);
      expect(printed).toContain(expected);
    }
  });

  test(`${runtime}: printing a certificate or a new key does not print what only its owner may read`, async () => {
    const file = await bundle(owner, 'certificate', { format: 'esm', isClientExternal: true });
    const [first = '', ...printed] = (await run([...command, file], owner.folder)).split('\n');
    expect(JSON.parse(first)).toEqual({ kept: true });
    expect(printed.length).toBeGreaterThan(50);
    expect(printed.filter((line) => line.includes('planted-signature'))).toEqual([]);
    expect(printed.join('\n')).toContain('id-1');
  });
}

for (const format of ['esm', 'cjs'] as const) {
  for (const [runtime, command] of Object.entries(ALL)) {
    test(`${runtime}, ${format}: a test of a user runs with the fake, without network`, async () => {
      const file = await bundle(owner, 'fake', { format, isClientExternal: true });
      expect(JSON.parse(await run([...command, file], owner.folder))).toEqual({
        statuses: ['adjacent', 'hit', 'clear'],
        operations: ['lookupHtsCodes', 'readWatch', 'readWatch', 'readWatch'],
        waits: [0.5, 1],
        fault: 'ServerError',
        // The classes that the fake throws are those that the program imports.
        isServerError: true,
        isPortside: true,
      });
    });
  }
}
