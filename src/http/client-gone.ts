/** A client that closed its connection before it had the answer. It is the client's decision and no fault of the server. */

/** Nobody receives it: it is for the metrics and the log. The number is nginx's. */
export const CLIENT_GONE = 499;

export function clientGoneResponse(): Response {
  return new Response(null, { status: CLIENT_GONE });
}
