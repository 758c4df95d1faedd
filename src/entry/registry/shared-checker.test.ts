/**
 * The walk beside the checker that the sources of the import format were written down in. It is not part of this repository.
 * Without it these tests are skipped, and in CI they fail.
 */
import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import codes from '../../../data/entry/citation-codes.json' with { type: 'json' };
import columns from '../../../data/entry/registry-csv-columns.json' with { type: 'json' };
import fields from '../../../data/entry/registry-fields.json' with { type: 'json' };
import { NOW_MS } from '../../../test/support/certificate-fixtures.ts';
import { root, shared } from '../../../test/support/paths.ts';
import { between } from '../../../test/support/random.ts';
import { randomBody } from '../../../test/support/registry-requests.ts';
import { runs, seededRandom } from '../../../test/support/seed.ts';
import { tempDir } from '../../../test/support/temp.ts';
import { NOTHING_FILED } from '../../domain/filing.ts';
import { readRequest } from '../issue/validate.ts';
import { checkEnvelope } from './check-envelope.ts';
import { citationCodes } from './citation-codes.ts';
import { draftEnvelope } from './registry-envelope.ts';

const CHECKER = join(shared, 'entry/check_registry.py');
const present = existsSync(CHECKER);
if (!present) {
  process.stdout.write(`registry checker: skipped, because ${CHECKER} does not exist.\n`);
  test.if(Boolean(process.env.CI))('the checker of the import format is present in CI', () => {
    throw new Error(`${CHECKER} does not exist.`);
  });
}

const TODAY = new Date(NOW_MS).toISOString().slice(0, 10);
const samples = readdirSync(join(root, 'test/fixtures/registry')).map((name) =>
  join(root, 'test/fixtures/registry', name),
);

/** The paths of the violations of each envelope, as the checker prints them. */
function violationsOf(envelopes: unknown[]): string[][] {
  const dir = tempDir();
  const files = envelopes.map((envelope, index) => {
    const file = join(dir, `${index}.json`);
    writeFileSync(file, JSON.stringify(envelope));
    return file;
  });
  const found: string[][] = [];
  for (let at = 0; at < files.length; at += 500) {
    const { stdout, stderr } = Bun.spawnSync(['python3', CHECKER, '--today', TODAY, ...files.slice(at, at + 500)]);
    if (stderr.length > 0) throw new Error(stderr.toString());
    for (const line of stdout.toString().split('\n')) {
      if (/^\d+\.json: /.test(line)) found.push([]);
      const violation = /^ {2}VIOLATION (\S*): /.exec(line);
      if (violation) found.at(-1)!.push(violation[1]!);
    }
  }
  expect(found).toHaveLength(envelopes.length);
  return found;
}

const ours = (envelope: unknown) => checkEnvelope(envelope, NOW_MS).map(({ path }) => path || '/');

/** Sorted. The checker reads some values of `labs` that are no list as an empty one, and counts the directives beside it. */
function comparable(paths: string[]): string[] {
  const isCounted = (path: string) => !paths.includes(path.replace(/directives\/labs$/, 'coreProduct/labs'));
  return [...new Set(paths.filter((path) => !path.endsWith('/directives/labs') || isCounted(path)))].toSorted();
}

describe.skipIf(!present)('beside the checker', () => {
  test('the samples', async () => {
    const envelopes = await Promise.all(samples.map((file) => Bun.file(file).json()));
    expect(envelopes.map((envelope) => ours(envelope).toSorted())).toEqual(
      violationsOf(envelopes).map((paths) => paths.toSorted()),
    );
  });

  test('changed envelopes have the same violations at the same places', async () => {
    const random = seededRandom('registry mutations');
    const valid = await Promise.all(
      samples.filter((file) => file.includes('/valid-')).map((file) => Bun.file(file).json()),
    );
    const envelopes = Array.from({ length: runs(200, 5000) }, () => {
      const envelope = structuredClone(valid[between(random, 0, valid.length - 1)]);
      for (let changes = between(random, 1, 4); changes > 0; changes--) mutate(envelope, random);
      return envelope;
    });
    const theirs = violationsOf(envelopes);
    for (const [index, envelope] of envelopes.entries()) {
      expect({ envelope, paths: comparable(ours(envelope)) }).toEqual({ envelope, paths: comparable(theirs[index]!) });
    }
    const refused = theirs.filter((paths) => paths.length > 0).length;
    expect(refused).toBeGreaterThan(envelopes.length / 3);
    expect(refused).toBeLessThan(envelopes.length);
  });

  test('every envelope exported from random requests passes, and each refused one lacks something', () => {
    const random = seededRandom('registry requests');
    const drafts = Array.from({ length: 600 }, (_, index) => {
      const request = readRequest(randomBody(random, { rate: index % 2 === 0 ? 0 : 0.02 }), NOW_MS, 'v2');
      const certificate = { gccId: crypto.randomUUID(), request };
      return draftEnvelope([certificate], NOTHING_FILED, citationCodes(), NOW_MS);
    });
    const envelopes = drafts.flatMap(({ envelope }) => envelope ?? []);
    expect(envelopes.length).toBeGreaterThan(300);
    expect(violationsOf(envelopes)).toEqual(envelopes.map(() => []));
    const refused = drafts.filter(({ envelope }) => !envelope);
    expect(refused.length).toBeGreaterThan(30);
    for (const {
      drafts: [draft],
    } of refused)
      expect(draft!.gaps).not.toEqual([]);
  });
});

