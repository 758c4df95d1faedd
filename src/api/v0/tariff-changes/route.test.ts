import { expect, test } from 'bun:test';
import { startPublicServer } from '../../../../test/support/public-server.ts';

const server = await startPublicServer();

test('the changes of 2026-06-08 are those of its proclamation', async () => {
  const path = '/api/v0/tariff/changes?from=2026-06-07&to=2026-06-08';
  const { added, removed, rerated, moved } = await server.askJson(path);
  expect([added.length, removed.length, rerated.length, moved.length]).toEqual([6, 2, 37, 28]);
  const change = rerated.find(({ code }: { code: string }) => code === '8407.90.10');
  expect(change.before[0]).toMatchObject({ note: '16(c)(vii)', to: '2026-06-07' });
  expect(change.after[0]).toMatchObject({ note: '16(c)(x)', from: '2026-06-08' });
});

test.each(['', '?from=', '?from=2026-06-08&to=2026-06-07', '?from=2024-01-01', '?from=2026-06-08&to=never'])(
  'the query %p is refused with 422',
  async (query) => {
    const response = await server.ask(`/api/v0/tariff/changes${query}`);
    expect([response.status, (await response.json()).error]).toEqual([422, 'invalid_request']);
  },
);

test('no request was reported as a fault', () => expect(server.faults).toEqual([]));
