/** `/api/v2/pixel/audits`: up to 500 storefronts, each scanned as a single scan would. */
import { Type } from 'typebox';
import { PortsideError } from '../../../domain/errors.ts';
import { acceptPixelAudit, STORES_MAX } from '../../../pixel/audit/accept-audit.ts';
import { RESULT_COLUMNS, type ResultRow, resultRow } from '../../../pixel/audit/result.ts';
import { storesOfTable } from '../../../pixel/audit/store-list.ts';
import {
  STORE_STATES,
  type Store,
  type StoreOutcome,
  type StoreStanding,
  standingOf,
  worstFirst,
} from '../../../pixel/audit/store-outcome.ts';
import { unpackRows } from '../../../spreadsheet/row-chunk.ts';
import type { JobDefinition, JobFamily, JobOutput, JobUpload } from './family.ts';
import { findRows, tableLine } from './table-lines.ts';
import type { TableReader } from './table-reader.ts';
import { writeTable } from './write-table.ts';

export const PIXEL_AUDITS = {
  kind: 'pixel_audit',
  product: 'pixel',
  path: '/api/v2/pixel/audits',
  name: 'PixelAudit',
  noun: 'pixel audit',
  description:
    `Scans up to ${STORES_MAX} storefronts, worst first in the result: a list of addresses as JSON, or a table with a column of ` +
    'them. A store that cannot be fetched is a line of the result and never fails the job. Costs one request for each page, the ' +
    'most that can be fetched when the job is accepted; pages that were not fetched are given back.',
  options: Type.Object(
    {
      journey: Type.Optional(Type.Boolean({ description: 'Whether to visit the other pages of each shop too.' })),
      deep: Type.Optional(Type.Boolean({ description: 'Whether to read what the pages name. True if absent.' })),
    },
    { additionalProperties: false },
  ),
  rows: {
    field: 'stores',
    max: STORES_MAX,
    schema: Type.String({ minLength: 1, maxLength: 2048, description: 'Address of a public page.' }),
  },
  lines: { outcomes: STORE_STATES, line: tableLine<ResultRow>(RESULT_COLUMNS, 'A store, and what was found on it.') },
  examples: {
    two_stores: {
      summary: 'Two stores',
      body: { stores: ['https://shop.example/', 'https://store.example/'] },
    },
  },
} satisfies JobDefinition;

/** 500 addresses of 2,048 characters, escaped. */
const LIST_BYTES_MAX = 4 * 1024 * 1024;

export function pixelAudits({ read }: { read: TableReader }): JobFamily {
  return {
    definition: PIXEL_AUDITS,
    async read(upload) {
      const stores = upload.format === 'json' ? storesOfList(upload.bytes) : await storesOfUpload(upload, read);
      return acceptPixelAudit(stores, upload.options);
    },
    findLines: findRows(
      (output) => unpackRows<StoreOutcome>(output).map((outcome) => resultRow(standingOf(outcome))),
      'state',
    ),
    write: (job, outputs, format, write) =>
      writeTable(
        { title: 'Pixel audit', createdAtMs: job.acceptedAtMs, columns: RESULT_COLUMNS, rows: rowsOf(outputs) },
        format,
        { write },
      ),
  };
}

function storesOfList(bytes: Uint8Array): Store[] {
  if (bytes.byteLength > LIST_BYTES_MAX) throw faultAt('/stores', `has at most ${STORES_MAX} addresses`);
  let list: unknown;
  try {
    list = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new PortsideError('invalid_json');
  }
  return (list as unknown[]).map((address, at) => {
    if (typeof address !== 'string') throw faultAt(`/stores/${at}`, 'must be the address of a public page');
    return { line: at + 1, address: address.trim() };
  });
}

async function storesOfUpload(upload: JobUpload, read: TableReader): Promise<Store[]> {
  const table = await read(upload);
  if (table.rows > STORES_MAX)
    throw faultAt('', `has at most ${STORES_MAX} stores, and the file has ${table.rows}: split it`);
  return storesOfTable(table).stores;
}

/** The worst store first, so all of them are read before the first row. They are few. */
async function* rowsOf(outputs: AsyncIterable<JobOutput>): AsyncGenerator<(string | number | null)[]> {
  const standings: StoreStanding[] = [];
  for await (const { output } of outputs) standings.push(...unpackRows<StoreOutcome>(output).map(standingOf));
  yield* standings.sort(worstFirst).map((standing) => Object.values(resultRow(standing)));
}

function faultAt(path: string, message: string): PortsideError {
  return new PortsideError('invalid_request', { details: [{ path, message }] });
}
