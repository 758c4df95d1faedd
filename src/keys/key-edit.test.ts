/** What an edit may do to a key in each state. That a lineage shares its limits is tested on both databases. */
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../test/support/seed.ts';
import { tempStorage, testClock } from '../../test/support/temp.ts';
import { isUsable, SCOPES } from '../domain/key.ts';
import { EXPIRY_FORMS, lastDayOf, readExpiry } from './key-expiry.ts';
import { KeyError } from './key-fields.ts';
import { KeyIssuer } from './key-issuer.ts';

const actor = { name: 'test', origin: 'test' };
const DAY_MS = 86_400_000;

function issuerAt() {
  const clock = testClock();
  return { clock, keyIssuer: new KeyIssuer(tempStorage(), clock) };
}

describe('an edit', () => {
  test('of a revoked key changes only what describes it', async () => {
    const { keyIssuer } = issuerAt();
    const { row } = await keyIssuer.issue({ name: 'k', scope: 'all' }, actor);
    await keyIssuer.revoke(row.id, actor);
    for (const edit of [
      { scope: 'pixel' },
      { perMinute: 5 },
      { expiresAt: 9e15, revive: true },
      { networks: '::1' },
      { resources: { cpuMs: 70_000 } },
    ] as const) {
      await expect(keyIssuer.edit(row.id, edit, actor)).rejects.toThrow('is revoked');
      await expect(keyIssuer.edit(row.id, { ...edit, name: 'new' }, actor)).rejects.toThrow('is revoked');
    }
    const { row: edited } = await keyIssuer.edit(row.id, { name: 'n', owner: 'o', tags: 't', notes: 'x' }, actor);
    expect(edited).toMatchObject({ name: 'n', owner: 'o', tags: 't', notes: 'x' });
    expect(edited.revokedAt).not.toBeNull();
  });

  test('of a rotated key can move the end of its overlap, but not take it away', async () => {
    const { clock, keyIssuer } = issuerAt();
    const { row } = await keyIssuer.issue({ name: 'k', scope: 'all' }, actor);
    await keyIssuer.rotate(row.id, 1000, actor);
    await expect(keyIssuer.edit(row.id, { expiresAt: null }, actor)).rejects.toThrow('was rotated into');
    await expect(keyIssuer.edit(row.id, { expiresAt: clock.ms + 91 * DAY_MS }, actor)).rejects.toThrow('90 more days');
    await expect(keyIssuer.edit(row.id, { expiresAt: clock.ms }, actor)).rejects.toThrow('in the past');
    const { row: longer } = await keyIssuer.edit(row.id, { expiresAt: clock.ms + DAY_MS }, actor);
    expect(longer.expiresAt).toBe(clock.ms + DAY_MS);
  });

  test('brings an expired key back only if it says so, and the audit says it too', async () => {
    const { clock, keyIssuer } = issuerAt();
    const { row } = await keyIssuer.issue({ name: 'k', scope: 'all', expiresAt: clock.ms + 10 }, actor);
    clock.pass(10);
    for (const expiresAt of [null, clock.ms + 1]) {
      await expect(keyIssuer.edit(row.id, { expiresAt }, actor)).rejects.toThrow('has expired');
    }
    await keyIssuer.edit(row.id, { scope: 'pixel', perMinute: 3 }, actor);
    const { changes } = await keyIssuer.edit(row.id, { expiresAt: null, revive: true }, actor);
    expect(changes).toEndWith('to never; the expired key works again');
  });

  test('no edit without that word makes an unusable key usable, and none changes a key that it refuses', async () => {
    const { clock, keyIssuer } = issuerAt();
    const edit = fc.record(
      {
        name: fc.constantFrom('a', '', 'b'),
        scope: fc.constantFrom(...SCOPES),
        tags: fc.constantFrom('a b', '!', 'B,a', ''),
        notes: fc.constantFrom('', 'x', 'delegate:on'),
        delegate: fc.boolean(),
        perMinute: fc.constantFrom(null, 0, 1, 5),
        expiresAt: fc.constantFrom(null, 1, clock.ms + 5, clock.ms + 80 * DAY_MS),
        networks: fc.constantFrom('', '192.0.2.1', 'x'),
      },
      { requiredKeys: [] },
    );
    const state = fc.constantFrom('active', 'rotating', 'overlapped', 'expired', 'revoked');
    await fc.assert(
      fc.asyncProperty(edit, state, async (asked, made) => {
        const { row } = await keyIssuer.issue({ name: 'k', scope: 'all', expiresAt: clock.ms + 50 }, actor);
        if (made === 'rotating' || made === 'overlapped')
          await keyIssuer.rotate(row.id, made === 'rotating' ? 40 : 0, actor);
        if (made === 'revoked') await keyIssuer.revoke(row.id, actor);
        if (made === 'expired') clock.pass(50);
        const before = (await keyIssuer.find(row.id))!;
        const wasUsable = isUsable(before, clock.ms);
        const refused = await keyIssuer.edit(row.id, asked, actor).then(
          () => false,
          (error: unknown) => error instanceof KeyError || Promise.reject(error),
        );
        const after = (await keyIssuer.find(row.id))!;
        if (refused) expect(after).toEqual(before);
        if (!wasUsable) expect(isUsable(after, clock.ms)).toBe(false);
      }),
      { numRuns: runs(30, 600) },
    );
  });
});

describe('an expiry', () => {
  const nowMs = Date.UTC(2026, 10, 22, 12);
  test.each([
    ['90d', nowMs + 90 * DAY_MS],
    ['12h', nowMs + DAY_MS / 2],
    ['2w', nowMs + 14 * DAY_MS],
    ['never', null],
    ['2027-01-31', Date.UTC(2027, 1, 1)],
    ['2028-02-29', Date.UTC(2028, 2, 1)],
    ['2027-01-31T12:00:00Z', Date.UTC(2027, 0, 31, 12)],
    ['2027-01-31T12:00:00.000Z', Date.UTC(2027, 0, 31, 12)],
    ['2027-02-29', undefined],
    ['2027-02-30T12:00Z', undefined],
    ['2027-01-31T25:00Z', undefined],
    ['90', undefined],
    ['-1d', undefined],
    ['1.5d', undefined],
    ['', undefined],
    ['tomorrow', undefined],
  ])('%p', (text, expected) => expect(readExpiry(text, nowMs)).toBe(expected as never));

  test('its last day is the one that it was set by', () => {
    expect(lastDayOf(readExpiry('2027-01-31', nowMs)!)).toBe('2027-01-31');
    expect(lastDayOf(null)).toBe('');
    expect(EXPIRY_FORMS).toContain('2027-01-31');
  });
});
