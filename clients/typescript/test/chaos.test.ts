import { afterAll } from 'bun:test';
import { chaos } from './chaos.ts';
import { ChaosServer } from './chaos-server.ts';

const server = new ChaosServer(Number(process.env.PORTSIDE_SEED ?? 21), 0.35);
afterAll(() => server.stop());

chaos('chaos', server);
