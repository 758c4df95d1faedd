/**
 * Every guide of docs/guides, run as printed: all `sh` blocks in one shell, and each output that is printed after one. The first block
 * only names the variables; this test sets them. Needs curl and python3.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportedNames, fencedBlocks, outputPattern } from '../../support/markdown-blocks.ts';
import { root } from '../../support/paths.ts';
import { issueKey, makeDatabase, program, type RunningServer, serve } from '../../support/program.ts';
import { installPythonClient } from '../../support/python-client.ts';
import { tempDir } from '../../support/temp.ts';

const FOLDER = join(root, 'docs/guides');
const GUIDES = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));

/** Guides that start the server themselves, or are about a database without one. */
const WITHOUT_SERVER = new Set(['self-hosting.md', 'upgrading.md']);

const servers: RunningServer[] = [];
const pythonDir = tempDir();
let python: string;
beforeAll(() => {
  python = installPythonClient(pythonDir);
}, 120_000);
afterAll(() => Promise.all(servers.map((server) => server.stop())));

/** Gives each variable a value for this machine. */
async function variables(guide: string, dir: string): Promise<Record<string, string>> {
  const shared = { PORTSIDE_DATA_DIR: join(dir, 'var'), PORTSIDE_CONTACT: 'support@example.com' };
  if (WITHOUT_SERVER.has(guide)) {
    if (guide === 'upgrading.md') await makeDatabase(dir);
    const port = String(freePort());
    return { ...shared, PORTSIDE_PORT: port, PORTSIDE_BASE_URL: `http://127.0.0.1:${port}` };
  }
  const { key } = await issueKey(dir);
  const server = await serve(dir);
  servers.push(server);
  return { ...shared, PORTSIDE_BASE_URL: server.url, PORTSIDE_API_KEY: key };
}

function freePort(): number {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
  const { port } = server;
  server.stop(true);
  return port!;
}

/** `portside` as a command, in a folder for `PATH`. */
function commandFolder(dir: string): string {
  const bin = join(dir, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'portside'), `#!/bin/sh\nexec ${program.map((part) => `'${part}'`).join(' ')} "$@"\n`);
  chmodSync(join(bin, 'portside'), 0o755);
  return bin;
}

describe.each(GUIDES)('the guide %s', (guide) => {
  const blocks = fencedBlocks(readFileSync(join(FOLDER, guide), 'utf8'));

  test('has only languages that this test knows, and no output without a command', () => {
    expect(blocks.map(({ language }) => language).filter((name) => !['sh', 'json', 'text'].includes(name))).toEqual([]);
    for (const [at, { language }] of blocks.entries()) {
      if (language !== 'sh') expect(blocks[at - 1]?.language).toBe('sh');
    }
  });

  test('runs as printed', async () => {
    if (blocks.length === 0) return;
    const dir = tempDir();
    const values = await variables(guide, dir);
    const [setup, ...rest] = blocks;
    const names = exportedNames(setup!.text);
    expect(names.filter((name) => values[name] === undefined)).toEqual([]);
    const commands = rest.filter(({ language }) => language === 'sh');
    const script = commands.map(({ text }, at) => `{\n${text}} > 'block-${at}.out' 2> 'block-${at}.err'\n`).join('');
    writeFileSync(join(dir, 'guide.sh'), `set -euo pipefail\n${script}`);
    const child = Bun.spawn(['bash', 'guide.sh'], {
      cwd: dir,
      env: {
        PATH: `${commandFolder(dir)}:${python}:${process.env.PATH}`,
        HOME: dir,
        NODE_ENV: 'production',
        ...Object.fromEntries(names.map((name) => [name, values[name]!])),
      },
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'inherit',
    });
    const code = await child.exited;
    const outputs = commands.map(({ text }, at) => ({
      text,
      out: readIfThere(join(dir, `block-${at}.out`)),
      err: readIfThere(join(dir, `block-${at}.err`)),
    }));
    if (code !== 0)
      throw new Error(
        `${guide} ended with ${code}:\n${JSON.stringify(
          outputs.findLast(({ out }) => out !== undefined),
          null,
          2,
        )}`,
      );
    let at = -1;
    for (const { language, text } of rest) {
      if (language === 'sh') at++;
      else {
        const { out = '', err = '' } = outputs[at]!;
        expect(`${out}${err}`.replaceAll('\r', '').trim()).toMatch(outputPattern(text));
      }
    }
  });
});

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
