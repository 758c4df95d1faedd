import { type ApiKey, type KeyStatus, statusOf } from '../../domain/key.ts';
import { RESOURCES } from '../../domain/resources.ts';
import { seeOther } from '../../http/browser/see-other.ts';
import type { KeyEdit } from '../../keys/key-edit.ts';
import { lastDayOf } from '../../keys/key-expiry.ts';
import { KeyError } from '../../keys/key-fields.ts';
import { readResourceUse } from '../../limits/resource-use.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { actorOf, type OperatorRequest } from '../operator-request.ts';
import { editKeyPage } from './edit-view.tsx';
import { readExpires, readLimit, readScope } from './form-values.ts';
import { findKey } from './key-handler.ts';
import { readResourceLimits, resourceFieldValues } from './resource-fields.tsx';

export async function showEdit(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const row = await findKey(dependencies, request);
  return show(dependencies, request, row, await valuesOf(dependencies, row));
}

export async function editKey(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const { keyIssuer, clock } = dependencies;
  const row = await findKey(dependencies, request);
  try {
    const edit = readEdit(request.form, row, statusOf(row, clock.now()));
    const { changes } = await keyIssuer.edit(row.id, edit, actorOf(request));
    return seeOther(`/operator/keys/${row.id}?done=${changes ? 'edited' : 'unchanged'}`);
  } catch (error) {
    if (!(error instanceof KeyError)) throw error;
    return show(dependencies, request, row, request.form, error.message);
  }
}

/** The form of a revoked key has only what describes it. */
function readEdit(form: URLSearchParams, row: ApiKey, status: KeyStatus): KeyEdit {
  const text = (name: string) => form.get(name) ?? '';
  const description = { name: text('name'), owner: text('owner'), tags: text('tags'), notes: lines(text('notes')) };
  if (status === 'revoked') return description;
  const resources = readResourceLimits(form);
  // A form shows only the day. One that was not touched must not move the end of an overlap to midnight.
  const isSameDay = text('expires') === lastDayOf(row.expiresAt);
  return {
    ...description,
    scope: readScope(form),
    perMinute: readLimit(form.get('per_minute')) ?? null,
    perDay: readLimit(form.get('per_day')) ?? null,
    expiresAt: isSameDay ? undefined : (readExpires(form) ?? null),
    networks: text('networks'),
    resources: Object.fromEntries(RESOURCES.map((resource) => [resource, resources[resource] ?? null])),
    revive: form.get('revive') === 'on',
  };
}

/** Browsers send the line breaks of a text area as CRLF. */
function lines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

async function valuesOf({ storage, clock }: OperatorDependencies, row: ApiKey): Promise<URLSearchParams> {
  const uses = await readResourceUse(storage, row, clock.now());
  const own = Object.fromEntries(
    RESOURCES.map((resource) => [resource, uses[resource].ownLimit ? uses[resource].limit : undefined]),
  );
  return new URLSearchParams({
    name: row.name,
    scope: row.scope,
    owner: row.owner,
    tags: row.tags,
    notes: row.notes,
    networks: row.networks.replaceAll(' ', '\n'),
    per_minute: String(row.perMinute),
    per_day: String(row.perDay),
    expires: lastDayOf(row.expiresAt),
    ...Object.fromEntries(resourceFieldValues(own)),
  });
}

async function show(
  { keyIssuer, clock }: OperatorDependencies,
  request: OperatorRequest,
  row: ApiKey,
  fields: URLSearchParams,
  problem?: string,
): Promise<Response> {
  const relatives = await keyIssuer.relatives(row);
  const status = statusOf(row, clock.now());
  return editKeyPage(request, { row, status, fields, hasRelatives: relatives.length > 0, ...(problem && { problem }) });
}
