/** Portside and the bare peers. All answer the same lookups with the same bytes; this is checked before anything is timed. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { missingTool } from './bench.ts';
import { issueKeys } from './keys.ts';
import { LOOKUP_PATH } from './load.ts';
import { CODES, expectedAnswer, type Result } from './lookup-input.ts';
import { buildPeer, type PeerProgram } from './peer-programs.ts';
import { postExpecting200 } from './post.ts';
import { freePort, MeasuredServer } from './server.ts';

const PEERS = join(import.meta.dir, 'peers');

interface Peer {
  name: string;
  /** The command, which gets the port and the file of answers as its last two arguments. A program is built first. */
  run: string[] | PeerProgram;
}

const PEER_LIST: Peer[] = [
  { name: 'Bun.serve, bare', run: [process.execPath, join(PEERS, 'bun-serve.ts')] },
  { name: 'Bun.serve, same fields', run: [process.execPath, join(PEERS, 'bun-serve-headers.ts')] },
  { name: 'Elysia, bare', run: [process.execPath, join(PEERS, 'elysia.ts')] },
  { name: 'Hono on Bun, bare', run: [process.execPath, join(PEERS, 'hono.ts')] },
  { name: 'Fastify on Node, bare', run: ['node', join(PEERS, 'fastify.mjs')] },
  { name: 'Go net/http, bare', run: 'go' },
  { name: 'Rust hyper, bare', run: 'rust' },
];

export interface LookupServers {
  /** Portside first. */
  servers: Map<string, MeasuredServer>;
  keys: string[];
  /** Portside's result for each code. The peers return the same. */
  answers: Map<string, Result>;
  skipped: string[];
  stop(): Promise<void>;
}

/**
 * Starts the peers named in `wanted` (default: all) in `folder`, which is emptied first.
 * @param program the compiled Portside; from source without it
 */
export async function startLookupServers(
  folder: string,
  keyCount: number,
  say: (text: string) => void,
  wanted = PEER_LIST.map(({ name }) => name),
  program?: string,
): Promise<LookupServers> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  say(`issuing ${keyCount} keys`);
  const keys = await issueKeys(join(folder, 'data'), keyCount);
  const servers = new Map<string, MeasuredServer>();
  const skipped: string[] = [];
  const stop = async () => {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  };
  try {
    say('starting Portside');
    const portside = await MeasuredServer.startPortside(join(folder, 'data'), [], { ...(program && { program }) });
    servers.set('Portside', portside);
    const answers = await collectAnswers(portside, keys[0]!);
    const answersFile = join(folder, 'answers.json');
    await Bun.write(answersFile, JSON.stringify(Object.fromEntries(answers)));
    for (const { name, run } of PEER_LIST.filter(({ name }) => wanted.includes(name))) {
      say(`starting ${name}`);
      const command = typeof run === 'string' ? buildPeer(run) : (missingTool([run[0]!]) ?? run);
      if (typeof command === 'string') {
        skipped.push(`${name}: ${command}`);
        continue;
      }
      const port = freePort();
      servers.set(
        name,
        await MeasuredServer.start([...command, String(port), answersFile], `http://127.0.0.1:${port}`),
      );
    }
    return { servers, keys, answers, skipped, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Portside's result for each code. The peers return the same. */
async function collectAnswers(server: MeasuredServer, key: string): Promise<Map<string, Result>> {
  const answers = new Map<string, Result>();
  for (let i = 0; i < CODES.length; i += 50) {
    const body = JSON.stringify({ codes: CODES.slice(i, i + 50) });
    const { results } = JSON.parse(await postExpecting200(server.url, LOOKUP_PATH, key, body)) as { results: Result[] };
    for (const result of results) answers.set(result.code, result);
  }
  return answers;
}

/** @throws when any server answers any body with other bytes than expected. */
export async function checkAnswers({ servers, answers, keys }: LookupServers, bodies: string[]): Promise<void> {
  for (const [name, server] of servers) {
    await server.awake(async () => {
      for (const [i, body] of bodies.entries()) {
        if (
          (await postExpecting200(server.url, LOOKUP_PATH, keys[i % keys.length]!, body)) !==
          expectedAnswer(body, answers)
        ) {
          throw new Error(`${name} answers ${body} differently.`);
        }
      }
    });
  }
}
