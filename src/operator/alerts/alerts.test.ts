import { describe, expect, test } from 'bun:test';
import { startOperator, Visitor } from '../../../test/support/visitor.ts';
import { utcDay } from '../../domain/clock.ts';
import { ALL_KEYS } from '../../domain/usage-store.ts';

const { app, operator, addOperator, visitor, storage, clock, faults } = await startOperator();
const FORM = {
  limit_threshold: '1',
  errors_enabled: 'on',
  errors_threshold: '1',
  law_age_enabled: 'on',
  law_age_threshold: '180',
  disk_enabled: 'on',
  disk_threshold: '1000',
};
const set = (changes: Record<string, string> = {}) =>
  operator.post('/operator/alerts/settings', { ...FORM, ...changes });
const audit = () => storage.activity.search({ text: '', action: 'alert.', limit: 10 });
const overview = async () => (await operator.get('/operator/overview')).html;

test('the form holds what is set, and sending it unchanged changes nothing', async () => {
  const { html } = await operator.get('/operator/alerts');
  for (const [name, value] of Object.entries(FORM))
    expect(html).toContain(`name="${name}"${value === 'on' ? ' type="checkbox"' : ''}`);
  expect((await set()).response.headers.get('location')).toBe('/operator/alerts?done=unchanged');
  expect(await audit()).toEqual([]);
});

test('a change is audited with what it was and what it is, one entry for each alert', async () => {
  const { disk_enabled: _, ...off } = FORM;
  const answer = await operator.post('/operator/alerts/settings', { ...off, errors_threshold: '7' });
  expect(answer.response.headers.get('location')).toBe('/operator/alerts?done=set');
  expect((await audit()).map(({ actor, subject, detail }) => [actor, subject, detail])).toEqual([
    ['owner', 'alert disk', 'on to off'],
    ['owner', 'alert errors', 'threshold 1 to 7'],
  ]);
  expect(await overview()).toContain('2 of 4 are off');
  await set();
});

test.each(['0', '-1', '1.5', '', 'x', '1e3', '101', '99999999999999999999'])(
  'a threshold of %j is refused, nothing is changed, and the form comes back as it was typed',
  async (threshold) => {
    const before = (await audit()).length;
    const { status, html } = await set({ errors_threshold: threshold, disk_threshold: '4321' });
    expect(status).toBe(422);
    expect(html).toContain('Requests fail on our side: the threshold must be a whole number from 1 to 100.');
    expect(html).toContain('value="4321"');
    expect((await storage.alerts.read()).settings.disk.threshold).toBe(1000);
    expect(await audit()).toHaveLength(before);
  },
);

describe('an alert that opens', () => {
  test('is on the overview at once, and since when after a server saw it', async () => {
    await set({ disk_threshold: '999999999' });
    expect(await overview()).toContain('1 alert is open');
    const { html } = await operator.get('/operator/alerts');
    expect(html).toMatch(/chip bad">open<[\s\S]*MB are free/);
    await set();
    expect(await overview()).toContain('No alert is open; 1 of 4 is off');
  });

  test('names a key that was refused, and the requests that failed', async () => {
    await set({ limit_enabled: 'on' });
    const minute = Math.floor(clock.ms / 60_000);
    const counter = (keyId: number, code: string, requests: number) => ({ keyId, product: 'tariff', code, requests });
    await storage.usage.addErrors(
      [counter(7, 'rate_limited', 3), counter(ALL_KEYS, 'rate_limited', 3), counter(ALL_KEYS, 'internal', 9)],
      utcDay(clock.ms),
      minute,
    );
    const html = await overview();
    expect(html).toContain('2 alerts are open');
    expect(html).toContain('Refused for a limit today: 1 key, #7 (3 requests).');
    expect(html).toContain('9 of 9 requests failed in 15 minutes (100.0 %).');
    clock.pass(16 * 60_000);
    expect(await overview()).toContain('1 alert is open');
    clock.pass(86_400_000);
    await operator.signIn();
    expect(await overview()).toContain('No alert is open');
  });
});

test('what cannot be read is said to be unknown, and never that no alert is open', async () => {
  storage.recordsFile.run('ALTER TABLE error_minutes RENAME TO hidden');
  const html = await overview();
  expect(html).toContain('1 could not be looked at');
  expect(html).toContain('Not looked at: it could not be read.');
  storage.recordsFile.run('ALTER TABLE hidden RENAME TO error_minutes');
});

test('a reader sees the alerts and cannot set them', async () => {
  await addOperator('rita', 'reader');
  const rita = visitor();
  await rita.signIn(undefined, 'rita');
  const { html } = await rita.get('/operator/alerts');
  expect(html).toContain('An owner can change them.');
  expect(html).toContain('<fieldset class="card" disabled');
  expect((await rita.post('/operator/alerts/settings', { ...FORM, disk_threshold: '5' })).status).toBe(403);
  expect((await storage.alerts.read()).settings.disk.threshold).toBe(1000);
  expect(Visitor.hidden(html, 'csrf')).not.toBe('');
});

test('nothing failed on our side', () => {
  expect(faults).toEqual([]);
  expect(app.url).toStartWith('http');
});
