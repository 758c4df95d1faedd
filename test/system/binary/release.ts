/**
 * The files beside the compiled file: its checksum and its component list.
 *   PORTSIDE_BIN=dist/portside bun test ./test/system/binary/release.ts
 */
import { expect, test } from 'bun:test';
import { dirname, join, resolve } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { type Bom, fullName, licenceOf, PERMITTED_LICENCES } from '../../../deploy/sbom.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { root } from '../../support/paths.ts';

const built = process.env.PORTSIDE_BIN;
if (!built) throw new Error('PORTSIDE_BIN names no binary; run `bun run build` first.');
const dist = dirname(resolve(built));
const text = await Bun.file(join(dist, 'portside.cdx.json')).text();
const bom = JSON.parse(text) as Bom;

/** The libraries of distroless/base: glibc without C++. */
const SYSTEM_LIBRARIES = [
  'ld-linux-aarch64.so.1',
  'ld-linux-x86-64.so.2',
  'libc.so.6',
  'libdl.so.2',
  'libm.so.6',
  'libpthread.so.0',
];

test('the checksums are those of the files', async () => {
  const sums = (await Bun.file(join(dist, 'portside.sha256')).text()).trim().split('\n');
  expect(sums.map((line) => line.split('  ')[1])).toEqual(['portside', 'portside.cdx.json']);
  for (const line of sums) {
    const [sum, name] = line.split('  ');
    const bytes = await Bun.file(join(dist, name!)).bytes();
    expect(new Bun.CryptoHasher('sha256').update(bytes).digest('hex')).toBe(sum!);
  }
  expect(bom.metadata.component.hashes).toEqual([{ alg: 'SHA-256', content: sums[0]!.split('  ')[0]! }]);
});

test('the component list is CycloneDX 1.6, without the time or place of the build', async () => {
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)).toBeNull();
  // The validator rejects a broken list.
  const broken = text.replace('"type": "platform"', '"type": "nothing"');
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(broken)).not.toBeNull();
  expect(text).not.toMatch(/timestamp|serialNumber/);
  expect(text).not.toContain(root);
});

test('it names every dependency of package.json at its exact version, the runtime and the lists', () => {
  const named = new Set(bom.components.map((component) => `${fullName(component)}@${component.version}`));
  const wanted = Object.entries(manifest.dependencies).map(([name, version]) => `${name}@${version}`);
  expect(wanted.filter((name) => !named.has(name))).toEqual([]);
  expect(named).toContain(`bun@${manifest.engines.bun}`);
  const lists = bom.components.filter(({ type }) => type === 'data').map(({ name }) => name);
  expect(lists).toContain('data/tariff/note-16c.json');
  expect(lists).toContain('data/entry/cpsc-rules.json');
});

test('every component has a licence that permits redistribution', () => {
  const licences = bom.components.map((component) => [fullName(component), licenceOf(component)]);
  expect(licences.filter(([, licence]) => !licence || !PERMITTED_LICENCES.includes(licence))).toEqual([]);
});

test('the file needs only the system libraries of the smallest container with glibc', () => {
  const { stdout, exitCode } = Bun.spawnSync(['ldd', built]);
  expect(exitCode).toBe(0);
  const needed = [...stdout.toString().matchAll(/^\s*(?:\S*\/)?([^/\s]+\.so\.\d+)/gm)].map(([, name]) => name!);
  expect(needed).toContain('libc.so.6');
  expect(needed.filter((name) => name !== 'linux-vdso.so.1' && !SYSTEM_LIBRARIES.includes(name))).toEqual([]);
});

test('it holds no path of the build machine', async () => {
  const bytes = Buffer.from(await Bun.file(built).arrayBuffer());
  expect(bytes.includes(root)).toBe(false);
});
