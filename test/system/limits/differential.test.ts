/** Both databases decide as a plain list of times does. `bun run differential --steps 1000000` runs it for longer. */
import { expect, test } from 'bun:test';
import { fastDatabase, POSTGRES, POSTGRES_URL } from '../postgres/database.ts';
import { runDifferential } from './differential.ts';

/** Every step costs a round trip to PostgreSQL, so its steps run in CI alone. */
const STEPS = POSTGRES_URL ? 20_000 : 3_000;
const seed = Number(process.env.PORTSIDE_SEED ?? crypto.getRandomValues(new Uint32Array(1))[0]);

test(`SQLite${POSTGRES_URL ? `, ${POSTGRES}` : ''} and a list of times decide the same, step by step`, async () => {
  process.stdout.write(`PORTSIDE_SEED=${seed}\n`);
  const { steps, decisions, charged, difference } = await runDifferential(
    seed,
    STEPS,
    POSTGRES_URL ? await fastDatabase() : undefined,
  );
  expect({ seed, difference }).toEqual({ seed, difference: undefined });
  expect(steps).toBe(STEPS);
  expect(decisions).toBeGreaterThan(STEPS);
  expect(charged).toBeGreaterThan(STEPS / 200);
}, 1_200_000);
