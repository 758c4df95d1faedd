import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from './command-error.ts';
import { readInputFile } from './input-file.ts';

const dir = mkdtempSync(join(tmpdir(), 'portside-input-'));
const at = (name: string) => join(dir, name);

beforeAll(() => {
  writeFileSync(at('file'), 'text');
  writeFileSync(at('empty'), '');
  symlinkSync(at('file'), at('link'));
  symlinkSync(at('loop'), at('loop'));
  mkdirSync(at('folder'));
  writeFileSync(at('sparse'), '');
  truncateSync(at('sparse'), 2 ** 40);
  expect(Bun.spawnSync(['mkfifo', at('pipe')]).exitCode).toBe(0);
  symlinkSync(at('pipe'), at('link-to-pipe'));
});
afterAll(() => rmSync(dir, { recursive: true }));

describe('a file that a person names', () => {
  test.each([
    ['file', 'text'],
    ['link', 'text'],
    ['empty', ''],
  ])('%s is read whole', (name, text) => {
    expect(readInputFile(at(name), 4).toString()).toBe(text);
  });

  test.each([
    ['pipe', /is not a regular file\.$/],
    ['link-to-pipe', /is not a regular file\.$/],
    ['/dev/zero', /^\/dev\/zero is not a regular file\.$/],
    ['/dev/null', /is not a regular file\.$/],
    ['folder', /cannot be read: it is a folder\.$/],
    ['loop', /cannot be read: it is a link that leads to itself\.$/],
    ['missing', /cannot be read: it does not exist\.$/],
    ['sparse', /has more than 1 MB\.$/],
  ])('%s is refused, without waiting', (name, message) => {
    const read = () => readInputFile(name.startsWith('/') ? name : at(name), 1_000_000);
    expect(read).toThrow(CommandError);
    expect(read).toThrow(message);
  });

  test('has its bound in bytes, and a file without a declared size too', () => {
    writeFileSync(at('exact'), Buffer.alloc(1_000_000));
    expect(readInputFile(at('exact'), 1_000_000)).toHaveLength(1_000_000);
    appendFileSync(at('exact'), 'x');
    expect(() => readInputFile(at('exact'), 1_000_000)).toThrow('has more than 1 MB');
    // The kernel says that it has 0 bytes.
    expect(readInputFile('/proc/self/status', 1_000_000).toString()).toContain('VmRSS');
    expect(() => readInputFile('/proc/self/status', 10)).toThrow('has more than 0 MB');
  });
});
