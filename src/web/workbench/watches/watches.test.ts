/** The pages of watches, over HTTP: what is typed, what is shown, what is refused. */
import { afterAll, describe, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { actor } from '../../../../test/support/server.ts';
import { until } from '../../../../test/support/until.ts';
import { startWork, type WorkbenchAnswer } from '../../../../test/support/workbench-visitor.ts';
import { hashKeyText } from '../../../keys/key-text.ts';
import { DEMO_STORE_URL } from '../../../pixel/demo-store/address.ts';
import { readEvents } from './read-watches.ts';

const received: { headers: Record<string, string>; body: string }[] = [];
let status = 204;
const receiver = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    received.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
    return new Response(null, { status });
  },
});
afterAll(() => receiver.stop(true));
const HOOK = `http://127.0.0.1:${receiver.port}/hook`;

const server = await startWork({ scan_allow: [`127.0.0.1:${receiver.port}`] }, { perMinute: 100_000 });
// The library of receivers compares the timestamp with the clock of the machine.
server.clock.ms = Date.now();
const { visitor } = server;
await visitor.signIn(server.apiKey);
const signedIn = async (...key: Parameters<typeof server.key>) => {
  const other = server.stranger();
  await other.signIn(await server.key(...key));
  return other;
};

let made = 0;
const make = (fields: Record<string, string>, as = visitor) =>
  as.post('/work/watches/new', { kind: 'tariff', once: `once ${++made}`, ...fields });
const placeOf = ({ response }: WorkbenchAnswer) => response.headers.get('location')!.split('?')[0]!;
const secretIn = ({ html }: WorkbenchAnswer) => /whsec_[0-9A-Za-z+/=]+/.exec(html)?.[0];
const linkIn = ({ html }: WorkbenchAnswer) => /\/work\/watches\/wat_[0-9A-Za-z]{24}/.exec(html)![0];
const HOSTILE = '<img src=x onerror=alert(1)>"&';

describe('a list without watches', () => {
  test('says how to begin, to each key what it may', async () => {
    const { html } = await visitor.get('/work/watches');
    expect(html).toContain('Nothing is watched yet');
    expect(html).toContain('/work/watches/new?kind=tariff');
    const pixel = await (await signedIn('pixel')).get('/work/watches');
    expect(pixel.html).not.toContain('kind=tariff');
    expect(pixel.html).toContain('kind=pixel');
    const entry = await (await signedIn('entry')).get('/work/watches');
    expect(entry.html).toContain('This key is for certificates only');
    expect(entry.html).not.toContain('/work/watches/new');
  });

  test('the list of events says so too, and does not claim that nothing changed', async () => {
    const { html } = await visitor.get('/work/events');
    expect(html).toContain('No events in the last 90 days');
    expect((await visitor.get('/work/events?delivery=dead')).html).toContain('No event with this delivery');
    expect((await visitor.get('/work/events?delivery=%3Cb%3E')).status).toBe(200);
    expect((await visitor.get('/work/events?cursor=nonsense')).status).toBe(422);
  });
});

