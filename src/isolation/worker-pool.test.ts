import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { root } from '../../test/support/paths.ts';
import { tempDir } from '../../test/support/temp.ts';
import { until } from '../../test/support/until.ts';
import { TaskFault, type TaskOrder, TaskOverrun } from '../domain/isolated-tasks.ts';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

const MB = 1 << 20;
const FIXTURE = join(root, 'test/fixtures/isolation/hostile-worker.ts');
const BUDGET = { cpuMs: 10_000, memoryBytes: 256 * MB, outputBytes: MB, wallMs: 120_000 };

const pools: WorkerPool[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

function open(options: Partial<WorkerPoolOptions> = {}): WorkerPool {
  const pool = new WorkerPool({
    command: [process.execPath, FIXTURE],
    group: 'hostile',
    memoryBytes: 256 * MB,
    workersMax: 2,
    waitMs: 120_000,
    spare: true,
    ...options,
  });
  pools.push(pool);
  return pool;
}

const order = (task: string, budget: Partial<typeof BUDGET> = {}, owner = 'key 1', input: unknown = {}): TaskOrder => ({
  task,
  input,
  budget: { ...BUDGET, ...budget },
  owners: [owner],
});
const echo = (pool: WorkerPool, text: string, owner = 'key 2') =>
  pool.run(order('echo', {}, owner, { text })).then((result) => result.text);
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('no fault');
    },
    (error: Error) => error,
  );
const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));

describe('work that exceeds its budget is stopped, charged and answered, and work beside it goes on', () => {
  const pool = open();
  let before: number;
  beforeAll(() => {
    before = process.memoryUsage.rss();
  });
  test.each([
    ['a busy loop', 'spin', { cpuMs: 100 }, 'cpuMs'],
    ['a loop of microtasks', 'microtasks', { cpuMs: 100 }, 'cpuMs'],
    ['a regular expression that goes back', 'expression', { cpuMs: 100 }, 'cpuMs'],
    ['a sleep', 'asleep', { wallMs: 50 }, 'wallMs'],
    ['a wait without end', 'waiting', { wallMs: 50 }, 'wallMs'],
    ['a list of small objects', 'objects', {}, 'memoryBytes'],
    ['large buffers', 'buffers', {}, 'memoryBytes'],
    ['20 MB of output', 'large', {}, 'outputBytes'],
    ['4 GB of output that never comes', 'announced', {}, 'outputBytes'],
  ] as const)('%s', async (_, task, budget, resource) => {
    const stopped = faultOf(pool.run(order(task, budget)));
    const beside = Array.from({ length: 5 }, (_, i) => echo(pool, `beside ${i}`));
    const error = (await stopped) as TaskOverrun;
    expect(error).toBeInstanceOf(TaskOverrun);
    expect(error.resource).toBe(resource);
    if (resource === 'cpuMs') expect(error.cost.cpuMs).toBeGreaterThanOrEqual(100);
    expect(error.cost.cpuMs).toBeGreaterThan(0);
    expect(await Promise.all(beside)).toEqual([0, 1, 2, 3, 4].map((i) => `beside ${i}`));
    expect(await echo(pool, 'after', 'key 1')).toBe('after');
  });

  test('each is counted by its reason', () => {
    expect(pool.ended).toEqual({ cpuMs: 3, wallMs: 2, memoryBytes: 2, outputBytes: 2 });
  });

  test('memory of the server does not grow with what a worker announces or sends', () => {
    // Other tests of this process may have left it large.
    expect(process.memoryUsage.rss() - before).toBeLessThan(512 * MB);
  });
});

describe('a worker that breaks is replaced, and its work is answered', () => {
  const pool = open();
  test.each([
    ['writes what is no frame', 'rubbish', 'protocol'],
    ['sends a reply of another shape', 'wrongShape', 'protocol'],
    ['sends a reply that is not JSON', 'notJson', 'protocol'],
    ['answers twice', 'twice', 'protocol'],
    ['exits with 0', 'exits', 'ended'],
    ['throws', 'throws', 'threw'],
  ] as const)('one that %s', async (_, task, kind) => {
    const error = (await faultOf(pool.run(order(task)))) as TaskFault;
    expect(error).toBeInstanceOf(TaskFault);
    expect(error.kind).toBe(kind);
    expect(await echo(pool, 'after')).toBe('after');
  });

  test('one that is killed from outside in the midst of its work', async () => {
    const work = faultOf(pool.run(order('asleep')));
    await until('the work runs', () => pool.load().running === 1);
    const waiting = Promise.allSettled(Array.from({ length: 3 }, (_, i) => echo(pool, `${i}`)));
    for (const pid of pool.pids) process.kill(pid, 'SIGKILL');
    expect(((await work) as TaskFault).kind).toBe('ended');
    // Those that had reached a worker are answered too, each with its text or with the end of its worker.
    for (const answer of await waiting)
      if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(TaskFault);
    expect(await echo(pool, 'after')).toBe('after');
  });

  test('one that is killed between two orders', async () => {
    await until('no work is left', () => pool.load().running === 0);
    const { pids } = pool;
    expect(pids.length).toBeGreaterThan(0);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    while (pids.some(isAlive)); // Without a turn of the event loop, so that the pool has not heard of it.
    expect(await echo(pool, 'after')).toBe('after');
  });
});

