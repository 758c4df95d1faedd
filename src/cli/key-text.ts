/** Keys as commands print them: a table, the facts of one, and JSON. */
import { systemClock as clock } from '../adapters/system/clock.ts';
import { type ApiKey, isDelegate, isUsedLater, statusOf } from '../domain/key.ts';
import { resourceText } from '../domain/resource-text.ts';
import type { Resource } from '../domain/resources.ts';
import type { ForeignUse } from '../domain/usage-store.ts';
import type { KeyUsage } from '../limits/key-usage.ts';
import type { ResourceUses } from '../limits/resource-use.ts';
import { formatFields, formatTable } from './table.ts';
import { terminalOptions } from './terminal.ts';

/** What tells keys apart, narrow enough for a terminal of 80 columns. `keys show` and the other formats have the rest. */
export function formatKeys(rows: readonly ApiKey[]): string {
  const isSet = (field: 'owner' | 'tags') => rows.some((row) => row[field] !== '');
  const optional = (['owner', 'tags'] as const).filter(isSet);
  return formatTable(
    ['ID', 'KEY', 'NAME', 'SCOPE', 'STATUS', 'EXPIRES', 'USED', ...optional.map((field) => field.toUpperCase())],
    rows.map((row) => [
      String(row.id),
      `${row.prefix}…${row.lastFour}`,
      printable(row.name),
      row.scope,
      statusOf(row, clock.now()),
      isoDay(row.expiresAt),
      isoDay(row.lastUsedAt),
      ...optional.map((field) => printable(row[field]) || '-'),
    ]),
    { ...terminalOptions(), spare: ['TAGS', 'OWNER', 'EXPIRES'] },
  );
}

/** A key as commands print it in JSON: everything but its hash. */
export function publicKey(row: ApiKey) {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    owner: row.owner,
    tags: row.tags ? row.tags.split(' ') : [],
    notes: row.notes,
    delegate: isDelegate(row.notes),
    display: `${row.prefix}…${row.lastFour}`,
    status: statusOf(row, clock.now()),
    limits: { per_minute: row.perMinute, per_day: row.perDay },
    lineage: row.lineageId,
    successor: row.successorId,
    created_at: iso(row.createdAt),
    expires_at: iso(row.expiresAt),
    revoked_at: iso(row.revokedAt),
    last_used_at: iso(row.lastUsedAt),
    networks: row.networks ? row.networks.split(' ') : [],
  };
}

/** Use and limits of the lineage: stored bytes in total, the others on this UTC day. */
export function publicResources({ storedBytes, cpuMs, bytesFetched }: ResourceUses) {
  return {
    stored_bytes: { used: storedBytes.used, limit: storedBytes.limit },
    cpu_ms_today: { used: cpuMs.used, limit: cpuMs.limit },
    bytes_fetched_today: { used: bytesFetched.used, limit: bytesFetched.limit },
  };
}

export function publicForeignUse(use: ForeignUse | undefined) {
  return use
    ? { requests: use.requests, last_address: use.lastAddress, last_at: iso(use.lastAt) }
    : { requests: 0, last_address: null, last_at: null };
}

interface KeyUses {
  usage: KeyUsage;
  resources: ResourceUses;
  foreignUse: ForeignUse | undefined;
}

export function formatKey(row: ApiKey, { usage, resources, foreignUse }: KeyUses, relatives: ApiKey[]): string {
  const fields: [string, string][] = [
    ['Key', `${row.id}  ${row.prefix}…${row.lastFour}`],
    ['Name', printable(row.name)],
    ['Scope', row.scope],
    ['Owner', printable(row.owner) || '-'],
    ['Tags', row.tags || '-'],
    ['Notes', printable(row.notes) || '-'],
    ['Status', statusOf(row, clock.now())],
    ['Created', `${isoMinute(row.createdAt)} UTC`],
    ['Expires', row.expiresAt === null ? 'never' : `${isoMinute(row.expiresAt)} UTC`],
    ['Networks', row.networks || 'any'],
    ...(foreignUse ? [['Refused elsewhere', foreignUseText(foreignUse)] satisfies [string, string]] : []),
    ['Last used', lastUse(row, usage.today)],
    ['Last minute', `${inDigits(usage.minute)} of ${inDigits(row.perMinute)}`],
    ['Today', `${inDigits(usage.today)} of ${inDigits(row.perDay)}`],
    ['Total', inDigits(usage.total)],
    ['Stored', ofLimit('storedBytes', resources)],
    ['Processor', `${ofLimit('cpuMs', resources)} today`],
    ['Fetched', `${ofLimit('bytesFetched', resources)} today`],
  ];
  for (const other of relatives) {
    fields.push([other.id < row.id ? 'Earlier key' : 'Later key', `key ${other.id}, ${statusOf(other, clock.now())}`]);
  }
  return formatFields(fields, terminalOptions());
}

function inDigits(count: number): string {
  return count.toLocaleString('en-US');
}

function ofLimit(resource: Resource, resources: ResourceUses): string {
  const { used, limit } = resources[resource];
  return `${resourceText(resource, used)} of ${resourceText(resource, limit)}`;
}

function foreignUseText({ requests, lastAddress, lastAt }: ForeignUse): string {
  return `${requests}, last from ${lastAddress} at ${isoMinute(lastAt)} UTC`;
}

/** Replaces control characters, which would let the name of a key control the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{C}/gu, '�');
}

export function iso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

export function isoMinute(ms: number | null): string {
  return ms === null ? '-' : new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}

function isoDay(ms: number | null): string {
  return ms === null ? '-' : new Date(ms).toISOString().slice(0, 10);
}

function lastUse(row: ApiKey, requestsToday: number): string {
  if (isUsedLater(row, requestsToday, clock.now())) return 'today';
  return row.lastUsedAt === null ? 'never' : `${isoMinute(row.lastUsedAt)} UTC`;
}
