/** Standard error is a pipe here. Its reader may stall, and takes what is in the pipe when the test says so. */
import { expect, test } from 'bun:test';
import { StandardError } from './standard-error.ts';

class Pipe {
  read = '';
  tries = 0;

  constructor(public room: number) {}

  readonly write = (bytes: Uint8Array, at: number): number => {
    this.tries++;
    if (this.room === 0) throw Object.assign(new Error('no room'), { code: 'EAGAIN' });
    const part = bytes.subarray(at, at + this.room);
    this.room -= part.length;
    this.read += new TextDecoder().decode(part);
    return part.length;
  };
}

test('a reader that stalls is waited for once, not at each line', () => {
  const pipe = new Pipe(0);
  const out = new StandardError(pipe.write);
  out.write('first\n');
  const waited = pipe.tries;
  for (let i = 0; i < 50; i++) out.write('more\n');
  expect(waited).toBeGreaterThan(1);
  expect(pipe.tries - waited).toBe(50);
});

test('when the reader goes on, it gets whole lines only, and is waited for again', () => {
  const pipe = new Pipe(9);
  const out = new StandardError(pipe.write);
  out.write('first\n');
  out.write('second\n');
  out.write('dropped\n');
  expect(pipe.read).toBe('first\nsec');
  pipe.room = 1000;
  out.write('third\n');
  expect(pipe.read).toBe('first\nsecond\nthird\n');
  pipe.room = 0;
  const before = pipe.tries;
  out.write('fourth\n');
  expect(pipe.tries - before).toBeGreaterThan(1);
});

test('any other error drops the line without a second try', () => {
  let tries = 0;
  const out = new StandardError(() => {
    tries++;
    throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  });
  out.write('line\n');
  expect(tries).toBe(1);
});
