/**
 * The compiled file in the sandboxes of `deploy/`, as closely as possible without systemd as the first process and without a
 * container engine: bubblewrap makes the read-only root, the one writable folder, the user and the system call filter.
 *   PORTSIDE_BIN=dist/portside bun test ./test/system/deploy/sandbox.ts
 */
import { describe, expect, test } from 'bun:test';
import { chmodSync, chownSync, copyFileSync, mkdirSync, openSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SCAN_EXAMPLES } from '../../../src/api/v1/pixel-scan/example.ts';
import { certificateRequests, root } from '../../support/paths.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';
import { Visitor } from '../../support/visitor.ts';

const built = process.env.PORTSIDE_BIN;
if (!built) throw new Error('PORTSIDE_BIN names no binary; run `bun run build` first.');
const UNIT = resolve(root, 'deploy/portside.service');
/** `nonroot` of distroless. */
const USER = 65532;
const PASSWORD = 'not-shown-anywhere-1';

const dir = tempDir();
chmodSync(dir, 0o711);
const program = join(dir, 'portside');
copyFileSync(resolve(built), program);
const request = resolve(certificateRequests, '04-complete-every-optional-field.json');

function folder(name: string): string {
  const path = join(dir, name);
  mkdirSync(path, { mode: 0o700 });
  chownSync(path, USER, USER);
  return path;
}

const secrets = folder('secrets');
writeFileSync(join(secrets, 'operator_password'), `${PASSWORD}\n`, { mode: 0o400 });
chownSync(join(secrets, 'operator_password'), USER, USER);

const COMMON = [
  ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup', '--die-with-parent'],
  ...['--uid', `${USER}`, '--gid', `${USER}`, '--cap-drop', 'ALL', '--clearenv'],
  ...['--setenv', 'PORTSIDE_DATA_DIR', '/data', '--setenv', 'PORTSIDE_HOST', '127.0.0.1'],
  ...['--setenv', 'PORTSIDE_OPERATOR_PASSWORD_FILE', '/secrets/operator_password'],
];

/** The libraries that the file needs and the files that distroless/base adds. There is no shell. */
function container(data: string): string[] {
  const { stdout } = Bun.spawnSync(['ldd', program]);
  const libraries = [...stdout.toString().matchAll(/(\/\S+\.so\.\d+)/g)].map(([, path]) => path!);
  const files = [...libraries, '/etc/resolv.conf', '/etc/nsswitch.conf', '/etc/ssl/certs', '/usr/share/zoneinfo'];
  return [
    ...files.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--ro-bind', program, '/usr/local/bin/portside', '--ro-bind', secrets, '/secrets'],
    ...['--proc', '/proc', '--dev', '/dev', '--bind', data, '/data', '--remount-ro', '/'],
  ];
}

/** The system folders read-only, with an empty /tmp and without homes and devices, under the system call filter of the unit. */
function service(data: string): string[] {
  const filter = join(dir, 'filter.bpf');
  const made = Bun.spawnSync(['/usr/bin/python3', join(import.meta.dir, 'syscalls.py'), UNIT, filter], {
    stderr: 'pipe',
  });
  if (made.exitCode !== 0) throw new Error(made.stderr.toString());
  const root = readdirSync('/').filter((name) => ['bin', 'etc', 'lib', 'lib64', 'sbin', 'usr'].includes(name));
  return [
    ...root.flatMap((name) => ['--ro-bind', `/${name}`, `/${name}`]),
    ...['--tmpfs', '/tmp', '--tmpfs', '/usr/local', '--ro-bind', program, '/usr/local/bin/portside'],
    ...['--proc', '/proc', '--dev', '/dev', '--bind', data, '/data', '--ro-bind', secrets, '/secrets'],
    ...['--remount-ro', '/', '--seccomp', '3'],
  ];
}

/** Not as root: the namespace maps the user to itself, so files of other users stay theirs. */
const AS_USER = ['setpriv', '--reuid', `${USER}`, '--regid', `${USER}`, '--clear-groups'];

