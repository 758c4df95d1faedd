/** Runs the examples of docs/networks.md on their runtimes, through a real proxy and against servers with private certificates. */
import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makeCertificates, origin, PASSWORD, proxy, resetting, USER } from './network.ts';
import { run, tool, user } from './user.ts';

const DOCUMENT = join(import.meta.dir, '../docs/networks.md');
const WRITTEN_PROXY = 'http://user:secret@proxy.example:3128';
const ASK = `
try {
  const { results } = await portside.tariff.hts.lookup(['0101.21.0010'], { maxRetries: 0 });
  process.stdout.write(results[0].status);
} catch (error) {
  process.stdout.write(error.name + (error.cause ? ' because of a fault' : ''));
}
`;
const PLAIN = "import { Portside } from '@portside/client';\nconst portside = new Portside();";

const owner = await user();
await makeCertificates(owner.folder);
const through = await proxy();
const plain = origin();
const secure = origin(owner.folder);
const mutual = origin(owner.folder, true);
afterAll(() => {
  for (const server of [through, plain, secure, mutual]) server.stop();
  owner.remove();
});
beforeEach(() => {
  through.passed.length = 0;
  through.refused.length = 0;
});

const blocks = [...(await Bun.file(DOCUMENT).text()).matchAll(/^## (\w+)|^```js\n([\s\S]*?)^```/gm)].reduce(
  ({ heading, found }, [, next, code]) =>
    next ? { heading: next, found } : { heading, found: [...found, { heading, code: code! }] },
  { heading: '', found: [] as { heading: string; code: string }[] },
).found;
const [nodeProxy, nodeEnvironment, nodeMutual, nodeBoth] = blocks.filter(({ heading }) => heading === 'Node');
const bun = blocks.find(({ heading }) => heading === 'Bun');
const deno = blocks.find(({ heading }) => heading === 'Deno');

const NODES = {
  'newest Node, undici 8': ['node-newest', 'undici'],
  'Node 20.3.0, undici 6': ['node-oldest', 'undici-6'],
} as const;
const BUN = [process.execPath];
const DENO = [tool('deno'), 'run', '--quiet', '--allow-all'];

interface Run {
  command: string[];
  code: string;
  /** The server that is asked. */
  server: { url: string };
  env?: Record<string, string>;
  password?: string;
}

/** What a program prints of its lookup. The proxy of the example is replaced by the real one. */
async function lookup({ command, code, server, env = {}, password = PASSWORD }: Run): Promise<string> {
  const file = join(owner.folder, 'program.mjs');
  const local = code
    .replaceAll(WRITTEN_PROXY, `http://${USER}:${password}@${through.address}`)
    .replaceAll('proxy.example:3128', through.address)
    .replace("password: 'secret'", `password: '${password}'`);
  await Bun.write(file, local + ASK);
  const identity = { PORTSIDE_API_KEY: 'svc_Portside0Scripted02QNBRF', PORTSIDE_BASE_URL: server.url };
  return run([...command, file], owner.folder, { ...identity, ...env });
}

/** Gives the user a version of undici. */
function withUndici(version: string): void {
  const link = join(owner.folder, 'node_modules/undici');
  rmSync(link, { force: true });
  symlinkSync(join(import.meta.dir, 'node_modules', version), link);
}

const address = (password = PASSWORD) => `http://${USER}:${password}@${through.address}`;
const hostOf = ({ url }: { url: string }) => new URL(url).host;

test('every example is run here', () => {
  expect(blocks).toHaveLength(6);
  expect([nodeProxy, nodeEnvironment, nodeMutual, nodeBoth, bun, deno]).not.toContain(undefined);
});

for (const [name, [node, undici]] of Object.entries(NODES)) {
  describe(name, () => {
    const command = [tool(node)];
    beforeEach(() => withUndici(undici));

    test('a proxy with a password', async () => {
      expect(await lookup({ command, code: nodeProxy!.code, server: plain })).toBe('clear');
      expect(through.passed).toHaveLength(1);
      expect(through.passed[0]).toContain(hostOf(plain));
    });

    test('a wrong password of the proxy is a fault of the connection', async () => {
      const before = secure.asked();
      const said = await lookup({ command, code: nodeProxy!.code, server: secure, password: 'wrong' });
      expect(said).toBe('ConnectionError because of a fault');
      expect(through.passed).toEqual([]);
      expect(through.refused.length).toBeGreaterThan(0);
      expect(secure.asked()).toBe(before);
    });

    test('the proxy of the environment, unless NO_PROXY has the host', async () => {
      const { code } = nodeEnvironment!;
      expect(await lookup({ command, code, server: plain, env: { HTTP_PROXY: address() } })).toBe('clear');
      expect(through.passed).toHaveLength(1);
      const env = { HTTP_PROXY: address(), NO_PROXY: '127.0.0.1' };
      expect(await lookup({ command, code, server: plain, env })).toBe('clear');
      expect(through.passed).toHaveLength(1);
    });

    test('a private authority and a client certificate', async () => {
      expect(await lookup({ command, code: nodeMutual!.code, server: mutual })).toBe('clear');
      expect(through.passed).toEqual([]);
    });

    test('without the client certificate the server does not answer', async () => {
      const code = nodeMutual!.code.replace(/, cert: .*?key: readFileSync\([^)]*\)/, '');
      expect(await lookup({ command, code, server: secure })).toBe('clear');
      // undici 6 sometimes does not notice the end of the connection, and waits until the time is over.
      const notices = undici !== 'undici-6';
      const refused = notices
        ? /^ConnectionError because of a fault$/
        : /^(ConnectionError because of a fault|TimeoutError)$/;
      expect(await lookup({ command, code, server: mutual })).toMatch(refused);
    });

    test('both', async () => {
      expect(await lookup({ command, code: nodeBoth!.code, server: mutual })).toBe('clear');
      expect(through.passed).toEqual([`CONNECT ${hostOf(mutual)} HTTP/1.1`]);
    });

    test('an unknown authority is refused', async () => {
      expect(await lookup({ command, code: PLAIN, server: secure })).toBe('ConnectionError because of a fault');
    });

    test('an authority of the environment', async () => {
      const env = { NODE_EXTRA_CA_CERTS: 'ca.pem' };
      expect(await lookup({ command, code: PLAIN, server: secure, env })).toBe('clear');
    });
  });
}

