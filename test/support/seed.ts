/** Replays: `PORTSIDE_SEED=N bun test` gives every property of fast-check this seed; a failure prints the one it had. */
import fc from 'fast-check';

const seed = process.env.PORTSIDE_SEED;
if (seed) fc.configureGlobal({ seed: Number(seed) });
