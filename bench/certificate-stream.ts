/** Requests certificates over HTTP at a steady rate while something else is measured. */

import { certificateRequest } from './certificate-requests.ts';
import { postExpecting200 } from './post.ts';

/** Far more than a large importer needs, and a fraction of what the worker can draw. */
export const CERTIFICATES_PER_SECOND = 20;
/** Requests in progress. When the server falls behind, the stream slows down. */
const IN_PROGRESS_MAX = 8;

/** Requests certificates until stopped. `stop` returns how many were made, and throws when one request failed. */
export function startCertificateStream(origin: string, key: string) {
  const inProgress = new Set<Promise<void>>();
  let failure: Error | undefined;
  let made = 0;
  let n = 0;
  const generate = async () => {
    const body = JSON.stringify(certificateRequest(++n, n % 2 === 0 ? 'latin' : 'chinese'));
    await postExpecting200(origin, '/api/v1/entry/gcc/generate', key, body);
    made++;
  };
  const timer = setInterval(() => {
    if (inProgress.size >= IN_PROGRESS_MAX) return;
    const sent: Promise<void> = generate()
      .catch((error: Error) => {
        failure = error;
      })
      .finally(() => inProgress.delete(sent));
    inProgress.add(sent);
  }, 1000 / CERTIFICATES_PER_SECOND);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(inProgress);
      if (failure) throw failure;
      if (made === 0) throw new Error('No certificate was made.');
      return made;
    },
  };
}
