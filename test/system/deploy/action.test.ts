/** deploy/github-action: its script, run as a runner runs it, and that no input can be anything but a value. */
import { afterAll, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Compile } from 'typebox/schema';
import schema from '../../fixtures/sarif-2.1.0.json' with { type: 'json' };
import { root } from '../../support/paths.ts';
import { program } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';

const folder = join(root, 'deploy/github-action');
const sarif = Compile(schema as object);

const CLEAN = { 'layout/theme.liquid': '<html>{{ content_for_header }}' };
const LEGACY = {
  'layout/theme.liquid': "<html>{{ content_for_header }}\n{% render 'meta' %}",
  'snippets/meta.liquid': "<script>\nfbq('init', '700000000000101');\nfbq('track', 'PageView');\n</script>",
  'layout/checkout.liquid': "<script>fbq('init', '700000000000101'); fbq('track', 'Purchase');</script>",
};
const PAGE = `<!doctype html><html><head><title>x</title><script>fbq('init', '123456789012345'); fbq('track', 'PageView');</script></head>
<body>::error::from a store ::set-output name=score::100 | <b>x</b></body></html>`;

const shop = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: ({ url }) =>
    new URL(url).pathname === '/'
      ? new Response(PAGE, { headers: { 'content-type': 'text/html' } })
      : new Response('', { status: 404 }),
});
afterAll(() => shop.stop(true));
const STORE = `http://127.0.0.1:${shop.port}/`;

interface Step {
  code: number;
  log: string;
  /** What GITHUB_OUTPUT holds. */
  outputs: string;
  summary: string;
}

/** A folder with `binary`, which is Portside, and the themes `clean` and `legacy`. */
async function workspace(): Promise<string> {
  const dir = tempDir();
  mkdirSync(join(dir, 'runner'));
  writeFileSync(join(dir, 'binary'), `#!/bin/sh\nexec ${program.map((part) => `'${part}'`).join(' ')} "$@"\n`);
  chmodSync(join(dir, 'binary'), 0o755);
  for (const [name, theme] of Object.entries({ clean: CLEAN, legacy: LEGACY }))
    for (const [path, text] of Object.entries(theme)) await Bun.write(join(dir, name, path), text);
  return dir;
}

