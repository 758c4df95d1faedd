/** Findings as SARIF, held to the schema of the standard (docs.oasis-open.org/sarif/sarif/v2.1.0). */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { Compile } from 'typebox/schema';
import schema from '../../../test/fixtures/sarif-2.1.0.json' with { type: 'json' };
import { anyCharacter } from '../../../test/support/any-character.ts';
import { finding, SAMPLE_REPORT } from '../../../test/support/detailed-report.ts';
import type { DetailedFinding, FindingPlace } from '../../domain/scan-report.ts';
import { type SarifSource, sarifLog } from './sarif.ts';

const sarif = Compile(schema as object);

function logOf(source: Partial<SarifSource>) {
  const text = sarifLog([{ findings: [], name: 'shop.example/index.html', notLookedAt: [], ...source }], '1.2.3');
  const log = JSON.parse(text);
  expect(sarif.Errors(log)[1].slice(0, 3)).toEqual([]);
  return log.runs[0];
}

test('the schema refuses what is not SARIF', () => {
  expect(sarif.Check({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, results: [] }] })).toBe(true);
  expect(sarif.Check({ version: '2.1.0', runs: [{ tool: { driver: {} }, results: [] }] })).toBe(false);
  expect(
    sarif.Check({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, results: [{ message: 'x' }] }] }),
  ).toBe(false);
});

test('a finding in a theme has its rule, level, file, line and a fingerprint that outlives moved lines', () => {
  const at = (line: number): FindingPlace[] => [
    { kind: 'theme_file', file: 'snippets/meta pixel.liquid', line, column: 3, excerpt: 'fbq()' },
    { kind: 'theme_file', file: 'layout/theme.liquid', line: 9 },
  ];
  const [run, moved] = [4, 40].map((line) => logOf({ findings: [finding({ severity: 'error', places: at(line) })] }));
  const [result] = run.results;
  expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
  expect(result).toMatchObject({
    level: 'error',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'snippets/meta%20pixel.liquid' },
          region: { startLine: 4, startColumn: 3, snippet: { text: 'fbq()' } },
        },
      },
    ],
    relatedLocations: [
      { physicalLocation: { artifactLocation: { uri: 'layout/theme.liquid' }, region: { startLine: 9 } } },
    ],
  });
  expect(moved.results[0].partialFingerprints).toEqual(result.partialFingerprints);
});

test('a finding of a page has the name of the page, and a container is named', () => {
  const run = logOf({
    findings: SAMPLE_REPORT.findings,
    url: 'https://shop.example/',
    notLookedAt: ['Pixel 1: 404.'],
  });
  expect(run.results).toHaveLength(SAMPLE_REPORT.findings.length);
  expect(JSON.stringify(run.results)).toContain('shop.example/index.html');
  expect(run.invocations[0].toolExecutionNotifications[0].message.text).toBe('Pixel 1: 404.');
});

test('a page of which nothing is known makes the run one that failed', () => {
  expect(logOf({}).invocations[0]).toEqual({ executionSuccessful: true, toolExecutionNotifications: [] });
  expect(logOf({ fault: 'shop.example: It did not answer.' }).invocations[0]).toEqual({
    executionSuccessful: false,
    toolExecutionNotifications: [{ level: 'error', message: { text: 'shop.example: It did not answer.' } }],
  });
});

test('any finding gives a valid log', () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 40 });
  const place: fc.Arbitrary<FindingPlace> = fc.record(
    {
      kind: fc.constantFrom('page', 'container', 'loader', 'app_pixel', 'custom_pixel', 'theme_file'),
      line: fc.integer({ min: 1, max: 1e6 }),
      column: fc.integer({ min: 1, max: 1e6 }),
      excerpt: text,
      file: fc.constantFrom('a b.liquid', 'ü/%.js'),
      container: text,
      tag_id: text,
      pixel_id: text,
    },
    { requiredKeys: ['kind'] },
  );
  const findings: fc.Arbitrary<DetailedFinding> = fc
    .record({
      message: text,
      cause: text,
      remedy: text,
      ids: fc.array(text),
      places: fc.array(place, { maxLength: 4 }),
    })
    .map((fields) => finding(fields));
  fc.assert(
    fc.property(fc.array(findings, { maxLength: 3 }), (list) => {
      expect(logOf({ findings: list }).results).toHaveLength(list.length);
    }),
    { numRuns: 30 },
  );
});

test('files of a theme have their path from the root that code scanning knows', () => {
  const places: FindingPlace[] = [{ kind: 'theme_file', file: 'layout/theme.liquid', line: 9 }];
  const uriOf = (root: string) =>
    logOf({ root, findings: [finding({ places })] }).results[0].locations[0].physicalLocation.artifactLocation.uri;
  expect(uriOf('shops/my shop')).toBe('shops/my%20shop/layout/theme.liquid');
  expect(uriOf('')).toBe('layout/theme.liquid');
});
