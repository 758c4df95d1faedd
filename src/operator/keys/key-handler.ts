import { type ApiKey, statusOf } from '../../domain/key.ts';
import { PageError } from '../../http/browser/page-error.ts';
import { seeOther } from '../../http/browser/see-other.ts';
import { KeyError } from '../../keys/key-fields.ts';
import { readResourceUse } from '../../limits/resource-use.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { actorOf, type OperatorRequest, queryWord } from '../operator-request.ts';
import { readUsageReport } from '../usage/report.ts';
import { claimOneTimeForm, examplesOrigin } from './issued.ts';
import { issuedPage } from './issued-view.tsx';
import { keyPage } from './key-view.tsx';

const HOUR_S = 3600;
const DEFAULT_OVERLAP_S = 24 * HOUR_S;
const OVERLAPS = [
  { seconds: 0, label: 'none: the old key ends now' },
  { seconds: HOUR_S, label: '1 hour' },
  { seconds: 24 * HOUR_S, label: '24 hours' },
  { seconds: 7 * 24 * HOUR_S, label: '7 days' },
  { seconds: 30 * 24 * HOUR_S, label: '30 days' },
  { seconds: 90 * 24 * HOUR_S, label: '90 days' },
].map((overlap) => ({ ...overlap, preselected: overlap.seconds === DEFAULT_OVERLAP_S }));

/** What the page says after a change, by the value of `?done=`. */
const DONE = {
  edited: 'The changes are saved. Every server uses them within a second.',
  unchanged: 'Nothing differed, so nothing was changed.',
  delegate_on: 'Delegate mode is on: the key is admitted to the closed beta.',
  delegate_off: 'Delegate mode is off: the closed beta refuses the key.',
  revoked: 'The key is revoked. It is refused from now on.',
} as const;

type Done = keyof typeof DONE;

export async function showKey(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  return show(dependencies, request, await findKey(dependencies, request));
}

export function switchDelegate(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const on = request.form.get('delegate') === 'on';
  return change(dependencies, request, on ? 'delegate_on' : 'delegate_off', async (row) => {
    await dependencies.keyIssuer.edit(row.id, { delegate: on }, actorOf(request));
  });
}

export async function rotateKey(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const row = await findKey(dependencies, request);
  await claimOneTimeForm(dependencies, request);
  const seconds = request.form.get('overlap') ?? '';
  try {
    const overlapMs = /^\d{1,10}$/.test(seconds) ? Number(seconds) * 1000 : Number.NaN;
    const rotated = await dependencies.keyIssuer.rotate(row.id, overlapMs, actorOf(request));
    const beta = dependencies.config.beta === 'on';
    return issuedPage(request, { ...rotated, beta, origin: examplesOrigin(dependencies, request) });
  } catch (error) {
    return showProblem(dependencies, request, row, error);
  }
}

export function revokeKey(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  return change(dependencies, request, 'revoked', async (row) => {
    if (visibleText(request.form.get('name') ?? '') !== nameToType(row)) {
      throw new KeyError('The name that was typed is not the name of this key. It was not revoked.');
    }
    await dependencies.keyIssuer.revoke(row.id, actorOf(request));
  });
}

/** @throws PageError 404 */
export async function findKey({ keyIssuer }: OperatorDependencies, { params }: OperatorRequest): Promise<ApiKey> {
  const row = await keyIssuer.find(Number(params.id));
  if (!row) throw new PageError(404, 'Not found', 'There is no such key.');
  return row;
}

/** Does `work` on the key, then goes to its page, or shows why it was refused. */
async function change(
  dependencies: OperatorDependencies,
  request: OperatorRequest,
  done: Done,
  work: (row: ApiKey) => Promise<void>,
): Promise<Response> {
  const row = await findKey(dependencies, request);
  try {
    await work(row);
  } catch (error) {
    return showProblem(dependencies, request, row, error);
  }
  return seeOther(`/operator/keys/${row.id}?done=${done}`);
}

function showProblem(
  dependencies: OperatorDependencies,
  request: OperatorRequest,
  row: ApiKey,
  error: unknown,
): Promise<Response> {
  if (error instanceof KeyError) return show(dependencies, request, row, error.message);
  throw error;
}

async function show(
  dependencies: OperatorDependencies,
  request: OperatorRequest,
  row: ApiKey,
  problem?: string,
): Promise<Response> {
  const { clock, history, keyIssuer, oneTimeForms, storage } = dependencies;
  const nowMs = clock.now();
  const uses = await history.lineages([row.lineageId], nowMs);
  const done = problem ? undefined : queryWord(request, 'done', Object.keys(DONE) as Done[]);
  return keyPage(request, {
    row,
    status: statusOf(row, nowMs),
    use: uses.get(row.lineageId)!,
    resources: await readResourceUse(storage, row, nowMs),
    relatives: await keyIssuer.relatives(row),
    foreignUse: await storage.usage.foreignUse(row.id),
    usage: await readUsageReport(dependencies, request, row.id),
    nameToType: nameToType(row),
    overlaps: OVERLAPS,
    formToken: oneTimeForms.makeToken(),
    nowMs,
    done: done && DONE[done],
    problem,
  });
}

/** A text as a reader sees and types it: without invisible characters, and with single spaces. */
function visibleText(text: string): string {
  return text.replace(/\p{C}/gu, '').replace(/\s+/g, ' ').trim();
}

function nameToType(row: ApiKey): string {
  return visibleText(row.name) || `key ${row.id}`;
}
