/**
 * Jobs over HTTP of real servers that are killed at random moments: the results of an audit are byte for byte those of an undisturbed
 * run, each certificate of a batch is made once, and the day is charged once.
 */
import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { csvRow } from '../../../src/domain/csv.ts';
import { FULL_LINE } from '../../support/batch-sheets.ts';
import { partsListCsv } from '../../support/parts-list.ts';
import { issueKey, type RunningServer, serve, showKey } from '../../support/program.ts';
import { seededRandom } from '../../support/seed.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';
import { freshDatabase, POSTGRES, POSTGRES_URL } from '../postgres/database.ts';

const LINES = 6000;
const CERTIFICATES = Number(process.env.PORTSIDE_KILLED_CERTIFICATES ?? 200);
const FORMATS = ['csv', 'json'];

/** Servers on one database, and what a client asks of whichever of them answers. */
class Servers {
  readonly running: RunningServer[] = [];
  key = '';
  /** Requests that were answered with success, and those whose answer was lost with its server. */
  answered = 0;
  lost = 0;
  #keyId = 0;

  private constructor(
    readonly dir: string,
    readonly random: () => number,
  ) {}

  static async start(random: () => number, processes: number, databaseUrl = ''): Promise<Servers> {
    const servers = new Servers(tempDir(), random);
    if (databaseUrl) writeFileSync(`${servers.dir}/portside.toml`, `database_url = "${databaseUrl}"\n`);
    // The first one alone: it makes the schema.
    servers.running.push(await serve(servers.dir));
    const { key, id } = await issueKey(servers.dir, '--per-minute', '1000000');
    [servers.key, servers.#keyId] = [key, id];
    while (servers.running.length < processes) servers.running.push(await serve(servers.dir));
    afterAll(() => Promise.all(servers.running.map((server) => server.stop('SIGKILL'))));
    return servers;
  }

  async ask(
    path: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const { url } = this.running[Math.floor(this.random() * this.running.length)]!;
    const headers = {
      authorization: `Bearer ${this.key}`,
      ...(init.method && { 'content-type': 'text/csv' }),
      ...init.headers,
    };
    try {
      const answer = await fetch(url + path, { ...init, headers });
      if (answer.ok) this.answered++;
      else if (answer.status >= 500) this.lost++;
      return answer;
    } catch (error) {
      // A server that is not there has counted nothing.
      if ((error as { code?: string }).code !== 'ECONNREFUSED') this.lost++;
      throw error;
    }
  }

  /** Kills one at a random moment within `withinMs`, and starts another in its place. */
  async kill(withinMs: number): Promise<void> {
    const victim = Math.floor(this.random() * this.running.length);
    await Bun.sleep(this.random() * withinMs);
    await this.running[victim]!.stop('SIGKILL');
    this.running[victim] = await serve(this.dir);
  }

  /** Sends a file again until it is answered: a client that was cut off does not know what became of it. */
  async begin(path: string, body: string): Promise<string> {
    for (;;) {
      const answer = await this.ask(path, { method: 'POST', body, headers: { 'idempotency-key': 'once' } }).catch(
        () => undefined,
      );
      const job = await answer?.json().catch(() => undefined);
      if (answer?.status === 202) return `${path}/${job.id}`;
      if (answer && answer.status < 500) throw new Error(JSON.stringify(job));
      await Bun.sleep(100);
    }
  }

  async finished(
    job: string,
  ): Promise<{ units_charged: number; counts: object; lines_done: number; errors_omitted: number }> {
    let last: { status?: string } = {};
    await until(
      'the job ends',
      async () => {
        await Bun.sleep(500);
        last = await (await this.ask(job)).json();
        return last.status !== 'queued' && last.status !== 'running';
      },
      150_000,
    );
    expect(last).toMatchObject({ status: 'finished' });
    return last as never;
  }

  async result(job: string, format: string): Promise<string> {
    const answer = await this.ask(`${job}/result?format=${format}`);
    expect(answer.status).toBe(200);
    return answer.text();
  }

  /** The day has the price of the job once, each answered request, and perhaps those whose answer was lost: fewer than the price. */
  async holdToPrice(units: number): Promise<void> {
    const requests = (await showKey(this.dir, this.#keyId)).usage.today - units;
    expect(requests).toBeGreaterThanOrEqual(this.answered);
    expect(requests).toBeLessThanOrEqual(this.answered + this.lost);
    expect(this.lost).toBeLessThan(units);
  }

  async jobs(path: string): Promise<{ id: string }[]> {
    return (await (await this.ask(path)).json()).jobs;
  }
}

async function auditUnderKills(name: string, processes: number, databaseUrl = ''): Promise<void> {
  const random = seededRandom(`kill an audit on ${name}`);
  const servers = await Servers.start(random, processes, databaseUrl);
  const body = partsListCsv(LINES);
  const path = '/api/v2/tariff/audits';
  // The first kills fall into the upload, the others into the work.
  const began = servers.begin(path, body);
  for (let kills = 0; kills < 3; kills++) await servers.kill(500);
  const job = await began;
  for (let kills = 3; kills < 10; kills++) await servers.kill(700);
  const disturbed = await servers.finished(job);
  expect(await servers.jobs(path)).toHaveLength(1);
  await servers.holdToPrice(disturbed.units_charged);
  const results = await Promise.all(FORMATS.map((format) => servers.result(job, format)));

  const quiet = await Servers.start(random, 1);
  const undisturbedJob = await quiet.begin(path, body);
  const undisturbed = await quiet.finished(undisturbedJob);
  for (const [i, format] of FORMATS.entries()) {
    const expected = await quiet.result(undisturbedJob, format);
    expect(results[i]!.length).toBe(expected.length);
    expect(results[i] === expected).toBeTrue();
  }
  expect(disturbed).toMatchObject({
    units_charged: undisturbed.units_charged,
    counts: undisturbed.counts,
    lines_done: LINES,
    errors_omitted: undisturbed.errors_omitted,
  });
}

async function batchUnderKills(name: string, processes: number, databaseUrl = ''): Promise<void> {
  const servers = await Servers.start(seededRandom(`kill a batch on ${name}`), processes, databaseUrl);
  const headings = Object.keys(FULL_LINE);
  const skus = Array.from({ length: CERTIFICATES }, (_, at) => `SKU-${String(at).padStart(5, '0')}`);
  const lines = skus.map((sku) => csvRow(headings.map((heading) => (heading === 'sku' ? sku : FULL_LINE[heading]!))));
  const path = '/api/v2/entry/batches';
  const began = servers.begin(path, [csvRow(headings), ...lines].join(''));
  await servers.kill(300);
  const job = await began;
  const spreadMs = Math.max(600, CERTIFICATES * 3);
  for (let kills = 1; kills < 5; kills++) await servers.kill(spreadMs);
  const { units_charged, lines_done } = await servers.finished(job);
  expect([units_charged, lines_done]).toEqual([CERTIFICATES, CERTIFICATES]);
  await servers.holdToPrice(CERTIFICATES);
  expect(await servers.jobs(path)).toHaveLength(1);

  const stored: { id: string; product: { sku: string } }[] = [];
  for (let cursor = ''; ; ) {
    const page = await (
      await servers.ask(`/api/v2/entry/certificates?limit=100${cursor && `&cursor=${cursor}`}`)
    ).json();
    stored.push(...page.certificates);
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  expect(stored.map(({ product }) => product.sku).sort()).toEqual(skus);
  const { rows } = JSON.parse(await servers.result(job, 'json')) as { rows: Record<string, string>[] };
  const ids = rows.map(({ id }) => id!);
  expect(ids.toSorted()).toEqual(stored.map(({ id }) => id).sort());
}

const onPostgres = test.skipIf(!POSTGRES_URL);

test(
  'SQLite: an audit under ten kills of its server has the result of an undisturbed one',
  () => auditUnderKills('SQLite', 1),
  280_000,
);
onPostgres(
  `${POSTGRES}: an audit under ten kills of three servers has the result of an undisturbed one`,
  async () => auditUnderKills('PostgreSQL', 3, await freshDatabase()),
  280_000,
);
test(
  'SQLite: a batch under five kills of its server makes each certificate once',
  () => batchUnderKills('SQLite', 1),
  280_000,
);
onPostgres(
  `${POSTGRES}: a batch under five kills of three servers makes each certificate once`,
  async () => batchUnderKills('PostgreSQL', 3, await freshDatabase()),
  280_000,
);
