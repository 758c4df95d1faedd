/** Orders for certificates over HTTP, at a steady pace, for as long as something else is measured. */
import { askWell } from './ask.ts';
import { certificateOrder } from './certificate-orders.ts';

/** Far more than a large importer makes, and a fraction of what the worker can draw. */
export const ORDERS_PER_SECOND = 20;
/** Orders under way; when the server falls behind, the stream does too. */
const UNDER_WAY_MAX = 8;

/** Sends orders until stopped; `stop` says how many were made. @throws on `stop` when one was not answered with a certificate. */
export function startOrders(origin: string, key: string) {
  const underWay = new Set<Promise<void>>();
  let failure: Error | undefined;
  let made = 0;
  let n = 0;
  const order = async () => {
    const body = JSON.stringify(certificateOrder(++n, n % 2 === 0 ? 'latin' : 'chinese'));
    await askWell(origin, '/api/v1/entry/gcc/generate', key, body);
    made++;
  };
  const timer = setInterval(() => {
    if (underWay.size >= UNDER_WAY_MAX) return;
    const sent: Promise<void> = order()
      .catch((error: Error) => {
        failure = error;
      })
      .finally(() => underWay.delete(sent));
    underWay.add(sent);
  }, 1000 / ORDERS_PER_SECOND);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      if (failure) throw failure;
      if (made === 0) throw new Error('No certificate was made.');
      return made;
    },
  };
}