describe('a new watch', () => {
  test('of pasted numbers, each once, and the same form sent twice makes one', async () => {
    const fields = { codes: '9401.61.4011, 7318.15.20\r\n\r\n9401614011 7318.15.2030', name: HOSTILE, once: 'twice' };
    const first = await make(fields);
    expect(first.status).toBe(303);
    expect(placeOf(await make(fields))).toBe(placeOf(first));
    const { html } = await visitor.get(placeOf(first));
    expect(html).toContain('3 tariff numbers');
    expect(html).toContain('&lt;img src=x onerror=alert(1)>&quot;&amp;');
    expect(html).not.toContain('<img src=x');
    const list = await visitor.get('/work/watches');
    expect(list.html.match(/<th scope="row">/g)).toHaveLength(1);
    expect(list.html).not.toContain('<img src=x');
    expect(list.html).toContain('none in the last 90 days');
  });

  test('of nothing, of both, or of what is no number is refused and keeps what was typed', async () => {
    const nothing = await make({ codes: ' \n' });
    expect(nothing.status).toBe(422);
    expect(nothing.html).toContain('Paste a number, or choose an audit.');
    const both = await make({ codes: '7318.15.20', audit: 'x' });
    expect(both.html).toContain('not both');
    const wrong = await make({ codes: '7318.15.20\nscrews\n12345', name: 'Fasteners' });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('“screws” must be a tariff number');
    expect(wrong.html).toContain('“12345” must be a tariff number');
    expect(wrong.html).toContain('7318.15.20\nscrews\n12345</textarea>');
    expect(wrong.html).toContain('value="Fasteners"');
  });

  test('of 3,000 numbers fits', async () => {
    const codes = Array.from({ length: 3000 }, (_, i) => `7318.15.${String(1000 + i).slice(0, 4)}`).join('\r\n');
    const answer = await make({ codes });
    expect(answer.status).toBe(303);
    expect((await visitor.get(placeOf(answer))).html).toContain('3,000 tariff numbers');
  });

  test('with a webhook shows its secret once, which signs what arrives', async () => {
    const answer = await make({ codes: '7318.15.20', name: 'Hooked', webhook: HOOK });
    const secret = secretIn(answer)!;
    expect(answer.status).toBe(200);
    const place = linkIn(answer);
    expect(secretIn(await visitor.get(place))).toBeUndefined();
    const before = received.length;
    expect((await visitor.post(`${place}/test`, { once: 'one test' })).status).toBe(303);
    await visitor.post(`${place}/test`, { once: 'one test' });
    await until('the receiver has it', () => received.length > before);
    const { headers, body } = received.at(-1)!;
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'watch.test' });
    await until('the page shows the delivery', async () => (await visitor.get(place)).html.includes('>delivered<'));
    const { html } = await visitor.get(place);
    expect(html).toContain('answered 204');
    expect(html.match(/>Test</g)).toHaveLength(1);
  });

  test('an address that no webhook may have is refused', async () => {
    const answer = await make({ codes: '7318.15.20', webhook: 'http://10.0.0.1/' });
    expect(answer.status).toBe(422);
    expect(secretIn(answer)).toBeUndefined();
    expect(answer.html).toContain('value="http://10.0.0.1/"');
  });

  test('of stores, and a store that may not be scanned is named', async () => {
    const wrong = await make({ kind: 'pixel', stores: 'ftp://shop.example/' });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('“ftp://shop.example/”');
    const place = placeOf(await make({ kind: 'pixel', stores: DEMO_STORE_URL, every: 'week' }));
    const { html } = await visitor.get(place);
    expect(html).toContain('1 store, each week');
    await until('it is looked at', async () => (await visitor.get(place)).html.includes('first look, or change told'));
  });

  test('a key without the scope is refused by the API, on a page', async () => {
    const tariff = await signedIn('tariff');
    const answer = await make({ kind: 'pixel', stores: DEMO_STORE_URL }, tariff);
    expect(answer.status).toBe(403);
    expect(answer.html).toContain('<form');
  });

  test('of a finished audit that the form offers', async () => {
    const { headers, body } = {
      headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ rows: [{ hts: '7326.90.8688' }, { hts: '9401.61.4011' }] }),
    };
    const accepted = await fetch(`${server.app.url}/api/v2/tariff/audits`, { method: 'POST', headers, body });
    const { id } = (await accepted.json()) as { id: string };
    await until('the form offers it', async () => (await visitor.get('/work/watches/new')).html.includes(id));
    const place = placeOf(await make({ audit: id }));
    expect((await visitor.get(place)).html).toContain(`/work/tariff/audits/${id}`);
    expect((await make({ audit: 'nothing' })).status).toBe(404);
  });
});

