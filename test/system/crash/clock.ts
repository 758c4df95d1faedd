/** A clock that jumps days forward and back: every product still answers, and everything stored stays. */
import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { readKeyUsage } from '../../../src/limits/key-usage.ts';
import { validBody } from '../../support/certificate-fixtures.ts';
import { actor, startServer } from '../../support/server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const jumps = fc.array(
  fc.oneof(
    fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS }),
    fc.constantFrom(-DAY_MS, -HOUR_MS, -1001, -999, -1, 1, 60_000, HOUR_MS, DAY_MS, 400 * DAY_MS, -400 * DAY_MS),
  ),
  { minLength: 2, maxLength: 8 },
);

test('when the clock jumps, every product answers, every answer is counted and no certificate is lost', async () => {
  // The age of the lists must not fail this test.
  const server = await startServer({ list_days_max: 0 });
  const { clock } = server;
  const begunMs = clock.ms;
  await fc.assert(
    fc.asyncProperty(jumps, async (all) => {
      const { key, row } = await server.keyIssuer.issue(
        { name: 'k', scope: 'all', notes: 'delegate:on', perMinute: 1000, perDay: 1000 },
        actor,
      );
      const made: { id: string; url: string; sha256: string; expiresMs: number }[] = [];
      let served = 0;
      // So late that no series of jumps goes back to before the dates in the certificate.
      clock.ms = begunMs + 10 * 365 * DAY_MS;
      for (const jump of all) {
        clock.ms += jump;
        const look = await server.post('/api/v1/tariff/hts/lookup', { codes: ['7326.90.8688'] }, key);
        expect(look.status).toBe(200);
        const order = { 'idempotency-key': `order ${row.id} ${made.length}` };
        const answers = [];
        for (let time = 0; time < 2; time++) {
          const answer = await server.post('/api/v1/entry/gcc/generate', validBody(), key, order);
          expect(answer.status).toBe(200);
          answers.push((await answer.json()) as { gcc_pdf_url: string; gcc_id: string });
        }
        expect(answers[0]!.gcc_id).toBe(answers[1]!.gcc_id);
        served += 3;
        const { gcc_pdf_url: url, gcc_id: id } = answers[0]!;
        const pdf = await fetch(url);
        expect(pdf.status).toBe(200);
        const sha256 = createHash('sha256')
          .update(await pdf.bytes())
          .digest('hex');
        made.push({ id, url, sha256, expiresMs: Number(new URL(url).searchParams.get('expires')) * 1000 });
        for (const { id, url, sha256, expiresMs } of made) {
          const again = await fetch(url);
          expect(again.status).toBe(clock.ms < expiresMs ? 200 : 403);
          await again.arrayBuffer();
          const verify = await fetch(`${server.app.url}/verify/${id}`, { headers: { accept: 'application/json' } });
          expect(await verify.text()).toContain(sha256);
        }
        expect((await fetch(`${server.app.url}/readyz`)).status).toBe(200);
      }
      expect((await readKeyUsage(server.storage, row, clock.now())).total).toBe(served);
    }),
    { numRuns: 12 },
  );
  expect(server.faults).toEqual([]);
});

test('an expired key is refused, and works again when the clock is set back', async () => {
  // The age of the lists must not fail this test.
  const server = await startServer({ list_days_max: 0 });
  const { clock } = server;
  const expiresAt = clock.now() + HOUR_MS;
  const key = await server.key('all', { expiresAt });
  const ask = async () => (await server.post('/api/v1/tariff/hts/lookup', { codes: ['7601'] }, key)).status;
  expect(await ask()).toBe(200);
  clock.ms += DAY_MS;
  expect(await ask()).toBe(401);
  clock.ms -= DAY_MS;
  expect(await ask()).toBe(200);
});
