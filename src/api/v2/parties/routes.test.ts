/** Parties over HTTP. */
import { describe, expect, test } from 'bun:test';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { startServer } from '../../../../test/support/server.ts';
import { PARTIES_MAX } from '../../../domain/party-profile.ts';
import { GCC_EXAMPLES } from '../../v1/certificates/schema.ts';
import { PUT } from './routes.ts';
import { DeletedParty, Party, PartyList } from './schema.ts';

const server = await startServer();
const UNLIMITED = { perMinute: 100_000, perDay: 1_000_000 };
const key = await server.key('entry', UNLIMITED);
const stranger = await server.key('all', UNLIMITED);
const PATH = '/api/v2/entry/parties';
const FACTORY = PUT.text.examples!.factory!.body as { name: string; address_parts: object };

async function send(method: string, path: string, body?: unknown, as = key) {
  const response = await fetch(server.app.url + path, {
    method,
    headers: { authorization: `Bearer ${as}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: the tests compare it with schemas
  return { status: response.status, headers: response.headers, body: (text && JSON.parse(text)) as any };
}
const put = (id: string, body: unknown = FACTORY, as = key) =>
  send('PUT', `${PATH}/${encodeURIComponent(id)}`, body, as);
const hasShape = (schema: TSchema, answer: unknown) => expect([...Value.Errors(schema, answer)]).toEqual([]);

describe('a life', () => {
  test('kept, read, replaced whole, listed, deleted', async () => {
    const kept = await put('FACTORY 12');
    expect(kept.status).toBe(200);
    hasShape(Party, kept.body);
    expect(kept.body).toMatchObject({
      ...FACTORY,
      address_parts: { ...FACTORY.address_parts, unit: null },
      address: null,
    });
    expect((await send('GET', `${PATH}/FACTORY%2012`)).body).toEqual(kept.body);
    server.clock.ms += 60_000;
    const replaced = await put('FACTORY 12', { roles: ['certifier', 'certifier'], name: ' New\u0007 name ' });
    hasShape(Party, replaced.body);
    expect(replaced.body).toMatchObject({
      alternate_id: 'FACTORY 12',
      roles: ['certifier'],
      name: 'New name',
      address_parts: null,
      email: null,
      created_at: kept.body.created_at,
    });
    expect(replaced.body.updated_at > kept.body.updated_at).toBe(true);
    const { body } = await send('GET', PATH);
    hasShape(PartyList, body);
    expect(body.parties).toEqual([replaced.body]);
    const deleted = await send('DELETE', `${PATH}/FACTORY%2012`);
    hasShape(DeletedParty, deleted.body);
    for (const method of ['GET', 'DELETE']) expect((await send(method, `${PATH}/FACTORY%2012`)).status).toBe(404);
  });

  test('what is kept can be stated by a certificate as it is', async () => {
    const lab = {
      roles: ['testing_lab'],
      name: 'Portland Test House',
      address: '1 Pier Road\nPortland, OR 97201\nUS',
      accreditation_id: 'A2LA 1234',
      cpsc_id: '1234',
    };
    const { alternate_id, name, address, accreditation_id, cpsc_id } = (await put('LAB-1', lab)).body;
    const { testing_lab: _, ...others } = GCC_EXAMPLES.bicycle_helmet.body;
    const stated = { alternate_id, name, address, accreditation_id, cpsc_id, test_date: '2026-01-05' };
    const made = await send('POST', '/api/v2/entry/certificates', { ...others, testing_labs: [stated] });
    expect([made.status, made.body.request.testing_labs]).toEqual([201, [stated]]);
  });

  test('an empty e-mail address is none, and refused; other empty texts are left out', async () => {
    const party = { roles: ['certifier'], name: 'A', phone: '', cpsc_id: ' ' };
    expect((await put('EMPTY', party)).body).toMatchObject({ phone: null, cpsc_id: null, email: null });
    for (const email of ['', ' ', '\u200b']) {
      const { status, body } = await put('EMPTY', { ...party, email });
      expect([status, body]).toMatchObject([422, { error: 'invalid_request', details: [{ path: '/email' }] }]);
    }
    expect((await put('EMPTY', { ...party, email: 'nobody' })).body.details).toHaveLength(1);
  });

  test('pages follow one another, and a role is only itself', async () => {
    const as = await server.key('entry', UNLIMITED);
    for (let n = 0; n < 5; n++) {
      await put(
        `P-${n}`,
        { roles: n % 2 ? ['testing_lab'] : ['certifier', 'records_contact'], name: `Party ${n}` },
        as,
      );
    }
    const ids: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { body: { parties: { alternate_id: string }[]; next_cursor: string | null } } = await send(
        'GET',
        `${PATH}?limit=2${cursor && `&cursor=${cursor}`}`,
        undefined,
        as,
      );
      ids.push(...page.body.parties.map(({ alternate_id }) => alternate_id));
      cursor = page.body.next_cursor;
    }
    expect(ids).toEqual(['P-4', 'P-3', 'P-2', 'P-1', 'P-0']);
    const of = async (role: string) =>
      (await send('GET', `${PATH}?role=${role}`, undefined, as)).body.parties.map(
        (party: { alternate_id: string }) => party.alternate_id,
      );
    expect([await of('testing_lab'), await of('records_contact'), await of('manufacturer')]).toEqual([
      ['P-3', 'P-1'],
      ['P-4', 'P-2', 'P-0'],
      [],
    ]);
  });
});

describe('who may what', () => {
  test('another lineage sees nothing, changes nothing, and may use the same key for its own', async () => {
    await put('MINE');
    for (const method of ['GET', 'DELETE']) {
      expect((await send(method, `${PATH}/MINE`, undefined, stranger)).status).toBe(404);
    }
    expect((await put('MINE', { roles: ['certifier'], name: 'Theirs' }, stranger)).body.name).toBe('Theirs');
    expect((await send('GET', `${PATH}/MINE`)).body.name).toBe(FACTORY.name);
    expect((await send('GET', PATH, undefined, stranger)).body.parties).toHaveLength(1);
  });

  test('a key of another product is refused', async () => {
    const tariff = await server.key('tariff', UNLIMITED);
    for (const [method, path, body] of [
      ['GET', PATH, undefined],
      ['PUT', `${PATH}/X`, FACTORY],
    ] as const) {
      expect((await send(method, path, body, tariff)).status).toBe(403);
    }
  });
});

test('one more than a lineage may keep is a conflict; replacing one of them is not', async () => {
  const as = await server.key('entry', UNLIMITED);
  const small = { roles: ['certifier'], name: 'One' };
  for (let n = 0; n < PARTIES_MAX; n++) expect((await put(`N${n}`, small, as)).status).toBe(200);
  const refused = await put('ONE-MORE', small, as);
  expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
  expect((await put('N7', { ...small, name: 'Two' }, as)).body.name).toBe('Two');
  await send('DELETE', `${PATH}/N7`, undefined, as);
  expect((await put('ONE-MORE', small, as)).status).toBe(200);
});

test.each([
  [{}, ['/name', '/roles']],
  [{ roles: [], name: 'A' }, ['/roles']],
  [{ roles: ['broker'], name: 'A' }, ['/roles/0']],
  [{ roles: ['certifier'], name: '\u200b' }, ['/name']],
  [{ roles: ['certifier'], name: 'x'.repeat(501) }, ['/name']],
  [{ roles: ['certifier'], name: 'A', email: 'nobody' }, ['/email']],
  [
    { roles: ['certifier'], name: 'A', address_parts: { city: 'Portland' } },
    ['/address_parts/country', '/address_parts/line1', '/address_parts/postal_code'],
  ],
  [{ roles: ['testing_lab'], name: 'A', test_date: '2026-01-01' }, ['/test_date']],
  [{ roles: ['certifier'], name: 'A', records_role: 'friend' }, ['/records_role']],
  [{ roles: Array.from({ length: 101 }, () => 'certifier'), name: 'A' }, ['/roles']],
  [[], ['']],
])('%j is a 422 at %j, and nothing is kept', async (body, paths) => {
  const answer = await put('WRONG', body);
  expect(answer.status).toBe(422);
  expect(answer.body.details.map(({ path }: { path: string }) => path).sort()).toEqual(paths);
  expect((await send('GET', `${PATH}/WRONG`)).status).toBe(404);
});

test.each(['a/b', ' A', 'A ', '-A', 'É', 'x'.repeat(51), 'A\n', 'a%b'])('the key %j is refused', async (id) => {
  const answer = await put(id);
  expect([answer.status, answer.body.details[0].path]).toEqual([422, '/alternate_id']);
});

test.each([
  ['PUT', `${PATH}/A`, '{', 400],
  ['PUT', `${PATH}/A`, undefined, 415],
  ['POST', PATH, FACTORY, 405],
  ['PATCH', `${PATH}/A`, FACTORY, 405],
  ['GET', `${PATH}?role=broker`, undefined, 422],
  ['GET', `${PATH}?cursor=x`, undefined, 422],
  ['GET', `${PATH}?name=x`, undefined, 422],
] as const)('%s %s %j is %d', async (method, path, body, expected) => {
  const answer = await send(method, path, body);
  expect(answer.status).toBe(expected);
  if (expected === 405)
    expect(answer.headers.get('allow')).toBe(path === PATH ? 'GET, HEAD' : 'DELETE, GET, HEAD, PUT');
});
