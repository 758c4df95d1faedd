/** A temporary PostgreSQL for a bench, with its default settings. */
import { join } from 'node:path';
import { cpuSecondsBelow } from './server.ts';

const WITH_POSTGRES = join(import.meta.dir, '../test/system/postgres/with-postgres.sh');

/** A temporary PostgreSQL, removed after the bench. */
export class Cluster {
  readonly #process: Bun.Subprocess<'pipe', 'pipe', 'inherit'>;
  readonly #url: string;
  /** The process that all others of PostgreSQL are below. */
  readonly postmaster: number;

  private constructor(process: Bun.Subprocess<'pipe', 'pipe', 'inherit'>, url: string, postmaster: number) {
    this.#process = process;
    this.#url = url;
    this.postmaster = postmaster;
  }

  /** @param cores in the notation of `taskset -c`; all by default */
  static async start(cores?: string): Promise<Cluster> {
    // It stops when its standard input ends, so it also stops when this process dies.
    const script =
      'echo $PORTSIDE_TEST_POSTGRES_URL $(head -1 "$PORTSIDE_TEST_POSTGRES_DATA/postmaster.pid"); exec cat';
    const child = Bun.spawn([...(cores ? ['taskset', '-c', cores] : []), WITH_POSTGRES, 'bash', '-c', script], {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
    });
    const { value } = await child.stdout.getReader().read();
    const [url, pid] = new TextDecoder().decode(value).trim().split(' ');
    if (!url || !pid) throw new Error('PostgreSQL did not start.');
    return new Cluster(child, url, Number(pid));
  }

  /** The address of a new database in it. */
  async database(): Promise<string> {
    await this.#query('CREATE DATABASE bench');
    return this.#url.replace(/\/postgres$/, '/bench');
  }

  cpuSeconds(): number {
    return cpuSecondsBelow(this.postmaster);
  }

  /** Commits in all databases since the start. PostgreSQL updates this with a delay of up to a second. */
  async commits(): Promise<number> {
    return Number(await this.#query('SELECT sum(xact_commit) FROM pg_stat_database'));
  }

  async stop(): Promise<void> {
    this.#process.stdin.end();
    await this.#process.exited;
  }

  async #query(text: string): Promise<string> {
    const psql = Bun.spawn(['psql', this.#url, '-Atqc', text], { stdout: 'pipe', stderr: 'inherit' });
    return (await new Response(psql.stdout).text()).trim();
  }
}
