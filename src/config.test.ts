import { expect, test } from 'bun:test';
import { tempDir } from '../test/support/temp.ts';
import { ConfigError, loadConfig } from './config.ts';

const dir = tempDir();
const file = `${dir}/portside.toml`;
await Bun.write(file, 'port = 7000\ncontact = "file@example.com"\nscan_allow = ["127.0.0.1:9", "[::1]:80"]\n');

test('flag > environment > file > default', () => {
  expect(loadConfig({ env: {}, file }).port).toBe(7000);
  expect(loadConfig({ env: { PORTSIDE_PORT: '7001' }, file }).port).toBe(7001);
  expect(loadConfig({ flags: { port: '7002' }, env: { PORTSIDE_PORT: '7001' }, file }).port).toBe(7002);
  expect(loadConfig({ env: {}, file: `${dir}/none` }).port).toBe(8080);
  expect(loadConfig({ env: {}, file }).scan_allow).toEqual(['127.0.0.1:9', '[::1]:80']);
});

test('a secret may come from a file, and only a secret', async () => {
  await Bun.write(`${dir}/secret`, 'from a file\n');
  expect(loadConfig({ env: { PORTSIDE_SIGNING_KEY_FILE: `${dir}/secret` }, file }).signing_key).toBe('from a file');
  expect(loadConfig({ env: { PORTSIDE_CONTACT_FILE: `${dir}/secret` }, file }).contact).toBe('file@example.com');
  expect(() => loadConfig({ env: { PORTSIDE_SIGNING_KEY_FILE: `${dir}/gone` }, file })).toThrow(ConfigError);
});

test.each([
  [{ PORTSIDE_PORT: '-1' }, 'PORTSIDE_PORT'],
  [{ PORTSIDE_PORT: '8080x' }, 'PORTSIDE_PORT'],
  [{ PORTSIDE_BETA: 'maybe' }, 'PORTSIDE_BETA'],
  [{ PORTSIDE_WORKERS: '0' }, 'PORTSIDE_WORKERS'],
  [{ PORTSIDE_SCAN_ALLOW: 'localhost' }, 'PORTSIDE_SCAN_ALLOW'],
  [{ PORTSIDE_URL_TTL: '604801' }, 'PORTSIDE_URL_TTL'],
  [{ PORTSIDE_TRUST_PROXY: '10.0.0.1, proxy' }, 'PORTSIDE_TRUST_PROXY'],
] as [Record<string, string>, string][])('%p is refused by name', (env, name) => {
  expect(() => loadConfig({ env, file })).toThrow(name);
});