async function step(
  dir: string,
  inputs: Record<string, string>,
  env: Record<string, string> = {},
  script = join(folder, 'run.sh'),
): Promise<Step> {
  for (const file of ['output', 'summary']) writeFileSync(join(dir, 'runner', file), '');
  const child = Bun.spawn(['sh', script], {
    cwd: dir,
    env: {
      PATH: process.env.PATH,
      HOME: dir,
      NODE_ENV: 'production',
      RUNNER_TEMP: join(dir, 'runner'),
      RUNNER_OS: 'Linux',
      RUNNER_ARCH: 'X64',
      GITHUB_OUTPUT: join(dir, 'runner/output'),
      GITHUB_STEP_SUMMARY: join(dir, 'runner/summary'),
      PORTSIDE_SCAN_ALLOW: `127.0.0.1:${shop.port}`,
      INPUT_BINARY: 'binary',
      INPUT_FAIL_ON: 'never',
      ...inputs,
      ...env,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const read = (file: string) => readFileSync(join(dir, 'runner', file), 'utf8');
  return { code, log: stdout + stderr, outputs: read('output'), summary: read('summary') };
}

function sarifIn(dir: string, file = 'portside.sarif') {
  const log = JSON.parse(readFileSync(join(dir, file), 'utf8'));
  expect(sarif.Errors(log)[1].slice(0, 3)).toEqual([]);
  return log.runs[0] as { results: { ruleId: string; locations: unknown[] }[]; invocations: object[] };
}

const scoreOf = ({ outputs }: Step) => Number(/^score=(\d+)$/m.exec(outputs)?.[1] ?? Number.NaN);

test('a theme: SARIF with the paths of the repository, a report, a summary, and the outputs', async () => {
  const dir = await workspace();
  const result = await step(dir, { INPUT_THEME: 'legacy' });
  expect(result.code).toBe(0);
  expect(result.outputs).toBe(`score=${scoreOf(result)}\nsarif=./portside.sarif\nreport=./portside.html\n`);
  expect(scoreOf(result)).toBeLessThan(89);
  expect(JSON.stringify(sarifIn(dir).results)).toContain('"uri":"legacy/snippets/meta.liquid"');
  expect(readFileSync(join(dir, 'portside.html'), 'utf8')).toStartWith('<!doctype html>');
  expect(result.summary).toContain(`## Portside: score ${scoreOf(result)}`);
  const signs = [...result.summary.matchAll(/^\| (🔴|🟠|🔵)/gmu)].map(([, sign]) => '🔴🟠🔵'.indexOf(sign!));
  expect(signs.length).toBeGreaterThan(1);
  expect(signs).toEqual(signs.toSorted((a, b) => a - b));
  // Pixels and the code of apps are not in a theme.
  expect(result.summary).toContain('Not looked at:');
});

test('a score budget and the severity of findings decide whether the step fails; its files are written either way', async () => {
  const dir = await workspace();
  const score = scoreOf(await step(dir, { INPUT_THEME: 'clean' }));
  const cases: [Record<string, string>, number][] = [
    [{ INPUT_THEME: 'clean', INPUT_FAIL_ON: 'error', INPUT_MIN_SCORE: String(score) }, 0],
    [{ INPUT_THEME: 'clean', INPUT_MIN_SCORE: String(score + 1) }, 1],
    [{ INPUT_THEME: 'legacy', INPUT_FAIL_ON: 'warn' }, 1],
    [{ INPUT_STORES: STORE, INPUT_MIN_SCORE: '0' }, 0],
    [{ INPUT_STORES: STORE, INPUT_MIN_SCORE: '100' }, 1],
  ];
  for (const [inputs, code] of cases) {
    const result = await step(dir, inputs);
    expect({ inputs, code: result.code }).toEqual({ inputs, code });
    expect(result.outputs).toMatch(/^score=\d+\nsarif=/);
    sarifIn(dir);
    if (code === 1) expect(result.log).toMatch(/^::error title=Portside::.*(--min-score|--fail-on)/m);
  }
});

test('stores: a list in the input or in a file, and one that was not scanned fails the step without a score', async () => {
  const dir = await workspace();
  writeFileSync(join(dir, 'my stores.txt'), `${STORE}\n${STORE}gone\n`);
  const both = [`${STORE}\n${STORE}gone`, 'my stores.txt'];
  for (const stores of both) {
    const result = await step(dir, { INPUT_STORES: stores, INPUT_REPORT: 'a.json' });
    expect(result.code).toBe(1);
    expect(result.outputs).toBe('score=\nsarif=./portside.sarif\nreport=./a.json\n');
    expect(result.summary).toContain('1 of 2 have no score');
    // The worst first: what is not known.
    expect(result.summary.indexOf('gone')).toBeLessThan(result.summary.indexOf('**'));
    expect(JSON.parse(readFileSync(join(dir, 'a.json'), 'utf8'))).toHaveLength(2);
    expect(sarifIn(dir).invocations).toMatchObject([{ executionSuccessful: false }]);
  }
});

test.each([
  ['neither input', {}, /one of the inputs theme and stores/],
  ['both inputs', { INPUT_THEME: 'clean', INPUT_STORES: STORE }, /not both/],
  [
    'a path that writes outputs',
    { INPUT_THEME: 'clean', INPUT_REPORT: 'a.html\nscore=100\nx.html' },
    /report has a line break/,
  ],
  [
    'a path with a carriage return',
    { INPUT_THEME: 'clean', INPUT_SARIF_FILE: 'a\rb.sarif' },
    /sarif-file has a line break/,
  ],
  ['SARIF under another name', { INPUT_THEME: 'clean', INPUT_SARIF_FILE: 'a.json' }, /must end in \.sarif/],
  ['a report of another kind', { INPUT_THEME: 'clean', INPUT_REPORT: '/etc/passwd' }, /must end in \.html/],
  ['no theme', { INPUT_THEME: 'missing' }, /neither a folder nor a ZIP file/],
  ['an option as theme', { INPUT_THEME: '--help' }, /--help is neither a folder/],
  ['an option as store', { INPUT_STORES: '--help' }, /not the address of a store/],
  ['two addresses on a line', { INPUT_STORES: 'a.example b.example' }, /line 1/],
  ['an option as budget', { INPUT_THEME: 'clean', INPUT_MIN_SCORE: '--help' }, /--min-score/],
  ['a severity that is none', { INPUT_THEME: 'clean', INPUT_FAIL_ON: 'never --help' }, /--fail-on/],
  ['code as theme', { INPUT_THEME: '$(touch hacked)`touch hacked`";touch hacked;\'' }, /neither a folder/],
  ['code as stores', { INPUT_STORES: '$(touch hacked)`touch hacked`";touch hacked;\'' }, /not the address|line 1/],
  ['code as binary', { INPUT_THEME: 'clean', INPUT_BINARY: '$(touch hacked)' }, /is not a program/],
  ['a folder as binary', { INPUT_THEME: 'clean', INPUT_BINARY: 'clean' }, /is not a program/],
  ['a command of the runner', { INPUT_THEME: 'x\u2028::add-mask::a %0A::error::b' }, /neither a folder/],
])('%s: refused, and nothing is written', async (_, inputs, message) => {
  const dir = await workspace();
  const result = await step(dir, inputs as Record<string, string>);
  expect(result.log).toMatch(message);
  expect(result.code).toBe(1);
  expect(result.outputs).toBe('');
  // The runner ends a line at these two characters only.
  const commands = result.log.split(/[\r\n]+/).filter((line) => line.startsWith('::'));
  for (const line of commands)
    expect(line).toMatch(
      /^::(?:error title=Portside::(?!.*%(?!25))|stop-commands::portside-|portside-[0-9a-f]{32}::$)/,
    );
  for (const file of ['hacked', 'portside.sarif', 'portside.html']) expect(existsSync(join(dir, file))).toBe(false);
});

test('spaces, quotes and leading dashes in paths are part of the name', async () => {
  const dir = await workspace();
  const theme = "-n my 'theme' $HOME";
  for (const [path, text] of Object.entries(LEGACY)) await Bun.write(join(dir, theme, path), text);
  const result = await step(dir, {
    INPUT_THEME: theme,
    INPUT_SARIF_FILE: '-o "a" b.sarif',
    INPUT_REPORT: '-$(x) y.csv',
  });
  expect(result.log).not.toContain('::error');
  expect(result.outputs).toEndWith('sarif=./-o "a" b.sarif\nreport=./-$(x) y.csv\n');
  expect(JSON.stringify(sarifIn(dir, '-o "a" b.sarif').results)).toContain(encodeURI(`${theme}/snippets/meta.liquid`));
  expect(existsSync(join(dir, '-$(x) y.csv'))).toBe(true);
});

test('what an earlier step wrote is not taken for the result of one that failed', async () => {
  const dir = await workspace();
  await step(dir, { INPUT_THEME: 'legacy' });
  await step(dir, { INPUT_THEME: 'missing' });
  expect(existsSync(join(dir, 'portside.sarif'))).toBe(false);
});

/** `curl` as a program that gives the files of a folder, so that the addresses are seen, and nothing is fetched. */
function releaseOf(dir: string, sums: string): Record<string, string> {
  mkdirSync(join(dir, 'bin'), { recursive: true });
  writeFileSync(
    join(dir, 'bin/curl'),
    `#!/bin/sh
for arg; do [ "$previous" = --output ] && file=$arg; previous=$arg; done
echo "$arg" >>'${dir}/asked'
case $arg in
  */SHA256SUMS) cp '${dir}/sums' "$file" ;;
  */portside-linux-x64) cp '${dir}/binary' "$file" ;;
  *) exit 22 ;;
esac
`,
  );
  chmodSync(join(dir, 'bin/curl'), 0o755);
  writeFileSync(join(dir, 'sums'), sums);
  return { PATH: `${dir}/bin:${process.env.PATH}`, ACTION_REPOSITORY: 'a/portside', INPUT_BINARY: '' };
}

test('a release is downloaded for the platform and runs only with the right checksum', async () => {
  const dir = await workspace();
  const hash = new Bun.CryptoHasher('sha256').update(readFileSync(join(dir, 'binary'))).digest('hex');
  const wrong = 'a'.repeat(64);
  const rows: [string, Record<string, string>, RegExp | undefined][] = [
    [`${wrong}  portside-darwin-x64\n${hash}  portside-linux-x64\n`, {}, undefined],
    [`${hash} *portside-linux-x64\n`, { INPUT_SHA256: hash, INPUT_VERSION: 'v9.8.7-rc.1' }, undefined],
    [`${wrong}  portside-linux-x64\n`, {}, /does not have the SHA-256/],
    [`${hash}  portside-linux-x64\n${wrong}  portside-linux-x64\n`, {}, /does not have the SHA-256/],
    [`${hash}  portside-darwin-x64\n`, {}, /does not have the SHA-256/],
    ['', {}, /does not have the SHA-256/],
    [`${hash}  portside-linux-x64\n`, { INPUT_SHA256: wrong }, /not that of the input sha256/],
    [`${hash}  portside-linux-x64\n`, { INPUT_VERSION: '../../../b' }, /is no release/],
    [`${hash}  portside-linux-x64\n`, { INPUT_VERSION: '1.0.0\nx' }, /is no release/],
    [`${hash}  portside-linux-x64\n`, { RUNNER_ARCH: 'X86' }, /no release for Linux on X86/],
    [`${hash}  portside-linux-x64\n`, { RUNNER_ARCH: 'ARM64' }, /cannot be downloaded/],
    [`${hash}  portside-linux-x64\n`, { ACTION_REPOSITORY: '' }, /Give the input binary/],
  ];
  for (const [sums, env, message] of rows) {
    const result = await step(dir, { INPUT_THEME: 'clean' }, { ...releaseOf(dir, sums), ...env });
    expect({ sums, env, code: result.code }).toEqual({ sums, env, code: message ? 1 : 0 });
    if (message) expect(result.log).toMatch(message);
    expect(result.outputs === '').toBe(message !== undefined);
  }
  const { version } = await Bun.file(join(root, 'package.json')).json();
  const [first, second] = readFileSync(join(dir, 'asked'), 'utf8').split('\n');
  expect(first).toBe(`https://github.com/a/portside/releases/download/v${version}/SHA256SUMS`);
  expect(second).toBe(`https://github.com/a/portside/releases/download/v${version}/portside-linux-x64`);
  expect(readFileSync(join(dir, 'asked'), 'utf8')).toContain('/v9.8.7-rc.1/');
});

test('action.yml: each input is used once, as an environment variable that the script reads, and in no script', () => {
  const text = readFileSync(join(folder, 'action.yml'), 'utf8');
  const action = Bun.YAML.parse(text) as {
    inputs: Record<string, { description: string }>;
    outputs: Record<string, { value: string }>;
    runs: { using: string; steps: { run: string; shell: string; env: Record<string, string> }[] };
  };
  const script = readFileSync(join(folder, 'run.sh'), 'utf8');
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  expect(action.runs.using).toBe('composite');
  const [only, ...others] = action.runs.steps;
  expect(others).toEqual([]);
  expect(only!.run).not.toContain('${{');
  for (const name of Object.keys(action.inputs)) {
    const variable = `INPUT_${name.toUpperCase().replaceAll('-', '_')}`;
    expect(only!.env[variable]).toBe(`\${{ inputs.${name} }}`);
    expect(text.split(`inputs.${name} `)).toHaveLength(2);
    expect(script).toContain(`\${${variable}`.replace(/\{$/, ''));
    expect(readme).toContain(`\`${name}\``);
  }
  expect(Object.keys(only!.env)).toHaveLength(Object.keys(action.inputs).length + 1);
  for (const [name, { value }] of Object.entries(action.outputs)) {
    expect(value).toBe(`\${{ steps.scan.outputs.${name} }}`);
    expect(script).toContain(`printf '${name}=%s\\n'`);
  }
});
