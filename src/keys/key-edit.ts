/** Decides what an edit changes, and words it for the audit: which field, from what, to what. */
import { type ApiKey, isDelegate, isExpired, type Scope, statusOf, withDelegate } from '../domain/key.ts';
import type { KeyChange } from '../domain/key-store.ts';
import { RESOURCES, type ResourceOverrides } from '../domain/resources.ts';
import {
  checkLimit,
  checkName,
  checkNetworks,
  checkNotes,
  checkOwner,
  checkResources,
  checkTags,
  KeyError,
  type ResourceEdits,
} from './key-fields.ts';

/** How long a rotated key may work beside its successor. */
export const OVERLAP_MS_MAX = 90 * 86_400_000;
/** Longer texts are cut in the audit. */
const AUDIT_TEXT_MAX = 300;

/** New values of a key. What is absent stays as it is. */
export interface KeyEdit {
  name?: string | undefined;
  scope?: Scope | undefined;
  owner?: string | undefined;
  /** Words separated by spaces or commas. */
  tags?: string | undefined;
  notes?: string | undefined;
  /** Sets the words `delegate:on` in the notes, or removes them. */
  delegate?: boolean | undefined;
  /** Of the whole lineage; null for the default. */
  perMinute?: number | null | undefined;
  perDay?: number | null | undefined;
  /** Of the whole lineage. */
  resources?: ResourceEdits | undefined;
  /** Unix milliseconds; null for never. */
  expiresAt?: number | null | undefined;
  /** Addresses and CIDRs, separated by commas or white space; empty for everywhere. */
  networks?: string | undefined;
  /** Allows a new expiry to bring an expired key back. */
  revive?: boolean | undefined;
}

type Edited = Pick<KeyChange, 'set' | 'limits' | 'resources'> & {
  /** Such as `scope all to tariff; per minute 100 to 50`. */
  detail: string;
};

/** What may be changed of a revoked key: what only describes it. */
const DESCRIPTIONS: readonly string[] = ['name', 'owner', 'tags', 'notes'];

/**
 * @returns undefined if nothing changes
 * @throws KeyError if a value is out of bounds, or the state of the key does not allow the change
 */
export function decideEdit(
  row: ApiKey,
  resources: ResourceOverrides,
  edit: KeyEdit,
  nowMs: number,
): Edited | undefined {
  const wanted = wantedFields(row, edit);
  const set = differences(row, wanted.set);
  const limits = differences(row, wanted.limits);
  const ownLimits = { ...resources, ...withoutAbsent(checkResources(edit.resources ?? {})) };
  const changedResources = RESOURCES.filter(
    (resource) => (ownLimits[resource] ?? null) !== (resources[resource] ?? null),
  );
  const changed = [...Object.keys(set), ...Object.keys(limits), ...changedResources];
  if (changed.length === 0) return undefined;
  if (row.revokedAt !== null && changed.some((field) => !DESCRIPTIONS.includes(field))) {
    throw new KeyError(`Key ${row.id} is revoked. Only its name, owner, tags and notes can be changed.`);
  }
  if (set.expiresAt !== undefined) checkExpiry(row, set.expiresAt, edit.revive === true, nowMs);
  const newResources = Object.fromEntries(RESOURCES.map((resource) => [resource, ownLimits[resource] ?? undefined]));
  return {
    set,
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(changedResources.length > 0 && { resources: newResources }),
    detail: [
      ...describe(row, { ...set, ...limits }),
      ...changedResources.map(
        (resource) => `${resource} ${resources[resource] ?? 'default'} to ${ownLimits[resource] ?? 'default'}`,
      ),
      ...(statusOf(row, nowMs) === 'expired' && set.expiresAt !== undefined ? ['the expired key works again'] : []),
    ].join('; '),
  };
}

