/**
 * Writes what is in the binary beside it: `portside.cdx.json` (CycloneDX 1.6) and `portside.sha256`. The packages are those that
 * the bundler included, read from its metafile; the runtime and the data lists are added here. The same build gives the same
 * bytes, so there is no time and no serial number. A component under a licence that is not permitted stops the build.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

const DIST = join(import.meta.dir, '../dist');
const BINARY = join(DIST, 'portside');
const METAFILE = join(DIST, 'portside.meta.json');
const SBOM = join(DIST, 'portside.cdx.json');
const DATA = /^data\/.*\.json$/;

/** These may be redistributed inside a binary under Apache-2.0, with their notices. */
export const PERMITTED_LICENCES = [
  'Apache-2.0',
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT AND OFL-1.1',
  '(MIT OR Apache-2.0)',
  // As ISC without its condition: htmx.
  '0BSD',
  // Public domain: `fast-sha256`, which signs webhooks.
  'Unlicense',
];

/** Packages whose manifest names no SPDX licence. These were read in the LICENSE file of this version. */
const READ_BY_HAND = new Map([
  // Bitstream Vera and Arev have the same terms; the changes by DejaVu are in the public domain.
  ['dejavu-fonts-ttf@2.37.3', 'Bitstream-Vera'],
  ['png-js@2.0.0', 'MIT'],
]);

export interface Component {
  type: string;
  name: string;
  group?: string;
  version?: string;
  purl?: string;
  description?: string;
  'bom-ref'?: string;
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[];
  hashes?: { alg: string; content: string }[];
  components?: Component[];
}

export interface Bom {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

export const fullName = ({ group, name }: Component): string => (group ? `${group}/${name}` : name);

/** An SPDX id or expression; undefined if the package does not name one. */
export function licenceOf({ licenses }: Component): string | undefined {
  const [first] = licenses ?? [];
  return first && ('expression' in first ? first.expression : first.license.id);
}

async function sha256(path: string): Promise<string> {
  return new Bun.CryptoHasher('sha256').update(await Bun.file(path).bytes()).digest('hex');
}

async function packages(): Promise<Bom> {
  const tool = join(import.meta.dir, '../node_modules/.bin/cyclonedx-esbuild');
  const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, tool, '--output-reproducible', METAFILE], {
    cwd: join(import.meta.dir, '..'),
    stderr: 'pipe',
  });
  if (exitCode !== 0) throw new Error(`cyclonedx-esbuild: ${stderr}`);
  return JSON.parse(stdout.toString());
}

/** Bun reports these for programs written for Node, or was built with them. They are not in the binary at that version. */
const NOT_WITHIN = ['bun', 'modules', 'napi', 'node', 'openssl', 'unicode', 'uv', 'v8', 'zig'];

/** Bun and the libraries compiled into it, at the commits that Bun reports. */
function runtime(): Component {
  const { bun } = process.versions;
  return {
    type: 'platform',
    'bom-ref': `bun@${bun}`,
    name: 'bun',
    version: bun,
    purl: `pkg:npm/bun@${bun}`,
    description: 'JavaScript runtime, linked statically; holds JavaScriptCore under LGPL-2.0-or-later.',
    licenses: [{ license: { id: 'MIT' } }],
    components: Object.entries(process.versions)
      .filter(([name]) => !NOT_WITHIN.includes(name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, version]) => ({ type: 'library', 'bom-ref': `bun@${bun}/${name}`, name, version })),
  };
}

async function dataList(path: string): Promise<Component> {
  const file = join(import.meta.dir, '..', path);
  const { title, version } = await Bun.file(file).json();
  return {
    type: 'data',
    'bom-ref': path,
    name: path,
    ...(typeof version === 'string' && { version }),
    ...(typeof title === 'string' && { description: title }),
    hashes: [{ alg: 'SHA-256', content: await sha256(file) }],
    licenses: [{ license: { id: manifest.license } }],
  };
}

async function describe(): Promise<Bom> {
  const bom = await packages();
  for (const component of bom.components) {
    const id = READ_BY_HAND.get(`${fullName(component)}@${component.version}`);
    if (id) component.licenses = [{ license: { id } }];
  }
  const { inputs } = (await Bun.file(METAFILE).json()) as { inputs: object };
  const lists = await Promise.all(
    Object.keys(inputs)
      .filter((path) => DATA.test(path))
      .sort()
      .map(dataList),
  );
  const added = [runtime(), ...lists];
  bom.components.push(...added);
  for (const component of bom.components) {
    const licence = licenceOf(component);
    if (!licence || !PERMITTED_LICENCES.includes(licence)) {
      throw new Error(
        `${fullName(component)}@${component.version}: the licence ${licence ?? '(none)'} is not permitted.`,
      );
    }
  }
  const { component: portside } = bom.metadata;
  portside.hashes = [{ alg: 'SHA-256', content: await sha256(BINARY) }];
  const root = bom.dependencies.find(({ ref }) => ref === portside['bom-ref']);
  root?.dependsOn?.push(...added.map((component) => component['bom-ref']!));
  return bom;
}

if (import.meta.main) {
  if (!existsSync(METAFILE)) throw new Error('Run `bun run build`: it writes the metafile that this program reads.');
  await Bun.write(SBOM, `${JSON.stringify(await describe(), null, 2)}\n`);
  const sums = [BINARY, SBOM].map(async (path) => `${await sha256(path)}  ${path.slice(DIST.length + 1)}\n`);
  await Bun.write(join(DIST, 'portside.sha256'), (await Promise.all(sums)).join(''));
}
