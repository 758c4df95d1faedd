import { describe, expect, test } from 'bun:test';
import { startOperator, Visitor } from '../../../test/support/visitor.ts';

const { app, operator, storage, keyIssuer, post, visitor, faults } = await startOperator();
const actor = { name: 'test', origin: 'test' };
await operator.get('/operator/keys/file');

async function send(path: string, fields: Record<string, string | Blob>, headers: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ csrf: operator.csrf, ...fields })) body.append(name, value);
  const own = { origin: app.url, 'sec-fetch-site': 'same-origin', cookie: operator.cookie };
  const response = await fetch(app.url + path, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { ...own, ...headers },
  });
  return { status: response.status, html: await response.text(), location: response.headers.get('location') };
}
const csv = (text: string | Uint8Array<ArrayBuffer>) => new File([text], 'keys.csv', { type: 'text/csv' });
const check = (action: string, text: string | Uint8Array<ArrayBuffer>) =>
  send('/operator/keys/file', { action, file: csv(text) });
const plain = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
const carried = (html: string) => ({
  once: Visitor.hidden(html, 'once'),
  action: Visitor.hidden(html, 'action'),
  rows: plain(Visitor.hidden(html, 'rows')),
});
const confirm = (html: string, changes: Record<string, string> = {}) =>
  send('/operator/keys/file/confirm', { ...carried(html), ...changes });
const keyCount = async () =>
  (await storage.keys.search({ text: '', order: 'created', descending: true, limit: 1, offset: 0 }, 0)).matches;

describe('keys to issue', () => {
  test('are checked, confirmed, shown once, and work; the same form does not issue them again', async () => {
    const before = await keyCount();
    const plan = await check(
      'issue',
      'name;scope;notes;delegate\n"Łódź ""Works""";tariff;"two\nlines, and <b>";on\nsecond;all;;on\n',
    );
    expect(plan.status).toBe(200);
    expect(plan.html).toContain('2 keys will be issued: all of them, or none.');
    expect(await keyCount()).toBe(before);
    const done = await confirm(plan.html);
    const keys = done.html.match(/svc_[0-9A-Za-z]{24}/g)!;
    // Once in the download and once as text.
    expect(new Set(keys).size).toBe(2);
    expect(done.html).toContain('download="portside-issued-keys.csv"');
    expect((await post('/api/v1/tariff/hts/lookup', { codes: ['7326.90.8688'] }, keys[0])).status).toBe(200);
    const [, first] = await storage.keys.list(2, 0);
    expect(first).toMatchObject({ name: 'Łódź "Works"', notes: 'two\nlines, and <b> delegate:on' });
    const again = await confirm(plan.html);
    expect([again.status, again.html.includes('svc_')]).toEqual([409, false]);
    expect(await keyCount()).toBe(before + 2);
  });

  test('a file with one wrong row is refused whole, with line and column', async () => {
    const before = await keyCount();
    const { status, html } = await check('issue', 'name,scope,per_minute\na,all,5\nb,moon,5\nc,all,1e3\n');
    expect(status).toBe(422);
    expect(html).toContain('Line 3, scope: &quot;moon&quot; is not a scope.');
    expect(html).toContain('Line 4, per_minute: &quot;1e3&quot; is not a whole number.');
    expect(await keyCount()).toBe(before);
  });

  test('the confirmation is checked again: what it carries may have been changed', async () => {
    const plan = await check('issue', 'name,scope\na,all\n');
    const before = await keyCount();
    const rows = JSON.stringify('name,scope\na,all\nb,moon\n');
    expect((await confirm(plan.html, { rows })).html).toContain('Line 3, scope');
    for (const broken of ['', '{}', '7', 'null', '[1]', '"name']) {
      const plan = await check('issue', 'name,scope\na,all\n');
      expect([broken, (await confirm(plan.html, { rows: broken })).status]).toEqual([broken, 422]);
    }
    expect(await keyCount()).toBe(before);
  });
});

