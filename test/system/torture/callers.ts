/** Requests of all three products to a running server, and checks of what it keeps. */

import { Database } from 'bun:sqlite';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../support/until.ts';
import type { Trial } from './trial.ts';

export const LOOKUP = '/api/v1/tariff/hts/lookup';
export const SCAN = '/api/v1/pixel/scan';
export const GENERATE = '/api/v1/entry/gcc/generate';

/**
 * Longer than any answer may take. A later answer is a violation. A worker has 60 seconds for a certificate, and a scan fetches for 15
 * and reads for 20, after their turn has come.
 */
const ANSWER_MS_MAX = 90_000;

export interface Answer {
  status: number;
  body: unknown;
  headers: Headers;
}

export async function post(
  url: string,
  key: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

export const lookup = (url: string, key: string) => post(url, key, LOOKUP, { codes: ['7326.90.8688'] });
export const scan = (url: string, key: string, page: string) => post(url, key, SCAN, { url: page });

/** A certificate request. `model` makes it different from others. */
export function certificateBody(model: string) {
  return {
    product_info: {
      name: 'Bicycle helmet',
      model,
      date_of_manufacture: '2026-08-14',
      place_of_manufacture: 'Taichung, Taiwan',
    },
    manufacturer: { name: 'Harbor Helmet Co., Ltd.', address: '12 Gongye Rd, Taichung', contact_email: 'q@h.example' },
    testing_lab: { name: 'Island Impact Laboratory', test_date: '2026-09-02' },
    cpsc_rules_cited: ['16 CFR part 1203'],
  };
}

export function certificate(url: string, key: string, model: string, idempotencyKey?: string): Promise<Answer> {
  return post(url, key, GENERATE, certificateBody(model), idempotencyKey ? { 'idempotency-key': idempotencyKey } : {});
}

/** Whether the body is the error envelope with this code. */
export function isEnvelope({ body }: Answer, error: string): boolean {
  const fields = body as { error?: unknown; message?: unknown; contact?: unknown };
  return fields.error === error && typeof fields.message === 'string' && typeof fields.contact === 'string';
}

/** Downloads a certificate from `url`, which may have another port than the signed URL: the host is not signed. */
export async function readBack(url: string, signedUrl: string): Promise<{ status: number; sound: boolean }> {
  const { pathname, search } = new URL(signedUrl);
  const response = await fetch(url + pathname + search, { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
  const bytes = Buffer.from(await response.arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const id = /gcc\/([0-9a-f-]{36})\.pdf/.exec(pathname)![1]!;
  const verify = await fetch(`${url}/verify/${id}`, { headers: { accept: 'application/json' } });
  const sound = bytes.subarray(0, 5).toString() === '%PDF-' && (await verify.text()).includes(sha256);
  return { status: response.status, sound };
}

/** Checks what must hold for a data folder at any moment. */
export function inspectFolder(trial: Trial, folder: string): void {
  const strays = readdirSync(folder).filter((name) => !/^portside\.db(-wal|-shm|-reserve)?$/.test(name));
  trial.holds(strays.length === 0, `leftover files: ${strays}`);
  const database = new Database(join(folder, 'portside.db'));
  database.run('PRAGMA busy_timeout = 10000');
  const one = (sql: string) => Object.values(database.query(sql).get() as object)[0];
  trial.holds(one('PRAGMA integrity_check') === 'ok', 'integrity_check');
  trial.holds(database.query('PRAGMA foreign_key_check').all().length === 0, 'foreign_key_check');
  const halves = one(
    `SELECT (SELECT count(*) FROM certificates WHERE gcc_id NOT IN (SELECT gcc_id FROM certificate_files))
          + (SELECT count(*) FROM certificate_files WHERE gcc_id NOT IN (SELECT gcc_id FROM certificates))
          + (SELECT count(*) FROM idempotency WHERE gcc_id NOT IN (SELECT gcc_id FROM certificates))`,
  );
  trial.holds(halves === 0, `${halves} certificates half written`);
  database.close();
}

/** Whether `condition` becomes true within half a minute. An error counts as not yet. */
export async function eventually(condition: () => Promise<boolean>): Promise<boolean> {
  return until('', () => condition().catch(() => false), 30_000).then(
    () => true,
    () => false,
  );
}

/** Resident memory of a process, in MB. */
export async function residentMb(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text();
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** A storefront on this machine, whose pages differ by address, for `PORTSIDE_SCAN_ALLOW`. */
export function harmlessStorefront() {
  const page = (path: string) =>
    new Response(`<title>${path}</title><script>fbq('init','123456789012345');fbq('track','PageView')</script>`, {
      headers: { 'content-type': 'text/html' },
    });
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => page(new URL(request.url).pathname) });
  return { host: `127.0.0.1:${server.port}`, close: () => server.stop(true) };
}
