/** How certificates slow lookups down: the same load with a steady stream of certificate requests, and without. */
import { mkdirSync } from 'node:fs';
import os from 'node:os';
import type { Pace, Table } from './bench.ts';
import { CERTIFICATES_PER_SECOND, startCertificateStream } from './certificate-stream.ts';
import { issueKeys } from './keys.ts';
import { CONNECTIONS, FIVE_CODES, LOAD_METRICS, LOOKUP_PATH, load, writeRequests } from './load.ts';
import { MeasuredServer } from './server.ts';

const KEYS = 1024;

export async function besideLookups(dataDir: string, { seconds, warmUpSeconds }: Pace) {
  mkdirSync(dataDir, { recursive: true });
  const keys = await issueKeys(dataDir, KEYS);
  const server = await MeasuredServer.startPortside(dataDir, [], { cores: `0-${os.availableParallelism() - 1}` });
  const lookups = await writeRequests(dataDir, LOOKUP_PATH, keys, [FIVE_CODES]);
  await load(server, lookups, warmUpSeconds);
  const whileGenerating = async () => {
    const stream = startCertificateStream(server.url, keys[0]!);
    try {
      return await load(server, lookups, seconds);
    } finally {
      await server.awake(() => stream.stop());
    }
  };
  const table: Table = {
    name: 'lookups-beside-certificates',
    title: `Lookups of 5 codes, ${CONNECTIONS} connections: with ${CERTIFICATES_PER_SECOND} certificates a second beside them, and without`,
    metrics: LOAD_METRICS,
    contenders: [
      { name: 'with certificates', measure: whileGenerating },
      { name: 'without', measure: () => load(server, lookups, seconds) },
    ],
    notes: [
      'The server has all cores, as in production. The load generator shares one of them with the worker that draws.',
    ],
  };
  return { table, close: () => server.stop() };
}
