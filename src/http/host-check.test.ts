import { expect, test } from 'bun:test';
import { HostCheck } from './host-check.ts';

const settings = { base_url: '', hosts: [], host: '10.0.0.5' };

test('without settings every well-formed host is known, and several or none are malformed', () => {
  const check = new HostCheck(settings);
  expect(['anything.example', 'x', 'a, b', '', null].map((host) => check.verdict(host))).toEqual([
    'known',
    'known',
    'malformed',
    'malformed',
    'malformed',
  ]);
});

test.each([
  { base_url: 'https://portside.example/api' },
  { hosts: ['other.example', 'portside.example'] },
  { base_url: 'https://portside.example', hosts: ['other.example'] },
])('with %p the named hosts, the own address and loopback are known, on any port', (named) => {
  const check = new HostCheck({ ...settings, ...named });
  const known = ['portside.example', 'PORTSIDE.example:444', '10.0.0.5:8080', 'localhost:1', '127.0.0.1', '[::1]:8080'];
  for (const host of known) expect([host, check.verdict(host)]).toEqual([host, 'known']);
  const unknown = ['evil.example', 'portside.example.evil', 'xportside.example', '10.0.0.6', 'portside.example.'];
  for (const host of unknown) expect([host, check.verdict(host)]).toEqual([host, 'unknown']);
});

test('100,000 hosts do not grow its memory, and change no verdict', () => {
  const check = new HostCheck({ ...settings, hosts: ['portside.example'] });
  for (let i = 0; i < 100_000; i++) check.verdict(`h${i}.example`);
  expect(check.remembered).toBe(1000);
  expect(check.verdict('portside.example')).toBe('known');
});
