/** Loaded into the measured server before its own code. Records the longest time that its event loop was blocked. */
import { renameSync, writeFileSync } from 'node:fs';

const file = process.env.PORTSIDE_BENCH_PROBE;
if (Bun.isMainThread && file) {
  let gapMs = 0;
  let workMs = 0;
  let turnMs = performance.now();
  let cpuMs = threadCpuMs();
  setInterval(() => {
    const [nowMs, nowCpuMs] = [performance.now(), threadCpuMs()];
    gapMs = Math.max(gapMs, nowMs - turnMs);
    workMs = Math.max(workMs, nowCpuMs - cpuMs);
    [turnMs, cpuMs] = [nowMs, nowCpuMs];
  }, 1).unref();
  process.on('SIGUSR2', () => {
    // Renamed into place, so that no reader sees half of it.
    writeFileSync(`${file}.new`, JSON.stringify({ gap_ms: gapMs, work_ms: workMs }));
    renameSync(`${file}.new`, file);
    [gapMs, workMs] = [0, 0];
    [turnMs, cpuMs] = [performance.now(), threadCpuMs()];
  });
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
