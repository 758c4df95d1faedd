/** The chaos of the tests over TLS with a private authority, through a proxy with a password. */
import { afterAll } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fetch } from '../src/index.ts';
import { chaos } from '../test/chaos.ts';
import { ChaosServer } from '../test/chaos-server.ts';
import { makeCertificates, PASSWORD, proxy, USER } from './network.ts';

const folder = mkdtempSync(join(tmpdir(), 'portside-chaos-'));
await makeCertificates(folder);
const file = (name: string) => Bun.file(join(folder, name));
const tls = { key: file('server-key.pem'), cert: file('server.pem') };
const server = new ChaosServer(Number(process.env.PORTSIDE_SEED ?? 22), 0.35, tls);
const between = await proxy();
afterAll(() => {
  between.stop();
  server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const network = { proxy: `http://${USER}:${PASSWORD}@${between.address}`, tls: { ca: file('ca.pem') } };
const through: Fetch = (url, init) => fetch(url, { ...init, ...network } as RequestInit) as ReturnType<Fetch>;
chaos('chaos over TLS through a proxy', server, through);
