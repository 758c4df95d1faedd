/**
 * Findings as SARIF 2.1.0 (OASIS standard), for code scanning and editors. A place in a theme has its file and line. A finding of a
 * page has no file, so it gets the name under which the page was scanned, and its address as a property.
 */
import type { DetailedFinding, FindingPlace, Severity } from '../../domain/scan-report.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import { catalogue } from '../rules/index.ts';

export interface SarifSource {
  findings: readonly DetailedFinding[];
  /** A relative name for places outside of a theme file, such as `shop.example/index.html`. */
  name: string;
  /** The folder that holds the files of a theme, relative to what code scanning calls the root. */
  root?: string;
  /** Address of the scanned page. */
  url?: string;
  /** What was not looked at, one sentence each. A run that did not look at everything says so. */
  notLookedAt: readonly string[];
  /** Why nothing of it was looked at, one sentence. The run is not a success then. */
  fault?: string;
}

const LEVELS = { error: 'error', warn: 'warning', info: 'note' } as const satisfies Record<Severity, string>;
const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** The log as JSON. @param version of this program */
export function sarifLog(sources: readonly SarifSource[], version: string): string {
  const used = new Set(sources.flatMap(({ findings }) => findings.map(({ rule_id }) => rule_id)));
  const rules = catalogue().filter(({ id }) => used.has(id));
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'portside',
            semanticVersion: version,
            rules: rules.map((rule) => ({
              id: rule.id,
              shortDescription: { text: rule.what },
              fullDescription: { text: rule.why },
              help: { text: `${rule.remedy} Source: ${rule.source}` },
              ...(/^https:/.test(rule.source) && { helpUri: rule.source }),
              defaultConfiguration: { level: LEVELS[rule.severity] },
              properties: { tags: [rule.category] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: sources.every(({ fault }) => fault === undefined),
            toolExecutionNotifications: sources.flatMap(({ notLookedAt, fault }) => [
              ...(fault === undefined ? [] : [{ level: 'error', message: { text: fault } }]),
              ...notLookedAt.map((text) => ({ level: 'warning', message: { text } })),
            ]),
          },
        ],
        results: sources.flatMap((source) => source.findings.map((finding) => resultOf(finding, source, indexes))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf(finding: DetailedFinding, source: SarifSource, indexes: ReadonlyMap<string, number>) {
  const { rule_id, severity, message, remedy, cause, ids, places, evidence } = finding;
  const [first, ...others] = places.length > 0 ? places : [undefined];
  return {
    ruleId: rule_id,
    ...(indexes.has(rule_id) && { ruleIndex: indexes.get(rule_id)! }),
    level: LEVELS[severity],
    message: { text: message },
    locations: [locationOf(first, source)],
    ...(others.length > 0 && { relatedLocations: others.map((place, id) => ({ id, ...locationOf(place, source) })) }),
    // Lines move when somebody edits a file above the finding. What was found, and in which file, does not.
    partialFingerprints: {
      'portsideCause/v1': sha256Hex([rule_id, cause, ...ids, first?.file ?? source.name].join('\n')),
    },
    properties: { remedy, evidence, ...(source.url !== undefined && { url: source.url }) },
  };
}

function locationOf(place: FindingPlace | undefined, { name, root }: SarifSource) {
  const file = place?.file === undefined ? name : [root, place.file].filter(Boolean).join('/');
  const inFile = place !== undefined && (place.kind === 'page' || place.kind === 'theme_file');
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(file) },
      region: {
        startLine: inFile ? (place.line ?? 1) : 1,
        ...(inFile && place.column !== undefined && { startColumn: place.column }),
        ...(inFile && place.excerpt && { snippet: { text: place.excerpt } }),
      },
    },
    ...(place !== undefined && { logicalLocations: logicalOf(place) }),
  };
}

/** Containers and pixels of Customer events have no file. They are named instead. */
function logicalOf({ kind, container, tag_id, tag_name, pixel_id, pixel_name, app }: FindingPlace) {
  const names = [container, tag_id && `tag ${tag_name ?? tag_id}`, pixel_name ?? pixel_id, app].filter(Boolean);
  return names.length === 0 ? [] : [{ name: names.join(' '), kind: kind === 'container' ? 'module' : 'resource' }];
}
