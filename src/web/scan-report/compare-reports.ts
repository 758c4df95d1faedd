/** What changed between two scans of a store that one reader made one after the other. The page of the first carries what it found. */
import type { DetailedReport, Severity } from '../../domain/scan-report.ts';
import { statementOf } from '../../pixel/report/statement.ts';

type Finding = DetailedReport['findings'][number];

/** A finding, as far as it can be told apart from others. */
interface Seen {
  rule: string;
  severity: Severity;
  says: string;
}

export interface Comparison {
  appeared: Seen[];
  gone: Seen[];
  same: number;
}

/** More would not fit into a form. */
const FINDINGS_MAX = 300;
const CHARS_MAX = 400;
const SEVERITIES: readonly string[] = ['error', 'warn', 'info'];

/** Undefined for a report with which nothing can be compared: its tags were not seen, or it has too much. */
export function noteOf(
  url: string,
  { state, findings }: Pick<DetailedReport, 'state' | 'findings'>,
): string | undefined {
  if (state === 'not_judged' || findings.length > FINDINGS_MAX) return undefined;
  return JSON.stringify({ url, seen: findings.map(seenOf) });
}

function seenOf(finding: Finding): Seen {
  const { rule_id: rule, severity } = finding;
  return { rule, severity, says: statementOf(finding).slice(0, CHARS_MAX) };
}

/**
 * @param note of the scan before. It comes from the browser, so nothing in it is believed but for the reader's own page.
 * @returns undefined if it is of another store, or either scan saw no tags
 */
export function compare(
  note: string,
  url: string,
  { state, findings }: Pick<DetailedReport, 'state' | 'findings'>,
): Comparison | undefined {
  const before = readNote(note);
  if (before?.url !== url || state === 'not_judged') return undefined;
  const now = findings.map(seenOf);
  const keyOf = ({ rule, says }: Seen) => `${rule} ${says}`;
  const [old, current] = [before.seen, now].map((list) => new Set(list.map(keyOf)));
  const appeared = now.filter((one) => !old!.has(keyOf(one)));
  const gone = before.seen.filter((one) => !current!.has(keyOf(one)));
  return { appeared, gone, same: now.length - appeared.length };
}

function readNote(note: string): { url: string; seen: Seen[] } | undefined {
  try {
    const { url, seen } = JSON.parse(note) as { url: unknown; seen: unknown };
    if (typeof url !== 'string' || !Array.isArray(seen) || seen.length > FINDINGS_MAX) return undefined;
    return seen.every(isSeen) ? { url, seen } : undefined;
  } catch {
    return undefined;
  }
}

function isSeen(one: unknown): one is Seen {
  if (typeof one !== 'object' || one === null) return false;
  const { rule, severity, says } = one as Partial<Record<keyof Seen, unknown>>;
  return typeof rule === 'string' && typeof says === 'string' && SEVERITIES.includes(String(severity));
}
