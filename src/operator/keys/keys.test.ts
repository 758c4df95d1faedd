import { describe, expect, test } from 'bun:test';
import { decodeHTML } from 'entities';
import { sampleCertificate } from '../../../test/support/certificate-store-contract.ts';
import { actor } from '../../../test/support/server.ts';
import { until } from '../../../test/support/until.ts';
import { startOperator, Visitor } from '../../../test/support/visitor.ts';
import { isDelegate, statusOf } from '../../domain/key.ts';

const server = await startOperator();
const { clock, storage, keyIssuer, operator, post } = server;

const keyIn = (html: string) => /svc_[0-9A-Za-z]{24}/.exec(html)?.[0];
const lookup = async (key: string) =>
  (await post('/api/v1/tariff/hts/lookup', { codes: ['7326.90.8688'] }, key)).status;

async function issue(fields: Record<string, string> = {}) {
  const once = Visitor.hidden((await operator.get('/operator/keys/new')).html, 'once');
  const sent = { once, name: 'importer', scope: 'all', ...fields };
  return { sent, ...(await operator.post('/operator/keys/new', sent)) };
}

describe('issuing', () => {
  test('the key is shown once, works, and sending the form again neither shows it nor issues another', async () => {
    const { sent, status, html, response } = await issue({ name: 'once only', delegate: 'on' });
    const key = keyIn(html)!;
    expect(status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(html).toContain(`Authorization: Bearer ${key}`);
    expect(await lookup(key)).toBe(200);
    const again = await operator.post('/operator/keys/new', sent);
    expect([again.status, keyIn(again.html)]).toEqual([409, undefined]);
    expect(storage.recordsFile.query("SELECT id FROM keys WHERE name = 'once only'").all()).toHaveLength(1);
  });

  test.each(['tariff', 'pixel', 'entry', 'all'])(
    'the form enrols the key in the beta unless told otherwise, and the curl for scope %s works as printed',
    async (scope) => {
      const form = (await operator.get('/operator/keys/new')).html;
      expect(/<input id="delegate"[^>]*>/.exec(form)![0]).toContain(' checked');
      const { html } = await issue({ name: `pasted ${scope}`, scope, delegate: 'on' });
      expect(html).not.toContain('not enrolled');
      const command = decodeHTML(/<pre id="curl">([^<]*)</.exec(html)![1]!);
      const answer = JSON.parse(await new Response(Bun.spawn(['sh', '-c', command]).stdout).text());
      const first =
        scope === 'pixel' ? answer.score : scope === 'entry' ? typeof answer.gcc_id : answer.results?.[0].status;
      expect(first).toBe(({ pixel: 45, entry: 'string' } as Record<string, unknown>)[scope] ?? 'hit');
    },
  );

  test('a key that is not enrolled is shown with a warning, as the API refuses it', async () => {
    const { html } = await issue({ name: 'outside' });
    expect(html).toContain('The key is not enrolled in the beta');
    expect(await lookup(keyIn(html)!)).toBe(403);
  });

  test('the key is in no table, no address, no cookie and no later page', async () => {
    const { html } = await issue({ name: 'nowhere' });
    const key = keyIn(html)!;
    const id = /href="\/operator\/keys\/(\d+)"/.exec(html)![1];
    const tables = storage.recordsFile
      .query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all();
    for (const { name } of tables) {
      expect(JSON.stringify(storage.recordsFile.query(`SELECT * FROM "${name}"`).all())).not.toContain(
        key.slice(8, 24),
      );
    }
    expect(operator.cookie).not.toContain(key);
    for (const path of ['/operator/keys', `/operator/keys/${id}`, '/operator/audit']) {
      expect((await operator.get(path)).html).not.toContain(key.slice(8, 24));
    }
  });

  test.each([
    ['no name', { name: '  ' }, 'A name has 1 to 200'],
    ['a limit of 0', { per_minute: '0' }, 'A limit is a whole number'],
    ['a limit in words', { per_day: 'many' }, 'A limit is a whole number'],
    ['an expiry in the past', { expires: '2020-01-01' }, 'The expiry is in the past'],
    ['an expiry that is not a date', { expires: '2026-13-45' }, 'The expiry is not a date'],
    ['too low a limit of stored bytes', { stored_mb: '9.9' }, 'The limit of stored bytes must be 10 MB to'],
    ['processor time in words', { cpu_seconds: '1e9' }, 'The limit of processor time a day must be 60 s to'],
    ['an unknown scope', { scope: 'moon' }, 'Choose a scope'],
  ])('%s is refused, and the form keeps what was typed', async (_, fields, message) => {
    const before = (await keyIssuer.list(1000)).length;
    const { status, html } = await issue({ notes: 'kept <notes>', ...fields });
    expect(status).toBe(422);
    expect(html).toContain(message);
    expect(html).toContain('kept &lt;notes>');
    expect((await keyIssuer.list(1000)).length).toBe(before);
  });

  test('limits, notes and expiry come from the form, and the last day is included', async () => {
    const { html } = await issue({ per_minute: '7', per_day: '70', expires: '2026-12-31', notes: 'a broker' });
    const row = (await keyIssuer.find(Number(/href="\/operator\/keys\/(\d+)"/.exec(html)![1])))!;
    expect(row).toMatchObject({ perMinute: 7, perDay: 70, notes: 'a broker', expiresAt: Date.UTC(2027, 0, 1) });
  });
});

describe('a key that exists', () => {
  test('its networks are set by either form, shown one a line, and a wrong one is refused with what was typed', async () => {
    const { html } = await issue({ name: 'at home', networks: '203.0.113.9/24\r\n2001:DB8::/32' });
    const id = Number(/href="\/operator\/keys\/(\d+)"/.exec(html)![1]);
    expect((await keyIssuer.find(id))!.networks).toBe('203.0.113.0/24 2001:db8::/32');
    expect((await operator.get(`/operator/keys/${id}`)).html).toContain('203.0.113.0/24\n2001:db8::/32</textarea>');
    const wrong = await operator.post(`/operator/keys/${id}/networks`, { networks: '203.0.113.0/33 <b>' });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('is not a network');
    expect(wrong.html).toContain('203.0.113.0/33 &lt;b></textarea>');
    expect((await keyIssuer.find(id))!.networks).toBe('203.0.113.0/24 2001:db8::/32');
    expect((await operator.post(`/operator/keys/${id}/networks`, { networks: '' })).status).toBe(303);
    expect((await keyIssuer.find(id))!.networks).toBe('');
    const refused = await issue({ networks: 'home' });
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('home</textarea>')]);
  });

  test('its page says how often it was refused elsewhere, and from where last', async () => {
    const { row, key } = await keyIssuer.issue({ name: 'stolen', scope: 'tariff', networks: '203.0.113.0/24' }, actor);
    expect((await operator.get(`/operator/keys/${row.id}`)).html).not.toContain('refused elsewhere');
    expect(await lookup(key)).toBe(401);
    await until('the use is written', async () => (await storage.usage.foreignUse(row.id)) !== undefined);
    const { html } = await operator.get(`/operator/keys/${row.id}`);
    expect(html).toContain('1, last from <code>127.0.0.1</code>');
  });

  test('the switch turns 403 into 200 and back, and leaves the rest of the notes alone', async () => {
    const { row, key } = await keyIssuer.issue({ name: 'switched', scope: 'tariff', notes: 'since May' }, actor);
    expect(await lookup(key)).toBe(403);
    const { html } = await operator.get(`/operator/keys/${row.id}`);
    expect(html).toContain('aria-checked="false"');
    await operator.post(`/operator/keys/${row.id}/delegate`, { delegate: 'on' });
    expect(isDelegate((await keyIssuer.find(row.id))!.notes)).toBe(true);
    expect(await soon(() => lookup(key), 200)).toBe(200);
    await operator.post(`/operator/keys/${row.id}/delegate`, { delegate: 'off' });
    expect((await keyIssuer.find(row.id))!.notes).toBe('since May');
  });

  test('its page shows what it used of its resources; limits set there hold for its lineage and can be emptied', async () => {
    const { html: issued } = await issue({ stored_mb: '12.5', cpu_seconds: '' });
    const row = (await keyIssuer.find(Number(/href="\/operator\/keys\/(\d+)"/.exec(issued)![1])))!;
    await storage.certificates.insert(
      sampleCertificate(1, { keyId: String(row.id), pdfBytes: 1_000_000 }),
      new Uint8Array(),
    );
    const page = async () => (await operator.get(`/operator/keys/${row.id}`)).html;
    const limits = async () => (await storage.resources.account(row.lineageId, 0)).overrides;
    expect(await page()).toContain('aria-label="stored: 1 MB of 12.5 MB"');
    expect(await page()).toMatch(/name="stored_mb"[^>]* value="12.5"/);
    expect(await page()).toContain('aria-label="fetched today: 0 bytes of 20 GB"');
    const save = (fields: Record<string, string>) => operator.post(`/operator/keys/${row.id}/resources`, fields);
    expect((await save({ stored_mb: '500', cpu_seconds: '60', fetched_mb: '250.5' })).status).toBe(303);
    expect(await limits()).toEqual({ storedBytes: 500_000_000, cpuMs: 60_000, bytesFetched: 250_500_000 });
    const refused = await save({ stored_mb: '-1' });
    expect([refused.status, refused.html.includes('The limit of stored bytes must be')]).toEqual([422, true]);
    expect((await save({})).status).toBe(303);
    expect(await limits()).toEqual({});
  });

  test('a rotation shows the new key once and when both keys end, and after the overlap only the new one works', async () => {
    const { row, key } = await keyIssuer.issue({ name: 'rotated', scope: 'all', notes: 'delegate:on' }, actor);
    const once = Visitor.hidden((await operator.get(`/operator/keys/${row.id}`)).html, 'once');
    const { status, html } = await operator.post(`/operator/keys/${row.id}/rotate`, { once, overlap: '3600' });
    const next = keyIn(html)!;
    expect(status).toBe(200);
    expect(html).toContain(new Date(clock.now() + 3_600_000).toISOString());
    expect(html).toContain('it is revoked');
    expect([await lookup(key), await lookup(next)]).toEqual([200, 200]);
    const again = await operator.post(`/operator/keys/${row.id}/rotate`, { once, overlap: '3600' });
    expect([again.status, keyIn(again.html)]).toEqual([409, undefined]);
    clock.ms += 3_600_000;
    expect([await lookup(key), await lookup(next)]).toEqual([401, 200]);
    // An hour without a request has ended the session.
    await operator.signIn();
  });

  test('an overlap that is not a number of seconds up to 90 days is refused', async () => {
    const { row } = await keyIssuer.issue({ name: 'kept', scope: 'all' }, actor);
    for (const overlap of ['', '-1', '1e3', 'soon', '7776001']) {
      const once = Visitor.hidden((await operator.get(`/operator/keys/${row.id}`)).html, 'once');
      expect([overlap, (await operator.post(`/operator/keys/${row.id}/rotate`, { once, overlap })).status]).toEqual([
        overlap,
        422,
      ]);
    }
    expect(statusOf((await keyIssuer.find(row.id))!, clock.now())).toBe('active');
  });

  test('it is revoked only after its name is typed as the page shows it', async () => {
    const { row, key } = await keyIssuer.issue(
      { name: 'Ha\u0007rbor   <b>Imports</b>', scope: 'all', notes: 'delegate:on' },
      actor,
    );
    await operator.get(`/operator/keys/${row.id}`);
    const wrong = await operator.post(`/operator/keys/${row.id}/revoke`, { name: 'Harbor' });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('It was not revoked');
    expect(await lookup(key)).toBe(200);
    expect((await operator.post(`/operator/keys/${row.id}/revoke`, { name: ' Harbor <b>Imports</b> ' })).status).toBe(
      303,
    );
    expect(await soon(() => lookup(key), 401)).toBe(401);
    expect((await operator.get(`/operator/keys/${row.id}`)).html).not.toContain('/revoke"');
  });

  test('the audit has what the operator did, and from which address', async () => {
    const rows = storage.recordsFile
      .query<{ action: string; actor: string; origin: string }, []>("SELECT * FROM audit WHERE actor = 'owner'")
      .all();
    expect(new Set(rows.map((row) => row.action))).toEqual(
      new Set([
        'operator.sign-in',
        'key.issue',
        'key.networks',
        'key.notes',
        'key.resources',
        'key.rotate',
        'key.revoke',
      ]),
    );
    expect(new Set(rows.map((row) => row.origin))).toEqual(new Set(['127.0.0.1']));
  });
});

/** Waits until `ask` returns `wanted`: a running server reads changes a few times a second. Returns the last answer. */
async function soon(ask: () => Promise<number>, wanted: number): Promise<number> {
  await until(`the answer is ${wanted}`, async () => (await ask()) === wanted);
  return ask();
}
