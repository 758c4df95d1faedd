import { expect, test } from 'bun:test';
import { until } from '../../../test/support/until.ts';
import { startOperator } from '../../../test/support/visitor.ts';
import { INSTANCE_MISSING_MS } from '../../domain/instance.ts';

const { app, operator, storage, clock, keyIssuer, post, faults } = await startOperator();
const text = (html: string) =>
  html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const overview = async () => text((await operator.get('/operator/overview')).html);

test('the first page is the overview, and every page leads to it', async () => {
  expect((await operator.get('/operator')).response.headers.get('location')).toBe('/operator/overview');
  expect((await operator.get('/operator/audit')).html).toContain('<a class="brand" href="/operator/overview">');
});

test('today says how many requests, errors, certificates and scans there were, and which key reached a limit', async () => {
  const actor = { name: 'test', origin: 'test' };
  const issued = await keyIssuer.issue(
    { name: 'small <b>key</b>', scope: 'all', notes: 'delegate:on', perMinute: 2 },
    actor,
  );
  const lookup = () => post('/api/v1/tariff/hts/lookup', { codes: ['7326.90.8688'] }, issued.key);
  for (let i = 0; i < 5; i++) await lookup();
  await post('/api/v1/tariff/hts/lookup', { codes: [] }, 'svc_nobody');
  await until(
    'the errors are written',
    async () => (await storage.usage.errors(undefined, Math.floor(clock.ms / 86_400_000), 0)).length > 1,
  );
  const shown = await overview();
  expect(shown).toContain('Requests today 2');
  expect(shown).toContain('Errors today 4 none on our side');
  expect(shown).toContain('Keys at a limit today 1');
  expect(shown).toContain('small &lt;b>key&lt;/b>');
  expect(shown).toContain('3 refused requests');
  expect(shown).toContain('Certificates today 0');
});

test('all instances are listed; one that was killed is called not seen; another version is pointed out', async () => {
  const load = { residentBytes: 1e8, pending: 3, lagMs: 12, pools: { scans: { running: 2, spare: 0, waiting: 5 } } };
  const fixed = { address: 'http://10.0.0.2:8080', pid: 4711, startedAt: clock.ms, load };
  await storage.instances.report({
    id: 'x',
    role: 'worker 2',
    host: 'other-host',
    version: '9.9.9',
    seenAt: clock.ms,
    ...fixed,
  });
  await storage.instances.report({
    id: 'y',
    role: 'server',
    host: 'dead<host>',
    version: '0.0.9',
    seenAt: clock.ms - INSTANCE_MISSING_MS - 1,
    ...fixed,
  });
  const shown = await overview();
  expect(shown).toContain('this one');
  expect(shown).toContain('other-host');
  expect(shown).toContain('scans: 2 running, 5 waiting');
  expect(shown).toContain('dead&lt;host> · server http://10.0.0.2:8080 · process 4711 not seen');
  expect(shown).toContain('1 instance did not report for a minute.');
  expect(shown).toMatch(/Different versions run at once: [^ ]+, [^ ]+\./);
  expect(shown).not.toContain('0.0.9,');
});

test('after the clock was set back, an instance that was killed before is not said to report', async () => {
  const load = { residentBytes: 1e8, pending: 0, lagMs: 0, pools: {} };
  const times = { startedAt: clock.ms, seenAt: clock.ms + 3_600_000 };
  const fixed = { role: 'server', address: 'http://10.0.0.3:8080', pid: 42, version: '0.1.0', load };
  await storage.instances.report({ id: 'z', host: 'ahead', ...fixed, ...times });
  expect(await overview()).toContain('ahead · server http://10.0.0.3:8080 · process 42 not seen');
  await storage.instances.remove('z');
});

test('a process that cannot report itself says so instead of showing an empty list as well', async () => {
  storage.recordsFile.run('DELETE FROM instances');
  expect(await overview()).toContain('The process that answers could not report itself');
});

test('the machine: disk, database, and the age of the list', async () => {
  const shown = await overview();
  expect(shown).toMatch(/Disk [\d.,]+ [GTM]B free of [\d.,]+ [GTM]B/);
  expect(shown).toMatch(/Database SQLite 3\.\d+\.\d+, [\d.,]+ [kM]B/);
  expect(shown).toMatch(/Tariff law read to 2026-\d\d-\d\d , \d+ days? ago/);
});

test('a server that stops removes its row', async () => {
  const rows = async () => (await storage.instances.list()).map(({ address }) => address);
  const second = await startOperator();
  expect(await second.storage.instances.list()).toHaveLength(1);
  await second.app.close();
  expect(await second.storage.instances.list()).toEqual([]);
  expect(await rows()).not.toContain(second.app.url);
  expect(app.url).not.toBe(second.app.url);
});

test('nothing failed on our side', () => expect(faults).toEqual([]));

test('watches: looks that are due, deliveries that wait, and those that were given up', async () => {
  expect(await overview()).toContain('Watches 0 looks due, 0 deliveries waiting');
  const { waiting } = storage.watches;
  storage.watches.waiting = async () => ({ looksDue: 1, deliveriesPending: 22, deliveriesDead: 333 });
  const shown = await overview();
  storage.watches.waiting = waiting;
  expect(shown).toContain('1 look due, 22 deliveries waiting 333 deliveries given up');
});
