/**
 * The compiled file as an operator gets it: alone in an empty folder, without any other file of the project.
 *   PORTSIDE_BIN=dist/portside bun test ./test/system/binary/suite.ts
 */
import { expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { $ } from 'bun';
import { certificateRequests, root } from '../../support/paths.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';

const built = process.env.PORTSIDE_BIN;
if (!built) throw new Error('PORTSIDE_BIN names no binary; run `bun run build` first.');

const dir = tempDir();
const alone = join(dir, 'alone');
mkdirSync(alone);
copyFileSync(resolve(built), join(alone, 'portside'));
process.env.PORTSIDE_BIN = join(alone, 'portside');
const { lookup, run, serve } = await import('../../support/program.ts');

test('prints its version and its help from an empty folder', async () => {
  expect((await run(['version'], alone)).stdout).toMatch(/^portside \d+\.\d+\.\d+ \(bun 1\.4\.4\)\n$/);
  expect((await run(['--help'], alone)).code).toBe(0);
});

test('serves every product with the three lines it prints, and writes only to its data folder', async () => {
  const server = await serve(alone);
  const key = /svc_[0-9A-Za-z]{24}/.exec(server.stdout())![0];
  const results = (
    await (await lookup(server.url, key, ['7326.90.8688', '7326.90.8699', '0101.21.0010', '9903.82.02'])).json()
  ).results;
  expect(results.map((result: { status: string }) => result.status)).toEqual(['hit', 'adjacent', 'clear', 'invalid']);
  expect(results[0].adjacent_hits[0]).toMatchObject({ code_heading: '7326', proposed_rate: 50 });

  const lines = server.stdout().match(/^curl .*$/gm)!;
  expect(lines.length).toBe(3);
  const answers = lines.map((line) => Bun.spawnSync(['sh', '-c', line]).stdout.toString());
  expect(JSON.parse(answers[0]!).results[0].status).toBe('hit');
  const demoStore = await Bun.file(join(root, 'test/golden/demo-store.json')).json();
  expect(JSON.parse(answers[1]!)).toEqual(demoStore.home);
  const { gcc_pdf_url, gcc_id } = JSON.parse(answers[2]!);
  const pdf = await fetch(gcc_pdf_url);
  expect(pdf.headers.get('etag')).toBe(
    `"${new Bun.CryptoHasher('sha256').update(await pdf.arrayBuffer()).digest('hex')}"`,
  );
  const verified = await fetch(`${server.url}/verify/${gcc_id}`, { headers: { accept: 'application/json' } });
  expect(await verified.json()).toMatchObject({ gcc_id, state: 'stated' });
  expect(await server.stop()).toBe(0);
  expect(readdirSync(alone).sort()).toEqual(['portside', 'var']);
});

test('reads neither .env nor bunfig.toml of the folder it is started in', async () => {
  const folder = join(dir, 'traps');
  mkdirSync(folder);
  await Bun.write(join(folder, '.env'), 'PORTSIDE_CONTACT=trap@example.com\nPORTSIDE_BETA=off\n');
  await Bun.write(join(folder, 'bunfig.toml'), 'preload = ["./trap.ts"]\n');
  await Bun.write(join(folder, 'trap.ts'), 'process.exit(77)\n');
  const server = await serve(folder);
  const { contact } = await (await fetch(`${server.url}/nothing`)).json();
  expect(contact).not.toBe('trap@example.com');
  await server.stop();
});

test('makes, verifies and exports a certificate by command', async () => {
  const request = resolve(certificateRequests, '04-complete-every-optional-field.json');
  const made = JSON.parse(
    (await run(['entry', 'generate', request, '--base-url', 'https://here.example', '--out', 'c.pdf', '--json'], alone))
      .stdout,
  );
  expect(made).toMatchObject({ state: 'stated', missing: [], defects: [], file: 'c.pdf' });
  const verdict = await run(['entry', 'verify', 'c.pdf', '--json'], alone);
  expect(verdict.code).toBe(0);
  expect(JSON.parse(verdict.stdout)).toMatchObject({ verdict: 'genuine', gcc_id: made.gcc_id, revoked: false });
  await Bun.write(join(alone, 'other.pdf'), '%PDF-1.7 other');
  expect((await run(['entry', 'verify', 'other.pdf'], alone)).code).toBe(1);
  const exported = await run(['entry', 'export', '--since', '2026-01-01', '--json'], alone);
  expect(
    exported.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).gccId),
  ).toContain(made.gcc_id);
  expect((await run(['entry', 'generate', 'c.pdf', '--base-url', 'https://here.example'], alone)).stderr).toContain(
    'not valid JSON',
  );
});

test('shapes text in a worker process, and in its own', async () => {
  const request = await Bun.file(resolve(certificateRequests, '04-complete-every-optional-field.json')).json();
  request.product_info.name = 'ស្ត្រី កម្ពុជា';
  await Bun.write(join(alone, 'khmer.json'), JSON.stringify(request));
  const made = await run(
    ['entry', 'generate', 'khmer.json', '--base-url', 'https://here.example', '--out', 'k.pdf'],
    alone,
  );
  expect(made.code).toBe(0);
  expect(await $`pdftotext -raw ${join(alone, 'k.pdf')} -`.quiet().text()).toContain('ស្ត្រី កម្ពុជា');
  // Without `--fast` it draws certificates itself.
  const checks = await run(['doctor', '--json'], alone);
  expect(JSON.parse(checks.stdout).checks).toContainEqual(expect.objectContaining({ check: 'fonts', status: 'ok' }));
});

test('imports a new revision of a list, and a running server answers from it without a restart', async () => {
  const server = await serve(alone);
  const { stdout } = await run(
    ['keys', 'issue', '--scope', 'tariff', '--name', 't', '--notes', 'delegate:on', '--json'],
    alone,
  );
  const { key } = JSON.parse(stdout);
  const list = await Bun.file(resolve(root, 'data/tariff/note-16c.json')).text();
  const without = list
    .split('\n')
    .filter((line) => !line.includes('"7326.90.8688"'))
    .join('\n')
    .replace('2026-10-09+1', '2026-10-09+test');
  await Bun.write(join(alone, 'new.json'), without);
  const statusOf = async () => {
    const answer = await lookup(server.url, key);
    return [(await answer.json()).results[0].status, answer.headers.get('x-tariff-list-version')];
  };
  expect(await statusOf()).toEqual(['hit', '2026-10-09+1']);
  const plan = await run(['tariff', 'import', 'new.json'], alone);
  expect([plan.code, plan.stdout]).toEqual([0, expect.stringContaining('removed')]);
  await until('the new list is in use', async () => (await statusOf())[0] !== 'hit');
  expect(await statusOf()).toEqual(['adjacent', '2026-10-09+test']);
  const shrunk = list.split('\n').filter((line, i) => i % 3 > 0 || !line.includes('"code"') || !line.endsWith(','));
  await Bun.write(join(alone, 'shrunk.json'), shrunk.join('\n'));
  const refused = await run(['tariff', 'import', 'shrunk.json'], alone);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('more than a tenth')]);
  await server.stop();
});

test('scans a saved page', async () => {
  await Bun.write(join(alone, 'page.html'), `<script>fbq('init','123456789012345');fbq('track','PageView')</script>`);
  const report = await run(['pixel', 'scan', 'page.html'], alone);
  expect([report.code, report.stdout]).toEqual([0, expect.stringContaining('123456789012345')]);
  expect(JSON.parse((await run(['pixel', 'scan', 'page.html', '--json'], alone)).stdout).score).toBeLessThan(100);
});
