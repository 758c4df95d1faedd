/** Checks the report in the answer of a worker process: its shape, its sizes, the known fields, and that its indexes exist. */
import {
  type DestinationGraph,
  type DetailedFinding,
  type DetailedReport,
  type FindingPlace,
  JOURNEY_PAGES,
  type LookedAt,
  type NotLookedAt,
  PAGE_KINDS,
  PART_KINDS,
  PLACE_KINDS,
  SCAN_STATES,
  type ScanReport,
  SENDER_KINDS,
  SENDING_GRADES,
  type Sender,
  type Severity,
} from '../domain/scan-report.ts';
import { BadOutput, countOf, listOf, objectOf, oneOf, optional, pointsOf, stringOf } from './checked-fields.ts';

const FINDINGS_MAX = 1000;
/** Of one finding or sender, and of the lists of a report. */
const LIST_MAX = 1000;
/** Sendings and doubles of a graph. */
const SENDINGS_MAX = 10_000;

const severityOf = oneOf<Severity>(['info', 'warn', 'error']);
const stateOf = oneOf(SCAN_STATES);
const gradeOf = oneOf(SENDING_GRADES);
const partKindOf = oneOf(PART_KINDS);
const placeKindOf = oneOf(PLACE_KINDS);
const senderKindOf = oneOf(SENDER_KINDS);
const pageKindOf = oneOf(PAGE_KINDS);
const journeyOf = oneOf(JOURNEY_PAGES);

/** @throws BadOutput */
export function parseReport(value: unknown): DetailedReport {
  const report = objectOf(value);
  return {
    state: stateOf(report.state),
    page_kind: pageKindOf(report.page_kind),
    score: report.score === null ? null : pointsOf(report.score),
    score_explanation: explanationOf(report.score_explanation),
    findings: listOf(report.findings, FINDINGS_MAX, findingOf),
    severity_counts: countsOf(report.severity_counts),
    pages: listOf(report.pages, LIST_MAX, (item) => {
      const { url, kind, journey } = objectOf(item);
      return { url: stringOf(url), kind: pageKindOf(kind), journey: journeyOf(journey) };
    }),
    looked_at: listOf(report.looked_at, LIST_MAX, lookedAtOf),
    not_looked_at: listOf(report.not_looked_at, LIST_MAX, notLookedAtOf),
    graph: graphOf(report.graph),
  };
}

function findingOf(value: unknown): DetailedFinding {
  const { rule_id, severity, message, remedy, cause, ids, places, evidence, source, points } = objectOf(value);
  return {
    rule_id: stringOf(rule_id),
    severity: severityOf(severity),
    message: stringOf(message),
    remedy: stringOf(remedy),
    cause: stringOf(cause),
    ids: listOf(ids, LIST_MAX, stringOf),
    places: listOf(places, LIST_MAX, placeOf),
    evidence: listOf(evidence, LIST_MAX, stringOf),
    source: stringOf(source),
    points: pointsOf(points),
  };
}

function placeOf(value: unknown): FindingPlace {
  const place = objectOf(value);
  return {
    kind: placeKindOf(place.kind),
    ...optional<Omit<Required<FindingPlace>, 'kind'>>(place, {
      pages: (pages) => listOf(pages, LIST_MAX, stringOf),
      line: countOf,
      column: countOf,
      excerpt: stringOf,
      app: stringOf,
      container: stringOf,
      tag_id: stringOf,
      tag_name: stringOf,
      trigger: stringOf,
      pixel_id: stringOf,
      pixel_name: stringOf,
      file: stringOf,
    }),
  };
}

function explanationOf(value: unknown): DetailedReport['score_explanation'] {
  const { parts, caps } = objectOf(value);
  return {
    parts: listOf(parts, LIST_MAX, (item) => {
      const { category, points, rules } = objectOf(item);
      return { category: stringOf(category), points: pointsOf(points), rules: listOf(rules, LIST_MAX, stringOf) };
    }),
    caps: listOf(caps, LIST_MAX, (item) => {
      const { at, reason } = objectOf(item);
      return { at: pointsOf(at), reason: stringOf(reason) };
    }),
  };
}

function countsOf(value: unknown): ScanReport['severity_counts'] {
  const { info, warn, error } = objectOf(value);
  return { info: countOf(info), warn: countOf(warn), error: countOf(error) };
}

function lookedAtOf(value: unknown): LookedAt {
  const one = objectOf(value);
  return {
    kind: partKindOf(one.kind),
    id: stringOf(one.id),
    ...optional<{ name: string; version: string }>(one, { name: stringOf, version: stringOf }),
  };
}

function notLookedAtOf(value: unknown): NotLookedAt {
  const one = objectOf(value);
  return {
    kind: partKindOf(one.kind),
    id: stringOf(one.id),
    ...optional<{ name: string }>(one, { name: stringOf }),
    reason: stringOf(one.reason),
  };
}

function graphOf(value: unknown): DestinationGraph {
  const graph = objectOf(value);
  const senders = listOf(graph.senders, LIST_MAX, senderOf);
  const destinations = listOf(graph.destinations, LIST_MAX, (item) => {
    const { vendor, id, aliases } = objectOf(item);
    return { vendor: stringOf(vendor), id: stringOf(id), aliases: listOf(aliases, LIST_MAX, stringOf) };
  });
  const sendings = listOf(graph.sendings, SENDINGS_MAX, (item) => {
    const { sender, destination, event, sent_as, grade, ...rest } = objectOf(item);
    return {
      sender: indexIn(senders)(sender),
      destination: indexIn(destinations)(destination),
      event: stringOf(event),
      sent_as: stringOf(sent_as),
      ...optional<{ label: string; when: string }>(rest, { label: stringOf, when: stringOf }),
      grade: gradeOf(grade),
    };
  });
  const doubles = listOf(graph.doubles, SENDINGS_MAX, (item) => {
    const { event, destination, sendings: of, grade, ...rest } = objectOf(item);
    return {
      event: stringOf(event),
      destination: indexIn(destinations)(destination),
      ...optional<{ label: string }>(rest, { label: stringOf }),
      sendings: listOf(of, SENDINGS_MAX, indexIn(sendings)),
      grade: gradeOf(grade),
    };
  });
  return { senders, destinations, sendings, doubles, ...optional<{ left_out: number }>(graph, { left_out: countOf }) };
}

function senderOf(value: unknown): Sender {
  const { kind, name, window, places } = objectOf(value);
  return {
    kind: senderKindOf(kind),
    name: stringOf(name),
    window: stringOf(window),
    places: listOf(places, LIST_MAX, placeOf),
  };
}

/** An index that does not exist would make the server fail later. */
function indexIn(list: readonly unknown[]): (value: unknown) => number {
  return (value) => {
    const index = countOf(value);
    if (index >= list.length) throw new BadOutput('index');
    return index;
  };
}