function wantedFields(row: ApiKey, edit: KeyEdit) {
  const { name, scope, owner, tags, notes, delegate, perMinute, perDay, networks, expiresAt } = edit;
  const text = notes ?? row.notes;
  // Notes that say so already are left as somebody wrote them.
  const newNotes = delegate === undefined || isDelegate(text) === delegate ? notes : withDelegate(text, delegate);
  const set: KeyChange['set'] = {
    ...(name !== undefined && { name: checkName(name) }),
    ...(scope !== undefined && { scope }),
    ...(owner !== undefined && { owner: checkOwner(owner) }),
    ...(tags !== undefined && { tags: checkTags(tags) }),
    ...(newNotes !== undefined && { notes: checkNotes(newNotes) }),
    ...(networks !== undefined && { networks: checkNetworks(networks) }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
  const limits: NonNullable<KeyChange['limits']> = {
    ...(perMinute !== undefined && { perMinute: checkLimit('perMinute', perMinute) }),
    ...(perDay !== undefined && { perDay: checkLimit('perDay', perDay) }),
  };
  return { set, limits };
}

function differences<T extends object>(row: ApiKey, wanted: T): T {
  const entries = Object.entries(wanted).filter(([field, value]) => row[field as keyof ApiKey] !== value);
  return Object.fromEntries(entries) as T;
}

function withoutAbsent(limits: ResourceEdits): ResourceEdits {
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
}

/** A key never comes back to life as a side effect, and a rotated key always has an end. */
function checkExpiry(row: ApiKey, expiresAt: number | null, revive: boolean, nowMs: number): void {
  const refuse = (message: string) => {
    throw new KeyError(message, 'expiresAt');
  };
  if (expiresAt !== null && !(expiresAt > nowMs)) {
    refuse('The expiry is in the past. Choose a later time, or revoke the key.');
  }
  if (row.successorId !== null && (expiresAt === null || expiresAt > nowMs + OVERLAP_MS_MAX)) {
    refuse(`Key ${row.id} was rotated into key ${row.successorId}. It can work for 90 more days at most.`);
  }
  if (isExpired(row, nowMs) && !revive) {
    refuse(`Key ${row.id} has expired. A new expiry lets it work again. Confirm that (--revive).`);
  }
}

const LABELS = {
  name: 'name',
  scope: 'scope',
  owner: 'owner',
  tags: 'tags',
  notes: 'notes',
  perMinute: 'per minute',
  perDay: 'per day',
  networks: 'networks',
  expiresAt: 'expires',
  revokedAt: 'revoked',
} as const;

type Described = keyof typeof LABELS;
type Values = Partial<Pick<ApiKey, Described>>;

/** One phrase for each field: `owner none to "Ann"`. */
function describe(row: ApiKey, changed: Values): string[] {
  return (Object.keys(changed) as Described[]).flatMap((field) => {
    const phrase = `${LABELS[field]} ${valueText(field, row)} to ${valueText(field, changed)}`;
    if (field !== 'notes' || isDelegate(row.notes) === isDelegate(changed.notes!)) return [phrase];
    return [`delegate ${isDelegate(row.notes) ? 'on to off' : 'off to on'}`, phrase];
  });
}

function valueText(field: Described, values: Values): string {
  const value = values[field];
  if (field === 'expiresAt') return value === null ? 'never' : new Date(Number(value)).toISOString();
  if (field === 'networks') return value ? String(value) : 'any';
  if (field === 'scope' || typeof value === 'number') return String(value);
  return value ? JSON.stringify(String(value).slice(0, AUDIT_TEXT_MAX)) : 'none';
}

/** What the audit says about a new key: all that is not the default. */
export function describeIssue(row: ApiKey, resources: ResourceOverrides): string {
  const { scope, owner, tags, notes, perMinute, perDay, expiresAt, networks } = row;
  return [
    `scope ${scope}`,
    `delegate ${isDelegate(notes) ? 'on' : 'off'}`,
    `${perMinute} a minute, ${perDay} a day`,
    ...(owner ? [`owner ${valueText('owner', row)}`] : []),
    ...(tags ? [`tags ${valueText('tags', row)}`] : []),
    ...(expiresAt === null ? [] : [`expires ${valueText('expiresAt', row)}`]),
    ...(networks ? [`only from ${networks}`] : []),
    ...RESOURCES.filter((resource) => resources[resource] !== undefined).map(
      (resource) => `${resource} ${resources[resource]}`,
    ),
  ].join('; ');
}