describe('orders and results', () => {
  const pool = open();
  test('cross whole, whatever their size', async () => {
    for (const length of [0, 1, 65_535, 65_536, 1_000_003]) {
      const bytes = new Uint8Array(length).map((_, i) => i * 31);
      const text = 'ü€😀'.repeat(Math.ceil(length / 16));
      const result = await pool.run({
        ...order('echo', { outputBytes: 64 * MB }, 'key 1', { text }),
        attachments: [bytes, new Uint8Array(0), bytes.subarray(1)],
      });
      expect(result.text).toBe(text);
      expect(Buffer.compare(result.bytes, Buffer.concat([bytes, bytes.subarray(1)]))).toBe(0);
    }
  });

  test('cost what the kernel says', async () => {
    const { cost } = await pool.run(order('echo', {}, 'key 1', { text: '' }));
    expect(cost.cpuMs).toBeGreaterThan(0);
    expect(cost.cpuMs).toBeLessThan(1000);
  });
});

describe('owners', () => {
  test('one with 100 orders does not keep another waiting, and cannot take all workers', async () => {
    const pool = open({ waitingMax: 200, waitingPerOwner: 200 });
    const done: string[] = [];
    const note = (owner: string) => echo(pool, owner, owner).then(() => done.push(owner));
    const all = Array.from({ length: 100 }, () => note('key 1'));
    all.push(note('key 2'));
    expect(pool.load().waiting + pool.load().running).toBe(101);
    await Promise.all(all);
    // It is the second to start. In the order of arrival it would be the last to end.
    expect(done.indexOf('key 2')).toBeLessThan(50);
  });

  test('while one holds all it may with work that never ends, others are served', async () => {
    const pool = open({ workersMax: 3 });
    const stuck = [1, 2, 3].map(() => faultOf(pool.run(order('spin', { cpuMs: 3_600_000, wallMs: 3_600_000 }))));
    for (let i = 0; i < 5; i++) expect(await echo(pool, 'served')).toBe('served');
    expect(pool.load()).toMatchObject({ running: 2, waiting: 1 });
    await pool.close();
    for (const error of await Promise.all(stuck)) expect(error).toMatchObject({ code: 'unavailable' });
  });

  test('with too much work waiting get 503 with Retry-After, others do not', async () => {
    const pool = open({ waitingMax: 10, waitingPerOwner: 3 });
    const stuck = Array.from({ length: 4 }, () => faultOf(pool.run(order('asleep'))));
    await until('one runs', () => pool.load().running === 1);
    const fourth = faultOf(pool.run(order('asleep')));
    expect(await Promise.race([fourth, ...stuck])).toMatchObject({ code: 'unavailable', retryAfterS: 1 });
    expect(await echo(pool, 'other')).toBe('other');
    await pool.close();
    await Promise.all([...stuck, fourth]);
  });

  test('that wait too long get 503 and leave the queue', async () => {
    const pool = open({ workersMax: 1, waitMs: 1 });
    pool.prepare();
    await until('a worker is ready', () => pool.load().spare > 0);
    const stuck = faultOf(pool.run(order('asleep')));
    expect(await faultOf(pool.run(order('asleep')))).toMatchObject({ code: 'unavailable' });
    expect(pool.load()).toMatchObject({ running: 1, waiting: 0 });
    await pool.close();
    await stuck;
  });
});

