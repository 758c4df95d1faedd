import { describe, expect, test } from 'bun:test';
import { tempStorage, testClock } from '../../test/support/temp.ts';
import { allEvents, stageWatches } from '../../test/support/watch-stand-ins.ts';
import { DAY_MS, HOUR_MS } from '../domain/clock.ts';
import type { DetailedReport } from '../domain/scan-report.ts';
import { KeyIssuer } from '../keys/key-issuer.ts';
import { embeddedTariff } from '../tariff/embedded.ts';

const actor = { name: 'test', origin: 'test' };
const SPENT = { admitted: false, minuteLeft: 5, minuteResetS: 1, dayLeft: 0, dayResetS: 3600 };
const BUSY = { admitted: false, minuteLeft: 0, minuteResetS: 30, dayLeft: 9, dayResetS: 3600 };
const report = {
  state: 'judged',
  page_kind: 'storefront',
  score: 100,
  findings: [],
  looked_at: [],
  not_looked_at: [],
  graph: { senders: [], destinations: [], sendings: [], doubles: [] },
} as unknown as DetailedReport;

async function stageStores(stores = ['https://a.example.com/', 'https://b.example.com/']) {
  const storage = tempStorage();
  const stage = await stageWatches(storage, testClock());
  const scans: string[] = [];
  stage.scan = (url) => {
    scans.push(url);
    return { report };
  };
  const watch = await stage.watches.make(stage.owner, { stores }, undefined);
  stage.clock.pass(HOUR_MS);
  return { storage, stage, scans, watch, looks: () => stage.storage.watches.looks(watch.id) };
}

describe('scans of stores', () => {
  test('each is scanned once a day, not all at one moment, and not always at the same', async () => {
    const { stage, scans, looks } = await stageStores();
    await stage.settle();
    expect(scans.sort()).toEqual(['https://a.example.com/', 'https://b.example.com/']);
    const due = (await looks()).map(({ dueAtMs }) => dueAtMs! - stage.clock.ms);
    for (const wait of due) expect(wait >= DAY_MS && wait <= 1.1 * DAY_MS).toBeTrue();
    expect(new Set(due).size).toBe(2);
    await stage.settle();
    stage.clock.pass(DAY_MS - 1);
    await stage.settle();
    expect(scans).toHaveLength(2);
    stage.clock.pass(0.1 * DAY_MS + 1);
    await stage.settle();
    expect(scans).toHaveLength(4);
    expect(await allEvents(stage)).toEqual([]);
  });

  test('when the day of the key is spent nothing is scanned, and this is told once a day', async () => {
    const { stage, scans, looks } = await stageStores();
    stage.admit = () => SPENT;
    await stage.settle();
    expect(scans).toEqual([]);
    expect((await allEvents(stage)).map(({ type }) => type)).toEqual(['pixel.skipped']);
    expect(await looks()).toMatchObject([{ outcome: 'skipped' }, { outcome: 'skipped' }]);
    stage.clock.pass(DAY_MS);
    await stage.settle();
    expect((await allEvents(stage)).map(({ type }) => type)).toEqual(['pixel.skipped', 'pixel.skipped']);
    stage.admit = () => ({ ...SPENT, admitted: true });
    stage.clock.pass(DAY_MS);
    await stage.settle();
    expect(scans).toHaveLength(2);
  });

  test('a spent resource is told in its words, and a full queue or minute is only waited for', async () => {
    const { stage, looks } = await stageStores(['https://a.example.com/']);
    stage.scan = () => ({ busy: true });
    await stage.settle();
    stage.admit = () => BUSY;
    stage.clock.pass(6 * 60_000);
    await stage.settle();
    expect(await looks()).toMatchObject([{ outcome: 'busy' }]);
    expect(await allEvents(stage)).toEqual([]);
    stage.admit = () => ({ ...BUSY, admitted: true });
    stage.scan = () => ({ spent: 'The processor time of your key for the day is spent.' });
    stage.clock.pass(6 * 60_000);
    await stage.settle();
    const [event] = await allEvents(stage);
    expect(JSON.parse(event!.body).data.reason).toContain('processor time');
  });

  test('a store that is not judged is asked again sooner, then less and less often', async () => {
    const { stage, looks } = await stageStores(['https://a.example.com/']);
    stage.scan = () => ({ notJudged: 'The storefront refused the connection.' });
    const waits: number[] = [];
    for (let n = 0; n < 5; n++) {
      await stage.settle();
      const [look] = await looks();
      waits.push(Math.floor((look!.dueAtMs! - stage.clock.ms) / HOUR_MS / 1.1));
      stage.clock.ms = look!.dueAtMs!;
    }
    expect(waits[0]).toBeLessThan(7);
    expect(waits.at(-1)).toBeGreaterThan(19);
    expect((await allEvents(stage)).map(({ type }) => type)).toEqual(['pixel.not_judged']);
  });
});

describe('whose key works', () => {
  const code = embeddedTariff().lists[0]!.listings.find(({ to }) => to === null)!.code;
  const held = embeddedTariff();
  const without = {
    ...held,
    importId: 2,
    lists: held.lists.map((list) => ({ ...list, listings: list.listings.filter((one) => one.code !== code) })),
  };

  test('a revoked key is told nothing; its rotated successor is, and what changed meanwhile too', async () => {
    const storage = tempStorage();
    const stage = await stageWatches(storage, testClock());
    const issuer = new KeyIssuer(storage, stage.clock);
    await stage.watches.make(stage.owner, { codes: [code] }, undefined);
    await stage.settle();
    const successor = await issuer.rotate(stage.owner.keyId, 0, actor);
    await issuer.revoke(successor.row.id, actor);
    stage.clock.pass(1000);
    const told = (await allEvents(stage)).length;
    stage.tariff.replace(without);
    await stage.settle();
    expect(await allEvents(stage)).toHaveLength(told);
  });

  test('a paused watch is told afterwards, what was undone meanwhile never', async () => {
    const storage = tempStorage();
    const stage = await stageWatches(storage, testClock());
    const { lineageId } = stage.owner;
    const { id } = await stage.watches.make(stage.owner, { codes: [code] }, undefined);
    await stage.settle();
    const before = (await allEvents(stage)).length;
    await stage.watches.change(lineageId, id, { paused: true });
    stage.tariff.replace(without);
    await stage.settle();
    expect(await allEvents(stage)).toHaveLength(before);
    stage.tariff.replace({ ...held, importId: 3 });
    await stage.watches.change(lineageId, id, { paused: false });
    await stage.settle();
    expect(await allEvents(stage)).toHaveLength(before);
    await stage.watches.change(lineageId, id, { paused: true });
    stage.tariff.replace({ ...without, importId: 4 });
    await stage.watches.change(lineageId, id, { paused: false });
    await stage.settle();
    expect((await allEvents(stage)).slice(before).map(({ type }) => type)).toEqual(['tariff.revised']);
  });
});
