/**
 * Sends one request that is not measured, on a new connection. A stopped server closes its idle connections as soon as it
 * continues, and a request on one of them would be lost.
 */
export async function post(origin: string, path: string, key: string, body: string): Promise<PostResult> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(new URL(path, origin), { method: 'POST', headers, body, keepalive: false });
  return { status: response.status, text: await response.text() };
}

export interface PostResult {
  status: number;
  text: string;
}

/** The text of the answer. @throws when its status is not 200. */
export async function postExpecting200(origin: string, path: string, key: string, body: string): Promise<string> {
  const { status, text } = await post(origin, path, key, body);
  if (status !== 200) throw new Error(`${origin}${path} answers ${status}: ${text}`);
  return text;
}
