/** Keeps the list of planted faults alive. `run.ts` plants them. */
import { expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/paths.ts';
import { AREAS } from './areas.ts';
import { stalenessOf } from './fault.ts';

const faults = Object.values(AREAS).flat();

test('every fault can still be planted, and names tests that there are', async () => {
  const stale: string[] = [];
  for (const fault of faults) {
    const reason = stalenessOf(fault, await Bun.file(join(root, fault.file)).text());
    if (reason !== undefined) stale.push(reason);
    for (const file of fault.tests)
      if (!existsSync(join(root, file))) stale.push(`${fault.name}: there is no ${file}.`);
  }
  expect(stale).toEqual([]);
});

test('every fault has a name of its own and a test', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  expect(faults.filter(({ tests }) => tests.length === 0)).toEqual([]);
});

test('every room of src has a fault, and every client', () => {
  const rooms = ['src', 'clients/typescript', 'clients/python', 'clients/go'];
  for (const entry of readdirSync(join(root, 'src'), { withFileTypes: true }))
    if (entry.isDirectory()) rooms.push(`src/${entry.name}`);
  expect(rooms.filter((room) => !faults.some(({ file }) => file.startsWith(`${room}/`)))).toEqual([]);
});
