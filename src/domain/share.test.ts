import { expect, test } from 'bun:test';
import { percentText, readShare } from './share.ts';

test.each([
  ['4%', 0.04],
  ['0.04', 0.04],
  ['4', 0.04],
  ['4 %', 0.04],
  ['0,04', 0.04],
  ['.5', 0.5],
  ['0', 0],
  ['1', 1],
  ['1%', 0.01],
  ['0.5%', 0.005],
  ['100', 1],
  ['100%', 1],
  ['14.99', 0.1499],
  ['101', null],
  ['120%', null],
  ['-4', null],
  ['1e1', null],
  ['0x10', null],
  ['', null],
  ['four', null],
])('%p is %p', (text, share) => expect(readShare(text)).toBe(share));

test('a share is said in percent, and read as the same', () => {
  for (const share of [0, 0.04, 0.149, 0.15, 0.85, 0.95, 1]) expect(readShare(percentText(share))).toBe(share);
  expect(percentText(0.07)).toBe('7%');
});
