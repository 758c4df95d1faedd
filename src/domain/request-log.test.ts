import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sampleRequest } from '../../test/support/log-contract.ts';
import { tempDir, tempStorage } from '../../test/support/temp.ts';
import { DAY_MS } from './clock.ts';
import { coarseNetwork, isLogged, LOG_ROW_BYTES, loggedMethod, requestLogLimits, rowsToPrune } from './request-log.ts';

describe('which rows must go', () => {
  const limits = { daysMax: 7, rowsMax: 100 };
  const now = 20_000 * DAY_MS;
  const day = (kept: number, keyless: number) => [{ day: 1, kept, keyless, notKept: 0 }];
  test.each([
    ['none while there is room', day(100, 25), now, undefined],
    ['those that are too old, first', day(500, 500), now - 7 * DAY_MS - 1, { beforeMs: now - 7 * DAY_MS }],
    ['not those that are just young enough', day(1, 0), now - 7 * DAY_MS, undefined],
    ['those without a key if they are more than a quarter', day(26, 26), now, 'keyless'],
    ['any if there are too many', day(101, 25), now, 'any'],
    ['none of an empty log', [], now, undefined],
  ] as const)('%s', (_, days, oldestMs, expected) => {
    expect(rowsToPrune(days, oldestMs, limits, now)).toEqual(expected as never);
  });
});

test('the network of a client is kept without the part that names a household', () => {
  expect(
    ['203.0.113.77', '10.0.0.1', '2001:db8:12:34::/64', '0:0:0:0::/64', 'fe80:0:0:0::/64', 'unknown', ''].map(
      coarseNetwork,
    ),
  ).toEqual(['203.0.113.0/24', '10.0.0.0/24', '2001:db8:12::/48', '0:0:0::/48', 'fe80:0:0::/48', 'unknown', 'unknown']);
});

test('a method that a client made up is not kept, and health checks and pages are not', () => {
  expect(['POST', 'HEAD', 'post', 'SVC_SECRET', 'CONNECT'].map(loggedMethod)).toEqual([
    'POST',
    'HEAD',
    'other',
    'other',
    'other',
  ]);
  const kept = (route: string, status = 200) => isLogged(route, status);
  expect(['/api/v1/pixel/scan', '/api/v0/tariff/lists', '(none)'].map((route) => kept(route))).toEqual([
    true,
    true,
    true,
  ]);
  expect(
    ['/healthz', '/readyz', '/metrics', '/', '/docs', '/operator/keys', '/verify/:id'].map((route) => kept(route, 500)),
  ).toEqual(Array(7).fill(false));
  expect([kept('/operator/sign-in'), kept('/operator/sign-in', 303), kept('/operator/sign-in', 401)]).toEqual([
    false,
    false,
    true,
  ]);
});

test('a row takes no more than is reckoned, also after rows were pruned for long', async () => {
  const dir = tempDir();
  const storage = tempStorage(dir);
  const limits = requestLogLimits(7, 1);
  expect(limits.rowsMax).toBe(3906);
  const bytes = () => {
    storage.counters.run('PRAGMA wal_checkpoint(TRUNCATE)');
    const file = new Database(join(dir, 'portside.db'), { readonly: true });
    const { free } = file
      .query<{ free: number }, []>(
        'SELECT freelist_count * page_size AS free FROM pragma_freelist_count, pragma_page_size',
      )
      .get()!;
    file.close();
    return statSync(join(dir, 'portside.db')).size - free;
  };
  const empty = bytes();
  let at = 0;
  // The longest values there are.
  const rows = () =>
    Array.from({ length: 100 }, () => {
      at++;
      return sampleRequest(at, {
        requestId: `req_${Buffer.from(`${at % 7}secret`)
          .toString('base64url')
          .slice(0, 8)}_${(1e9 + at).toString(36)}`,
        route: '/api/v1/entry/gcc/:file',
        method: 'OPTIONS',
        code: 'unsupported_media_type',
        keyId: at % 5 ? 100_000 + ((at * 7919) % 50_000) : null,
        network: '2001:db8:ffff::/48',
      });
    });
  for (let i = 0; i < 300; i++) {
    await storage.requestLog.add(rows(), 0, 0);
    while (await storage.requestLog.prune(limits, at));
  }
  const kept = (await storage.requestLog.days()).reduce((sum, day) => sum + day.kept, 0);
  expect(kept).toBeGreaterThan(limits.rowsMax - 100);
  expect((bytes() - empty) / kept).toBeLessThan(LOG_ROW_BYTES);
});
