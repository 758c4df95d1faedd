import { expect, test } from 'bun:test';
import { startPublicServer } from '../../../../test/support/public-server.ts';
import { readDigits } from '../../../tariff/hts-code.ts';
import { parseCsv } from '../../../tariff/import/parse-csv.ts';

const server = await startPublicServer();

test('each list can be downloaded as JSON and CSV, with as many rows as its summary says', async () => {
  const { lists } = await server.askJson('/api/v0/tariff/lists');
  expect(lists.map(({ list_id }: { list_id: string }) => list_id)).toEqual([
    'note-16c',
    'metals-2025',
    'other-programmes',
  ]);
  for (const { json, csv, rows, list_id, version } of lists) {
    const jsonFile = await server.ask(json);
    expect(jsonFile.headers.get('content-disposition')).toBe(`attachment; filename="${list_id}-${version}.json"`);
    expect((await jsonFile.json()).rows).toHaveLength(rows);
    const csvFile = await server.ask(csv);
    expect(csvFile.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csvFile.headers.get('content-disposition')).toBe(`attachment; filename="${list_id}-${version}.csv"`);
    const records = await parseCsv(await csvFile.text());
    expect(records).toHaveLength(rows);
    for (const { cells } of records) expect(readDigits(cells.code!)).toBe(cells.digits!);
  }
});

test.each(['nope.json', 'note-16c', 'note-16c.xml', 'note-16c.json.csv', '..%2Fnote-16c.json'])(
  '%s is not found',
  async (name) => {
    expect((await server.ask(`/api/v0/tariff/lists/${name}`)).status).toBe(404);
  },
);

test('no request was reported as a fault', () => expect(server.faults).toEqual([]));
