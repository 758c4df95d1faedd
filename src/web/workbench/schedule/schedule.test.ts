import { describe, expect, test } from 'bun:test';
import { actor } from '../../../../test/support/server.ts';
import { until } from '../../../../test/support/until.ts';
import { startWork } from '../../../../test/support/workbench-visitor.ts';

const { visitor, stranger, key, keyIssuer, faults } = await startWork();

describe('the schedule', () => {
  test('all chapters are there, with the programmes that list something in them', async () => {
    const { status, html } = await visitor.get('/work/schedule');
    expect(status).toBe(200);
    expect(html.match(/>Chapter \d\d</g)).toHaveLength(96);
    expect(html).not.toContain('Chapter 77');
    expect(html).toContain('steel: some');
    expect(html).toContain('Articles of iron or steel');
  });

  test('a search by words shows each row under its chapter, with the rows above it and its marks', async () => {
    const { html } = await visitor.get('/work/schedule?q=aluminium+ladders');
    expect(html).toContain('Chapter 76');
    expect(html).toContain('href="/work/schedule/7616.99.5130"');
    expect(html).toContain('Other articles of aluminum:');
    expect(html).toContain('aluminum: all');
    expect(html).toContain('href="/work/tariff?codes=7616.99.5130"');
  });

  test('a search by number says how many rows it does not show', async () => {
    const { html } = await visitor.get('/work/schedule?q=7326');
    expect(html).toContain('<strong>29 rows</strong>, the best 25 are shown.');
    expect(html.match(/class="code"/g)).toHaveLength(25);
  });

  test('nothing found is not said to be free of duty, and a number leads to what became of it', async () => {
    const words = await visitor.get('/work/schedule?q=zzzqqq');
    expect(words.html).toContain('That says nothing about duties.');
    expect(words.html).not.toContain('What became of this number');
    const number = await visitor.get('/work/schedule?q=9401.99.9081');
    expect(number.html).toContain('href="/work/schedule/9401.99.9081"');
  });

  test('what is typed is text: markup, operators, NUL, only spaces, 300 letters', async () => {
    const markup = await visitor.get(`/work/schedule?q=${encodeURIComponent('<script>alert(1)</script> "steel"')}`);
    expect(markup.html).not.toContain('<script>alert');
    for (const query of ['%00', '"* OR NEAR(', 'a'.repeat(300), '🪜', '.....']) {
      const { status, html } = await visitor.get(`/work/schedule?q=${encodeURIComponent(query)}`);
      expect([200, 422]).toContain(status);
      expect(html).toContain('Search by words or number');
    }
    expect((await visitor.get('/work/schedule?q=%20%20')).html).toContain('Chapter 01');
  });
});

describe('the page of a number', () => {
  test('has its ancestors, rates, listings with their source, duty form and history', async () => {
    const { status, html } = await visitor.get('/work/schedule/7326.90.8688');
    expect(status).toBe(200);
    for (const above of ['73', '7326', '7326.90', '7326.90.86'])
      expect(html).toContain(`href="/work/schedule/${above}"`);
    expect(html).toContain('aria-current="page">7326.90.8688');
    expect(html).toContain('<dd>2.9%</dd>');
    expect(html).toContain('<strong>50% added, on the full value</strong> under 9903.82.02');
    expect(html).toContain('Proc. 11021, 91 FR 18201');
    expect(html).toContain('href="/work/tariff/duties?code=7326.90.8688"');
    const dates = [
      ...html.matchAll(/class="when">(?:<a href="\/work\/changes\/([\d-]+)\?number=7326\.90\.8688">|([\d-]+))/g),
    ];
    expect(dates.map(([, link, text]) => link ?? text)).toEqual(['2026-04-06', '2025-06-04', '2025-03-12']);
    expect(html.match(/>today</g)).toHaveLength(1);
  });

  test('has what is announced for it', async () => {
    const { html } = await visitor.get('/work/schedule/9401.61.4011');
    expect(html).toContain('href="/work/changes/2027-01-01?number=9401.61.4011"');
    expect(html).toContain('upholstered wooden furniture rises from 25 to 30 percent added');
    expect(html).toContain('law, date set');
  });

  test('a heading has its children under the words that group them', async () => {
    const { html } = await visitor.get('/work/schedule/7326');
    expect(html).toContain('Forged or stamped, but not further worked:');
    expect(html.match(/Forged or stamped, but not further worked:/g)).toHaveLength(1);
    expect(html).toContain('href="/work/schedule/7326.11.0000"');
    expect(html).toContain('stated below');
  });

  test('a number without a listing names the listed ones beside it, and does not say that it is free', async () => {
    const { html } = await visitor.get('/work/schedule/9401.61.2011');
    expect(html).toContain('on no list');
    expect(html).toContain('Listed numbers beside it');
    expect(html).toContain('Looked for in');
  });

  test('a number has one address, with dots', async () => {
    const { status, response } = await visitor.get('/work/schedule/7326908688');
    expect([status, response.headers.get('location')]).toEqual([303, '/work/schedule/7326.90.8688']);
  });

  test('a retired number says what replaced it, and one that never was is not said to be without duty', async () => {
    const retired = await visitor.get('/work/schedule/9401.99.9081');
    expect(retired.status).toBe(404);
    expect(retired.html).toContain('Retired on 2025-07-01.');
    expect(retired.html).toContain('href="/work/schedule/9401.99.9030"');
    const never = await visitor.get('/work/schedule/7326.90.8689');
    expect(never.status).toBe(404);
    expect(never.html).toContain('Nothing is said about their duties.');
  });

  test('what is no number is refused: letters, chapters without a tree, odd dots, three digits', async () => {
    for (const code of ['abc', '%3Cb%3E', '1', '1'.repeat(40), '..%2F..']) {
      expect([code, (await visitor.get(`/work/schedule/${code}`)).status]).toEqual([code, 404]);
    }
    for (const code of ['77', '99', '9903.82.02', '732', '....']) {
      const { status, html } = await visitor.get(`/work/schedule/${code}`);
      expect([code, status]).toEqual([code, 422]);
      expect(html).toContain('must be a chapter of 2 digits or a number');
    }
  });

  test('without a session, and with a key that was revoked, it asks to sign in', async () => {
    const { status, response } = await stranger().get('/work/schedule/7326');
    expect([status, response.headers.get('location')]).toEqual([303, '/work/sign-in?next=%2Fwork%2Fschedule%2F7326']);
    const revoked = stranger();
    await revoked.signIn(await key());
    expect((await revoked.get('/work/schedule/7326')).status).toBe(200);
    const [newest] = await keyIssuer.list(1);
    await keyIssuer.revoke(newest!.id, actor);
    // Changes of keys are announced to the server.
    await until('the session has ended', async () => (await revoked.get('/work/schedule')).status === 303);
    for (const path of ['/work/schedule', '/work/schedule/7326', '/work/changes', '/work/changes/2026-04-06']) {
      expect([path, (await revoked.get(path)).status]).toEqual([path, 303]);
    }
  });

  test('nothing of this was a fault of the server', () => expect(faults).toEqual([]));
});
