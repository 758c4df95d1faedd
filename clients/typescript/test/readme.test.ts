/** Every block of the README has the types that it needs, and runs as printed: against a real server, or what the block itself makes. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LiveServer, liveServer } from './live-server.ts';

const CLIENT = join(import.meta.dir, '..');
const blocks = Array.from(readFileSync(join(CLIENT, 'README.md'), 'utf8').matchAll(/^## (.*?)$|^```ts\n(.*?)^```$/gms));
/** Heading and code of each block. */
const named: [string, string][] = [];
let heading = 'first';
for (const [, title, code] of blocks) {
  if (title) heading = title;
  else if (code) named.push([heading, code]);
}

/** What a block prints. Those that are not here print nothing. */
const PRINTS: Record<string, RegExp> = {
  first: /^7326\.90\.8688 hit .+ 50%\nnote-16c \S+, \d+ requests left today\n$/,
  'Any number of codes': /^7326\.90\.8688 hit\n0101\.21\.0010 clear\n7326\.90\.8688 hit\n$/,
  'Jobs, lists and events': /finished 1\n.*Bolt M8.*200 req_\S+ all\n$/s,
  'Tests of your program': /^adjacent 1\n$/,
  'When it fails': /^upstream_failed /,
};

const folder = mkdtempSync(join(tmpdir(), 'portside-readme-'));
let server: LiveServer;
beforeAll(async () => {
  server = await liveServer();
  const scope = join(folder, 'node_modules/@portside');
  mkdirSync(scope, { recursive: true });
  symlinkSync(CLIENT, join(scope, 'client'));
  symlinkSync(join(CLIENT, 'runtimes/node_modules/undici'), join(folder, 'node_modules/undici'));
  symlinkSync(join(CLIENT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  symlinkSync(join(CLIENT, 'node_modules/bun-types'), join(folder, 'node_modules/bun-types'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
}, 60_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The program of a block. Blocks after the first go on with its client. */
function programOf(title: string, code: string): string {
  const needsClient = !/^(first|Tests of your program|Proxies and certificates|Webhooks)$/.test(title);
  return needsClient ? `import { Portside } from '@portside/client';\nconst portside = new Portside();\n${code}` : code;
}

async function run(command: string[], cwd = folder): Promise<{ code: number; out: string }> {
  const env = { ...process.env, PORTSIDE_API_KEY: server.key, PORTSIDE_BASE_URL: server.url, NO_COLOR: '1' };
  const child = Bun.spawn(command, { cwd, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  const code = await child.exited;
  return { code, out: code === 0 ? out : out + err };
}

test('there are blocks, and all that print are known', () => {
  expect(named.length).toBeGreaterThan(6);
  const titles = named.map(([title]) => title);
  expect(Object.keys(PRINTS).filter((title) => !titles.includes(title))).toEqual([]);
});

test.each(named)(
  '%s',
  async (title, code) => {
    const file = join(folder, `${named.findIndex(([, other]) => other === code)}.ts`);
    writeFileSync(file, programOf(title, code));
    const { code: exitCode, out } = await run(['bun', file]);
    expect([title, exitCode, out]).toEqual([title, 0, expect.stringMatching(PRINTS[title] ?? /^$/)]);
  },
  60_000,
);

test('the blocks have the right types', async () => {
  for (const [at, [title, code]] of named.entries())
    writeFileSync(join(folder, `${at}.ts`), `${programOf(title, code)}\nexport {};\n`);
  const options = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'esnext',
    skipLibCheck: true,
    types: ['bun-types'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
  const { code, out } = await run([join(CLIENT, 'node_modules/.bin/tsc'), '-p', folder]);
  expect([code, out]).toEqual([0, '']);
}, 120_000);