describe.skipIf(!present)('the tables of data/entry are those that were compiled', () => {
  const rowsOf = async (name: string) =>
    parse(await Bun.file(join(shared, 'entry', name)).text(), { columns: true }) as Record<string, string>[];

  test('fields', async () => {
    const rows = await rowsOf('registry-fields.csv');
    expect(fields.map(({ path }) => path)).toEqual(rows.map((row) => row.path!));
    for (const [index, row] of rows.entries()) {
      const field = fields[index] as Record<string, unknown>;
      expect(field.type).toBe(row.json_type!);
      expect(String(field.max ?? '')).toBe(row.max_len!);
      expect(field.required).toBe(row.required!);
      expect(field.when ?? '').toBe(row.required_when!);
      expect(((field.allowed ?? []) as string[]).join('|')).toBe(row.allowed!);
      expect(field.format ?? '').toBe(row.format!);
    }
  });

  test('columns', async () => {
    const header = (await Bun.file(join(shared, 'entry/registry-csv-header.csv')).text()).trim();
    expect(columns.join(',')).toBe(header);
  });

  test('codes', async () => {
    const rows = await rowsOf('citation-codes.csv');
    expect(codes.map((row) => [row.citation, row.code ?? '', row.source])).toEqual(
      rows.map((row) => [row.cfr!, row.code!, row.source!]),
    );
  });
});

const TEXTS = [
  '',
  ' ',
  'x',
  'GTIN',
  'Model #',
  'Y',
  'N',
  'LAB',
  'ITL',
  'Other',
  'Importer',
  '1203',
  '13/2026',
  '02/30/2026',
  '03/2026',
  '12/2027',
  '11/22/2026',
  '11/21/2026',
  '01/01/1899',
  'a@b.c',
  'a@b',
  'http://x',
  'ftp://x',
  '1234',
  '12345',
  '036000291452',
  '4006381333931',
  'é'.repeat(19),
  '😀'.repeat(20),
  'x'.repeat(51),
  'x'.repeat(101),
  'x'.repeat(401),
  '\u200b',
  '\ud800',
  'Yes',
  'true',
];
const VALUES: unknown[] = [
  ...TEXTS,
  ...TEXTS,
  null,
  true,
  false,
  1,
  0,
  [],
  {},
  [null],
  [''],
  ['1203', '1203'],
  [{}],
  { type: 'LAB' },
];

/** Replaces, removes, adds or doubles something anywhere in the envelope. */
function mutate(envelope: unknown, random: () => number): void {
  let here = envelope as Record<string, unknown> | unknown[];
  for (;;) {
    const keys = Object.keys(here);
    const key = keys.length > 0 ? keys[between(random, 0, keys.length - 1)]! : 'unknown';
    const next = (here as Record<string, unknown>)[key];
    if (typeof next === 'object' && next !== null && random() < 0.85) {
      here = next as typeof here;
      continue;
    }
    const value = structuredClone(VALUES[between(random, 0, VALUES.length - 1)]);
    const kind = random();
    if (kind < 0.5) (here as Record<string, unknown>)[key] = value;
    else if (kind < 0.8) Array.isArray(here) ? here.splice(Number(key), 1) : delete here[key];
    else if (Array.isArray(here)) here.push(structuredClone(random() < 0.5 ? next : value));
    else here[NAMES[between(random, 0, NAMES.length - 1)]!] = value;
    return;
  }
}

const NAMES = [
  'unknown',
  'gln',
  'lotNumber',
  'lotNumberAssignedBy',
  'labs',
  'exemptions',
  'isComponent',
  'componentDescription',
  'cpscId',
  'alternateId',
  'versionIdToUpdate',
  'productMetadata',
  'validations',
  'toString',
];
