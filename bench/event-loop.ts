/** How long the server's event loop is blocked while certificates are made. Every caller waits for the longest stretch of work. */
import { mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import type { Bench, PreparedBench, Sample } from './bench.ts';
import { CERTIFICATES_PER_SECOND, startCertificateStream } from './certificate-stream.ts';
import { issueKeys } from './keys.ts';
import { probeEnv, readProbe } from './read-probe.ts';
import { freePort, MeasuredServer } from './server.ts';

const FOLDER = join(import.meta.dir, '../.cache/bench/event-loop');
const MAIN = join(import.meta.dir, '../src/main.ts');
const PROBE_FILE = join(FOLDER, 'probe');
/** Seconds of a timed run. Long stretches are rare, so one second would show few of them. */
const SECONDS_EACH = 5;
/** A round is five times as long as elsewhere. */
const ROUNDS_MAX = 2;

export const eventLoop: Bench = {
  name: 'event-loop',
  needs: ['taskset'],
  async prepare({ seconds, warmUpSeconds, rounds }, say): Promise<PreparedBench> {
    rmSync(FOLDER, { recursive: true, force: true });
    const dataDir = join(FOLDER, 'data');
    mkdirSync(dataDir, { recursive: true });
    const [key] = await issueKeys(dataDir, 1);
    say('event-loop: starting the server');
    const port = freePort();
    const server = await MeasuredServer.start(
      [process.execPath, MAIN, 'serve', '--port', String(port), '--data-dir', dataDir],
      `http://127.0.0.1:${port}`,
      // Drawing gets another core: the question is whether it blocks the loop, not whether it takes its core.
      { cores: `0-${os.availableParallelism() - 1}`, env: probeEnv(PROBE_FILE) },
    );
    const read = () => readProbe(PROBE_FILE, () => server.signalAlone('SIGUSR2'));
    const shareOfRun = rounds > 2 ? SECONDS_EACH : 2;
    const watch = (generating: boolean, runSeconds: number) => async (): Promise<Sample> =>
      server.awake(async () => {
        await read();
        const stream = generating ? startCertificateStream(server.url, key!) : undefined;
        await Bun.sleep(runSeconds * 1000);
        const made = (await stream?.stop()) ?? 0;
        return { ...(await read()), made };
      });
    try {
      await watch(true, Math.max(1, warmUpSeconds))();
    } catch (error) {
      await server.stop();
      throw error;
    }
    const table = {
      name: 'event-loop',
      title: `The server's event loop: with ${CERTIFICATES_PER_SECOND} certificates a second, and idle`,
      metrics: [
        { name: 'work_ms', title: 'longest stretch of work, ms' },
        { name: 'gap_ms', title: 'longest time between two turns, ms' },
        { name: 'made', title: 'certificates made' },
      ],
      rounds: Math.min(rounds, ROUNDS_MAX),
      contenders: [
        { name: 'with certificates', measure: watch(true, seconds * shareOfRun) },
        // Nothing rare happens in it, so a short look is enough.
        { name: 'idle', measure: watch(false, seconds) },
      ],
      notes: [
        'Work is processor time of the loop’s own thread between two turns of a 1 ms timer. The time between two turns also includes what other processes took.',
      ],
    };
    return { tables: [table], skipped: [], close: () => server.stop() };
  },
};
