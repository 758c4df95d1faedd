/** Tests of alerts and instances that every storage must pass. `open` returns one empty database as two processes open it. */
import { describe, expect, test } from 'bun:test';
import { ALERT_KINDS, ALERT_NAMES, type AlertName, type AlertState } from '../../src/domain/alert.ts';
import { ALERT_CHANGES_KEPT } from '../../src/domain/alert-store.ts';
import { INSTANCE_KEPT_MS, INSTANCES_MAX, type Instance } from '../../src/domain/instance.ts';
import type { Storage } from '../../src/domain/storage.ts';
import { ALL_KEYS, USAGE_MINUTES_KEPT } from '../../src/domain/usage-store.ts';

const LOAD = { residentBytes: 1, pending: 0, lagMs: 2, pools: { scans: { running: 1, spare: 0, waiting: 3 } } };

function instance(id: string, changes: Partial<Instance> = {}): Instance {
  const fixed = { role: 'server', address: 'http://127.0.0.1:8080', host: 'one', pid: 7, version: '0.1.0' };
  return { id, ...fixed, startedAt: 1000, seenAt: 1000, load: LOAD, ...changes };
}

const setting = (name: AlertName, enabled: boolean, threshold: number) => ({
  name,
  setting: { enabled, threshold },
  activity: { atMs: 1, actor: 'a', origin: '::1', action: 'alert.set', subject: `alert ${name}`, detail: 'x' },
});
const evaluation = (name: AlertName, state: AlertState, text: string = state) =>
  ({ name, state, text, ...ALERT_KINDS[name].initial }) as const;

