/** `portside pixel audit`: every store is in every file, and an interruption loses nothing and repeats nothing. */
import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Compile } from 'typebox/schema';
import schema from '../../fixtures/sarif-2.1.0.json' with { type: 'json' };
import { command } from '../../support/command.ts';
import { program } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';

const DEMO = 'https://demo-store.portside.invalid';
const NEVER = ['--fail-on', 'never'];
const PAGE = `<!doctype html><title>&lt;img src=x onerror=alert(1)&gt;</title><script>
!function(f,b,e,v,n,t,s){n=f.fbq=function(){}}(window,document,'script','https://connect.facebook.net/en_US/fbevents.js');
fbq('init', '123456789012345'); fbq('track', 'PageView');
</script>`;

/** Paths that were asked for, without robots.txt. A request for `/slow…` is answered when the gate is opened. */
const asked: string[] = [];
let gate = Promise.withResolvers<void>();
/** Requests at this moment, by shop; the most at once of one shop and of all. */
const open = new Map<number, number>();
let mostOfOne = 0;
let mostOfAll = 0;

async function answer(shop: number, { url }: Request): Promise<Response> {
  const { pathname } = new URL(url);
  if (pathname === '/robots.txt') return new Response('', { status: 404 });
  asked.push(pathname);
  open.set(shop, (open.get(shop) ?? 0) + 1);
  mostOfOne = Math.max(mostOfOne, open.get(shop)!);
  mostOfAll = Math.max(mostOfAll, [...open.values()].filter((count) => count > 0).length);
  if (pathname.startsWith('/slow')) await gate.promise;
  if (pathname.startsWith('/both')) await bothAsked(shop);
  open.set(shop, open.get(shop)! - 1);
  switch (pathname) {
    case '/gone':
      return new Response('gone', { status: 404 });
    case '/inside':
      return Response.redirect('http://169.254.169.254/latest/meta-data');
    case '/closed':
      return new Response('<form action="/password"><title>Opening soon</title><input type="password"></form>', {
        status: 401,
      });
    case '/torn':
      return new Response(PAGE, { headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' } });
    default:
      return new Response(PAGE, { headers: { 'content-type': 'text/html' } });
  }
}

/** Answers a request for `/both` only when two shops have one: stores are scanned several at once, or this never ends. */
let waiting = new Set<number>();
let both = Promise.withResolvers<void>();
function bothAsked(shop: number): Promise<void> {
  waiting.add(shop);
  if (waiting.size === 2) both.resolve();
  return both.promise;
}

/** Each loopback address is a shop. */
const shops = [1, 2, 3, 4, 5].map((shop) =>
  Bun.serve({ hostname: `127.0.0.${shop}`, port: 0, fetch: (request) => answer(shop, request) }),
);
afterAll(() => shops.map((shop) => shop.stop(true)));
const at = (shop: number, path: string) => `http://127.0.0.${shop}:${shops[shop - 1]!.port}${path}`;
const env = { PORTSIDE_SCAN_ALLOW: shops.map(({ hostname, port }) => `${hostname}:${port}`).join(',') };

function listOf(dir: string, ...lines: string[]): string {
  writeFileSync(join(dir, 'stores.txt'), lines.join('\n'));
  return 'stores.txt';
}

const filesIn = (dir: string) =>
  readdirSync(dir)
    .filter((name) => !name.startsWith('.'))
    .sort();
const audit = (args: string[], dir: string) => command(['pixel', 'audit', ...args], dir, env);
const sarif = Compile(schema as object);

test('every store of the list is in every kind of file, also one that was not scanned or is named twice', async () => {
  const dir = tempDir();
  const list = listOf(
    dir,
    '# Our stores',
    `${DEMO}/   # the first`,
    '',
    `${DEMO}/cart`,
    at(1, '/gone'),
    'http://169.254.169.254/',
    `${DEMO}`,
    at(2, '/inside'),
    at(3, '/closed'),
    at(4, '/torn'),
  );
  for (const ending of ['html', 'csv', 'sarif', 'json']) {
    const { code, stderr } = await audit([list, '-o', `out.${ending}`, ...NEVER], dir);
    expect([ending, code, stderr.match(/\d of 7 stores not .*/)?.[0]]).toEqual([
      ending,
      1,
      '5 of 7 stores not scanned or not judged.',
    ]);
    const text = readFileSync(join(dir, `out.${ending}`), 'utf8');
    for (const store of ['demo-store.portside.invalid', '/cart', '/gone', '169.254.169.254', '/inside', '/closed'])
      expect([ending, store, text.includes(store)]).toEqual([ending, store, true]);
  }
  expect(filesIn(dir)).toEqual(['out.csv', 'out.html', 'out.json', 'out.sarif', 'stores.txt']);
  // The lines are those of the file.
  const outcomes = JSON.parse(readFileSync(join(dir, 'out.json'), 'utf8')) as { line: number; state: string }[];
  expect(outcomes.slice(-3).map(({ line, state }) => [line, state])).toEqual([
    [4, 'judged'],
    [2, 'judged'],
    [7, 'same'],
  ]);
  const log = JSON.parse(readFileSync(join(dir, 'out.sarif'), 'utf8'));
  expect(sarif.Errors(log)[1]).toEqual([]);
  expect(log.runs[0].invocations[0].executionSuccessful).toBe(false);
  const table = await audit([list, ...NEVER, '--allow-not-judged'], dir);
  expect([table.code, table.stdout]).toEqual([0, expect.stringMatching(/8 stores: 2 judged, .*1 named twice\./)]);
}, 120_000);

test('a list with a wrong line is refused before anything is fetched', async () => {
  const dir = tempDir();
  const list = listOf(dir, 'a.example', '# note', 'no address', 'b.example');
  const { code, stderr, stdout } = await audit([at(1, '/never'), list, '-o', 'out.html'], dir);
  expect([code, stdout, stderr]).toEqual([
    1,
    '',
    'stores.txt: A line is not the address of a store. Nothing was scanned.\n  line 3: "no address"\n',
  ]);
  expect(filesIn(dir)).toEqual(['stores.txt']);
  expect(asked).not.toContain('/never');
});

test('what a page says cannot become markup of the report', async () => {
  const dir = tempDir();
  await audit([at(1, '/shop?<script>'), '-o', 'out.html', ...NEVER], dir);
  const html = readFileSync(join(dir, 'out.html'), 'utf8');
  // The one script is ours, and no other could run.
  expect([html.match(/<script/g)?.length, html.includes('onerror=alert(1)>')]).toEqual([1, false]);
  expect(html).toMatch(/default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[\w+/]{43}='/);
});

test.each([
  [[`${DEMO}/`, '--fail-on', 'error'], 1, /with findings of severity error/],
  [[`${DEMO}/`, ...NEVER, '--min-score', '100'], 1, /with a score below 100/],
  [[`${DEMO}/`, ...NEVER, '--min-score', '0'], 0, /^$/],
  [[at(1, '/gone'), ...NEVER], 1, /1 of 1 store not scanned or not judged/],
  [[at(1, '/gone'), ...NEVER, '--min-score', '90', '--allow-not-judged'], 0, /^$/],
] as const)('%j decides the exit code', async (args, code, message) => {
  const outcome = await audit([...args], tempDir());
  expect([outcome.code, outcome.stderr.trim()]).toEqual([code, expect.stringMatching(message)]);
});

test('several stores are scanned at once, and a shop has one request at a time', async () => {
  const dir = tempDir();
  [mostOfOne, mostOfAll] = [0, 0];
  waiting = new Set();
  both = Promise.withResolvers();
  const list = listOf(dir, at(1, '/both'), at(1, '/x'), at(1, '/y'), at(2, '/both'), at(2, '/z'));
  const { code, stdout } = await audit([list, ...NEVER], dir);
  expect([code, mostOfOne, mostOfAll, stdout]).toEqual([0, 1, 2, expect.stringContaining('5 stores: 5 judged.')]);
});

describe('an audit that is interrupted', () => {
  const list = (dir: string) => listOf(dir, at(1, '/1'), at(2, '/2'), at(3, '/3'), at(4, '/slow/4'), at(5, '/slow/5'));
  const journalOf = (dir: string) => join(dir, 'out.json.progress');
  const linesOf = (dir: string) => readFileSync(journalOf(dir), 'utf8').match(/^\{"line":/gm)?.length ?? 0;

  function begin(dir: string, file: string, ...more: string[]): Bun.Subprocess<'ignore', 'ignore', 'pipe'> {
    return Bun.spawn([...program, 'pixel', 'audit', file, '-o', 'out.json', ...NEVER, ...more], {
      cwd: dir,
      env: { PATH: process.env.PATH, HOME: dir, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }

  /** Begins an audit, and waits until it has done all but its slow stores. */
  async function atItsSlowStores(dir: string, file: string) {
    gate = Promise.withResolvers();
    asked.length = 0;
    const child = begin(dir, file);
    await until('the audit waits for its slow stores', async () => {
      if (child.exitCode !== null) throw new Error(`the audit ended: ${await new Response(child.stderr).text()}`);
      return existsSync(journalOf(dir)) && linesOf(dir) >= 3 && asked.some((path) => path.startsWith('/slow'));
    });
    return child;
  }

  async function killed(dir: string, file: string): Promise<void> {
    const child = await atItsSlowStores(dir, file);
    child.kill('SIGKILL');
    await child.exited;
    gate.resolve();
  }

  test('by a kill goes on with --resume: finished stores are not asked again, and the result is whole', async () => {
    const dir = tempDir();
    const file = list(dir);
    await killed(dir, file);
    // As if the process had died in the middle of writing a store.
    truncateSync(journalOf(dir), statSync(journalOf(dir)).size - 40);
    const lost = 1;

    const again = await audit([file, '-o', 'out.json', ...NEVER], dir);
    expect([again.code, again.stderr.includes('--resume')]).toEqual([1, true]);
    const other = await audit([file, '-o', 'out.json', '--resume', '--journey'], dir);
    expect([other.code, other.stderr.includes('other options')]).toEqual([1, true]);
    expect(existsSync(join(dir, 'out.json'))).toBe(false);

    asked.length = 0;
    const resumed = await audit([file, '-o', 'out.json', '--resume', ...NEVER], dir);
    expect([resumed.code, resumed.stderr]).toEqual([0, expect.stringContaining('2 of 5 stores were scanned before.')]);
    expect(asked.filter((path) => !path.startsWith('/slow')).length).toBe(lost);
    const outcomes = JSON.parse(readFileSync(join(dir, 'out.json'), 'utf8')) as { line: number; report?: object }[];
    expect(outcomes.map(({ line, report }) => [line, report !== undefined]).sort()).toEqual(
      [1, 2, 3, 4, 5].map((line) => [line, true]),
    );
    expect(filesIn(dir)).toEqual(['out.json', 'stores.txt']);
  }, 60_000);

  test('by Ctrl-C says what is kept', async () => {
    const dir = tempDir();
    const child = await atItsSlowStores(dir, list(dir));
    child.kill('SIGINT');
    expect([await child.exited, await new Response(child.stderr).text()]).toEqual([
      1,
      expect.stringContaining('3 of 5 stores are kept: go on with --resume.'),
    ]);
    gate.resolve();
  }, 60_000);

  test('is continued by one process, of several that begin at the same moment', async () => {
    const dir = tempDir();
    const file = list(dir);
    await killed(dir, file);
    gate = Promise.withResolvers();
    const all = [1, 2, 3].map(() => begin(dir, file, '--resume'));
    const ends = all.map(async (child) => ({
      code: await child.exited,
      text: await new Response(child.stderr).text(),
    }));
    const others: { code: number; text: string }[] = [];
    const left = new Map(ends.map((end, index) => [index, end.then((outcome) => ({ index, outcome }))]));
    while (left.size > 1) {
      const { index, outcome } = await Promise.race(left.values());
      left.delete(index);
      others.push(outcome);
    }
    for (const { code, text } of others)
      expect([code, text]).toEqual([1, expect.stringContaining('is running this audit')]);
    gate.resolve();
    expect((await [...left.values()][0]!).outcome.code).toBe(0);
    expect(JSON.parse(readFileSync(join(dir, 'out.json'), 'utf8')).length).toBe(5);
    expect(existsSync(journalOf(dir))).toBe(false);
  }, 60_000);

  test('of whose journal is another file is refused, and the file stays', async () => {
    const dir = tempDir();
    writeFileSync(journalOf(dir), 'my notes\nof today\n');
    const { code, stderr } = await audit([list(dir), '-o', 'out.json', '--resume'], dir);
    expect([code, stderr.includes('is not the journal of an audit')]).toEqual([1, true]);
    expect(readFileSync(journalOf(dir), 'utf8')).toBe('my notes\nof today\n');
  });
});

test('--resume without a file is a wrong use', async () => {
  const { code, stderr } = await audit([`${DEMO}/`, '--resume'], tempDir());
  expect([code, stderr.includes('-o FILE')]).toEqual([2, true]);
});
