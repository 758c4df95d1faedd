/** The pages as routes: how they are refused, and what the metrics call them. */
import { describe, expect, test } from 'bun:test';
import { actor, fetchMetrics } from '../../test/support/server.ts';
import { startOperator } from '../../test/support/visitor.ts';
import { PAGE_ROUTES } from './routes.ts';

const { app, operator, keyIssuer, faults } = await startOperator();
const { row } = await keyIssuer.issue({ name: 'a key', scope: 'all' }, actor);

/** The paths of routes with parameters, filled with values that the routes accept. */
const FILLED: Record<string, string> = {
  '/operator/usage/:file': '/operator/usage/days.csv',
  '/operator/certificates/:id': '/operator/certificates/nonsense.pdf',
};
const fill = (path: string) => FILLED[path] ?? path.replace(':id', String(row.id)).replace(':name', 'owner');

/** As the signed-in operator, and without the headers that a form of this site has. */
function ask(method: string, path: string) {
  return fetch(app.url + path, { method, redirect: 'manual', headers: { cookie: operator.cookie } });
}

async function expectErrorPage(response: Response, status: number) {
  const html = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  expect(html).toContain('<h1>');
  expect(html).not.toMatch(/node_modules|\.tsx?:| {4}at /);
}

describe('a request that is refused gets a page', () => {
  test.each([
    ['GET', '/operator/nowhere', 404],
    ['POST', '/operator/nowhere', 404],
    ['GET', '/operator/keys/', 404],
    ['GET', '/operator/keys/999', 404],
    ['GET', '/operator/keys/1e3', 404],
    ['DELETE', '/operator/keys/1e3', 404],
    ['POST', '/operator/keys/1e3/revoke', 404],
    ['GET', `/operator/keys/${row.id}/nowhere`, 404],
    ['GET', '/operator/usage/days', 404],
    ['GET', '/operator/usage/weeks.csv', 404],
    ['GET', '/operator/certificates/nonsense', 404],
    ['GET', '/operator/certificates/nonsense.pdf', 404],
    ['GET', '/operator/assets/page-0000.css', 404],
    ['POST', '/operator/keys/new', 403],
  ])('%s %s: %i', async (method, path, status) => {
    await expectErrorPage(await ask(method, path), status);
  });

  test.each(PAGE_ROUTES.map((route) => [route.path, route] as const))('%s: 405 with Allow', async (_, route) => {
    const allowed = [...(route.get ? ['GET', 'HEAD'] : []), ...(route.post ? ['POST'] : [])];
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (name) => !allowed.includes(name),
    )) {
      for (const headers of [{ cookie: operator.cookie }, { cookie: '' }]) {
        const response = await fetch(app.url + fill(route.path), { method, redirect: 'manual', headers });
        expect([method, response.headers.get('allow')]).toEqual([method, allowed.join(', ')]);
        await expectErrorPage(response, 405);
      }
    }
  });

  test('HEAD is answered as GET is, without the body', async () => {
    for (const { path, get } of PAGE_ROUTES) {
      const [head, full] = await Promise.all(['HEAD', 'GET'].map((method) => ask(method, fill(path))));
      expect([path, head!.status]).toEqual([path, full!.status]);
      expect([path, await head!.text()]).toEqual([path, '']);
      expect([path, head!.status === 405]).toEqual([path, !get]);
    }
  });
});

test('every page appears in the metrics by its own pattern, and other paths by that of the room', async () => {
  const { app, operator } = await startOperator();
  for (const { path } of PAGE_ROUTES) {
    await fetch(app.url + fill(path), { method: 'PUT', headers: { cookie: operator.cookie } });
  }
  await operator.get('/operator/keys/1');
  await operator.get('/operator/nowhere');
  await operator.get('/operator/assets/nonsense.css');
  const text = await (await fetchMetrics(app.url)).text();
  const counted = new Map(
    [...text.matchAll(/^portside_requests_total\{route="([^"]+)",status="(\d+)",product=""\} (\d+)$/gm)].map(
      ([, route, status, count]) => [`${route} ${status}`, Number(count)],
    ),
  );
  for (const { path } of PAGE_ROUTES) expect([path, counted.get(`${path} 405`)]).toEqual([path, 1]);
  expect(counted.get('/operator/keys/:id 404')).toBe(1);
  expect(counted.get('/operator/* 404')).toBe(1);
  expect(counted.get('/operator/assets/:file 404')).toBe(1);
});

test('nothing failed on our side', () => expect(faults).toEqual([]));
