/** Checks that a key's limit is exact, whatever keeps it. */
import { FIVE_CODES, LOOKUP_PATH } from './load.ts';
import { post } from './post.ts';
import type { MeasuredServer } from './server.ts';

/** Requests a minute of the key. */
export const LIMIT = 100;
export const SENT = 500;

/** Sends many requests at once and returns how many were answered 200. @throws when that is not exactly the limit. */
export async function admittedAtOnce(server: MeasuredServer, key: string, body = FIVE_CODES): Promise<number> {
  const postOnce = async () => (await post(server.url, LOOKUP_PATH, key, body)).status;
  const statuses = await server.awake(() => Promise.all(Array.from({ length: SENT }, postOnce)));
  const admitted = statuses.filter((status) => status === 200).length;
  if (admitted !== LIMIT || statuses.some((status) => status !== 200 && status !== 429)) {
    throw new Error(
      `${admitted} of ${SENT} requests were admitted; the limit is ${LIMIT}. Statuses: ${[...new Set(statuses)].join(', ')}.`,
    );
  }
  return admitted;
}