export function holdToOperationsContract(name: string, skip: boolean, open: () => Promise<[Storage, Storage]>): void {
  describe.skipIf(skip)(`${name}: alerts and instances`, () => {
    test('alerts have defaults until somebody sets them; a setting and its audit entry are stored together', async () => {
      const [storage, other] = await open();
      const { settings, states } = await storage.alerts.read();
      expect(settings).toEqual(
        Object.fromEntries(ALERT_NAMES.map((alert) => [alert, ALERT_KINDS[alert].initial])) as typeof settings,
      );
      expect(states).toEqual({});
      await storage.alerts.set(() => [setting('disk', false, 5000)]);
      expect((await other.alerts.read()).settings.disk).toEqual({ enabled: false, threshold: 5000 });
      const [entry] = await other.activity.search({ text: '', action: 'alert.', limit: 5 });
      expect(entry).toMatchObject({ subject: 'alert disk', detail: 'x' });
      const refused = storage.alerts.set((before) => {
        expect(before.disk.threshold).toBe(5000);
        throw new Error('refused');
      });
      await expect(refused).rejects.toThrow('refused');
      expect((await other.alerts.read()).settings.errors).toEqual(ALERT_KINDS.errors.initial);
      expect(await storage.activity.search({ text: '', action: 'alert.', limit: 5 })).toHaveLength(1);
    });

    test('a change of state is stored once, whichever server sees it first, and a setting does not forget it', async () => {
      const [storage, other] = await open();
      const opened = [evaluation('disk', 'open', '7 MB are free.'), evaluation('errors', 'ok')];
      await Promise.all([storage.alerts.record(opened, 10), other.alerts.record(opened, 10)]);
      await other.alerts.record(opened, 20);
      expect((await storage.alerts.read()).states).toEqual({
        disk: { state: 'open', sinceMs: 10 },
        errors: { state: 'ok', sinceMs: 10 },
      });
      await storage.alerts.set(() => [setting('disk', true, 9)]);
      await storage.alerts.record([evaluation('disk', 'ok', 'fine')], 30);
      const changes = await other.alerts.changes(10);
      expect(changes.map(({ name: alert, state, atMs }) => [alert, state, atMs])).toEqual([
        ['disk', 'ok', 30],
        ['disk', 'open', 10],
      ]);
      expect(changes[1]!.detail).toBe('7 MB are free.');
      expect((await storage.alerts.read()).settings.disk.threshold).toBe(9);
    });

    test('an alert that opens and closes all day keeps its latest changes, and hides none of another', async () => {
      const [storage] = await open();
      await storage.alerts.record([evaluation('errors', 'open', 'the only one')], 1);
      for (let i = 0; i < ALERT_CHANGES_KEPT + 20; i++) {
        await storage.alerts.record([evaluation('disk', i % 2 ? 'ok' : 'open')], 2 + i);
      }
      const changes = await storage.alerts.changes(1000);
      expect(changes).toHaveLength(ALERT_CHANGES_KEPT + 1);
      expect(changes.at(-1)).toMatchObject({ name: 'errors', detail: 'the only one' });
      expect(changes[0]!.atMs).toBe(ALERT_CHANGES_KEPT + 21);
    });

    test('every process sees all instances; one that reports again replaces its row; one that stops is gone', async () => {
      const [storage, other] = await open();
      await storage.instances.report(instance('b', { host: 'Two' }));
      await other.instances.report(instance('a', { role: 'worker 2' }));
      await other.instances.report(instance('c', { host: 'ähnlich' }));
      await storage.instances.report(instance('b', { host: 'Two', seenAt: 2000 }));
      const listed = await other.instances.list();
      expect(listed.map(({ id, seenAt }) => [id, seenAt])).toEqual([
        ['a', 1000],
        ['b', 2000],
        ['c', 1000],
      ]);
      expect(listed[0]!.load).toEqual(LOAD);
      await other.instances.remove('a');
      expect((await storage.instances.list()).map(({ id }) => id)).toEqual(['b', 'c']);
    });

    test('two processes forget instances at the same time', async () => {
      const storages = await open();
      for (let round = 0; round < 5; round++) {
        const seenAt = round * 2 * INSTANCE_KEPT_MS;
        for (let i = 0; i < 20; i++) await storages[0].instances.report(instance(`${round} ${i}`, { seenAt }));
        await Promise.all(
          storages.map(({ instances }, i) =>
            instances.report(instance(`end ${i}`, { seenAt: seenAt + INSTANCE_KEPT_MS + 1 })),
          ),
        );
        expect((await storages[0].instances.list()).map(({ id }) => id).sort()).toEqual(['end 0', 'end 1']);
      }
    });

    test('instances that were killed are forgotten after a day, and a process that restarts all the time fills nothing', async () => {
      const [storage] = await open();
      await storage.instances.report(instance('old'));
      await storage.instances.report(instance('new', { seenAt: 1000 + INSTANCE_KEPT_MS }));
      expect(await storage.instances.list()).toHaveLength(2);
      await storage.instances.report(instance('new', { seenAt: 1001 + INSTANCE_KEPT_MS }));
      expect((await storage.instances.list()).map(({ id }) => id)).toEqual(['new']);
      const later = 5000 + INSTANCE_KEPT_MS;
      for (let i = 0; i < INSTANCES_MAX + 5; i++)
        await storage.instances.report(instance(`r${i}`, { seenAt: later + i }));
      const ids = (await storage.instances.list()).map(({ id }) => id);
      expect(ids).toHaveLength(INSTANCES_MAX);
      expect(ids).toContain(`r${INSTANCES_MAX + 4}`);
      expect(ids).not.toContain('r4');
    });

    test('errors of the last minutes are added up by code, and the keys with an error of today are found', async () => {
      const [storage, other] = await open();
      const [day, minute] = [20_000, 20_000 * 1440 + 700];
      const counter = (keyId: number, code: string, requests: number) => ({ keyId, product: 'tariff', code, requests });
      await storage.usage.addErrors([counter(ALL_KEYS, 'internal', 3), counter(7, 'internal', 3)], day, minute);
      await other.usage.addErrors(
        [counter(ALL_KEYS, 'internal', 2), { ...counter(ALL_KEYS, 'internal', 4), product: 'entry' }],
        day,
        minute,
      );
      await other.usage.addErrors([counter(8, 'rate_limited', 9), counter(7, 'rate_limited', 9)], day, minute + 1);
      await other.usage.addErrors(
        [counter(ALL_KEYS, 'rate_limited', 18), counter(9, 'rate_limited', 11)],
        day,
        minute + 1,
      );
      await other.usage.addErrors([counter(5, 'rate_limited', 99)], day - 1, minute + 1);
      expect(await storage.usage.recentErrors(minute)).toEqual([
        { code: 'internal', requests: 9 },
        { code: 'rate_limited', requests: 18 },
      ]);
      expect(await storage.usage.recentErrors(minute + 1)).toEqual([{ code: 'rate_limited', requests: 18 }]);
      expect(await storage.usage.keysWithError('rate_limited', day, 2)).toEqual([
        { keyId: 9, requests: 11 },
        { keyId: 7, requests: 9 },
      ]);
      await storage.usage.addErrors([], day, minute + 1 + USAGE_MINUTES_KEPT);
      expect(await other.usage.recentErrors(0)).toEqual([{ code: 'rate_limited', requests: 18 }]);
    });

    test('the database knows its version and size, and counts certificates of a day', async () => {
      const [storage] = await open();
      const { version, bytes } = await storage.probe.size();
      expect(version).toMatch(/^(SQLite|PostgreSQL) \d/);
      expect(bytes).toBeGreaterThan(10_000);
      expect(await storage.certificates.countSince(0)).toBe(0);
    });
  });
}
