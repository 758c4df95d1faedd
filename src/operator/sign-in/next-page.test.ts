import { describe, expect, test } from 'bun:test';
import { PASSWORD, startOperator, Visitor } from '../../../test/support/visitor.ts';
import { nextPage } from './next-page.ts';

describe('only pages of the operator page are followed', () => {
  test.each([
    ['/operator/keys/7', '/operator/keys/7'],
    ['/operator/keys?q=a%20b&page=2', '/operator/keys?q=a%20b&page=2'],
    ['/operator/keys/7#delegate', '/operator/keys/7'],
    ['/operator/audit?q=//evil.example', '/operator/audit?q=//evil.example'],
    ['/operator/x/../keys', '/operator/keys'],
  ])('%s', (text, page) => expect(nextPage(text)).toBe(page));

  test.each([
    ['//evil.example/operator/keys'],
    ['/\\evil.example/operator/keys'],
    ['\\\\evil.example/operator/'],
    ['/\t/evil.example/operator/'],
    ['/\n/evil.example/operator/'],
    ['\t//evil.example/operator/'],
    ['/operator/..//evil.example'],
    ['/operator/../..//evil.example/operator/'],
    ['/operator/%2e%2e//evil.example'],
    ['/operator/%2E%2E/%2Fevil.example'],
    ['/operator\\..\\..\\\\evil.example'],
    ['%2F%2Fevil.example'],
    ['https://evil.example/operator/keys'],
    ['https:/operator/keys'],
    ['javascript:alert(1)//operator/'],
    ['data:text/html,/operator/'],
    ['/operator@evil.example/operator/'],
    ['operator/keys'],
    ['/operators/keys'],
    ['/api/v1/tariff/hts/lookup'],
    ['/operator'],
    ['/operator/sign-in'],
    ['/operator/sign-in?next=/operator/keys'],
    ['/operator/sign-out'],
    ['/operator/keys/../sign-out'],
    ['/operator/%73ign-out/../sign-out'],
    ['/operator/keys?q=svc_0123456789abcdefghijklmn'],
    ['/operator/keys?q=svc%5F0123456789abcdefghijklmn'],
    [`/operator/keys?q=${'x'.repeat(2000)}`],
    [''],
    [null],
    [undefined],
  ])('not %j', (text) => expect(nextPage(text)).toBeUndefined());

  test('whatever comes out is a path that no browser leaves this site with', () => {
    const parts = [
      '/',
      '//',
      '\\',
      '/operator',
      '/operator/',
      '..',
      '%2e%2e',
      '%2f',
      '%5c',
      '\t',
      '@',
      ':',
      'evil.example',
      '?',
      '#',
      '%',
      'https:',
    ];
    let followed = 0;
    for (const a of parts) {
      for (const b of parts) {
        for (const c of parts) {
          for (const d of ['', ...parts]) {
            const page = nextPage(a + b + c + d);
            if (page === undefined) continue;
            followed++;
            const url = new URL(page, 'https://portside.example/operator/sign-in');
            expect([a + b + c + d, url.origin]).toEqual([a + b + c + d, 'https://portside.example']);
            expect(url.pathname).toStartWith('/operator/');
            // A path that was read once is read the same again: nothing is decoded twice.
            expect(nextPage(page)).toBe(page);
          }
        }
      }
    }
    expect(followed).toBeGreaterThan(10);
  });
});

describe('a link to a page of a key', async () => {
  const { app, visitor, operator, storage } = await startOperator();
  const location = ({ response }: { response: Response }) => response.headers.get('location');

  test('survives the sign-in, also after a wrong password', async () => {
    const someone = visitor();
    const asked = await someone.get('/operator/keys?q=acme&page=2');
    const address = location(asked)!;
    expect(address).toBe('/operator/sign-in?next=%2Foperator%2Fkeys%3Fq%3Dacme%26page%3D2');
    const { html } = await someone.get(address);
    const next = Visitor.hidden(html, 'next').replaceAll('&amp;', '&');
    const refused = await someone.post('/operator/sign-in', { name: 'owner', password: 'wrong', next });
    expect(Visitor.hidden(refused.html, 'next').replaceAll('&amp;', '&')).toBe('/operator/keys?q=acme&page=2');
    const done = await someone.post('/operator/sign-in', { name: 'owner', password: PASSWORD, next });
    expect([done.status, location(done)]).toEqual([303, '/operator/keys?q=acme&page=2']);
    expect(location(await someone.get(address))).toBe('/operator/keys?q=acme&page=2');
  });

  test.each(['//evil.example', '/\\evil.example', '/operator/..//evil.example', '%2F%2Fevil.example'])(
    'with %s leads to the overview, and the page repeats nothing of it',
    async (next) => {
      const someone = visitor();
      const { html } = await someone.get(`/operator/sign-in?next=${encodeURIComponent(next)}`);
      expect(html).not.toContain('evil');
      const done = await someone.post('/operator/sign-in', { name: 'owner', password: PASSWORD, next });
      expect(location(done)).toBe('/operator/overview');
    },
  );

  test('in a mail comes without the cookie of an open session: a page of our own asks again, and no cookie is replaced', async () => {
    const linked = await fetch(`${app.url}/operator/keys/7`, {
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    });
    expect([linked.status, linked.headers.getSetCookie()]).toEqual([200, []]);
    expect(linked.headers.get('refresh')).toBe('0; url=/operator/sign-in?next=%2Foperator%2Fkeys%2F7');
    expect(location(await operator.get('/operator/sign-in?next=%2Foperator%2Fkeys%2F7'))).toBe('/operator/keys/7');
  });

  test('a form that is sent without a session leads back to its page, and only to one of this site', async () => {
    const send = (referer: string) =>
      fetch(`${app.url}/operator/keys/7/edit`, {
        method: 'POST',
        headers: { origin: app.url, 'sec-fetch-site': 'same-origin', referer },
        body: new URLSearchParams({ notes: 'half-written' }),
      });
    const answer = await send(`${app.url}/operator/keys/7/edit`);
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain('href="/operator/sign-in?next=%2Foperator%2Fkeys%2F7%2Fedit"');
    const foreign = await (await send('https://evil.example/operator/keys/7/edit')).text();
    expect(foreign).toContain('href="/operator/sign-in"');
    expect(storage.recordsFile.query("SELECT count(*) AS n FROM audit WHERE action LIKE 'key.%'").get()).toEqual({
      n: 0,
    });
  });
});
