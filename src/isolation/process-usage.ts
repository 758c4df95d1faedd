/**
 * What another process uses, read from the kernel: the process cannot lie about it. Both are cheap enough to read fifty times a
 * second for each busy worker, and twice for each order (2 microseconds each).
 */
import { dlopen, ptr } from 'bun:ffi';
import { closeSync, openSync, readSync } from 'node:fs';

/** What one process uses. */
export interface ProcessUsage {
  /** Processor time since the start of the process, all its threads, also those that ended. Undefined if it cannot be read. */
  cpuMs(): number | undefined;
  /** Resident memory; 0 for a process that has ended. Undefined if it cannot be read. */
  residentBytes(): number | undefined;
  /** Call when the process has ended. */
  close(): void;
}

/** The size of a page. Larger pages exist on some ARM machines; then memory is under-counted and the limit of the kernel holds. */
const PAGE_BYTES = 4096;
/** `CPUCLOCK_SCHED` in a clock id: the exact time by the scheduler, where /proc counts ticks of 10 ms. */
const CPUCLOCK_SCHED = 2;
/** When it is opened, and when it is read. */
const ENDED = new Set(['ENOENT', 'ESRCH']);
const SPACE = 32;
const DIGIT_0 = 48;

const unknown = () => undefined;

/** Gives the usage of the process with an id. */
export function processUsage(): (pid: number) => ProcessUsage {
  if (process.platform !== 'linux') return () => ({ cpuMs: unknown, residentBytes: unknown, close: unknown });
  const clock = processClock();
  return (pid) => ({ cpuMs: clock ? () => clock(pid) : unknown, ...residentMemory(pid) });
}

/** The clock of another process, as `clock_getcpuclockid` names it. Undefined without a C library to ask. */
function processClock(): ((pid: number) => number | undefined) | undefined {
  try {
    const { symbols } = dlopen('libc.so.6', { clock_gettime: { args: ['i32', 'ptr'], returns: 'i32' } });
    const time = new BigInt64Array(2);
    const address = ptr(time);
    return (pid) => {
      if (symbols.clock_gettime((~pid << 3) | CPUCLOCK_SCHED, address) !== 0) return undefined;
      return Number(time[0]) * 1000 + Number(time[1]) / 1e6;
    };
  } catch {
    return undefined;
  }
}

/**
 * Keeps the file open, because opening it for each reading was half of what an order cost the server. If it cannot be opened, the
 * next reading tries again.
 */
function residentMemory(pid: number): Pick<ProcessUsage, 'residentBytes' | 'close'> {
  const text = Buffer.alloc(128);
  let file: number | undefined;
  let isClosed = false;
  return {
    residentBytes: () => {
      if (isClosed) return 0;
      try {
        file ??= openSync(`/proc/${pid}/statm`, 'r');
        return secondNumber(text, readSync(file, text, 0, text.length, 0)) * PAGE_BYTES;
      } catch (error) {
        return ENDED.has((error as { code?: string }).code ?? '') ? 0 : undefined;
      }
    },
    close: () => {
      if (file !== undefined) closeSync(file);
      file = undefined;
      isClosed = true;
    },
  };
}

/** Of decimal numbers with a space between them. */
function secondNumber(text: Uint8Array, length: number): number {
  let value = 0;
  for (let at = text.indexOf(SPACE) + 1; at < length && text[at] !== SPACE; at++)
    value = value * 10 + text[at]! - DIGIT_0;
  return value;
}