describe('processes', () => {
  test('there is none before there is work, and one spare while there is', async () => {
    const pool = open();
    expect(pool.load()).toEqual({ running: 0, spare: 0, waiting: 0 });
    const work = faultOf(pool.run(order('asleep')));
    await until('the work runs beside a spare process', () => pool.load().running === 1 && pool.load().spare === 1);
    await pool.close();
    await work;
  });

  test('end when there was no work for a while', async () => {
    const pool = open({ idleMs: 1 });
    await Promise.all([echo(pool, '1', 'key 1'), echo(pool, '2', 'key 2')]);
    await until('none is left', () => pool.load().spare === 0 && (pool.ended.idle ?? 0) >= 2);
    expect(await echo(pool, 'again')).toBe('again');
  });

  test('are replaced after their share of work', async () => {
    const pool = open({ workersMax: 1, spare: false, jobsMax: 2 });
    for (let i = 0; i < 5; i++) expect(await echo(pool, `${i}`)).toBe(`${i}`);
    await until('two were replaced', () => pool.ended.recycled === 2);
  });

  test('that cannot start fail the work that waits, and are not started for ever', async () => {
    const warnings: string[] = [];
    const pool = open({ group: 'dies-at-start', onWarning: (message) => warnings.push(message) });
    for (let i = 0; i < 2; i++) {
      expect(await faultOf(pool.run(order('echo')))).toMatchObject({ code: 'unavailable' });
    }
    expect(warnings.length).toBeGreaterThanOrEqual(2);
    expect(warnings[0]).toContain('exit code 3');
    const missing = open({ command: ['/no/such/program'] });
    expect(await faultOf(missing.run(order('echo')))).toMatchObject({ code: 'unavailable' });
  });

  test('that cannot start beside one that works are not started for ever', async () => {
    const warnings: string[] = [];
    // The first start makes a folder. Each later one finds it and ends.
    const once = ['/bin/sh', '-c', 'mkdir "$0" && exec "$@"; exit 3', join(tempDir(), 'started')];
    const pool = open({
      command: [...once, process.execPath, FIXTURE],
      onWarning: (message) => warnings.push(message),
    });
    pool.prepare();
    await until('one is ready', () => pool.load().spare === 1);
    const work = faultOf(pool.run(order('asleep')));
    await until('no process is started', () => warnings.length > 0 && pool.pids.length === 1);
    expect([warnings.length, pool.load().running]).toEqual([3, 1]);
    await pool.close();
    await work;
  });

  test('are killed when the pool closes in the midst of work, and nothing is left', async () => {
    const pool = open();
    const works = ['spin', 'asleep', 'expression'].map((task, i) => faultOf(pool.run(order(task, {}, `key ${i}`))));
    await until('two run', () => pool.load().running === 2);
    const { pids } = pool;
    await pool.close();
    expect(pids.filter(isAlive)).toEqual([]);
    for (const work of works) expect(await work).toMatchObject({ code: 'unavailable' });
    expect(await faultOf(pool.run(order('echo')))).toMatchObject({ code: 'unavailable' });
    expect(pool.load()).toEqual({ running: 0, spare: 0, waiting: 0 });
  });
});

describe.if(process.platform === 'linux')('a worker process on Linux', () => {
  test('has no environment, few rights, hard limits, a low priority, and a compiler', async () => {
    const pool = open();
    const { text } = await pool.run(order('self'));
    const self = JSON.parse(text);
    expect(self.environment).toEqual([]);
    expect(self.folder).toBe('/');
    expect(self.write).toBe('EFBIG');
    expect(self.status).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(self.oomScore).toBe('1000');
    expect(self.niceness).toBe(Math.min(19, getPriority(0) + 19));
    expect(self.limits).toMatch(/^Max file size\s+0\s+0 /m);
    expect(self.limits).toMatch(/^Max core file size\s+0\s+0 /m);
    expect(self.limits).toMatch(/^Max open files\s+32\s+32 /m);
    expect(self.limits).toMatch(/^Max data size\s+\d+\s+\d+ /m);
    // The limit on data must not take the compiler's memory away: then all would run in the interpreter, without a word.
    expect(self.compiles).toBeGreaterThan(0);
  });

  test('ends with its server, even if it is busy and the server is killed', async () => {
    const server = Bun.spawn([process.execPath, join(root, 'test/fixtures/isolation/busy-server.ts')], {
      stdout: 'pipe',
    });
    const { value } = await server.stdout.getReader().read();
    const pid = Number(new TextDecoder().decode(value));
    expect(isAlive(pid)).toBe(true);
    server.kill('SIGKILL');
    await server.exited;
    await until('the worker is gone', () => !isAlive(pid));
  });
});
