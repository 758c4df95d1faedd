/** What a test of a user does with the fake: scripts it, and looks at what was sent. */
import { Portside, ServerError } from '../../src/index.ts';
import { FakePortside } from '../../src/testing/index.ts';

async function main() {
  const fake = new FakePortside().code('8708.10.3050', 'adjacent').answer('readWatch', { status: 503, times: 3 });
  const client = fake.client();
  const { results } = await client.tariff.hts.lookup(['8708.10.3050', '7326.90.8688', '0101.21.0010']);
  const fault: unknown = await client.watches.get('w').catch((error: unknown) => error);
  return {
    statuses: results.map(({ status }) => status),
    operations: fake.requests.map(({ operation }) => operation),
    waits: fake.waits,
    fault: (fault as Error).name,
    isServerError: fault instanceof ServerError,
    isPortside: client instanceof Portside,
  };
}

main().then((said) => process.stdout.write(JSON.stringify(said)));
