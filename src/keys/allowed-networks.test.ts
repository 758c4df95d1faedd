import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { tempStorage, testClock } from '../../test/support/temp.ts';
import { AllowedNetworks, NETWORKS_MAX, parseNetwork } from './allowed-networks.ts';
import { KeyCache } from './key-cache.ts';
import { KeyError } from './key-fields.ts';
import { KeyIssuer } from './key-issuer.ts';

const actor = { name: 'test', origin: 'test' };

test.each([
  ['203.0.113.7', '203.0.113.7/32'],
  ['203.0.113.77/24', '203.0.113.0/24'],
  ['203.0.113.255/31', '203.0.113.254/31'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['10.1.2.3/08', '10.0.0.0/8'],
  ['2001:DB8:0::1', '2001:db8::1/128'],
  ['2001:db8:ffff::/32', '2001:db8::/32'],
  ['::/0', '::/0'],
  ['::1', '::1/128'],
  ['::ffff:203.0.113.7', '203.0.113.7/32'],
  ['::ffff:cb00:7107', '203.0.113.7/32'],
  ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
  ['::ffff:0:0/96', '0.0.0.0/0'],
])('%s is written as %s', (entry, network) => expect(parseNetwork(entry)).toBe(network));

test.each([
  '',
  '/',
  '/24',
  '203.0.113.0/',
  '203.0.113.0/33',
  '203.0.113.0/-1',
  '203.0.113.0/+8',
  '203.0.113.0/2.5',
  '203.0.113.0/1e1',
  '203.0.113.0/0x10',
  '203.0.113.0/255.255.255.0',
  '203.0.113.0/24/24',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.0.1',
  '010.1.1.1',
  '0x7f.0.0.1',
  '2130706433',
  '127.1',
  '203.0.113.7:80',
  '203.0.113.1-203.0.113.9',
  '203.0.113.*',
  '2001:db8::/129',
  '2001:db8::1::2',
  '2001:db8',
  ':::',
  '[2001:db8::1]',
  '[2001:db8::1]:443',
  'fe80::1%eth0',
  'fe80::%eth0/64',
  '::ffff:203.0.113.0/95',
  '::ffff:203.0.113.0/129',
  'localhost',
  'shop.example.com',
  'unknown',
  '２０３.0.113.7',
  '203.0.113.7\0',
  '203.0.113.7\n',
  '*',
  'any',
])('%j is not a network', (entry) => expect(parseNetwork(entry)).toBeUndefined());

describe('an address is compared with the list', () => {
  const networks = new AllowedNetworks('203.0.113.0/24 198.51.100.7/32 2001:db8:5::/48');
  test.each([
    ['203.0.113.0', true],
    ['203.0.113.255', true],
    ['203.0.112.255', false],
    ['203.0.114.0', false],
    ['198.51.100.7', true],
    ['198.51.100.6', false],
    ['198.51.100.8', false],
    ['2001:db8:5:ffff::1', true],
    ['2001:db8:4:ffff:ffff:ffff:ffff:ffff', false],
    ['2001:db8:6::', false],
    ['::ffff:203.0.113.9', true],
    ['::ffff:203.0.114.9', false],
    // The library reads the deprecated dotted form as IPv4. `http/client-address.ts` never writes it.
    ['::203.0.113.9', true],
    // In hexadecimal it is another address, as those of NAT64 and 6to4 are.
    ['::cb00:7109', false],
    ['64:ff9b::203.0.113.9', false],
    ['2002:cb00:7109::', false],
    ['unknown', false],
    ['', false],
    ['203.0.113', false],
    ['203.0.113.9, 10.0.0.1', false],
    ['__proto__', false],
  ])('%s: %p', (address, isIn) => expect(networks.has(address)).toBe(isIn));

  test('every IPv4 address does not mean every IPv6 address, nor the other way round', () => {
    expect(new AllowedNetworks('0.0.0.0/0').has('2001:db8::1')).toBe(false);
    expect(new AllowedNetworks('0.0.0.0/0').has('::ffff:1.2.3.4')).toBe(true);
    expect(new AllowedNetworks('::/0').has('203.0.113.9')).toBe(false);
  });

  test('as the bits of both say, for any address and prefix', () => {
    const bitsOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    const text = (bytes: Uint8Array) =>
      bytes.length === 4
        ? bytes.join('.')
        : Array.from({ length: 8 }, (_, i) => ((bytes[2 * i]! << 8) | bytes[2 * i + 1]!).toString(16)).join(':');
    const pair = fc.constantFrom(4, 16).chain((length) =>
      fc.record({
        base: fc.uint8Array({ minLength: length, maxLength: length }),
        prefix: fc.nat(length * 8),
        flipped: fc.nat(length * 8 - 1),
      }),
    );
    fc.assert(
      fc.property(pair, ({ base, prefix, flipped }) => {
        const client = base.slice();
        client[flipped >> 3]! ^= 0x80 >> (flipped & 7);
        const network = parseNetwork(`${text(base)}/${prefix}`)!;
        const isIn = bitsOf(base).slice(0, prefix) === bitsOf(client).slice(0, prefix);
        expect(new AllowedNetworks(network).has(text(client))).toBe(isIn);
        expect(parseNetwork(network)).toBe(network);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('the list of a key', () => {
  const clock = testClock();
  const storage = tempStorage();
  const keyIssuer = new KeyIssuer(storage, clock);

  test('is normalised, without duplicates, and audited with every change', async () => {
    const { row } = await keyIssuer.issue(
      { name: 'k', scope: 'all', networks: '203.0.113.9/24, 203.0.113.0/24\n2001:DB8::/32\t::ffff:203.0.113.1/120' },
      actor,
    );
    expect(row.networks).toBe('203.0.113.0/24 2001:db8::/32');
    expect((await keyIssuer.edit(row.id, { networks: '198.51.100.7' }, actor)).row.networks).toBe('198.51.100.7/32');
    expect((await keyIssuer.edit(row.id, { networks: ' \n' }, actor)).row.networks).toBe('');
    const entries = await storage.activity.search({ text: '', action: 'key.', limit: 10 });
    expect(entries.map(({ action, detail }) => `${action}: ${detail}`)).toEqual([
      'key.edit: networks 198.51.100.7/32 to any',
      'key.edit: networks 203.0.113.0/24 2001:db8::/32 to 198.51.100.7/32',
      'key.issue: scope all; delegate off; 100 a minute, 10000 a day; only from 203.0.113.0/24 2001:db8::/32',
    ]);
  });

  test('is handed on by a rotation, and a change of the old key does not change the new one', async () => {
    const first = await keyIssuer.issue({ name: 'k', scope: 'all', networks: '203.0.113.0/24' }, actor);
    const second = await keyIssuer.rotate(first.row.id, 60_000, actor);
    expect(second.row.networks).toBe('203.0.113.0/24');
    await keyIssuer.edit(first.row.id, { networks: '' }, actor);
    expect((await keyIssuer.find(second.row.id))!.networks).toBe('203.0.113.0/24');
    const keyCache = new KeyCache((hash) => keyIssuer.findByHash(hash), clock);
    expect((await keyCache.verify(first.key))!.networks).toBeUndefined();
    expect((await keyCache.verify(second.key))!.networks!.has('203.0.113.5')).toBe(true);
  });

  test('is refused as a whole if one entry is wrong or there are too many, and nothing changes', async () => {
    const { row } = await keyIssuer.issue({ name: 'k', scope: 'all', networks: '203.0.113.0/24' }, actor);
    const many = (count: number) => Array.from({ length: count }, (_, i) => `10.0.${i}.0/24`).join(' ');
    for (const [networks, sentence] of [
      ['203.0.113.0/24 nonsense', '"nonsense" is not a network'],
      ['\u001b[2J', '"�[2J" is not a network'],
      [many(NETWORKS_MAX + 1), 'at most 32 networks'],
      ['1'.repeat(2001), 'at most 2000 characters'],
    ] as const) {
      await expect(keyIssuer.edit(row.id, { networks }, actor)).rejects.toThrow(KeyError);
      await expect(keyIssuer.edit(row.id, { networks }, actor)).rejects.toThrow(sentence);
      await expect(keyIssuer.issue({ name: 'k', scope: 'all', networks }, actor)).rejects.toThrow(sentence);
    }
    expect((await keyIssuer.find(row.id))!.networks).toBe('203.0.113.0/24');
    expect(
      (await keyIssuer.edit(row.id, { networks: many(NETWORKS_MAX) }, actor)).row.networks.split(' '),
    ).toHaveLength(32);
    await keyIssuer.revoke(row.id, actor);
    await expect(keyIssuer.edit(row.id, { networks: '' }, actor)).rejects.toThrow('is revoked');
  });
});
