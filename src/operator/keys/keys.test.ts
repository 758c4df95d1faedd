import { describe, expect, test } from 'bun:test';
import { decodeHTML } from 'entities';
import { sampleCertificate } from '../../../test/support/certificate-store-contract.ts';
import { actor } from '../../../test/support/server.ts';
import { until } from '../../../test/support/until.ts';
import { startOperator, Visitor } from '../../../test/support/visitor.ts';
import { SCAN_EXAMPLES } from '../../api/v1/pixel-scan/example.ts';
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

/** Sends the form of the key as it is shown, with other values. */
async function edit(id: number, fields: Record<string, string>) {
  const { html } = await operator.get(`/operator/keys/${id}/edit`);
  const shown: Record<string, string> = {};
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const name = / name="(\w+)"/.exec(input)?.[1];
    if (name && name !== 'revive') shown[name] = decode(/ value="([^"]*)"/.exec(input)?.[1] ?? '');
  }
  for (const [, name, value] of html.matchAll(/<textarea[^>]* name="(\w+)"[^>]*>([^<]*)</g))
    shown[name!] = decode(value!);
  const scope = /<option value="(\w+)" selected/.exec(html);
  if (scope) shown.scope = scope[1]!;
  return operator.post(`/operator/keys/${id}/edit`, { ...shown, ...fields });
}

function decode(html: string): string {
  return html.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

async function edits(id: number): Promise<string[]> {
  const rows = await storage.activity.search({ text: `key ${id} `, action: 'key.edit', limit: 20 });
  return rows.map(({ detail }) => detail);
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
      const { score } = SCAN_EXAMPLES.demo_store.answer;
      const first =
        scope === 'pixel' ? answer.score : scope === 'entry' ? typeof answer.gcc_id : answer.results?.[0].status;
      expect(first).toBe(({ pixel: score, entry: 'string' } as Record<string, unknown>)[scope] ?? 'hit');
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
    expect((await operator.get(`/operator/keys/${id}/edit`)).html).toContain(
      '203.0.113.0/24\n2001:db8::/32</textarea>',
    );
    const wrong = await edit(id, { networks: '203.0.113.0/33 <b>' });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('is not a network');
    expect(wrong.html).toContain('203.0.113.0/33 &lt;b></textarea>');
    expect((await keyIssuer.find(id))!.networks).toBe('203.0.113.0/24 2001:db8::/32');
    expect((await edit(id, { networks: '' })).status).toBe(303);
    expect((await keyIssuer.find(id))!.networks).toBe('');
    const refused = await issue({ networks: 'home' });
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('home</textarea>')]);
  });

  test('a form that is saved as it was shown changes nothing and records nothing', async () => {
    const { row } = await keyIssuer.issue(
      { name: 'same', scope: 'all', notes: 'a\nb', expiresAt: clock.now() + 5_000_000, owner: 'Ines', tags: 'eu' },
      actor,
    );
    await keyIssuer.rotate(row.id, 3_600_000, actor);
    const before = (await keyIssuer.find(row.id))!;
    const { response } = await edit(row.id, { notes: 'a\r\nb' });
    expect(response.headers.get('location')).toBe(`/operator/keys/${row.id}?done=unchanged`);
    expect(await keyIssuer.find(row.id)).toEqual(before);
    expect(await edits(row.id)).toEqual([]);
  });

  test('everything that can be set is saved at once, used by running servers, and recorded with what it was', async () => {
    const { row, key } = await keyIssuer.issue({ name: 'old name', scope: 'all', notes: 'delegate:on' }, actor);
    expect(await lookup(key)).toBe(200);
    const fields = {
      name: 'new name',
      scope: 'pixel',
      owner: 'Ines <i>',
      tags: 'EU, broker',
      notes: 'none',
      per_minute: '7',
      per_day: '',
      expires: '2026-12-31',
      stored_mb: '500',
    };
    expect((await edit(row.id, fields)).status).toBe(303);
    expect(await keyIssuer.find(row.id)).toMatchObject({
      name: 'new name',
      scope: 'pixel',
      owner: 'Ines <i>',
      tags: 'broker eu',
      notes: 'none',
      perMinute: 7,
      perDay: 10_000,
      expiresAt: Date.UTC(2027, 0, 1),
    });
    expect(await soon(() => lookup(key), 403)).toBe(403);
    expect(await edits(row.id)).toEqual([
      'name "old name" to "new name"; scope all to pixel; owner none to "Ines <i>"; tags none to "broker eu"; ' +
        'delegate on to off; notes "delegate:on" to "none"; expires never to 2027-01-01T00:00:00.000Z; ' +
        'per minute 100 to 7; storedBytes default to 500000000',
    ]);
    const { html } = await operator.get(`/operator/keys/${row.id}`);
    expect(html).toContain('Ines &lt;i>');
  });

  test('an expired key comes back only with the box ticked, and a revoked key keeps all but its description', async () => {
    const { row, key } = await keyIssuer.issue(
      { name: 'back', scope: 'all', notes: 'delegate:on', expiresAt: clock.now() + 1000 },
      actor,
    );
    clock.ms += 2000;
    const refused = await edit(row.id, { expires: '2030-01-01' });
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('has expired')]);
    expect(refused.html).toContain('name="revive"');
    expect(await lookup(key)).toBe(401);
    expect((await edit(row.id, { expires: '2030-01-01', revive: 'on' })).status).toBe(303);
    expect(await soon(() => lookup(key), 200)).toBe(200);
    await keyIssuer.revoke(row.id, actor);
    const { html } = await operator.get(`/operator/keys/${row.id}/edit`);
    expect(html).not.toContain('name="scope"');
    expect((await edit(row.id, { owner: 'nobody', expires: '2031-01-01', revive: 'on', scope: 'tariff' })).status).toBe(
      303,
    );
    expect(await keyIssuer.find(row.id)).toMatchObject({
      owner: 'nobody',
      scope: 'all',
      expiresAt: Date.UTC(2030, 0, 2),
    });
    expect(await soon(() => lookup(key), 401)).toBe(401);
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
    expect((await operator.get(`/operator/keys/${row.id}/edit`)).html).toMatch(/name="stored_mb"[^>]* value="12.5"/);
    expect(await page()).toContain('aria-label="fetched today: 0 bytes of 20 GB"');
    const none = { stored_mb: '', cpu_seconds: '', fetched_mb: '' };
    const save = (fields: Record<string, string>) => edit(row.id, { ...none, ...fields });
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
      new Set(['operator.sign-in', 'key.issue', 'key.edit', 'key.rotate', 'key.revoke']),
    );
    expect(new Set(rows.map((row) => row.origin))).toEqual(new Set(['127.0.0.1']));
  });
});

