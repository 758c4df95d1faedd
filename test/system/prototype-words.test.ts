/** Words that every object of JavaScript answers to, as names and values in requests: no operation of any API fails by them. */
import { expect, test } from 'bun:test';
import { parse } from 'yaml';
import { startServer } from '../support/server.ts';

const WORDS = ['__proto__', 'constructor', 'toString'];

interface Operation {
  requestBody?: { content?: Record<string, { example?: unknown; examples?: Record<string, { value?: unknown }> }> };
}
type Paths = Record<string, Record<string, Operation>>;

const server = await startServer();
const key = await server.key('all', { perMinute: 100_000, perDay: 1_000_000 });

/** JSON with the word as one more field of each object, one body for each object; then in place of each text. */
function* bodiesWith(word: string, body: unknown): Iterable<string> {
  const places: (string | number)[][] = [];
  const walk = (value: unknown, path: (string | number)[]) => {
    if (typeof value !== 'object') return void (typeof value === 'string' && places.push(path));
    places.push(path);
    for (const [name, part] of Object.entries(value ?? {})) walk(part, [...path, name]);
  };
  walk(body, []);
  for (const path of places) {
    const marked = structuredClone({ body }) as Record<string, unknown>;
    let at: Record<string, unknown> = marked;
    for (const step of ['body', ...path].slice(0, -1)) at = at[step] as Record<string, unknown>;
    const last = ['body', ...path].at(-1)!;
    const known = at[last];
    at[last] =
      typeof known === 'string'
        ? word
        : Array.isArray(known)
          ? [...known, word]
          : { ...(known as object), '@': { '@': 1 } };
    yield JSON.stringify(marked.body).replaceAll('"@"', JSON.stringify(word));
  }
}

async function documents(): Promise<Paths> {
  const texts = await Promise.all(
    ['/openapi.yaml', '/api/openapi.json', '/api/v2/openapi.json'].map(async (path) =>
      (await fetch(server.app.url + path)).text(),
    ),
  );
  return Object.assign({}, ...texts.map((text) => (parse(text) as { paths: Paths }).paths));
}

test('an operation answers, or refuses', async () => {
  const paths = await documents();
  const failed: string[] = [];
  let requests = 0;
  const ask = async (method: string, path: string, body?: string) => {
    requests++;
    const response = await fetch(server.app.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    });
    await response.arrayBuffer();
    if (response.status >= 500 && response.status !== 502)
      failed.push(`${response.status} ${method} ${path} ${body ?? ''}`);
  };
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { requestBody }] of Object.entries(operations)) {
      if (!['get', 'post', 'put', 'patch', 'delete'].includes(method)) continue;
      for (const word of WORDS) {
        const filled = path.replace(/\{\w+\}/g, word);
        const named = `${filled}?${word}=1&${word}=${word}&cursor=${word}&q=${word}&format=${word}&as_of=${word}`;
        if (method === 'get' || !requestBody) await ask(method.toUpperCase(), named);
      }
      const { example, examples } = requestBody?.content?.['application/json'] ?? {};
      const body = example ?? Object.values(examples ?? {})[0]?.value;
      if (body === undefined || /pixel/.test(path)) continue;
      for (const word of WORDS.slice(0, 2))
        for (const text of bodiesWith(word, body))
          await ask(method.toUpperCase(), path.replace(/\{\w+\}/g, word), text);
    }
  }
  expect(failed).toEqual([]);
  expect(server.faults).toEqual([]);
  expect(requests).toBeGreaterThan(300);
}, 120_000);
