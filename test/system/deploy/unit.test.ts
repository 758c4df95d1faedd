/** The systemd unit agrees with the program it starts. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { loadConfig, SETTINGS } from '../../../src/config.ts';
import { DRAIN_MS } from '../../../src/http/drain.ts';
import { classifyAddress } from '../../../src/pixel/fetch/address.ts';
import { root } from '../../support/paths.ts';

const lines = (await Bun.file(join(root, 'deploy/portside.service')).text()).split('\n');
const settings = lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/s) as [string, string]);
const all = (name: string): string[] => settings.filter(([key]) => key === name).map(([, value]) => value);
const environment = Object.fromEntries(all('Environment').map((pair) => pair.split(/=(.*)/s) as [string, string]));

test('the service may drain before it is killed', () => {
  expect(Number(all('TimeoutStopSec')[0]) * 1000).toBeGreaterThan(DRAIN_MS);
});

test('every variable is a setting, and the unit may bind the configured port', () => {
  const names = Object.keys(SETTINGS).map((name) => `PORTSIDE_${name.toUpperCase()}`);
  for (const name of Object.keys(environment)) expect(names).toContain(name.replace(/_FILE$/, ''));
  const { host, port } = loadConfig({
    env: { ...environment, PORTSIDE_OPERATOR_PASSWORD_FILE: '', PORTSIDE_SIGNING_KEY_FILE: '' },
  });
  expect(classifyAddress(host)).toBe('loopback');
  expect(all('SocketBindAllow')).toEqual([`tcp:${port}`]);
});

test('secrets are credentials and not in the environment', () => {
  for (const [name, setting] of Object.entries(SETTINGS)) {
    if ('secret' in setting) expect(environment).not.toHaveProperty(`PORTSIDE_${name.toUpperCase()}`);
  }
  const given = all('LoadCredential').map((pair) => pair.split(':')[0]!);
  expect(given).toEqual(['operator_password', 'signing_key']);
  for (const name of given) expect(environment[`PORTSIDE_${name.toUpperCase()}_FILE`]).toBe(`%d/${name}`);
  expect(all('StandardOutput')).toEqual(['null']);
  expect(all('LimitCORE')).toEqual(['0']);
});

test('the just-in-time compiler may write executable memory', () => {
  expect(all('MemoryDenyWriteExecute')).toEqual([]);
});

test('a worker process that the kernel kills for its memory does not stop the service', () => {
  expect(all('OOMPolicy')).toEqual(['continue']);
});

/** Two guards check addresses. A network that only one of them denies is an outage or a hole. */
test('the unit denies the networks that a scan may not reach, except loopback, and no others', () => {
  const denied = all('IPAddressDeny').flatMap((value) => value.split(' '));
  const covers = (text: string) => {
    const address = ipaddr.parse(text);
    return denied.some((cidr) => {
      const [network, bits] = ipaddr.parseCIDR(cidr);
      return network.kind() === address.kind() && address.match(network, bits);
    });
  };
  for (const cidr of denied) {
    const [network] = ipaddr.parseCIDR(cidr);
    const family = network.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
    expect([cidr, classifyAddress(family.networkAddressFromCIDR(cidr).toString())]).not.toEqual([cidr, 'public']);
    if (family === ipaddr.IPv4) {
      expect([cidr, classifyAddress(ipaddr.IPv4.broadcastAddressFromCIDR(cidr).toString())]).not.toEqual([
        cidr,
        'public',
      ]);
    }
  }
  const inner = [
    '10.1.2.3',
    '172.31.255.254',
    '192.168.1.1',
    '100.100.100.200',
    '169.254.169.254',
    '0.1.2.3',
    '192.0.0.192',
  ];
  const inner6 = ['fd00:ec2::254', 'fe80::1', 'fec0::1', '64:ff9b::a9fe:a9fe', '2002:a00:1::', 'ff02::1', '::10.0.0.1'];
  for (const address of [...inner, ...inner6]) {
    expect([address, covers(address), classifyAddress(address)]).not.toEqual([address, true, 'public']);
    expect([address, covers(address)]).toEqual([address, true]);
  }
  for (const address of ['93.184.215.14', '1.1.1.1', '172.32.0.1', '2606:4700::1111']) {
    expect([address, covers(address), classifyAddress(address)]).toEqual([address, false, 'public']);
  }
});