describe('the list of keys', () => {
  const search = (q: string, more: Record<string, string> = {}) =>
    operator.post('/operator/keys/search', { q, ...more });
  const target = async (q: string) => (await search(q)).response.headers.get('location');

  test('a pasted key, alone or in a header, leads to its page, and is in no address', async () => {
    const { row, key } = await keyIssuer.issue({ name: 'pasted', scope: 'all' }, actor);
    for (const pasted of [key, ` Authorization: Bearer ${key}\n`, `"${key}"`, key.slice(4)]) {
      expect(await target(pasted)).toBe(`/operator/keys/${row.id}`);
    }
    for (const other of [`${key.slice(0, -1)}~`, `${key}x`, key.slice(0, 20), 'svc_0123456789']) {
      expect(await target(other)).toBe('/operator/keys?unknown=key');
    }
    expect((await operator.get('/operator/keys?unknown=key')).html).toContain('not known here');
    const typed = await operator.get(`/operator/keys?q=${key}`);
    expect([typed.html, typed.response.headers.get('location')]).toEqual(['', `/operator/keys/${row.id}`]);
  });

  test('what is shown of a key, its owner, a tag and its notes find it', async () => {
    const words = { owner: 'Zora Quill', tags: 'harbour', notes: 'ordered by telephone' };
    const { row } = await keyIssuer.issue({ name: 'found', scope: 'entry', ...words }, actor);
    const finds = async (q: string, more = {}) => {
      const { response } = await search(q, more);
      const { html } = await operator.get(response.headers.get('location')!);
      return [...html.matchAll(/href="\/operator\/keys\/(\d+)"/g)].map(([, id]) => Number(id));
    };
    for (const q of [`${row.prefix}…${row.lastFour}`, row.prefix, 'quill', 'harbour', 'telephone']) {
      expect([q, await finds(q)]).toEqual([q, [row.id]]);
    }
    expect(await finds('', { owner: 'zora quill', scope: 'entry' })).toEqual([row.id]);
    expect(await finds('', { tag: 'HARBOUR', status: 'active' })).toEqual([row.id]);
    expect(await finds('', { tag: 'harb' })).toEqual([]);
  });

  test('a page past the last one shows the last one, and no match is said to be none', async () => {
    while ((await keyIssuer.list(1000)).length <= 60) await keyIssuer.issue({ name: 'many', scope: 'all' }, actor);
    const { html } = await operator.get('/operator/keys?page=9999');
    expect(html).toMatch(/51 to 6\d of 6\d/);
    expect(html).not.toContain('There is no key');
    expect((await operator.get('/operator/keys?page=9999&q=no+such+name')).html).toContain('No key matches.');
  });

  test('the export has every key that the filters match, safe to open in a spreadsheet, and is in the audit', async () => {
    await keyIssuer.issue({ name: '=cmd()', scope: 'pixel', owner: 'exports', notes: 'a, "b"' }, actor);
    const { html, response } = await operator.get('/operator/keys/export.csv?owner=exports');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [header, line, rest] = html.split('\r\n');
    expect(header).toStartWith('id,key,name,scope,owner,tags,notes,delegate,status,per_minute,per_day,networks,');
    expect(line).toContain(',\'=cmd(),pixel,exports,,"a, ""b""",off,active,100,10000,,');
    expect(rest).toBe('');
    const all = (await operator.get('/operator/keys/export.csv')).html.trim().split('\r\n');
    expect(all).toHaveLength((await keyIssuer.list(1000)).length + 1);
    const [entry] = await storage.activity.search({ text: '', action: 'key.export', limit: 1 });
    expect(entry).toMatchObject({ actor: 'owner', detail: `${all.length - 1} keys` });
  });
});

/** Waits until `ask` returns `wanted`: a running server reads changes a few times a second. Returns the last answer. */
async function soon(ask: () => Promise<number>, wanted: number): Promise<number> {
  await until(`the answer is ${wanted}`, async () => (await ask()) === wanted);
  return ask();
}