test('newest Node: the environment alone', async () => {
  const env = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: address(), NODE_EXTRA_CA_CERTS: 'ca.pem' };
  expect(await lookup({ command: [tool('node-newest')], code: PLAIN, server: secure, env })).toBe('clear');
  expect(through.passed).toEqual([`CONNECT ${hostOf(secure)} HTTP/1.1`]);
});

for (const [name, { command, code, ca }] of Object.entries({
  Bun: { command: BUN, code: bun!.code, ca: 'NODE_EXTRA_CA_CERTS' },
  Deno: { command: DENO, code: deno!.code, ca: 'DENO_CERT' },
})) {
  describe(name, () => {
    test('a proxy with a password, a private authority and a client certificate', async () => {
      expect(await lookup({ command, code, server: mutual })).toBe('clear');
      expect(through.passed).toEqual([`CONNECT ${hostOf(mutual)} HTTP/1.1`]);
    });

    test('a wrong password of the proxy', async () => {
      const before = mutual.asked();
      const said = await lookup({ command, code, server: mutual, password: 'wrong' });
      expect(said).toMatch(/^(ConnectionError because of a fault|ApiError)$/);
      expect(through.passed).toEqual([]);
      expect(mutual.asked()).toBe(before);
    });

    test('an unknown authority is refused', async () => {
      expect(await lookup({ command, code: PLAIN, server: secure })).toBe('ConnectionError because of a fault');
    });

    test('the environment alone', async () => {
      const env = { HTTPS_PROXY: address(), [ca]: 'ca.pem' };
      expect(await lookup({ command, code: PLAIN, server: secure, env })).toBe('clear');
      expect(through.passed).toEqual([`CONNECT ${hostOf(secure)} HTTP/1.1`]);
      const around = { ...env, NO_PROXY: '127.0.0.1' };
      expect(await lookup({ command, code: PLAIN, server: secure, env: around })).toBe('clear');
      expect(through.passed).toHaveLength(1);
    });

    test('without the client certificate the server does not answer', async () => {
      const env = { [ca]: 'ca.pem' };
      expect(await lookup({ command, code: PLAIN, server: mutual, env })).toBe('ConnectionError because of a fault');
    });
  });
}

/** A revocation is not sent again by the client. The read before it leaves a connection that the runtime may keep. */
const REVOKE = `
await portside.entry.certificates.get('id-1');
const fault = await portside.entry.certificates.revoke('id-1', { reason: 'recall' }).catch((error) => error);
process.stdout.write(fault.name);
`;

test.each([
  ['Deno sends a request again when a connection that it kept ends', '', 3],
  ['Deno sends it once if it keeps no connections', 'poolMaxIdlePerHost: 0', 2],
])('%s', async (_, options, requests) => {
  const server = await resetting();
  try {
    const code = `import { Portside } from '@portside/client';
const client = Deno.createHttpClient({ ${options} });
const portside = new Portside({ fetch: (url, init) => fetch(url, { ...init, client }) });${REVOKE}`;
    const file = join(owner.folder, 'revoke.mjs');
    await Bun.write(file, code);
    const env = { PORTSIDE_API_KEY: 'svc_Portside0Scripted02QNBRF', PORTSIDE_BASE_URL: server.url };
    expect(await run([...DENO, file], owner.folder, env)).toBe('ConnectionError');
    expect(server.requests()).toBe(requests);
  } finally {
    server.stop();
  }
});
