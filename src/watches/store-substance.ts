/**
 * What of a scan report a watch tells about: findings by rule and cause, who receives events, versions of containers, and whether the
 * store was judged. Wording, order, places and points are left out. Pure.
 */
import type { DetailedReport, ScanState, Severity } from '../domain/scan-report.ts';

interface SeenFinding {
  rule_id: string;
  cause: string;
  severity: Severity;
  message: string;
}

export interface Substance {
  state: ScanState;
  findings: SeenFinding[];
  /** `meta 1234567890`: vendor and id of each destination. */
  tags: string[];
  containers: { id: string; version: string }[];
  /** What could not be read: kind and id. */
  unread: string[];
  /** Of these, what was read before. It may hide what is not seen now. */
  hidden: string[];
}

export function substanceOf(report: DetailedReport): Substance {
  const findings = report.findings.map(({ rule_id, cause, severity, message }) => ({
    rule_id,
    cause,
    severity,
    message,
  }));
  const versions = report.looked_at.flatMap(({ kind, id, version }) =>
    kind === 'container' && version !== undefined ? [{ id, version }] : [],
  );
  return {
    state: report.state,
    findings: distinct(findings, findingKey),
    tags: distinct(
      report.graph.destinations.map(({ vendor, id }) => `${vendor} ${id}`),
      String,
    ),
    containers: distinct(versions, ({ id }) => id),
    unread: distinct(
      report.not_looked_at.map(({ kind, id }) => `${kind} ${id}`),
      String,
    ),
    hidden: [],
  };
}

export interface StoreChange {
  findings_added: SeenFinding[];
  findings_gone: SeenFinding[];
  tags_added: string[];
  tags_gone: string[];
  containers: { id: string; from: string | null; to: string | null }[];
  state_change: { from: ScanState; to: ScanState } | null;
  /** What was read last time and could not be read this time. Nothing of it is said to be gone. */
  no_longer_read: string[];
}

/**
 * What changed, and what to compare with next time. Where something was read before and is not read now, what is missing may be in
 * there: it is kept, and not told as gone.
 */
export function compareStores(was: Substance, is: Substance): { change: StoreChange | undefined; next: Substance } {
  const noLongerRead = is.unread.filter((each) => !was.unread.includes(each));
  const hidden = is.unread.filter((each) => was.hidden.includes(each) || noLongerRead.includes(each));
  const mayHide = hidden.length > 0;
  const findings = differ(was.findings, is.findings, findingKey);
  const tags = differ(was.tags, is.tags, String);
  const containers = [...new Set([...was.containers, ...is.containers].map(({ id }) => id))].flatMap((id) => {
    const [from = null, to = null] = [was, is].map((one) => one.containers.find((each) => each.id === id)?.version);
    return from === to || (to === null && mayHide) ? [] : [{ id, from, to }];
  });
  const change: StoreChange = {
    findings_added: findings.added,
    findings_gone: mayHide ? [] : findings.gone,
    tags_added: tags.added,
    tags_gone: mayHide ? [] : tags.gone,
    containers,
    state_change: was.state === is.state ? null : { from: was.state, to: is.state },
    no_longer_read: noLongerRead,
  };
  const isEmpty = Object.values(change).every((part) => part === null || (Array.isArray(part) && part.length === 0));
  const kept = (version: { id: string }) => !is.containers.some(({ id }) => id === version.id);
  const next = mayHide
    ? {
        ...is,
        findings: distinct([...is.findings, ...findings.gone], findingKey),
        tags: distinct([...is.tags, ...tags.gone], String),
        containers: [...is.containers, ...was.containers.filter(kept)],
        hidden,
      }
    : is;
  return { change: isEmpty ? undefined : change, next };
}

function findingKey({ rule_id, cause }: Pick<SeenFinding, 'rule_id' | 'cause'>): string {
  return JSON.stringify([rule_id, cause]);
}

function differ<T>(was: readonly T[], is: readonly T[], key: (one: T) => string): { added: T[]; gone: T[] } {
  const [before, after] = [new Set(was.map(key)), new Set(is.map(key))];
  return { added: is.filter((one) => !before.has(key(one))), gone: was.filter((one) => !after.has(key(one))) };
}

/** Each once, in the order of the keys. */
function distinct<T>(all: readonly T[], key: (one: T) => string): T[] {
  return [...new Map(all.map((one) => [key(one), one]))].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}
