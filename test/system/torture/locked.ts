/** Another process holds the write lock of the database for ten seconds. */
import { Database } from 'bun:sqlite';
import { issueKey, run, serve, showKey } from '../../support/program.ts';
import { certificate, eventually, inspectFolder, isEnvelope, lookup, readBack } from './callers.ts';
import type { Fault } from './trial.ts';

const HELD_MS = 10_000;

export const locked: Fault = {
  name: 'database-locked',
  rounds: { quick: 1, full: 10 },
  async run(trial) {
    const { key, id } = await issueKey(trial.dir, '--per-minute', '1000000', '--per-day', '1000000');
    const server = await serve(trial.dir, ['--workers', '2']);
    const { url } = server;
    let served = 0;
    let refused = 0;
    const ask = async () => {
      const answer = await lookup(url, key);
      if (answer.status === 200) served++;
      return answer;
    };
    const first = await certificate(url, key, 'before');
    trial.holds(first.status === 200, `before: ${first.status}`);
    served++;
    const { gcc_pdf_url: signedUrl } = first.body as { gcc_pdf_url: string };
    for (let round = 0; round < trial.roundsMax; round++) {
      const holder = new Database(`${trial.dir}/var/portside.db`);
      holder.run('PRAGMA busy_timeout = 10000');
      holder.run('BEGIN IMMEDIATE');
      const until = performance.now() + HELD_MS;
      const command = run(['keys', 'issue', '--scope', 'all', '--name', 'k'], trial.dir);
      while (performance.now() < until) {
        const answers = await Promise.all([ask(), ask(), certificate(url, key, `during ${round}`)]);
        for (const answer of answers) {
          if (performance.now() >= until && answer.status === 200) continue;
          trial.holds(answer.status === 503 && isEnvelope(answer, 'unavailable'), `locked: ${answer.status}`);
          trial.holds(answer.headers.get('retry-after') !== null, 'locked: no Retry-After');
          refused++;
        }
        trial.holds((await fetch(`${url}/healthz`)).ok, 'locked: /healthz');
        const { status, sound } = await readBack(url, signedUrl);
        trial.holds(status === 200 && sound, `locked: a certificate reads back as ${status}`);
      }
      const { code, stderr } = await command;
      trial.holds(code === 1 && !/^\s+at /m.test(stderr), `keys issue: exit ${code}, ${stderr.slice(0, 300)}`);
      holder.run('ROLLBACK');
      holder.close();
      trial.holds(await eventually(async () => (await ask()).status === 200), 'no recovery');
      const after = await certificate(url, key, `after ${round}`);
      if (after.status === 200) served++;
      trial.holds(after.status === 200, `after: ${after.status}`);
      trial.round();
    }
    trial.holds((await server.stop()) === 0, 'the stop was not clean');
    inspectFolder(trial, `${trial.dir}/var`);
    const { total } = (await showKey(trial.dir, id)).usage;
    trial.holds(total === served, `${served} answered, ${total} counted`);
    trial.note(`${refused} refused; ${served} answered, ${total} counted`);
  },
};
