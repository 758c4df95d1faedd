import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { processUsage } from './process-usage.ts';

const usageOf = processUsage();

test.skipIf(process.platform !== 'linux')('the memory of a process, until it has ended', async () => {
  const child = Bun.spawn(['cat'], { stdin: 'pipe', stdout: 'pipe' });
  const usage = usageOf(child.pid);
  child.stdin.write('ready');
  child.stdin.flush();
  for await (const _ of child.stdout) break;
  const pages = Number(readFileSync(`/proc/${child.pid}/statm`, 'latin1').split(' ')[1]);
  expect(pages).toBeGreaterThan(0);
  expect(usage.residentBytes()).toBe(pages * 4096);
  expect(usage.cpuMs()).toBeGreaterThan(0);
  child.kill('SIGKILL');
  // Without a turn of the event loop, so that nobody has waited for it yet.
  while (!/^State:\s+Z/m.test(readFileSync(`/proc/${child.pid}/status`, 'utf8')));
  expect(usage.residentBytes()).toBe(0);
  await child.exited;
  // Its file is still open, so nothing that gets its id is taken for it.
  expect(usage.residentBytes()).toBe(0);
  usage.close();
  usage.close();
  expect(usage.residentBytes()).toBe(0);
  expect(openFiles().filter((file) => file === `/proc/${child.pid}/statm`)).toEqual([]);
});

test.skipIf(process.platform !== 'linux')('memory that a process takes after the first reading', async () => {
  const code =
    'console.log(1); for await (const _ of console) break; global.kept = Buffer.alloc(64e6, 1); console.log(2)';
  const child = Bun.spawn([process.execPath, '-e', `${code}; await Bun.sleep(1e6)`], { stdin: 'pipe', stdout: 'pipe' });
  const usage = usageOf(child.pid);
  const said = child.stdout.getReader();
  await said.read();
  const before = usage.residentBytes()!;
  child.stdin.write('grow\n');
  child.stdin.flush();
  await said.read();
  expect(usage.residentBytes()! - before).toBeGreaterThan(60e6);
  child.kill('SIGKILL');
  await child.exited;
  usage.close();
});

test.skipIf(process.platform !== 'linux')('a process that ended before uses nothing', async () => {
  const child = Bun.spawn(['true']);
  await child.exited;
  expect(usageOf(child.pid).residentBytes()).toBe(0);
});

test.skipIf(process.platform !== 'linux')('the file of one process is not open in another', async () => {
  const first = Bun.spawn(['cat'], { stdin: 'pipe' });
  const usage = usageOf(first.pid);
  usage.residentBytes();
  expect(openFiles()).toContain(`/proc/${first.pid}/statm`);
  const second = Bun.spawn(['ls', '-l', '/proc/self/fd'], { stdout: 'pipe' });
  expect(await new Response(second.stdout).text()).not.toContain('statm');
  first.kill('SIGKILL');
  await first.exited;
  usage.close();
});

function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return [];
    }
  });
}
