/**
 * Runs a command of Portside in this process, also its isolated work: that takes a tenth of what new processes take. `run` of
 * `program.ts` starts the program. What only a process shows (its exit, signals, pipes, two at once) needs that one.
 */
import { spyOn } from 'bun:test';
import { runCommand } from '../../src/cli/program.ts';
import { TASKS } from '../../src/isolation/child/tasks.ts';
import * as pools from '../../src/isolation/open-pools.ts';
import type { WorkerPool } from '../../src/isolation/worker-pool.ts';
import { InlineTasks } from './inline-tasks.ts';
import type { Outcome } from './program.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Commands wait for each other, because all see the working directory, the environment and the streams of this process. */
let last: Promise<unknown> = Promise.resolve();

/** Like `run`: the same arguments give the same outcome. */
export function command(args: string[], cwd: string, more: Record<string, string> = {}, stdin = ''): Promise<Outcome> {
  const outcome = last.then(() => runHere(args, cwd, more, stdin));
  last = outcome.catch(() => {});
  return outcome;
}

async function runHere(args: string[], cwd: string, more: Record<string, string>, stdin: string): Promise<Outcome> {
  const [folder, env, mask] = [process.cwd(), process.env, process.umask(0o077)];
  const stdout = capture(process.stdout);
  const stderr = capture(process.stderr);
  // A command of its own process need not take back what waits for a signal.
  const waiting = SIGNALS.map((signal) => process.listeners(signal));
  const opening = spyOn(pools, 'openCommandPool').mockImplementation(inlinePool);
  const input = spyOn(Bun.stdin, 'text').mockResolvedValue(stdin);
  try {
    process.chdir(cwd);
    process.env = { PATH: env.PATH, NODE_ENV: 'production', HOME: cwd, ...more } as NodeJS.ProcessEnv;
    const code = await runCommand(args);
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    input.mockRestore();
    opening.mockRestore();
    stdout.end();
    stderr.end();
    process.env = env;
    process.umask(mask);
    for (const [i, signal] of SIGNALS.entries()) {
      for (const listener of process.listeners(signal)) {
        if (!waiting[i]!.includes(listener)) process.off(signal, listener);
      }
    }
    process.chdir(folder);
  }
}

function inlinePool(group: pools.CommandPool): WorkerPool {
  const tasks = TASKS[group]!().then((loaded) => new InlineTasks(loaded));
  const pool: Pick<WorkerPool, 'run' | 'prepare' | 'close'> = {
    run: async (order) => (await tasks).run(order),
    prepare() {},
    async close() {},
  };
  return pool as WorkerPool;
}

/** Keeps what is written to a stream, which is no terminal meanwhile. */
function capture(stream: NodeJS.WriteStream) {
  const parts: string[] = [];
  const decoder = new TextDecoder();
  const { isTTY, columns } = stream;
  Object.assign(stream, { isTTY: false, columns: undefined });
  const write = spyOn(stream, 'write').mockImplementation((part: string | Uint8Array) => {
    parts.push(typeof part === 'string' ? part : decoder.decode(part, { stream: true }));
    return true;
  });
  return {
    text: () => parts.join(''),
    end() {
      write.mockRestore();
      Object.assign(stream, { isTTY, columns });
    },
  };
}