describe('keys to edit and to revoke', () => {
  test('an edit says what changes before it does, and the audit says it after', async () => {
    const { row, key } = await keyIssuer.issue({ name: 'edited', scope: 'all' }, actor);
    const plan = await check('edit', `key,owner,scope\n${key},Ines,pixel\n`);
    expect(plan.html).toContain('scope all to pixel');
    expect(plan.html).not.toContain(key);
    expect((await storage.keys.find(row.id))!.owner).toBe('');
    expect((await confirm(plan.html)).location).toBe('/operator/keys/file?done=edit&count=1');
    expect(await storage.keys.find(row.id)).toMatchObject({ owner: 'Ines', scope: 'pixel' });
    const [entry] = await storage.activity.search({ text: `key ${row.id} `, action: 'key.edit', limit: 1 });
    expect([entry!.actor, entry!.detail]).toEqual(['owner', 'scope all to pixel; owner none to "Ines"']);
  });

  test('whole keys in a file to revoke are not repeated by the page', async () => {
    const [one, two] = [
      await keyIssuer.issue({ name: 'r1', scope: 'all' }, actor),
      await keyIssuer.issue({ name: 'r2', scope: 'all' }, actor),
    ];
    await keyIssuer.revoke(two.row.id, actor);
    const plan = await check('revoke', `key\n${one.key}\n${two.key}\n`);
    expect(plan.html).toContain('1 key will be revoked');
    expect(plan.html).toContain('1 key of the file is so already.');
    for (const { key } of [one, two]) expect(plan.html).not.toContain(key.slice(9));
    expect((await confirm(plan.html)).location).toBe('/operator/keys/file?done=revoke&count=1');
    expect((await storage.keys.find(one.row.id))!.revokedAt).not.toBeNull();
    const [entry] = await storage.activity.search({ text: `key ${one.row.id} `, action: 'key.revoke', limit: 1 });
    expect(entry!.detail).toBe('was active');
  });

  test('one unknown key refuses the file', async () => {
    const { row } = await keyIssuer.issue({ name: 'stays', scope: 'all' }, actor);
    const { status, html } = await check('revoke', `id\n${row.id}\n987654\n`);
    expect([status, html.includes('Line 3: There is no key 987654.')]).toEqual([422, true]);
    expect((await storage.keys.find(row.id))!.revokedAt).toBeNull();
  });
});

describe('a file that is none', () => {
  test.each([
    ['nothing', '', 'Line 1: the column name is missing.'],
    ['not UTF-8', Uint8Array.of(0x6e, 0x61, 0xff, 0xfe), 'The file is not UTF-8.'],
    ['a quote that never ends', 'name,scope\n"a,all\n', 'a quote is misplaced'],
    ['NULs', '\0\0\0\0', 'is not a column'],
    ['our own file of issued keys', 'id,key,name,scope\n1,svc_0123456789abcdefghijklmn,a,all\n', 'not a column'],
    ['too many rows', `name,scope\n${'a,all\n'.repeat(201)}`, 'At most 200 can be issued at once.'],
  ])('%s', async (_, text, problem) => {
    const { status, html } = await check('issue', text);
    expect([status, html.includes(problem)]).toEqual([422, true]);
    expect(html).not.toContain('svc_01234567');
  });

  test('is larger than 2 MB', async () => {
    expect((await check('issue', 'x'.repeat(3_000_000))).status).toBe(413);
    const { status, html } = await check('issue', `name,scope\n${'x'.repeat(2_000_001)},all\n`);
    expect([status, html.includes('The file is larger than 2 MB.')]).toEqual([422, true]);
  });

  test('is in a form that is broken, from another site, or without its token', async () => {
    const broken = await fetch(`${app.url}/operator/keys/file`, {
      method: 'POST',
      body: '--x\r\nContent-Disposition: form-data; name="csrf"',
      headers: { origin: app.url, cookie: operator.cookie, 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect([400, 403]).toContain(broken.status);
    const file = csv('name,scope\na,all\n');
    const sent = { action: 'issue', file };
    expect(
      (await send('/operator/keys/file', sent, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }))
        .status,
    ).toBe(403);
    expect((await send('/operator/keys/file', { ...sent, csrf: 'x' })).status).toBe(403);
    const stranger = visitor();
    expect((await stranger.post('/operator/keys/file', { action: 'issue' })).status).toBe(401);
  });
});

test('nothing failed on our side', () => expect(faults).toEqual([]));