describe('one watch', () => {
  test('is paused, resumed, changed and removed with its test events', async () => {
    const place = placeOf(await make({ codes: '7318.15.20', name: 'Bolts' }));
    await visitor.post(`${place}/pause`, { paused: 'on' });
    const paused = await visitor.get(place);
    expect(paused.html).toContain('nothing is looked at');
    expect(paused.html).toContain('none while paused');
    await visitor.post(`${place}/pause`, { paused: 'off' });
    expect((await visitor.get(place)).html).toContain('>active<');

    const first = await visitor.post(place, { name: 'Screws', webhook: HOOK });
    expect(secretIn(first)).toBeDefined();
    const again = await visitor.post(place, { name: 'Screws', webhook: `${HOOK}/2` });
    expect([again.status, secretIn(again)]).toEqual([303, undefined]);
    const wrong = await visitor.post(place, { name: 'Nuts', webhook: 'ftp://nowhere' });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('value="ftp://nowhere"');
    expect((await visitor.get(place)).html).toContain('Screws');

    const rotated = await visitor.post(`${place}/secret`, { once: 'r' });
    expect(secretIn(rotated)).toBeDefined();
    expect(secretIn(rotated)).not.toBe(secretIn(first));
    // Sent twice, the same secret: otherwise the receiver would have neither.
    expect(secretIn(await visitor.post(`${place}/secret`, { once: 'r' }))).toBe(secretIn(rotated)!);

    await visitor.post(`${place}/test`, { once: 't' });
    expect((await visitor.post(`${place}/removal`)).response.headers.get('location')).toBe('/work/watches?removed=1');
    expect((await visitor.get(place)).status).toBe(404);
    expect((await visitor.get('/work/events')).html).not.toContain(place);
  });

  test('without a webhook, rotating and sending again are refused in words', async () => {
    const place = placeOf(await make({ codes: '7318.15.20' }));
    await visitor.post(`${place}/test`, { once: 'x' });
    const { html } = await visitor.get(place);
    expect(html).toContain('not sent: no webhook');
    expect(html).not.toContain('/redelivery');
    const refused = await visitor.post(`${place}/secret`);
    expect([refused.status, refused.html.includes('This watch has no webhook')]).toEqual([409, true]);
    const event = /body-(evt_[0-9A-Za-z]{24})/.exec(html)![1];
    expect((await visitor.post(`/work/events/${event}/redelivery`, { watch: place.slice(-28) })).status).toBe(409);
  });

  test('a refused delivery is shown with its attempts, and is sent again on request', async () => {
    status = 500;
    const place = linkIn(await make({ codes: '7318.15.20', webhook: HOOK }));
    await visitor.post(`${place}/test`, { once: 'y' });
    await until('it was refused', async () => (await visitor.get(place)).html.includes('answered 500'));
    const part = await visitor.part(place);
    expect(part.html).not.toContain('<!doctype');
    expect(part.html).toContain('waits to be sent');
    // The next attempt is in seconds, so the part asks for itself again.
    expect(part.html).toContain('hx-trigger="every 2s"');
    status = 204;
    const event = /body-(evt_[0-9A-Za-z]{24})/.exec(part.html)![1]!;
    const sent = await visitor.post(`/work/events/${event}/redelivery`, { watch: place.slice(-28) });
    expect(sent.response.headers.get('location')).toBe(`${place}?sent=1`);
    await until('it arrived', async () => (await visitor.get(place)).html.includes('>delivered<'));
  });

  test('a receiver that is gone switches the webhook off, which is shown, and saving switches it on again', async () => {
    status = 410;
    const place = linkIn(await make({ codes: '7318.15.20', name: 'Gone', webhook: HOOK }));
    await visitor.post(`${place}/test`, { once: 'gone' });
    await until('it is off', async () => (await visitor.get(place)).html.includes('The receiver answered 410 Gone.'));
    status = 204;
    expect((await visitor.get('/work/watches')).html).toContain('webhook off');
    const off = await visitor.get(place);
    expect(off.html).toContain('given up');
    // Sending again would be refused, so it is not offered.
    expect(off.html).not.toContain('/redelivery');
    expect((await visitor.get('/work/events?delivery=dead')).html).toContain(place);
    await visitor.post(place, { name: 'Back', webhook: HOOK });
    const on = await visitor.get(place);
    expect(on.html).not.toContain('410 Gone');
    expect(on.html).toContain('/redelivery');
  });

  test('with a limit that is reached nothing is made, and what was typed is kept', async () => {
    const poor = await signedIn('all', { perDay: 1 });
    expect((await make({ codes: '7318.15.20' }, poor)).status).toBe(303);
    const refused = await make({ codes: '9401.61.4011', name: 'Second' }, poor);
    expect([refused.status, refused.response.headers.has('retry-after')]).toEqual([429, true]);
    expect(refused.html).toContain('Try again in');
    expect(refused.html).toContain('9401.61.4011</textarea>');
    // Reading is not counted.
    expect((await poor.get('/work/watches')).html.match(/<th scope="row">/g)).toHaveLength(1);
  });

  test('a key that is revoked meanwhile changes nothing', async () => {
    const key = await server.key('all');
    const other = server.stranger();
    await other.signIn(key);
    const place = placeOf(await make({ codes: '7318.15.20' }, other));
    const { id } = (await server.keyIssuer.findByHash(hashKeyText(key)))!;
    await server.keyIssuer.revoke(id, actor);
    // Changes of keys are announced to the server.
    await until('the server knows', async () => (await other.get(place)).status === 303);
    for (const path of [`${place}/removal`, `${place}/pause`, place]) {
      const refused = await other.post(path, { name: 'x' });
      expect([path, refused.status]).toEqual([path, 401]);
    }
    expect((await server.storage.watches.find(id, place.slice(-28)))?.name).toBe('');
  });

  test('events are paged, newest first', async () => {
    const place = placeOf(await make({ codes: '7318.15.20' }));
    for (let n = 0; n < 25; n++) await visitor.post(`${place}/test`, { once: `page ${n}` });
    const first = await visitor.get(place);
    const idsOf = (html: string) => [...html.matchAll(/id="body-(evt_[0-9A-Za-z]{24})"/g)].map(([, id]) => id);
    const next = /href="([^"]*after=[^"]*)"/.exec(first.html)![1]!.replaceAll('&amp;', '&');
    const second = await visitor.get(next);
    expect([idsOf(first.html).length, idsOf(second.html).length]).toEqual([20, 5]);
    expect(new Set([...idsOf(first.html), ...idsOf(second.html)]).size).toBe(25);
    expect(second.html).toContain('First page');
    expect(second.html).not.toContain('rel="next"');
  });

  test("another key's, an unknown one and what is no id are not found", async () => {
    const place = placeOf(await make({ codes: '7318.15.20' }));
    const other = await signedIn('all');
    for (const path of [place, `/work/watches/wat_${'A'.repeat(24)}`, '/work/watches/wat_..%2F..%2Fkeys']) {
      expect([path, (await other.get(path)).status]).toEqual([path, 404]);
      expect([path, (await other.post(`${path}/removal`)).status]).toEqual([path, 404]);
    }
    expect((await visitor.get(place)).status).toBe(200);
    expect((await other.post(`/work/events/evt_${'A'.repeat(24)}/redelivery`)).status).toBe(404);
  });

  test('a form without the token of its session does nothing', async () => {
    const place = placeOf(await make({ codes: '7318.15.20' }));
    expect((await visitor.post(`${place}/removal`, { csrf: 'wrong' })).status).toBe(403);
    expect((await visitor.get(place)).status).toBe(200);
  });
});

