/** A start that fails leaves nothing open. */
import { expect, test } from 'bun:test';
import { freePort } from '../test/support/free-port.ts';
import { startServer } from '../test/support/server.ts';
import { tempDir, tempStorage } from '../test/support/temp.ts';
import { AddressTaken } from './http/listener.ts';

const isFree = (port: number) => {
  const probe = Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response() });
  probe.stop(true);
  return probe.port === port;
};

test('if the admin address is taken, the public port is free again', async () => {
  const taken = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
  const port = freePort();
  await expect(startServer({ port, admin_listen: `127.0.0.1:${taken.port}` })).rejects.toThrow(AddressTaken);
  expect(isFree(port)).toBe(true);
  taken.stop(true);
});

test('if an imported list cannot be read, the port is free again, and the storage still open', async () => {
  const dir = tempDir();
  const storage = tempStorage(dir);
  const row = { listId: 'note-16c', version: 'x', importedAt: 0, sha256: 'x', body: '{}', summary: '{}' };
  await storage.tariffImports.add(row, { atMs: 1, actor: 'a', origin: 'o', action: 'tariff.import', subject: 's' });
  const port = freePort();
  await expect(startServer({ port, data_dir: dir })).rejects.toThrow();
  expect(isFree(port)).toBe(true);
  expect(await storage.tariffImports.list(1)).toHaveLength(1);
});
