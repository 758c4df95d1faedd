/**
 * Wrong values, wrong files and broken databases: one sentence that names what is wrong, exit code 2 for usage and 1 for the
 * rest, and never a stack. The table is complete: an option without a row fails.
 */
import { expect, test } from 'bun:test';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { commandTree, walk } from '../../../src/cli/command-tree.ts';
import { createProgram } from '../../../src/cli/commands.ts';
import { command } from '../../support/command.ts';
import { program } from '../../support/program.ts';
import { copyEmptyDatabase, tempDir } from '../../support/temp.ts';

const dir = tempDir();
copyEmptyDatabase(`${dir}/var`);

/** Options whose value can be wrong before the command looks at any data: arguments before the option, and wrong values. */
const WRONG_VALUES: Record<string, Record<string, { before?: string[]; values: string[] }>> = {
  serve: {
    '--port': { values: ['x', '70000', '-1', '1.5', ''] },
    '--workers': { values: ['x', '0', '1000'] },
    '--host': { values: ['', 'not a host'] },
  },
  'keys issue': {
    '--scope': { before: ['--name', 'x'], values: ['moon', ''] },
    '--per-minute': { before: ['--name', 'x', '--scope', 'all'], values: ['0', '-1', 'x', '1.5', '1e9'] },
    '--per-day': { before: ['--name', 'x', '--scope', 'all'], values: ['0', 'x'] },
    '--stored-max': { before: ['--name', 'x', '--scope', 'all'], values: ['many', '-1'] },
    '--cpu-per-day': { before: ['--name', 'x', '--scope', 'all'], values: ['soon', '1y'] },
    '--fetched-per-day': { before: ['--name', 'x', '--scope', 'all'], values: ['many'] },
    '--expires': { before: ['--name', 'x', '--scope', 'all'], values: ['soon', '2026-02-30'] },
    '--allow-network': { before: ['--name', 'x', '--scope', 'all'], values: ['10.0.0.0/99', 'office'] },
    '--tags': { before: ['--name', 'x', '--scope', 'all'], values: ['/dev/null'] },
  },
  'keys list': {
    '--format': { values: ['xml'] },
    '--status': { values: ['dead'] },
    '--scope': { values: ['moon'] },
    '--sort': { values: ['size'] },
  },
  'keys edit': {
    '--scope': { before: ['1'], values: ['moon'] },
    '--delegate': { before: ['1'], values: ['maybe'] },
    '--per-minute': { before: ['1'], values: ['0', 'x'] },
    '--per-day': { before: ['1'], values: ['0', 'x'] },
    '--expires': { before: ['1'], values: ['soon'] },
    '--stored-max': { before: ['1'], values: ['many'] },
    '--cpu-per-day': { before: ['1'], values: ['soon'] },
    '--fetched-per-day': { before: ['1'], values: ['many'] },
  },
  'keys rotate': { '--overlap': { before: ['1'], values: ['soon', '1y', '-1'] } },
  'tariff lists': { '--format': { values: ['xml', ''] } },
  'tariff lookup': {
    '--as-of': { before: ['7616'], values: ['foo', '2025-02-30', '2020-01-01', '', 'a\u001b[2Jb'] },
    '--format': { before: ['7616'], values: ['xml'] },
  },
  'tariff read-notes': { '--effective': { before: ['x.html'], values: ['foo', '2026-02-30', '', 'a\u001b[2Jb'] } },
  'tariff duties': {
    '--origin': { before: ['7616'], values: ['Chin', 'EU', 'Korea', ''] },
    '--date': { before: ['7616'], values: ['foo', '2026-02-30', '2020-01-01', ''] },
    '--value': { before: ['7616'], values: ['much', '-1', '1e3', ''] },
    '--fact': {
      before: ['7616'],
      values: [
        '',
        'x',
        '=1',
        'metal=1',
        'us_metal_share=850',
        'vehicle=boat',
        'vehicle_part=maybe',
        'approvals=all',
        'origin=CN',
      ],
    },
    '--format': { before: ['7616'], values: ['xml'] },
  },
  'tariff audit': {
    '--out': { before: ['x.csv'], values: ['result', 'result.xls', ''] },
    '--as-of': { before: ['x.csv'], values: ['foo', '2025-02-30', '2020-01-01', '', 'a\u001b[2Jb'] },
    '--since': { before: ['x.csv'], values: ['2026-02-30', '2020-01-01'] },
    '--fail-on': { before: ['x.csv'], values: ['all', ''] },
  },
  'tariff search': {
    '--limit': { before: ['steel'], values: ['0', '51', 'x', '', '1.5'] },
    '--format': { before: ['steel'], values: ['xml'] },
  },
  'tariff verify': { '--revision': { before: ['x.json'], values: ['Rev 21', '2026', '', '2026 Rev 210'] } },
  'tariff import': { '--revision': { before: ['x.json'], values: ['Rev 21', '2026', '', '2026 Rev 210'] } },
  'pixel audit': {
    '--concurrency': { before: ['shop.example'], values: ['0', '13', 'x', '1.5', ''] },
    '--fail-on': { before: ['shop.example'], values: ['moon', ''] },
    '--min-score': { before: ['shop.example'], values: ['101', '-1', 'x', '1.5', ''] },
    '--out': { before: ['shop.example'], values: ['report', 'report.pdf', ''] },
  },
  'pixel scan': {
    '--fail-on': { before: ['x.html'], values: ['info', 'ERROR', ''] },
    '--format': { before: ['x.html'], values: ['xml'] },
    '--out': { before: ['x.html'], values: ['report', 'report.pdf', ''] },
  },
  'pixel theme': {
    '--min-score': { before: ['dawn'], values: ['101', '-1', 'x', '1.5', ''] },
    '--fail-on': { before: ['dawn'], values: ['info', 'ERROR', ''] },
    '--format': { before: ['dawn'], values: ['xml'] },
    '--out': { before: ['dawn'], values: ['report', 'report.pdf', ''] },
  },
  'entry generate': { '--base-url': { before: ['x.json'], values: ['nowhere', 'ftp://x'] } },
  'entry batch': {
    '--base-url': { before: ['x.csv', '-o', 'out'], values: ['nowhere', 'ftp://x'] },
    '--default': { before: ['x.csv', '--check'], values: ['', 'x', '=1', 'farbe=red', 'attestation_accepted=maybe'] },
    '--fail-on': { before: ['x.csv', '--check'], values: ['warning', 'ERROR', ''] },
    '--template': { values: ['products.csv', ''] },
  },
  'entry export': {
    '--since': { values: ['foo', '2026-02-30', ''] },
    '--format': { before: ['--since', '2026-01-01'], values: ['table'] },
  },
  'entry registry': {
    '--format': { before: ['x'], values: ['xml', 'table'] },
    '--updates': { before: ['x'], values: ['', 'a-version-of-20-chars'] },
  },
  'entry codes list': { '--format': { values: ['xml'] } },
  'operators add': { '--role': { before: ['jane'], values: ['king', ''] } },
  'operators list': { '--format': { values: ['xml'] } },
  'operators audit': { '--from': { values: ['foo', '2026-13-01'] }, '--to': { values: ['foo'] } },
  'migrate status': { '--format': { values: ['xml'] } },
  'migrate up': { '--format': { values: ['xml'] } },
  doctor: { '--format': { values: ['xml'] } },
};

