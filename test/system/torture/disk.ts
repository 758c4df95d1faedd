/** A full disk and a read-only disk, as file systems in memory that the test mounts. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { issueKey, run, serve, showKey } from '../../support/program.ts';
import { fill, mount, mountSmallDisk, type SmallDisk } from '../../support/small-disk.ts';
import { certificate, eventually, inspectFolder, isEnvelope, lookup, readBack } from './callers.ts';
import { type Fault, Skipped, type Trial } from './trial.ts';

const DISK = '40m';
/** The counting floor is then 1 MB, so that little room is kept. */
const FLOOR = { PORTSIDE_DISK_FLOOR_MB: '2' };
/** Lookups may still fit into the write-ahead log for a while. A certificate does not fit. */
const REQUESTS_MAX = 20_000;

export const fullDisk: Fault = {
  name: 'disk-full',
  rounds: { quick: 2, full: 20 },
  async run(trial) {
    using disk = mountDisk(trial);
    const { key, id } = await issueKey(trial.dir, '--per-minute', '1000000', '--per-day', '1000000');
    const server = await serve(trial.dir, [], FLOOR);
    const { url } = server;
    let served = 0;
    const ask = async () => {
      const answer = await lookup(url, key);
      if (answer.status === 200) served++;
      return answer;
    };
    const make = async (model: string) => {
      const answer = await certificate(url, key, model);
      if (answer.status === 200) served++;
      return answer;
    };
    for (let round = 0; round < trial.roundsMax; round++) {
      trial.holds((await ask()).status === 200, 'a lookup failed with room on the disk');
      const kept = await make(`before ${round}`);
      trial.holds(kept.status === 200, `a certificate was answered ${kept.status} with room on the disk`);
      const { gcc_pdf_url: signedUrl } = kept.body as { gcc_pdf_url: string };

      const filler = join(disk.folder, `filler-${round}`);
      fill(filler);
      let refused = 0;
      for (let i = 0; i < REQUESTS_MAX && refused < 20; i += 8) {
        for (const answer of await Promise.all(Array.from({ length: 8 }, ask))) {
          if (answer.status === 200) continue;
          refused++;
          trial.holds(isEnvelope(answer, 'unavailable') && answer.status === 503, `full: ${answer.status}`);
          trial.holds(answer.headers.get('retry-after') !== null, 'full: no Retry-After');
        }
      }
      trial.holds(refused >= 20, 'the disk was never full');
      const made = await make(`during ${round}`);
      trial.holds(isEnvelope(made, 'unavailable'), `full: a certificate was answered ${made.status}`);
      trial.holds((await fetch(`${url}/healthz`)).ok, 'full: /healthz');
      const read = await readBack(url, signedUrl);
      trial.holds(read.status === 200 && read.sound, `full: a stored certificate reads back as ${read.status}`);
      const free = await fetch(`${url}/api/v0/tariff/lists`);
      trial.holds(free.ok, `full: /api/v0/tariff/lists is answered ${free.status}`);
      await free.body?.cancel();

      rmSync(filler);
      trial.holds(await eventually(async () => (await ask()).status === 200), 'no recovery of lookups');
      trial.holds(await eventually(async () => (await make(`after ${round}`)).status === 200), 'no recovery');
      trial.round();
    }
    trial.holds((await server.stop()) === 0, 'the stop was not clean');
    inspectFolder(trial, disk.folder);
    const { total } = (await showKey(trial.dir, id)).usage;
    // A certificate is counted before it is stored, so one that met the full disk may be counted.
    trial.holds(total >= served && total <= served + trial.roundsMax, `${served} answered, ${total} counted`);
    trial.note(`${served} answered, ${total} counted`);
  },
};

export const readOnlyDisk: Fault = {
  name: 'disk-read-only',
  rounds: { quick: 1, full: 5 },
  async run(trial) {
    using disk = mountDisk(trial);
    await issueKey(trial.dir);
    const runCommand = async (args: string[]) => {
      const { code, stderr } = await run(args, trial.dir);
      return { code, stderr, sentence: stderr.trim().split('\n').length <= 2 && !/^\s+at /m.test(stderr) };
    };
    for (let round = 0; round < trial.roundsMax; round++) {
      mount('-o', 'remount,ro', disk.folder);
      for (const args of [
        ['serve', '--port', '0'],
        ['keys', 'issue', '--scope', 'all', '--name', 'k'],
      ]) {
        const { code, stderr, sentence } = await runCommand(args);
        trial.holds(code === 1 && sentence, `${args[0]} on a read-only disk: exit ${code}, ${stderr.slice(0, 300)}`);
      }
      mount('-o', 'remount,rw', disk.folder);
      const server = await serve(trial.dir, [], FLOOR);
      const { key } = await issueKey(trial.dir);
      trial.holds((await lookup(server.url, key)).status === 200, 'no service once the disk was writable');
      trial.holds((await server.stop()) === 0, 'the stop was not clean');
      inspectFolder(trial, disk.folder);
      trial.round();
    }
  },
};

/** Mounts at the default data folder. */
function mountDisk(trial: Trial): SmallDisk {
  try {
    return mountSmallDisk(join(trial.dir, 'var'), DISK);
  } catch (error) {
    throw new Skipped(`needs the right to mount: ${(error as Error).message}`);
  }
}
