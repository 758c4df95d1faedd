/** Settings: precedence, secrets from files, and error messages. */
import { expect, test } from 'bun:test';
import { tempDir } from '../test/support/temp.ts';
import { loadConfig } from './config.ts';
import { ConfigError } from './domain/config-error.ts';

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

test('only a secret can be read from a file', async () => {
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
] as [Record<string, string>, string][])('%p is refused, and the message names the setting', (env, name) => {
  expect(() => loadConfig({ env, file })).toThrow(name);
});

test.each([
  [{ env: { PORTSIDE_PORT: '80a' } }, 'PORTSIDE_PORT: "80a" is not valid. Use a whole number from 0 to 65535.'],
  [{ flags: { port: '70000' }, env: {} }, '--port: "70000" is not valid. Use a whole number from 0 to 65535.'],
  [{ env: { PORTSIDE_BETA: `a\nb${'x'.repeat(99)}` } }, `"a�b${'x'.repeat(77)}…" is not valid. Use "on" or "off".`],
])('the message for %j says what is wrong and which values are valid', (sources, message) => {
  expect(() => loadConfig({ ...sources, file })).toThrow(message);
});

test('a misspelt setting of portside.toml is refused by its name', async () => {
  const misspelt = `${dir}/misspelt.toml`;
  await Bun.write(misspelt, 'prot = 7000\n');
  expect(() => loadConfig({ env: {}, file: misspelt })).toThrow(`${misspelt}: unknown setting "prot".`);
});

test('a value from portside.toml is reported with the file and the key', async () => {
  const wrong = `${dir}/wrong.toml`;
  await Bun.write(wrong, 'workers = 0\n');
  expect(() => loadConfig({ env: {}, file: wrong })).toThrow(`${wrong}: workers: "0" is not valid.`);
});

test.each([
  ['PORTSIDE_DATABASE_URL', 'mysql://user:hidden@db/portside'],
  ['PORTSIDE_OTLP_ENDPOINT', 'ftp://user:hidden@collector'],
])('the message about %s does not repeat the value, which can contain a password', (variable, value) => {
  const load = () => loadConfig({ env: { [variable]: value }, file });
  expect(load).toThrow('the value is not valid.');
  expect(load).not.toThrow('hidden');
});
