/**
 * Keys from a file, as `portside keys issue --from` reads it. The first form sends the file, which is checked as a whole; the second one
 * confirms what was found. Between the two nothing is stored: the page itself carries the rows, checked again when they come back.
 */
import { statusOf } from '../../domain/key.ts';
import { seeOther } from '../../http/browser/see-other.ts';
import { readKeysToEdit } from '../../keys/key-edit-file.ts';
import { KeyError } from '../../keys/key-fields.ts';
import {
  decodeKeyFile,
  findReferencedKeys,
  issuedKeysCsv,
  KeyFileError,
  readKeysToIssue,
  readKeysToRevoke,
} from '../../keys/key-file.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { actorOf, type OperatorRequest, queryNumber, queryWord } from '../operator-request.ts';
import { KEY_FILE_ACTIONS, type KeyFileAction, type KeyFilePlan, keyFilePage, keyPlanPage } from './file-view.tsx';
import { claimOneTimeForm } from './issued.ts';
import { issuedFilePage } from './issued-file-view.tsx';

const COUNT_MAX = 1000;

export function showKeyFile(_dependencies: OperatorDependencies, request: OperatorRequest): Response {
  const done = queryWord(request, 'done', ['edit', 'revoke']);
  const count = queryNumber(request, 'count', 0, COUNT_MAX);
  return keyFilePage(request, { action: 'issue', done: done && { action: done, count } });
}

/** Says what the file would do. */
export async function checkKeyFile(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const action = actionOf(request);
  return withFileProblems(request, action, async () => {
    const plan = await planOf(dependencies, action, decodeKeyFile(request.file ?? new Uint8Array()));
    return keyPlanPage(request, { action, plan, formToken: dependencies.oneTimeForms.makeToken() });
  });
}

/** Does it: all of it, or nothing. */
export async function useKeyFile(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const { keyIssuer, clock, storage } = dependencies;
  const action = actionOf(request);
  await claimOneTimeForm(dependencies, request);
  return withFileProblems(request, action, async () => {
    const text = carriedText(request.form);
    const actor = actorOf(request);
    if (action === 'issue') {
      const issued = await keyIssuer.issueAll(readKeysToIssue(text, keyIssuer, clock.now()), actor);
      return issuedFilePage(request, issued.length, issuedKeysCsv(issued));
    }
    if (action === 'edit') {
      const { edits } = await readKeysToEdit(text, storage.keys, clock.now());
      const changed = edits.filter(({ changes }) => changes !== '');
      await keyIssuer.editAll(new Map(changed.map(({ row, edit }) => [row.id, edit])), actor);
      return seeOther(`/operator/keys/file?done=edit&count=${changed.length}`);
    }
    const rows = await findReferencedKeys(storage.keys, readKeysToRevoke(text));
    const usable = rows.filter((row) => row.revokedAt === null);
    await keyIssuer.revokeAll(
      usable.map(({ id }) => id),
      actor,
    );
    return seeOther(`/operator/keys/file?done=revoke&count=${usable.length}`);
  });
}

async function planOf(
  { keyIssuer, clock, storage }: OperatorDependencies,
  action: KeyFileAction,
  text: string,
): Promise<KeyFilePlan> {
  const nowMs = clock.now();
  if (action === 'issue') {
    const keys = readKeysToIssue(text, keyIssuer, nowMs);
    return {
      text,
      count: keys.length,
      passedOver: 0,
      rows: keys.map(({ name, scope, owner = '', tags = '' }) => ({
        name,
        detail: [scope, owner, tags].filter(Boolean).join(' · '),
      })),
    };
  }
  if (action === 'edit') {
    const planned = await readKeysToEdit(text, storage.keys, nowMs);
    const changed = planned.edits.filter(({ changes }) => changes !== '');
    return {
      text: planned.text,
      count: changed.length,
      passedOver: planned.edits.length - changed.length,
      rows: changed.map(({ row, changes }) => ({ row, name: row.name, detail: changes })),
    };
  }
  const rows = await findReferencedKeys(storage.keys, readKeysToRevoke(text));
  const usable = rows.filter((row) => row.revokedAt === null);
  return {
    // Only the ids: the file may have had whole keys in it, and no page repeats one.
    text: ['id', ...usable.map(({ id }) => id)].join('\n'),
    count: usable.length,
    passedOver: rows.length - usable.length,
    rows: usable.map((row) => ({ row, name: row.name, detail: statusOf(row, nowMs) })),
  };
}

function actionOf({ form }: OperatorRequest): KeyFileAction {
  return KEY_FILE_ACTIONS.find((action) => action === form.get('action')) ?? 'issue';
}

/** A browser changes the line breaks of a field, so the page carries the text as JSON. */
function carriedText(form: URLSearchParams): string {
  try {
    const text: unknown = JSON.parse(form.get('rows') ?? '');
    if (typeof text === 'string') return text;
  } catch {}
  throw new KeyFileError(['The form is not complete. Choose the file again.']);
}

async function withFileProblems(
  request: OperatorRequest,
  action: KeyFileAction,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof KeyFileError || error instanceof KeyError) {
      return keyFilePage(request, { action, problems: error.message.split('\n') });
    }
    throw error;
  }
}