function start(mounts: string[], args: string[], command = '/usr/local/bin/portside') {
  const filter = mounts.includes('--seccomp') ? [openSync(join(dir, 'filter.bpf'), 'r')] : [];
  return Bun.spawn([...AS_USER, 'bwrap', ...COMMON, ...mounts, command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', ...filter],
  });
}

async function outcome(child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>) {
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, code };
}

describe.each([
  ['the container', container],
  ['the unit', service],
] as const)('in %s', (name, sandbox) => {
  const data = folder(name.replace(' ', '-'));
  const mounts = sandbox(data);

  test('serves every product, reads the password file, and exits with 0 on SIGTERM', async () => {
    const child = start(mounts, ['serve', '--port', '0']);
    const decoder = new TextDecoder();
    let stderr = '';
    let url: string | undefined;
    for await (const chunk of child.stderr) {
      stderr += decoder.decode(chunk, { stream: true });
      url = /answers at (http:\S+)/.exec(stderr)?.[1];
      if (url) break;
    }
    if (!url) throw new Error(`${stderr}\n${await new Response(child.stdout).text()}`);
    const reader = child.stdout.getReader();
    let stdout = '';
    while (!stdout.includes('gcc/generate')) stdout += decoder.decode((await reader.read()).value, { stream: true });
    expect(stdout).not.toContain('Operator password');

    const answers = stdout
      .match(/^curl .*$/gm)!
      .map((line) => JSON.parse(Bun.spawnSync(['sh', '-c', line]).stdout.toString()));
    expect(answers[0].results[0].status).toBe('hit');
    expect(answers[1].score).toBe(SCAN_EXAMPLES.demo_store.answer.score);
    const pdf = await fetch(answers[2].gcc_pdf_url);
    expect([pdf.status, (await pdf.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);

    const visitor = new Visitor(url);
    // After its first start a server answers while it still hashes the password.
    await until('the operator can sign in', async () => (await visitor.signIn(PASSWORD)).status === 303);

    // bubblewrap does not pass signals on, so the signal goes to its child, the server.
    const children = Bun.spawnSync(['pgrep', '-P', `${child.pid}`])
      .stdout.toString()
      .trim();
    const grandchild = Bun.spawnSync(['pgrep', '-P', children]).stdout.toString().trim();
    process.kill(Number(grandchild || children), 'SIGTERM');
    expect(await child.exited).toBe(0);
  });

  test('only its user may read the files it wrote', () => {
    const files = readdirSync(data);
    expect(files).toContain('portside.db');
    for (const file of files) expect([file, statSync(join(data, file)).mode & 0o077]).toEqual([file, 0]);
  });

  test('can write only to its data folder', async () => {
    copyFileSync(request, join(data, 'request.json'));
    chmodSync(join(data, 'request.json'), 0o644);
    const generate = (out: string) =>
      outcome(
        start(mounts, ['entry', 'generate', '/data/request.json', '--base-url', 'https://here.example', '--out', out]),
      );
    // Nothing on stderr: the worker process that draws it has all its limits, the sandbox forbids none.
    expect(await generate('/data/made.pdf')).toMatchObject({ code: 0, stderr: '' });
    for (const path of [
      '/usr/made.pdf',
      '/etc/made.pdf',
      '/usr/local/bin/portside',
      '/made.pdf',
      '/secrets/made.pdf',
    ]) {
      const { code, stderr } = await generate(path);
      expect([path, code, stderr]).toEqual([path, 1, `${path} cannot be written. Nothing was made.\n`]);
    }
  });
});

test('the system call filter of the unit is in force', async () => {
  const mounts = service(folder('filtered'));
  const bare = mounts.slice(0, mounts.indexOf('--seccomp'));
  expect((await outcome(start(bare, ['1', '/usr/bin/true'], '/usr/bin/taskset'))).code).toBe(0);
  const refused = await outcome(start(mounts, ['1', '/usr/bin/true'], '/usr/bin/taskset'));
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Operation not permitted') });
});
