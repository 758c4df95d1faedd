import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  ALERT_KINDS,
  ALERT_NAMES,
  type AlertName,
  type AlertReadings,
  type AlertSettings,
  describeAlertChange,
  evaluateAlerts,
  thresholdFault,
} from './alert.ts';

const QUIET: AlertReadings = {
  refusedKeys: [],
  recent: { requests: 1000, faults: 0 },
  law: { to: '2026-10-09', days: 44 },
  diskFreeBytes: 50e9,
};

function settings(changes: Partial<Record<AlertName, number>> = {}): AlertSettings {
  return Object.fromEntries(
    ALERT_NAMES.map((name) => [
      name,
      { enabled: true, threshold: changes[name] ?? ALERT_KINDS[name].initial.threshold },
    ]),
  ) as AlertSettings;
}

function stateOf(name: AlertName, readings: Partial<AlertReadings>, threshold?: number, open = false) {
  const set = settings(threshold === undefined ? {} : { [name]: threshold });
  const all = evaluateAlerts(set, { ...QUIET, ...readings }, new Set(open ? [name] : []));
  return all.find((one) => one.name === name)!;
}

test('nothing is open on a quiet server, and what is switched off is not called ok', () => {
  expect(evaluateAlerts(settings(), QUIET, new Set()).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok']);
  const off = settings();
  for (const name of ALERT_NAMES) off[name].enabled = false;
  const bad = { ...QUIET, diskFreeBytes: 0, recent: { requests: 0, faults: 100 } };
  for (const { state, text } of evaluateAlerts(off, bad, new Set()))
    expect([state, text]).toEqual(['off', 'Switched off: not looked at.']);
});

describe('what could not be read is unknown, whatever was open before', () => {
  const unread = { unread: 'it could not be read' };
  const readings: AlertReadings = { refusedKeys: unread, recent: unread, law: unread, diskFreeBytes: unread };
  test.each(ALERT_NAMES.map((name) => [name] as const))('%s', (name) => {
    for (const open of [true, false]) {
      expect(stateOf(name, readings, undefined, open)).toMatchObject({
        state: 'unknown',
        text: 'Not looked at: it could not be read.',
      });
    }
  });
  test('but what this installation does not have is off', () => {
    expect(stateOf('disk', { diskFreeBytes: { unread: 'elsewhere', isAbsent: true } }).state).toBe('off');
  });
});

describe('the edges of each threshold', () => {
  test.each([
    ['limit', { refusedKeys: [{ keyId: 7, requests: 9 }] }, 10, 'ok'],
    ['limit', { refusedKeys: [{ keyId: 7, requests: 10 }] }, 10, 'open'],
    ['errors', { recent: { requests: 1000, faults: 9 } }, 1, 'ok'],
    ['errors', { recent: { requests: 1000, faults: 10 } }, 1, 'open'],
    // Requests that could not be counted at all.
    ['errors', { recent: { requests: 0, faults: 5 } }, 100, 'open'],
    ['errors', { recent: { requests: 0, faults: 0 } }, 1, 'ok'],
    // One of two is half, and no alert.
    ['errors', { recent: { requests: 2, faults: 1 } }, 1, 'ok'],
    ['law_age', { law: { to: '2026-01-01', days: 180 } }, 180, 'ok'],
    ['law_age', { law: { to: '2026-01-01', days: 181 } }, 180, 'open'],
    ['disk', { diskFreeBytes: 1_000_000_001 }, 1000, 'ok'],
    ['disk', { diskFreeBytes: 1_000_000_000 }, 1000, 'open'],
    ['disk', { diskFreeBytes: 0 }, 1000, 'open'],
  ] as const)('%s %j at %i: %s', (name, readings, threshold, state) => {
    expect(stateOf(name, readings, threshold).state).toBe(state);
  });
});

test('an open alert on a value that moves closes only a tenth beyond its threshold', () => {
  expect(stateOf('disk', { diskFreeBytes: 1_050_000_000 }, 1000, true).state).toBe('open');
  expect(stateOf('disk', { diskFreeBytes: 1_100_000_001 }, 1000, true).state).toBe('ok');
  expect(stateOf('errors', { recent: { requests: 1000, faults: 95 } }, 10, true).state).toBe('open');
  expect(stateOf('errors', { recent: { requests: 1000, faults: 89 } }, 10, true).state).toBe('ok');
});

test('many refused keys are counted, five of them named, and none by its name', () => {
  const refusedKeys = Array.from({ length: 7 }, (_, i) => ({ keyId: i + 1, requests: 10 - i }));
  expect(stateOf('limit', { refusedKeys }).text).toBe(
    'Refused for a limit today: 7 keys, #1 (10 requests), #2 (9 requests), #3 (8 requests), #4 (7 requests), #5 (6 requests) and 2 more.',
  );
  const most = Array.from({ length: 100 }, (_, i) => ({ keyId: i + 1, requests: 5 }));
  expect(stateOf('limit', { refusedKeys: most }).text).toContain('100 or more keys');
});

test('worse readings never close an alert, and its text is bounded', () => {
  fc.assert(
    fc.property(
      fc.record({
        requests: fc.nat(),
        faults: fc.nat(),
        more: fc.nat(),
        free: fc.nat(2_000_000_000),
        less: fc.nat(2_000_000_000),
        percent: fc.integer({ min: 1, max: 100 }),
      }),
      ({ requests, faults, more, free, less, percent }) => {
        const errors = (count: number) =>
          stateOf('errors', { recent: { requests: requests + count, faults: count } }, percent);
        if (errors(faults).state === 'open') expect(errors(faults + more).state).toBe('open');
        const disk = (bytes: number) => stateOf('disk', { diskFreeBytes: bytes });
        if (disk(free).state === 'open') expect(disk(Math.max(0, free - less)).state).toBe('open');
        expect(errors(faults).text.length).toBeLessThan(300);
      },
    ),
  );
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 101])(
  '%d is no threshold for a percentage',
  (threshold) => {
    expect(thresholdFault('errors', threshold)).toBe(
      'Requests fail on our side: the threshold must be a whole number from 1 to 100.',
    );
    expect(thresholdFault('errors', 100)).toBeUndefined();
  },
);

test('the audit says from what to what', () => {
  const from = { enabled: true, threshold: 1000 };
  expect(describeAlertChange(from, { enabled: false, threshold: 2000 })).toBe('on to off; threshold 1000 to 2000');
  expect(describeAlertChange(from, { ...from })).toBeUndefined();
});

test('the rules for Prometheus have the same thresholds', () => {
  const rules = readFileSync(join(import.meta.dir, '../../docs/alerts.yml'), 'utf8');
  const { errors, law_age, disk } = ALERT_KINDS;
  expect(rules).toContain(`> ${errors.initial.threshold / 100}\n`);
  expect(rules).toContain(`> ${law_age.initial.threshold} * 86400`);
  expect(rules).toContain(`portside_disk_free_bytes < ${disk.initial.threshold / 1000}e9`);
});
