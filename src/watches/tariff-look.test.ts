/** The events of one look at tariff numbers. test/system/watches-replay.test.ts replays every revision of the lists. */
import { expect, test } from 'bun:test';
import { testClock } from '../../test/support/temp.ts';
import type { CodeOutlook, DutyTerm, WatchedTariff } from '../domain/tariff-outlook.ts';
import type { Watch } from '../domain/watch.ts';
import { firstTold, lookAtTariff } from './tariff-look.ts';

const CODES = ['9401.61.4011'];
const watch: Watch = {
  ...{ seq: 1, id: 'wat_1', lineageId: 1, keyId: 1, name: '', isPaused: false, createdAtMs: 0 },
  subject: { kind: 'tariff', codes: CODES },
};
const term = (rate: number): DutyTerm => ({
  ...{ programme: 'wood', coverage: 'whole', note: '37(d)', ch99_heading: '9903.76.02', source: 'note 37(d)' },
  ...{ rate, rate_kind: 'additional' },
});
const STAYS: CodeOutlook = { periods: [{ from: '2025-10-14', terms: [term(25)] }], announced: [] };
const RISES: CodeOutlook = { ...STAYS, periods: [...STAYS.periods, { from: '2027-01-01', terms: [term(30)] }] };

function tariffOf(digest: string, outlook: CodeOutlook): WatchedTariff {
  const basis = { digest, importId: 0, lookedOn: '2026-12-01', version: '1.0.0', law_read_to: '2026-12-01', lists: [] };
  return { today: () => '2026-12-10', outlook: () => ({ basis, of: () => outlook }), digitsOf: (code) => code };
}

async function look(told: { seen?: string; basis: string }, tariff: WatchedTariff) {
  const found = (await lookAtTariff({ watch, ...told }, tariff, { clock: testClock() }))!;
  return { ...found, types: found.events.map(({ type }) => type) };
}

test('a change that is 22 days away is reported once: by the revision that makes it, or as due', async () => {
  for (const [first, type] of [
    [tariffOf('one', STAYS), 'tariff.revised'],
    [tariffOf('two', RISES), 'tariff.change_due'],
  ] as const) {
    const now = tariffOf('two', RISES);
    const found = await look(await firstTold(CODES, first), now);
    expect(found.types).toEqual([type]);
    expect((await look(found, now)).types).toEqual([]);
  }
});
