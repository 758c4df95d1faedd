/**
 * One request of the bench itself. It has a connection of its own: a server that slept closes those it kept as soon as it
 * wakes, and a request that meets that on a kept connection is lost for a reason that nobody measures.
 */
export async function ask(origin: string, path: string, key: string, body: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(new URL(path, origin), { method: 'POST', headers, body, keepalive: false });
  return { status: response.status, text: await response.text() };
}

export interface Answer {
  status: number;
  text: string;
}

/** The text of an answer that has to be good. @throws when it is not. */
export async function askWell(origin: string, path: string, key: string, body: string): Promise<string> {
  const { status, text } = await ask(origin, path, key, body);
  if (status !== 200) throw new Error(`${origin}${path} answers ${status}: ${text}`);
  return text;
}
