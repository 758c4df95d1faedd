/** A project of someone who uses the client: an empty folder, in which the packed file is installed. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HERE = import.meta.dir;
const TOOLS = join(HERE, 'node_modules');

export interface User {
  folder: string;
  /** The packed file. */
  packed: string;
  remove(): void;
}

/** @param tools packages of this folder that the user has too */
export async function user(tools: string[] = []): Promise<User> {
  const folder = mkdtempSync(join(tmpdir(), 'portside-user-'));
  const [{ filename }] = JSON.parse(
    await run(['npm', 'pack', '--json', '--pack-destination', folder], join(HERE, '..')),
  ) as [{ filename: string }];
  const packed = join(folder, filename);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  await run(
    ['npm', 'install', '--silent', '--no-save', '--no-package-lock', '--no-audit', '--offline', packed],
    folder,
  );
  for (const tool of tools) symlinkSync(join(TOOLS, tool), join(folder, 'node_modules', tool));
  return { folder, packed, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The command of a tool of this folder. */
export function tool(name: 'node-oldest' | 'node-newest' | 'deno' | 'attw'): string {
  return name.startsWith('node-') ? join(TOOLS, name, 'bin/node') : join(TOOLS, '.bin', name);
}

/** Commands are tried without the settings of this machine. */
const SETTINGS = /^((https?|no|all)_proxy|node_(options|extra_ca_certs|use_env_proxy)|deno_cert|ssl_cert_\w+)$/i;

/** What the command prints. @throws with all it printed if it fails */
export async function run(command: string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  const around = Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.test(name)));
  const child = Bun.spawn(command, { cwd, env: { ...around, ...env }, stdin: 'ignore', stderr: 'pipe' });
  const [out, errors, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (status !== 0) throw new Error(`${command.join(' ')}: status ${status}\n${out}${errors}`);
  return out;
}