/** A wrong setting is a finding of `doctor`, which its other tests cover. */
const FINDINGS_OF_DOCTOR = new Set(['--port', '--host']);
/** Options that take any text or a path, or whose rule is checked against the data. Each has its own tests. */
const ANY_VALUE = new Set([
  '--data-dir',
  '--name',
  '--notes',
  '--text',
  '--action',
  '--out',
  '--revision',
  '--key',
  '--allow-network',
  '--owner',
  '--tag',
  '--tags',
  '--from',
  '--reason',
  '--backup',
  '--successor',
  '--column',
  '--code-column',
  '--origin-column',
  '--date-column',
  '--value-column',
  '--sheet',
  '--known-party',
]);

const rows = Object.entries(WRONG_VALUES).flatMap(([path, options]) =>
  Object.entries(options).flatMap(([option, { before = [], values }]) =>
    values.map((value) => [path, option, value, before] as const),
  ),
);

test('a wrong value of an option is wrong usage that names both', async () => {
  const failed: unknown[] = [];
  for (const [path, option, value, before] of rows) {
    const { code, stdout, stderr } = await command([...path.split(' '), ...before, option, value], dir);
    const names = stderr.includes(option) && stderr.includes(value.replace(/\p{Cc}/gu, '�'));
    if (code !== 2 || stdout !== '' || !names || /\n {4}at |\u001b/.test(stderr))
      failed.push({ path, option, value, code, stdout, stderr });
  }
  expect(failed).toEqual([]);
});

