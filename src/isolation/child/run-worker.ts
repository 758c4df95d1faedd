/**
 * A worker process: reads one order at a time from standard input, does it, and writes the result to standard output. It blocks
 * while it waits. It ends when its input ends, and with the server.
 */
import { readSync, writeSync } from 'node:fs';
import type { TaskGroup } from '../../domain/isolated-tasks.ts';
import { FrameReader, frameOf } from '../frame.ts';
import { confine } from './confine.ts';

/** Groups by name. A process loads the code of one group and nothing else. */
export type TaskTable = Record<string, () => Promise<TaskGroup>>;

const INPUT = 0;
const OUTPUT = 1;
/** What is read at once. One buffer for all orders, whose bytes are copied out of it. */
const CHUNK = Buffer.allocUnsafeSlow(256 * 1024);
const ORDER_BYTES_MAX = 512 * 1024 * 1024;

/** @param args name of the group, process id of the server, memory budget in bytes */
export async function runWorker(table: TaskTable, [group, parentPid, memoryBytes]: string[]): Promise<never> {
  const { missing, limit } = confine(Number(parentPid));
  const { tasks, warmUp } = await table[group!]!();
  await warmUp?.();
  missing.push(...limit(Number(memoryBytes)));
  send(JSON.stringify({ ready: true, missing }));
  for (;;) {
    const [order, ...attachments] = receive();
    const { task, input } = JSON.parse(order!.toString()) as { task: string; input: never };
    try {
      const { text = '', bytes } = await tasks[task]!(input, attachments);
      send(JSON.stringify({ done: true, cpuMs: ownCpuMs() }), [Buffer.from(text), bytes ?? new Uint8Array(0)]);
    } catch (error) {
      const outOfMemory = error instanceof RangeError && /out of memory/i.test(error.message);
      const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
      send(JSON.stringify({ outOfMemory, fault: fault.slice(0, 2000), cpuMs: ownCpuMs() }));
    }
  }
}

/** For platforms where the server cannot read it. */
function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function receive(): Buffer[] {
  const reader = new FrameReader(ORDER_BYTES_MAX);
  for (;;) {
    const length = readSync(INPUT, CHUNK, 0, CHUNK.length, null);
    if (length === 0) process.exit(0);
    const parts = reader.push(CHUNK.subarray(0, length));
    if (parts) return parts;
  }
}

function send(text: string, attachments: Uint8Array[] = []): void {
  for (const chunk of frameOf(text, attachments)) {
    for (let at = 0; at < chunk.length; ) at += writeSync(OUTPUT, chunk, at, chunk.length - at);
  }
}
