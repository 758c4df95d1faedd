/** kill -9 at a random moment under load of all three products: every answered request and certificate is kept. */
import { childrenOf, issueKey, serve, showKey } from '../../support/program.ts';
import { certificate, eventually, harmlessStorefront, inspectFolder, lookup, readBack, scan } from './callers.ts';
import type { Fault, Trial } from './trial.ts';

const LOOKUPS_AT_ONCE = 8;
const LIMIT_MINUTE = 100;
/** The time between an answer and its record here. The minute is measured that much shorter. */
const SLACK_MS = 2000;

interface Kept {
  signedUrl: string;
  gccId: string;
  model: string;
  idempotencyKey?: string;
}

export function killed(workers: number): Fault {
  return {
    name: workers === 1 ? 'kill-9' : `kill-9-${workers}-workers`,
    rounds: { quick: 25, full: 200 },
    run: (trial) => killRepeatedly(trial, workers),
  };
}

async function killRepeatedly(trial: Trial, workers: number): Promise<void> {
  const { dir } = trial;
  const shop = harmlessStorefront();
  const busy = await issueKey(dir, '--per-minute', '1000000', '--per-day', '1000000');
  const limited = await issueKey(dir, '--per-minute', String(LIMIT_MINUTE));
  const start = () => serve(dir, ['--workers', String(workers)], { PORTSIDE_SCAN_ALLOW: shop.host });
  const told = { sent: 0, busy: 0, limited: 0 };
  const limitedAt: number[] = [];
  let certificates = 0;
  let unread: Kept[] = [];
  let serial = 0;

  const stopped = new Error('the server is gone');
  for (let round = 0; round < trial.roundsMax; round++) {
    const server = await start();
    const { url } = server;
    for (const kept of unread) await inspect(trial, url, busy.key, kept, told);
    unread = [];

    let alive = true;
    const repeat = async (act: () => Promise<void>) => {
      try {
        while (alive) await act();
      } catch (error) {
        if (alive) throw error;
      }
    };
    const count = (status: number, what: string) => {
      if (!alive && status !== 200) return;
      if (status === 200) told.busy++;
      // A host has two scans at once and a short queue, so 503 is a right answer to a scan.
      else trial.holds(status === 503 && what === 'scan', `${what} was answered ${status}`);
    };
    const ask = async (what: string, act: () => ReturnType<typeof lookup>) => {
      told.sent++;
      const answer = await act().catch((error) => Promise.reject(alive ? error : stopped));
      count(answer.status, what);
      return answer;
    };
    const load = [
      ...Array.from({ length: LOOKUPS_AT_ONCE }, () =>
        repeat(async () => void (await ask('lookup', () => lookup(url, busy.key)))),
      ),
      repeat(async () => void (await ask('scan', () => scan(url, busy.key, `http://${shop.host}/${serial++}`)))),
      ...[false, true].map((idempotent) =>
        repeat(async () => {
          const model = `M-${serial++}`;
          const idempotencyKey = idempotent ? `order ${model}` : undefined;
          const answer = await ask('certificate', () => certificate(url, busy.key, model, idempotencyKey));
          if (answer.status !== 200) return;
          const { gcc_pdf_url: signedUrl, gcc_id: gccId } = answer.body as { gcc_pdf_url: string; gcc_id: string };
          unread.push({ signedUrl, gccId, model, idempotencyKey });
        }),
      ),
      repeat(async () => {
        const { status } = await lookup(url, limited.key);
        if (status === 200) {
          told.limited++;
          limitedAt.push(performance.now());
        } else trial.holds(status === 429, `the limited key was answered ${status}`);
      }),
    ];
    // Half of the rounds are killed soon after the start, the others after a certificate was stored.
    if (round % 2 === 1) await eventually(async () => unread.length > 0);
    await Bun.sleep(trial.between(20, 400));
    const pids = [server.child.pid, ...(workers > 1 ? childrenOf(server.child.pid) : [])];
    alive = false;
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await Promise.all(load);
    await server.child.exited;
    certificates += unread.length;
    inspectFolder(trial, `${dir}/var`);
    trial.round();
  }

  const last = await start();
  for (const kept of unread) await inspect(trial, last.url, busy.key, kept, told);
  trial.holds((await last.stop()) === 0, 'the last stop was not clean');
  inspectFolder(trial, `${dir}/var`);
  const counted = (await showKey(dir, busy.id)).usage.total;
  trial.holds(counted >= told.busy, `${told.busy} were answered 200, ${counted} are in the account`);
  trial.holds(counted <= told.sent, `${told.sent} were sent, ${counted} are in the account`);
  trial.holds((await showKey(dir, limited.id)).usage.total >= told.limited, 'answers of the limited key are missing');
  const most = Math.max(0, ...limitedAt.map((at) => countFrom(limitedAt, at)));
  trial.holds(most <= LIMIT_MINUTE, `${most} were admitted within a minute of at most ${LIMIT_MINUTE}`);
  trial.holds(told.limited >= Math.min(LIMIT_MINUTE, trial.roundsMax), 'the limited key was hardly served');
  trial.note(`${told.busy} answered, ${counted} counted, ${told.sent} sent`);
  trial.note(`${certificates} certificates read back`);
  trial.note(`at most ${most} of ${LIMIT_MINUTE} a minute`);
  shop.close();
}

/** Checks an acknowledged certificate after the crash: it is complete and genuine, and its repeated request returns it. */
async function inspect(trial: Trial, url: string, key: string, kept: Kept, told: { sent: number; busy: number }) {
  const { status, sound } = await readBack(url, kept.signedUrl);
  trial.holds(status === 200 && sound, `certificate ${kept.gccId} reads back as ${status}, sound: ${sound}`);
  if (!kept.idempotencyKey) return;
  told.sent++;
  const again = await certificate(url, key, kept.model, kept.idempotencyKey);
  if (again.status === 200) told.busy++;
  const same = again.status === 200 && (again.body as { gcc_id: string }).gcc_id === kept.gccId;
  trial.holds(same, `the repeated request of ${kept.gccId} was answered ${again.status} with another certificate`);
}

function countFrom(times: number[], from: number): number {
  return times.filter((at) => at >= from && at < from + 60_000 - SLACK_MS).length;
}
