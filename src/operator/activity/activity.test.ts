import { expect, test } from 'bun:test';
import { startOperator } from '../../../test/support/visitor.ts';
import type { ActivitySearch } from '../../domain/activity-log.ts';
import { activityLines } from './export.ts';

const { operator, storage, clock, faults } = await startOperator();
const DAY_MS = 86_400_000;
const ROWS = 3000;
const insert = storage.recordsFile.prepare(
  "INSERT INTO audit (at_ms, actor, origin, action, subject, detail) VALUES (?, ?, '192.0.2.1', ?, ?, ?)",
);
storage.recordsFile.transaction(() => {
  for (let i = 0; i < ROWS; i++) {
    insert.run(
      clock.now() - i * 60_000,
      `actor${i % 3}`,
      i % 2 ? 'key.issue' : 'tariff.import',
      `row ${i}`,
      'a "b"\n<c>',
    );
  }
})();

async function exported(query = ''): Promise<Record<string, string>[]> {
  const { status, html, response } = await operator.get(`/operator/audit/export.jsonl${query}`);
  expect([status, response.headers.get('content-type')]).toEqual([200, 'application/jsonl; charset=utf-8']);
  return html
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test('the export has every row, newest first, and itself', async () => {
  const rows = await exported();
  expect(rows).toHaveLength(ROWS + 3);
  expect(rows[0]).toMatchObject({ actor: 'owner', origin: '127.0.0.1', action: 'audit.export', subject: 'audit' });
  expect(rows.map(({ id }) => Number(id))).toEqual([...rows.map(({ id }) => Number(id))].sort((a, b) => b - a));
  expect(rows[1]).toEqual({
    id: rows[1]!.id!,
    at: new Date(clock.now() - (ROWS - 1) * 60_000).toISOString(),
    actor: `actor${(ROWS - 1) % 3}`,
    origin: '192.0.2.1',
    action: 'key.issue',
    subject: `row ${ROWS - 1}`,
    detail: 'a "b"\n<c>',
  });
});

test('the filters of the page are those of the export', async () => {
  const day = new Date(clock.now() - DAY_MS).toISOString().slice(0, 10);
  const query = `?q=actor1&action=key.&from=${day}&to=${day}`;
  const rows = await exported(query);
  expect(rows).toHaveLength(240);
  for (const { at, actor, action } of rows)
    expect([at!.slice(0, 10), actor, action]).toEqual([day, 'actor1', 'key.issue']);
  const { html } = await operator.get(`/operator/audit${query}`);
  expect(html).toContain(`href="/operator/audit/export.jsonl${query.replaceAll('&', '&amp;')}"`);
  expect(html).toContain(`value="${day}"`);
  const [own] = await exported('?action=audit.&from=nonsense&to=2026-99-99');
  expect(own).toMatchObject({ action: 'audit.export', detail: 'action=audit.' });
});

test('the export reads in batches, and no further than its reader', async () => {
  const asked: number[] = [];
  const audit: typeof storage.activity = Object.assign(Object.create(storage.activity), {
    search(search: ActivitySearch) {
      asked.push(search.limit);
      return storage.activity.search(search);
    },
  });
  const lines = activityLines(audit, { text: '', action: '' });
  await lines.next();
  await lines.next();
  await lines.return(undefined);
  expect(asked).toEqual([500, 500]);
});

test('nothing failed on our side', () => expect(faults).toEqual([]));
