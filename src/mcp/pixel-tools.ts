/** The tool that scans a storefront. */
import { Type } from 'typebox';
import type { DetailedReport } from '../domain/scan-report.ts';
import type { Scanner } from '../pixel/scan.ts';
import { firstOf, type Tool, tool } from './tool.ts';

const FINDINGS_MAX = 40;
const PLACES_MAX = 4;
const EVIDENCE_MAX = 3;
const LOOKED_AT_MAX = 60;
const SENDINGS_MAX = 60;
const OWNER = 'mcp';

export function pixelTools(scanner: Pick<Scanner, 'scan'>): Tool[] {
  return [
    tool({
      name: 'pixel_scan',
      title: 'Scan the tags of a Shopify storefront',
      description:
        'Fetches a public storefront page and what it names (containers, Google tags, custom pixels), runs nothing of it, and says which ' +
        'tags send which events where, what is sent twice, what no longer works, and what the merchant should do. "state" and ' +
        '"not_looked_at" say what the score does not speak for: a page that was not judged is not a clean page.',
      input: Type.Object(
        {
          url: Type.String({ minLength: 1, maxLength: 2000, description: 'The address of the page, or a host.' }),
          journey: Type.Optional(
            Type.Boolean({
              description: 'Visit a collection, a product, the cart and the search too. Takes up to two minutes.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      reachesOut: true,
      async run({ url, journey = false }) {
        const scan = await scanner.scan(url, { owner: OWNER, deep: true, journey });
        return { url: scan.url, ...bounded(scan.report) };
      },
    }),
  ];
}

/** The report with a bound on its lists. What is left out is counted. */
function bounded(report: DetailedReport): object {
  const findings = firstOf(report.findings, FINDINGS_MAX);
  const lookedAt = firstOf(report.looked_at, LOOKED_AT_MAX);
  const notLookedAt = firstOf(report.not_looked_at, LOOKED_AT_MAX);
  const { senders, destinations, sendings, doubles, left_out = 0 } = report.graph;
  const sent = firstOf(sendings, SENDINGS_MAX);
  const doubled = firstOf(doubles, SENDINGS_MAX);
  return {
    ...report,
    findings: findings.shown.map(({ places, evidence, ...finding }) => {
      const named = firstOf(places, PLACES_MAX);
      return {
        ...finding,
        places: named.shown,
        places_omitted: named.omitted,
        evidence: evidence.slice(0, EVIDENCE_MAX),
      };
    }),
    findings_omitted: findings.omitted,
    looked_at: lookedAt.shown,
    looked_at_omitted: lookedAt.omitted,
    not_looked_at: notLookedAt.shown,
    not_looked_at_omitted: notLookedAt.omitted,
    graph: {
      senders,
      destinations,
      sendings: sent.shown,
      doubles: doubled.shown,
      left_out: left_out + sent.omitted + doubled.omitted,
    },
  };
}
