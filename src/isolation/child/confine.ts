/**
 * A worker process gives up what it does not need, before it reads a stranger's text. The server enforces the budgets from
 * outside; this is the second line, and the kernel holds it. Only on Linux: elsewhere the function says what is not in force.
 */
import { dlopen, ptr } from 'bun:ffi';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Added to the niceness of the server, so that lookups do not wait for scans and certificates. */
const NICENESS_STEP = 19;
const NICENESS_MAX = 19;

const PR_SET_PDEATHSIG = 1;
const PR_SET_NO_NEW_PRIVS = 38;
const SIGKILL = 9;
const RLIMIT_FSIZE = 1;
const RLIMIT_DATA = 2;
const RLIMIT_CORE = 4;
const RLIMIT_NOFILE = 7;
const FILES_MAX = 32;
/** What the engine takes beside the data of a task. */
const DATA_SLACK_BYTES = 64 << 20;

type LimitSetter = (resource: number, value: number) => number;

/**
 * Part one, before any code of a task is loaded: end with the server, even when busy; no new privileges; first to go when the
 * machine has no memory left.
 * @returns what is not in force, and a function for part two: low priority, and limits on memory, files and their sizes
 */
export function confine(parentPid: number): { missing: string[]; limit(memoryBytes: number): string[] } {
  const missing: string[] = [];
  if (process.platform !== 'linux') {
    missing.push('end with the server', 'limits of processor time, memory and files (only on Linux)');
    return { missing, limit: () => [] };
  }
  attempt(missing, 'out-of-memory order', () => writeFileSync('/proc/self/oom_score_adj', '1000'));
  const libc = openLibc();
  if (!libc) return { missing: [...missing, 'limits of the kernel (no C library)'], limit: () => [] };
  if (libc.prctl(PR_SET_PDEATHSIG, SIGKILL) !== 0) missing.push('end with the server');
  if (libc.prctl(PR_SET_NO_NEW_PRIVS, 1) !== 0) missing.push('no new privileges');
  // The server may have ended before the first call. Then no signal will come.
  if (process.ppid !== parentPid) process.exit(0);
  return { missing, limit: (memoryBytes) => limits(libc.setrlimit, memoryBytes) };
}

/**
 * The limit on data is set late and from inside: before the start, it would take the just-in-time compiler's region away and
 * leave the interpreter alone.
 */
function limits(setrlimit: LimitSetter, memoryBytes: number): string[] {
  const missing: string[] = [];
  attempt(missing, 'low priority', lowerPriority);
  const inUseKb = Number(/^VmData:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? Number.NaN);
  const limit = (what: string, resource: number, value: number) => {
    if (!(setrlimit(resource, value) === 0)) missing.push(what);
  };
  if (Number.isNaN(inUseKb)) missing.push('memory limit');
  else limit('memory limit', RLIMIT_DATA, inUseKb * 1024 + memoryBytes + DATA_SLACK_BYTES);
  limit('no files written', RLIMIT_FSIZE, 0);
  limit('no core files', RLIMIT_CORE, 0);
  limit('few open files', RLIMIT_NOFILE, FILES_MAX);
  return missing;
}

/** Of each thread, because on Linux each has its own. Not before: a start should not wait for a busy machine. */
function lowerPriority(): void {
  const niceness = Math.min(NICENESS_MAX, getPriority(0) + NICENESS_STEP);
  for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), niceness);
}

function openLibc() {
  try {
    const { symbols } = dlopen('libc.so.6', {
      prctl: { args: ['i32', 'u64', 'u64', 'u64', 'u64'], returns: 'i32' },
      setrlimit: { args: ['i32', 'ptr'], returns: 'i32' },
    });
    return {
      prctl: (option: number, value: number) => symbols.prctl(option, value, 0, 0, 0),
      setrlimit: (resource: number, value: number) =>
        symbols.setrlimit(resource, ptr(BigUint64Array.of(BigInt(value), BigInt(value)))),
    };
  } catch {
    return undefined;
  }
}

function attempt(missing: string[], what: string, act: () => void): void {
  try {
    act();
  } catch {
    // A sandbox may forbid it. The work is done anyway.
    missing.push(what);
  }
}
