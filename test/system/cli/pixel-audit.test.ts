/** `portside pixel audit`: every store is in every file, and an interruption loses nothing and repeats nothing. */
import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { program, run } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';

const DEMO = 'https://demo-store.portside.invalid';
const PAGE = `<!doctype html><title>&lt;img src=x onerror=alert(1)&gt;</title><script>
!function(f,b,e,v,n,t,s){n=f.fbq=function(){}}(window,document,'script','https://connect.facebook.net/en_US/fbevents.js');
fbq('init', '123456789012345'); fbq('track', 'PageView');
</script>`;

/** A host with many shops: a path is a shop. `slow` answers only when it is told to. */
const asked: string[] = [];
let slow = Promise.withResolvers<void>();
const shops = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch({ url }) {
    const { pathname } = new URL(url);
    if (pathname === '/robots.txt') return new Response('', { status: 404 });
    asked.push(pathname);
    if (pathname.startsWith('/slow')) await slow.promise;
    if (pathname === '/gone') return new Response('gone', { status: 404 });
    return new Response(PAGE, { headers: { 'content-type': 'text/html' } });
  },
});
afterAll(() => shops.stop(true));
const origin = `http://127.0.0.1:${shops.port}`;
const env = { PORTSIDE_SCAN_ALLOW: `127.0.0.1:${shops.port}` };
const NEVER = ['--fail-on', 'never'];

function listOf(dir: string, ...lines: string[]): string {
  writeFileSync(join(dir, 'stores.txt'), lines.join('\n'));
  return 'stores.txt';
}

test('every store of the list is in every kind of file, also one that was not scanned or is named twice', async () => {
  const dir = tempDir();
  const list = listOf(dir, `${DEMO}/`, `${DEMO}/cart`, `${origin}/gone`, 'http://169.254.169.254/', `${DEMO}/`);
  for (const ending of ['html', 'csv', 'sarif', 'json']) {
    const { code, stderr } = await run(['pixel', 'audit', list, '-o', `out.${ending}`, ...NEVER], dir, env);
    expect([ending, code, stderr.includes('2 of 4 stores not scanned or not judged.')]).toEqual([ending, 1, true]);
    const text = readFileSync(join(dir, `out.${ending}`), 'utf8');
    for (const store of ['demo-store.portside.invalid', '/cart', '/gone', '169.254.169.254'])
      expect([ending, store, text.includes(store)]).toEqual([ending, store, true]);
    expect(existsSync(join(dir, `out.${ending}.progress`))).toBe(false);
  }
  expect(JSON.parse(readFileSync(join(dir, 'out.json'), 'utf8')).map(({ line }: { line: number }) => line)).toEqual([
    3, 4, 1, 2, 5,
  ]);
  const table = await run(['pixel', 'audit', list, ...NEVER], dir, env);
  expect(table.stdout).toContain('5 stores: 2 judged, 2 not scanned, 1 named twice.');
});

test('what a page says cannot become markup of the report', async () => {
  const dir = tempDir();
  await run(['pixel', 'audit', `${origin}/shop?<script>`, '-o', 'out.html', ...NEVER], dir, env);
  const html = readFileSync(join(dir, 'out.html'), 'utf8');
  expect([html.includes('<script'), html.includes('onerror=alert(1)>')]).toEqual([false, false]);
  expect(html).toContain("default-src 'none'");
});

test.each([
  [['--fail-on', 'error'], 1, /with findings of severity error/],
  [[...NEVER, '--min-score', '100'], 1, /with a score below 100/],
  [[...NEVER, '--min-score', '0'], 0, /^$/],
] as const)('%j decides the exit code', async (options, code, message) => {
  const outcome = await run(['pixel', 'audit', `${DEMO}/`, ...options], tempDir(), env);
  expect([outcome.code, outcome.stderr.trim()]).toEqual([code, expect.stringMatching(message)]);
});

describe('an audit that is killed', () => {
  /** Starts an audit that waits at its slow stores, and kills it there. */
  async function killed(dir: string, list: string): Promise<void> {
    slow = Promise.withResolvers();
    const child = Bun.spawn([...program, 'pixel', 'audit', list, '-o', 'out.json'], {
      cwd: dir,
      env: { PATH: process.env.PATH, HOME: dir, ...env },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    const journal = join(dir, 'out.json.progress');
    const done = () => (existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').length - 2 : 0);
    while (done() < 3 || !asked.some((path) => path.startsWith('/slow'))) {
      if (child.exitCode !== null) throw new Error('the audit ended');
      await Bun.sleep(20);
    }
    child.kill('SIGKILL');
    await child.exited;
    slow.resolve();
  }
  const list = (dir: string) =>
    listOf(dir, `${origin}/1`, `${origin}/2`, `${origin}/3`, `${origin}/slow/4`, `${origin}/slow/5`);

  test('goes on with --resume: finished stores are not asked again, and the result is whole', async () => {
    const dir = tempDir();
    const file = list(dir);
    asked.length = 0;
    await killed(dir, file);
    // As if the process had died in the middle of writing a store.
    const journal = join(dir, 'out.json.progress');
    truncateSync(journal, statSync(journal).size - 40);
    const lost = 1;

    const again = await run(['pixel', 'audit', file, '-o', 'out.json', ...NEVER], dir, env);
    expect([again.code, again.stderr.includes('--resume')]).toEqual([1, true]);
    const other = await run(['pixel', 'audit', file, '-o', 'out.json', '--resume', '--journey'], dir, env);
    expect([other.code, other.stderr.includes('other options')]).toEqual([1, true]);

    asked.length = 0;
    const resumed = await run(['pixel', 'audit', file, '-o', 'out.json', '--resume', ...NEVER], dir, env);
    expect([resumed.code, resumed.stderr]).toEqual([0, expect.stringContaining('2 of 5 stores were scanned before.')]);
    expect(asked.filter((path) => !path.startsWith('/slow')).length).toBe(lost);
    const outcomes = JSON.parse(readFileSync(join(dir, 'out.json'), 'utf8')) as { line: number; report?: object }[];
    expect(outcomes.map(({ line, report }) => [line, report !== undefined]).sort()).toEqual(
      [1, 2, 3, 4, 5].map((line) => [line, true]),
    );
    expect(existsSync(journal)).toBe(false);
  }, 60_000);

  test('of whose journal is another file is refused, and the file stays', async () => {
    const dir = tempDir();
    writeFileSync(join(dir, 'out.json.progress'), 'my notes\nof today\n');
    const { code, stderr } = await run(['pixel', 'audit', list(dir), '-o', 'out.json', '--resume'], dir, env);
    expect([code, stderr.includes('is not the journal of an audit')]).toEqual([1, true]);
    expect(readFileSync(join(dir, 'out.json.progress'), 'utf8')).toBe('my notes\nof today\n');
  });
});

test('--resume without a file is a wrong use', async () => {
  const { code, stderr } = await run(['pixel', 'audit', `${DEMO}/`, '--resume'], tempDir(), env);
  expect([code, stderr.includes('-o FILE')]).toEqual([2, true]);
});
