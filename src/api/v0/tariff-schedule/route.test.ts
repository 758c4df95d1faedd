import { expect, test } from 'bun:test';
import { Value } from 'typebox/value';
import { startPublicServer } from '../../../../test/support/public-server.ts';
import { CHAPTERS } from './route.ts';
import { ScheduleNode } from './schema.ts';

const server = await startPublicServer();
const ask = (rest = '') => server.ask(`${CHAPTERS.path}${rest}`);

test.each([
  ['', 200],
  ['?as_of=2026-01-01', 200],
  ['?as_of=2026-02-30', 422],
  ['?as_of=2025-03-11', 422],
  ['?as_of=', 422],
  ['/73', 200],
  ['/7326', 200],
  ['/7326.90', 200],
  ['/7326908688', 200],
  ['/7326.90.8688?as_of=2026-04-05', 200],
  ['/7326?as_of=never', 422],
  ['/77', 422],
  ['/98', 422],
  ['/9903', 422],
  ['/7', 422],
  ['/732', 422],
  ['/73a6', 422],
  ['/%00', 422],
  [`/${'7'.repeat(65)}`, 422],
  ['/0199', 404],
  ['/7326.90.0000', 404],
])('%s is answered with %p', async (rest, status) => {
  const response = await ask(rest);
  expect(response.status).toBe(status);
  const answer = await response.json();
  if (status !== 200) return expect(answer.error).toBe(status === 404 ? 'not_found' : 'invalid_request');
  expect([...Value.Errors(ScheduleNode, answer)]).toEqual([]);
  expect(response.headers.get('x-tariff-law-read-to')).toBe(answer.law_read_to);
  expect(response.headers.get('x-tariff-as-of')).toBe(answer.as_of);
  expect(response.headers.get('cache-control')).toContain('public');
  expect(response.headers.get('ratelimit')).not.toBeNull();
});

test('one level leads to the next', async () => {
  const chapters = (await (await ask()).json()).children;
  expect(chapters).toHaveLength(96);
  let code = '73';
  const levels: string[] = [];
  for (;;) {
    const { node, children } = await (await ask(`/${code}`)).json();
    levels.push(node.level);
    if (children.length === 0) break;
    code = children.at(-1).code;
  }
  expect(levels).toEqual(['chapter', 'heading', 'subheading', 'line', 'number']);
});

test('is answered with 304 if the ETag is known, and refuses other methods', async () => {
  const etag = (await ask('/7326')).headers.get('etag')!;
  const again = await server.ask(`${CHAPTERS.path}/7326`, { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  for (const path of ['', '/7326']) {
    expect((await server.ask(CHAPTERS.path + path, { method: 'POST' })).status).toBe(405);
    expect((await server.ask(CHAPTERS.path + path, { method: 'OPTIONS' })).status).toBe(204);
  }
});

test('every request is counted, also one that is refused', async () => {
  const one = await startPublicServer();
  const left = async (rest: string) =>
    Number(
      /r=(\d+)/.exec((await one.ask(CHAPTERS.path + rest, { from: '203.0.113.9' })).headers.get('ratelimit')!)![1],
    );
  const first = await left('');
  expect([await left('/7326'), await left('/nonsense'), await left('/0199')]).toEqual([
    first - 1,
    first - 2,
    first - 3,
  ]);
});

test('no request was reported as a fault', () => expect(server.faults).toEqual([]));
