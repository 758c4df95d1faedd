import { expect, test } from 'bun:test';
import { testClock } from '../../test/support/temp.ts';
import { LossyWriter } from './lossy-writer.ts';

function setUp({ rowsMax = 1000, prunes = 0 } = {}) {
  const written: { rows: number[]; lost: number }[] = [];
  const store = { works: true, prunes };
  const writer = new LossyWriter<number>({
    store: {
      async add(rows, lost) {
        if (!store.works) throw new Error('locked');
        written.push({ rows: [...rows], lost });
      },
    },
    prune: async () => store.prunes-- > 0,
    rowsMax,
    clock: testClock(),
  });
  return { writer, written, store };
}

test('rows are written a slice at a time, in their order, and what does not fit is lost and counted', async () => {
  const { writer, written } = setUp({ rowsMax: 250 });
  for (let i = 0; i < 260; i++) writer.push(i);
  writer.lose();
  expect([writer.waiting, writer.lost]).toEqual([250, 11]);
  await writer.flush();
  expect(written.map(({ rows }) => rows.length)).toEqual([100, 100, 50]);
  expect(written.flatMap(({ rows }) => rows)).toEqual(Array.from({ length: 250 }, (_, i) => i));
  expect(written.map(({ lost }) => lost)).toEqual([11, 0, 0]);
  expect([writer.waiting, writer.written, writer.lost]).toEqual([0, 250, 11]);
  await writer.close();
});

test('while nothing can be written the memory is bounded, and the loss is counted once, when it works again', async () => {
  const { writer, written, store } = setUp({ rowsMax: 100 });
  store.works = false;
  for (let turn = 0; turn < 5; turn++) {
    const failing = writer.flush();
    for (let i = 0; i < 70; i++) writer.push(i);
    await failing;
    expect(writer.waiting).toBeLessThanOrEqual(100);
  }
  expect([writer.lost, writer.waiting]).toEqual([250, 100]);
  store.works = true;
  await writer.flush();
  writer.push(1);
  await writer.flush();
  expect(written.map(({ rows, lost }) => [rows.length, lost])).toEqual([
    [100, 250],
    [1, 0],
  ]);
  await writer.close();
});

test('what is lost while a slice is written is counted with the next one', async () => {
  const { writer, written } = setUp();
  writer.lose(2);
  const writing = writer.flush();
  writer.lose(3);
  await writing;
  expect(written).toEqual([
    { rows: [], lost: 2 },
    { rows: [], lost: 3 },
  ]);
  await writer.close();
});

test('a table that is much too large shrinks by some slices after each write', async () => {
  const { writer, store } = setUp({ prunes: 1000 });
  writer.push(1);
  await writer.flush();
  expect(store.prunes).toBe(980);
  await writer.flush();
  expect(store.prunes).toBe(960);
  await writer.close();
});

test('what waits is written at the end, and an end does not wait for a store that hangs', async () => {
  const { writer, written } = setUp();
  writer.push(7);
  await writer.close();
  expect(written).toEqual([{ rows: [7], lost: 0 }]);
  const hanging = new LossyWriter<number>({
    store: { add: () => new Promise(() => {}) },
    prune: async () => false,
    rowsMax: 10,
    clock: testClock(),
  });
  hanging.push(1);
  await hanging.close();
  expect(hanging.written).toBe(0);
});