test('every option that takes a value is in the table, or takes any text', async () => {
  const missing = walk(commandTree(await createProgram())).flatMap(({ path, options }) =>
    options
      .filter(({ takesValue, long }) => takesValue && !ANY_VALUE.has(long))
      .filter(({ long }) => path[0] !== 'doctor' || !FINDINGS_OF_DOCTOR.has(long))
      .filter(({ long }) => WRONG_VALUES[path.join(' ')]?.[long] === undefined)
      .map(({ long }) => `${path.join(' ')} ${long}`),
  );
  expect(missing).toEqual([]);
});

const COMMANDS = [
  ['keys', 'list'],
  ['keys', 'issue', '--scope', 'all', '--name', 'x'],
  ['migrate', 'status'],
  ['migrate', 'up'],
  ['entry', 'export', '--since', '2026-01-01'],
  ['tariff', 'lists'],
  ['operators', 'list'],
  ['backup', 'copy.db'],
  ['serve', '--port', '0'],
  ['doctor', '--fast'],
];

const page = Buffer.alloc(4096, 'x');
const BROKEN: Record<string, (folder: string) => void> = {
  'a text': (folder) =>
    writeFileSync(`${folder}/portside.db`, 'This is not a database, but a text that is long enough.'),
  'a folder': (folder) => mkdirSync(`${folder}/portside.db`),
  'a damaged file': (folder) => {
    const bytes = readFileSync(`${dir}/var/portside.db`);
    for (let at = 4096; at < bytes.length; at += 4096) page.copy(bytes, at);
    writeFileSync(`${folder}/portside.db`, bytes);
  },
};

test.each(Object.keys(BROKEN))('%s in place of the database is one sentence in every command', async (kind) => {
  const work = tempDir();
  mkdirSync(`${work}/var`);
  BROKEN[kind]!(`${work}/var`);
  for (const args of COMMANDS) {
    const { code, stdout, stderr } = await command(args, work);
    expect([args.join(' '), code]).toEqual([args.join(' '), 1]);
    expect(stderr).not.toMatch(/\n {4}at |portside failed/);
    expect(stdout + stderr).toMatch(/not a database|damaged|unable to open|malformed|disk I\/O/);
  }
});

test('a file in place of the data folder is one sentence in every command', async () => {
  const work = tempDir();
  writeFileSync(`${work}/var`, '');
  for (const args of COMMANDS) {
    const { code, stdout, stderr } = await command(args, work);
    expect([args.join(' '), code]).toEqual([args.join(' '), 1]);
    expect(stderr).not.toMatch(/\n {4}at |portside failed/);
    expect(stdout + stderr).toMatch(/not a folder|no database|cannot be written/);
  }
});

test('the database of a newer version is one sentence that says what to do', async () => {
  const work = tempDir();
  copyEmptyDatabase(`${work}/var`);
  const { Database } = await import('bun:sqlite');
  const database = new Database(`${work}/var/portside.db`);
  database.run("INSERT INTO migrations VALUES ('9999_later', 'x', 1)");
  database.close();
  const { code, stderr } = await command(['keys', 'list'], work);
  expect(code).toBe(1);
  expect(stderr).toBe(
    'Migration 9999_later is unknown here: a newer version of Portside made this database. ' +
      'Run that version, or restore a backup that this version made.\n',
  );
});

/** Root may write everywhere. Without these capabilities it is refused like any other user. */
const refused = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : [];

test('a database that may not be written is one sentence', async () => {
  const work = tempDir();
  copyEmptyDatabase(`${work}/var`);
  chmodSync(`${work}/var/portside.db`, 0o400);
  chmodSync(`${work}/var`, 0o500);
  const child = Bun.spawnSync([...refused, ...program, 'keys', 'issue', '--scope', 'all', '--name', 'x'], {
    cwd: work,
    env: { PATH: process.env.PATH, HOME: work },
  });
  chmodSync(`${work}/var`, 0o700);
  expect(child.exitCode).toBe(1);
  expect(child.stderr.toString()).toMatch(/^\S*var\/portside\.db cannot be used: .*\.\n$/);
});
