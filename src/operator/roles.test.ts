/** What each role may do, by real requests to every page. */
import { describe, expect, test } from 'bun:test';
import { actor } from '../../test/support/server.ts';
import { startOperator, type Visitor } from '../../test/support/visitor.ts';
import { mayAct, ROLES, type Role } from '../domain/operator.ts';
import type { PageRoute } from './page-route.ts';
import { operatorRoutes, PAGE_ROUTES } from './routes.ts';

const { app, operator: owner, visitor, addOperator, keyIssuer, storage, faults } = await startOperator();
const { row } = await keyIssuer.issue({ name: 'a key', scope: 'all' }, actor);
await addOperator('rita', 'reader');
await addOperator('ivan', 'issuer');
const [rita, ivan] = [visitor(), visitor()];
await rita.signIn(undefined, 'rita');
await ivan.signIn(undefined, 'ivan');
const signedIn: Record<Role, Visitor> = { reader: rita, issuer: ivan, owner };

const FILLED: Record<string, string> = {
  '/operator/usage/:file': '/operator/usage/days.csv',
  '/operator/certificates/:id': '/operator/certificates/00000000-0000-4000-8000-000000000000.pdf',
  '/operator/certificates/:id/revoke': '/operator/certificates/00000000-0000-4000-8000-000000000000/revoke',
};
const fill = (path: string) => FILLED[path] ?? path.replace(':id', String(row.id)).replace(':name', 'nobody');

/** Written here again, so that a page whose role is lowered by mistake fails. */
const LEAST_ROLES: Record<string, Role | 'public'> = {
  'GET /operator/sign-in': 'public',
  'POST /operator/sign-in': 'public',
  'POST /operator/sign-out': 'reader',
  'GET /operator': 'reader',
  'GET /operator/overview': 'reader',
  'GET /operator/alerts': 'reader',
  'POST /operator/alerts/settings': 'owner',
  'GET /operator/keys': 'reader',
  'GET /operator/keys/new': 'issuer',
  'POST /operator/keys/new': 'issuer',
  'GET /operator/keys/file': 'issuer',
  'POST /operator/keys/file': 'issuer',
  'POST /operator/keys/file/confirm': 'issuer',
  'GET /operator/keys/:id': 'reader',
  'POST /operator/keys/search': 'reader',
  'GET /operator/keys/export.csv': 'reader',
  'GET /operator/keys/:id/edit': 'issuer',
  'POST /operator/keys/:id/edit': 'issuer',
  'POST /operator/keys/:id/delegate': 'issuer',
  'POST /operator/keys/:id/rotate': 'issuer',
  'POST /operator/keys/:id/revoke': 'issuer',
  'GET /operator/requests': 'reader',
  'POST /operator/requests/search': 'reader',
  'GET /operator/requests/export.csv': 'reader',
  'GET /operator/requests/:id': 'reader',
  'GET /operator/usage': 'reader',
  'GET /operator/usage/:file': 'reader',
  'GET /operator/lists': 'reader',
  'GET /operator/certificates': 'reader',
  'GET /operator/certificates/export.csv': 'reader',
  'GET /operator/certificates/:id': 'reader',
  'POST /operator/certificates/:id/revoke': 'issuer',
  'GET /operator/scans': 'reader',
  'GET /operator/scans/export.csv': 'reader',
  'GET /operator/scans/:id': 'reader',
  'GET /operator/audit': 'reader',
  'GET /operator/audit/export.jsonl': 'reader',
  'GET /operator/audit/export.csv': 'reader',
  'GET /operator/password': 'reader',
  'POST /operator/password': 'reader',
  'GET /operator/sessions': 'reader',
  'POST /operator/sessions/end': 'reader',
  'GET /operator/operators': 'owner',
  'POST /operator/operators': 'owner',
  'POST /operator/operators/:name/role': 'owner',
  'POST /operator/operators/:name/password': 'owner',
  'POST /operator/operators/:name/remove': 'owner',
};

const actions = PAGE_ROUTES.flatMap((route) => [
  ...(route.get ? [{ method: 'GET', path: route.path }] : []),
  ...(route.post ? [{ method: 'POST', path: route.path }] : []),
]);
/** They end the session that the next request needs. */
const ENDS_SESSION = ['/operator/sign-out', '/operator/sessions/end'];

test('every action on a page is in the table above', () => {
  expect(actions.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(LEAST_ROLES).sort());
});

