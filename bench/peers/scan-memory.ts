/** `scan-memory.ts SCANNER FILE`: prints the peak growth of the process during a scan, in MB. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { SCANNERS } from './scanners.ts';

const PIECE_BYTES = 65_536;
const [name, file] = process.argv.slice(2);
const scanner = SCANNERS[name!]!;

// Load and compile the code before the measurement.
await scanner([Buffer.from('<!doctype html><script>fbq("init", "123456789012345")</script>')]);
Bun.gc(true);
const before = statusMb('VmRSS');
await scanner(pieces());
process.stdout.write(String(Math.max(0, statusMb('VmHWM') - before)));

function* pieces(): Iterable<Uint8Array> {
  const opened = openSync(file!, 'r');
  for (;;) {
    const piece = Buffer.alloc(PIECE_BYTES);
    const length = readSync(opened, piece);
    if (length === 0) break;
    yield piece.subarray(0, length);
  }
  closeSync(opened);
}

function statusMb(field: string): number {
  const line = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))!;
  return (Number(line[1]) * 1024) / 1e6;
}
