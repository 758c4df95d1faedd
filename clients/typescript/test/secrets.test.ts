/** What only its owner may read of an answer is in nothing that is printed of the answer, of the error in its place, or of the log. */
import { expect, test } from 'bun:test';
import { inspect } from 'node:util';
import { Portside, ResponseError } from '../src/index.ts';
import { API_KEY } from '../src/testing/index.ts';

const NEW_KEY = 'svc_PlantedSuccessor0000000';
/** A part of it is too much already. */
const PLANTED = /svc_P/;

const ROTATED = {
  ...{
    created_at: '',
    expires_at: null,
    key: NEW_KEY,
    name: '',
    old_key_until: '',
    owner: '',
    prefix: '',
    scope: 'all',
  },
  ...{ products: [], tenant: null },
};

function answering(body: string, status = 201) {
  const logged: string[] = [];
  const fetch = async () => new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
  const log = (line: string) => void logged.push(line);
  const options = { apiKey: API_KEY, baseUrl: 'http://portside.test', maxRetries: 0 };
  return { client: new Portside({ ...options, fetch: fetch as never, log }), logged };
}

/** Everything that a program may print of a value. */
function printed(value: unknown): string {
  const { stack, message } = Object(value) as Error;
  return [inspect(value, { depth: 9, showHidden: true }), Bun.inspect(value), String(value), stack, message].join('\n');
}

test('a rotation prints no key, and gives it when it is read', async () => {
  const { client, logged } = answering(JSON.stringify(ROTATED));
  const { data, responses } = await client.account.rotate().withRawResponse();
  expect(printed(data)).not.toMatch(PLANTED);
  expect(printed({ data, responses })).not.toMatch(PLANTED);
  expect(logged.join('\n')).not.toMatch(PLANTED);
  expect(logged).toHaveLength(1);
  expect([data.key, JSON.parse(JSON.stringify(data)).key]).toEqual([NEW_KEY, NEW_KEY]);
});

test.each([
  ['a field is missing', JSON.stringify({ ...ROTATED, old_key_until: undefined })],
  ['more after the end', `${JSON.stringify(ROTATED)}x`],
  ['cut short', JSON.stringify(ROTATED).slice(0, -1)],
  ['cut in the key', `{"key":"${NEW_KEY}`],
  // Parsers say what they stumbled on: the whole key in Bun, its beginning in Node.
  ['no quotes', `{"key":${NEW_KEY}}`],
  ['the key alone', NEW_KEY],
  ['a text', `"${NEW_KEY}"`],
  ['a list', `["${NEW_KEY}"]`],
])('a rotation whose answer is wrong is an error without the key: %s', async (_, body) => {
  const { client, logged } = answering(body);
  const fault = await client.account.rotate().catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ResponseError);
  expect(printed(fault)).not.toMatch(PLANTED);
  expect(JSON.stringify(fault)).not.toMatch(PLANTED);
  expect(logged.join('\n')).not.toMatch(PLANTED);
});
