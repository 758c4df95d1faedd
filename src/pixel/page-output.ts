/**
 * Checks what a worker process says about a page. The process has read what a storefront sent, so its answers are checked like
 * a request from the network: their shape, their sizes, and only the known fields.
 */
import type { LocatedFinding, Severity } from '../domain/scan-report.ts';
import { BODY_FAULTS } from './fetch/fetch-errors.ts';
import type { ContainerReference } from './tags/container.ts';

const TEXT_CHARS_MAX = 512 * 1024;
const FINDINGS_MAX = 1000;
const CONTAINERS_MAX = 10;
const FIELD_CHARS_MAX = 8192;
const SEVERITIES: readonly unknown[] = ['info', 'warn', 'error'] satisfies Severity[];

/** The worker said something that no worker says. */
export class BadOutput extends Error {}

export interface PageOutput {
  /** A sentence of `BODY_FAULTS`: the body cannot be read. */
  fault?: string;
  findings: LocatedFinding[];
  containers: ContainerReference[];
  truncated: boolean;
}

/** @throws BadOutput */
export function parseOutput(text: string): PageOutput {
  const { fault, findings, containers, truncated } = objectOf(parse(text));
  if (fault !== undefined && !BODY_FAULTS.has(fault as string)) throw new BadOutput('fault');
  return {
    ...(fault !== undefined && { fault: fault as string }),
    findings: listOf(findings, FINDINGS_MAX).map(findingOf),
    containers: listOf(containers, CONTAINERS_MAX).map(containerOf),
    truncated: truncated === true,
  };
}

function parse(text: string): unknown {
  if (text.length > TEXT_CHARS_MAX) throw new BadOutput('too long');
  try {
    return JSON.parse(text);
  } catch {
    throw new BadOutput('not JSON');
  }
}

function findingOf(value: unknown): LocatedFinding {
  const { rule_id, severity, message, line, column, excerpt, remedy, origin } = objectOf(value);
  if (!SEVERITIES.includes(severity)) throw new BadOutput('severity');
  return {
    rule_id: stringOf(rule_id),
    severity: severity as Severity,
    message: stringOf(message),
    ...(line !== undefined && { line: countOf(line) }),
    ...(column !== undefined && { column: countOf(column) }),
    ...(excerpt !== undefined && { excerpt: stringOf(excerpt) }),
    remedy: stringOf(remedy),
    origin: stringOf(origin),
  };
}

function containerOf(value: unknown): ContainerReference {
  const { kind, id, url } = objectOf(value);
  if (kind !== 'gtm' && kind !== 'first_party_loader') throw new BadOutput('kind');
  return { kind, ...(id !== undefined && { id: stringOf(id) }), url: stringOf(url) };
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new BadOutput('object');
  return value as Record<string, unknown>;
}

function listOf(value: unknown, lengthMax: number): unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > lengthMax) throw new BadOutput('list');
  return value;
}

function stringOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > FIELD_CHARS_MAX) throw new BadOutput('string');
  return value;
}

function countOf(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new BadOutput('number');
  return value as number;
}