describe.each(ROLES)('as %s', (role) => {
  test.each(actions.filter(({ path }) => !ENDS_SESSION.includes(path)))('$method $path', async ({ method, path }) => {
    const least = LEAST_ROLES[`${method} ${path}`]!;
    const before = auditRows();
    const { html, response } = await ask(signedIn[role], method, fill(path));
    const isRefused = response.status === 403 && html.includes('Not allowed');
    expect(isRefused).toBe(least !== 'public' && !mayAct(role, least));
    if (isRefused) expect(auditRows()).toBe(before);
  });
});

test.each(ROLES)('%s may sign out, here and everywhere', async (role) => {
  for (const path of ENDS_SESSION) {
    const name = { reader: 'rita', issuer: 'ivan', owner: 'owner' }[role];
    const someone = visitor();
    await someone.signIn(undefined, name);
    expect((await someone.post(path)).status).toBe(303);
  }
  for (const [name, session] of [
    ['rita', rita],
    ['ivan', ivan],
    ['owner', owner],
  ] as const) {
    await session.signIn(undefined, name);
  }
});

test('a page that declares no role, or an unknown one, is nobody’s', async () => {
  const open = { get: () => new Response('reached') };
  const undeclared = { path: '/operator/undeclared', ...open } as unknown as PageRoute;
  const unknown = { path: '/operator/unknown', access: 'admin', ...open } as unknown as PageRoute;
  const declared: PageRoute = { path: '/operator/declared', access: 'reader', ...open };
  const { config, clock, log, parts } = partsOf();
  const routes = operatorRoutes({ ...parts, config, clock, log }, [undeclared, unknown, declared]);
  const status = async (path: string) =>
    (await routes.handle(new Request(`${app.url}${path}`, { headers: { cookie: owner.cookie } }))).status;
  expect(await status('/operator/declared')).toBe(200);
  expect([await status('/operator/undeclared'), await status('/operator/unknown')]).toEqual([403, 403]);
});

test('pages leave out what the role cannot do', async () => {
  const shown = async (someone: Visitor) => {
    const list = (await someone.get('/operator/keys')).html;
    const key = (await someone.get(`/operator/keys/${row.id}`)).html;
    return {
      issues: list.includes('href="/operator/keys/new"'),
      rotates: key.includes('/rotate"'),
      revokes: key.includes('/revoke"'),
      edits: key.includes('/edit"'),
      switches: !/role="switch"[^>]*disabled/.test(key),
      operators: list.includes('href="/operator/operators"'),
    };
  };
  const none = {
    issues: false,
    rotates: false,
    revokes: false,
    edits: false,
    switches: false,
    operators: false,
  };
  const issuing = {
    issues: true,
    rotates: true,
    revokes: true,
    edits: true,
    switches: true,
    operators: false,
  };
  expect(await shown(rita)).toEqual(none);
  expect(await shown(ivan)).toEqual(issuing);
  expect(await shown(owner)).toEqual({ ...issuing, operators: true });
});

test('a role that is taken away is gone in an open session', async () => {
  await addOperator('late', 'owner');
  const late = visitor();
  await late.signIn(undefined, 'late');
  expect((await late.get('/operator/operators')).status).toBe(200);
  await owner.get('/operator/operators');
  expect((await owner.post('/operator/operators/late/role', { role: 'reader' })).status).toBe(303);
  expect((await late.get('/operator/operators')).status).toBe(303);
  await late.signIn(undefined, 'late');
  expect((await late.get('/operator/operators')).status).toBe(403);
});

test('nothing failed on our side', () => expect(faults).toEqual([]));

/** The form token belongs to the session and not to the page, so one page gives the token for all forms. */
async function ask(someone: Visitor, method: string, path: string) {
  return method === 'GET' ? someone.get(path) : someone.post(path, { role: 'reader' });
}

function auditRows(): number {
  return storage.recordsFile.query<{ n: number }, []>('SELECT count(*) AS n FROM audit').get()!.n;
}

/** Of a second set of routes on the same database. Its pages are the ones of the test, which use none of the rest. */
function partsOf() {
  const config = {
    base_url: '',
    trust_proxy: '',
    operator_password: '',
    beta: 'on' as const,
    disk_floor_mb: 0,
    list_days_max: 0,
  };
  const clock = {
    now: () => Date.UTC(2026, 10, 21, 12),
    monotonic: () => 0,
    sleep: async () => {},
    random: (n: number) => new Uint8Array(n),
  };
  const log = { request() {}, info() {}, fault() {} };
  return { config, clock, log, parts: { storage } as unknown as Parameters<typeof operatorRoutes>[0] };
}