test('an address that is returned to is one of ours', async () => {
  const place = linkIn(await make({ codes: '7318.15.20', webhook: HOOK }));
  await visitor.post(`${place}/test`, { once: 'z' });
  const event = /body-(evt_[0-9A-Za-z]{24})/.exec((await visitor.get(place)).html)![1];
  for (const watch of ['//evil.example', 'https://evil.example', '']) {
    const sent = await visitor.post(`/work/events/${event}/redelivery`, { watch });
    expect(sent.response.headers.get('location')).toBe('/work/events?sent=1');
  }
});

test('an event about duties shows each change, and does not take what is announced for law', async () => {
  const place = placeOf(await make({ codes: '7318.15.20', name: 'Law' }));
  const id = place.slice(-28);
  const term = {
    programme: 'steel',
    coverage: 'whole',
    note: '16(c)',
    ch99_heading: '9903.82.02',
    rate_kind: 'additional',
  };
  const codes = Array.from({ length: 15 }, (_, n) => `7318.15.20${10 + n}`);
  const about = { effective_date: '2027-01-01', programme: 'steel', source: '91 FR 1' };
  const changes = [
    { ...about, certainty: 'law', before: [{ ...term, rate: 25 }], after: [{ ...term, rate: 50 }], codes },
    {
      ...about,
      certainty: 'announced',
      before: [],
      after: [],
      what: 'A rise <b>to</b> 60 percent',
      codes: ['7318.15.20'],
    },
  ];
  const summary = '15 of your 15 numbers change.';
  const data = { watch_id: id, watch_name: 'Law', summary, changes, law_read_to: '2026-10-09', lists: [] };
  const atMs = server.clock.now();
  const body = JSON.stringify({ type: 'tariff.revised', timestamp: new Date(atMs).toISOString(), data });
  const { lineageId } = (await server.keyIssuer.findByHash(hashKeyText(server.apiKey)))!;
  const event = { id: `evt_${'L'.repeat(24)}`, type: 'tariff.revised', atMs, body } as const;
  expect(await server.storage.watches.addEvent(lineageId, id, event)).toBeDefined();
  const { html } = await visitor.get(place);
  expect(html).toContain('25 percent, note 16(c), heading 9903.82.02');
  expect(html).toContain('50 percent, note 16(c), heading 9903.82.02');
  expect(html).toContain('announced, not law');
  expect(html).toContain('A rise &lt;b>to&lt;/b> 60 percent');
  expect(html).toContain('and 3 more');
  expect(html).toContain('The law was read to 2026-10-09.');
});

test('events beyond those of one list are reached by a link, each once', async () => {
  const all = Array.from({ length: 2345 }, (_, n) => ({ id: `evt_${n}` }));
  const ask = {
    json: async (_method: string, path: string) => {
      const { searchParams } = new URL(path, 'http://x');
      const [from, limit] = [Number(searchParams.get('cursor') ?? 0), Number(searchParams.get('limit'))];
      const events = all.slice(from, from + limit);
      return { events, next_cursor: String(from + events.length), has_more: from + limit < all.length };
    },
  } as never;
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { events, newer } = await readEvents(ask, '/api/v2/events', { cursor });
    expect(events.length).toBeLessThanOrEqual(1000);
    seen.push(...events.toReversed().map(({ id }) => id));
    cursor = newer;
  } while (cursor !== undefined);
  expect(seen).toEqual(all.map(({ id }) => id));
});

test('no request was reported as a fault', () => expect(server.faults).toEqual([]));
