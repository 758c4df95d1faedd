/** Several portside processes on one PostgreSQL, each on a port of its own, and HAProxy in front of them. */
import { writeFileSync } from 'node:fs';
import { freePort } from '../../support/free-port.ts';
import { issueKey, type RunningServer, serve } from '../../support/program.ts';
import { until as waitUntil } from '../../support/until.ts';
import { freshDatabase } from './database.ts';

export interface Fleet {
  /** Where HAProxy answers. */
  url: string;
  /** The database. */
  database: string;
  servers: RunningServer[];
  dir: string;
  /** Kills a process and starts another in its place. */
  replace(i: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startFleet(dir: string, size: number): Promise<Fleet> {
  const database = await freshDatabase();
  // Commands and servers that run in this folder all find it.
  writeFileSync(`${dir}/portside.toml`, `database_url = "${database}"\n`);
  // The first one alone: it makes the schema, the first key and the password.
  const servers = [await serve(dir)];
  await issueKey(dir);
  while (servers.length < size) servers.push(await serve(dir));
  const ports = servers.map(({ url }) => new URL(url).port);
  const port = freePort();
  writeFileSync(`${dir}/haproxy.cfg`, haproxyConfig(port, ports));
  const proxy = Bun.spawn(['haproxy', '-db', '-f', 'haproxy.cfg'], { cwd: dir, stdio: ['ignore', 'ignore', 'ignore'] });
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${url}/healthz`)).ok);
  return {
    url,
    database,
    servers,
    dir,
    async replace(i) {
      await servers[i]!.stop('SIGKILL');
      servers[i] = await serve(dir, ['--port', ports[i]!]);
    },
    async stop() {
      proxy.kill();
      await Promise.all([proxy.exited, ...servers.map((server) => server.stop())]);
    },
  };
}

/** Waits until the condition is true. An error counts as not yet: a process or the database may be restarting. */
export function until(condition: () => Promise<boolean>): Promise<void> {
  return waitUntil(String(condition), () => condition().catch(() => false));
}

/**
 * No request is ever sent twice: a second try could be counted beside the first. A process that is down refuses the check at
 * once; one on a busy machine may take its time.
 */
function haproxyConfig(port: number, ports: string[]): string {
  return `defaults
  mode http
  retries 0
  timeout connect 1s
  timeout client 30s
  timeout server 30s
  timeout check 5s
  option httpchk
  http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host localhost
frontend door
  bind 127.0.0.1:${port}
  default_backend fleet
backend fleet
  balance roundrobin
${ports.map((each, i) => `  server s${i} 127.0.0.1:${each} check inter 200ms fall 1 rise 1`).join('\n')}
`;
}
