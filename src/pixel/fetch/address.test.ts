import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { DENIED_V4, DENIED_V6, deniedUrls, embeddingsV6 } from '../../../test/support/address-spellings.ts';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { answer, redirect, type Storefront, storefront } from '../../../test/support/scripted-storefront.ts';
import { PortsideError } from '../../domain/errors.ts';
import { ADDRESS_CLASSES, type AddressClass, classifyAddress } from './address.ts';
import { StorefrontFetch } from './page-fetch.ts';
import { parseAllowList, parseTarget } from './target.ts';

const PUBLIC = ['1.1.1.1', '23.227.38.32', '93.184.215.14', '192.0.1.1', '172.32.0.1', '2606:4700::1', '2a00:1450::1'];

describe('the class of an address', () => {
  const rows: [AddressClass, string[]][] = [
    ['public', PUBLIC],
    ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
    ['loopback', ['127.0.0.1', '127.255.255.255', '::1']],
    ['private', ['10.0.0.0', '172.16.0.0', '172.31.255.255', '192.168.255.255']],
    ['carrier_grade_nat', ['100.64.0.0', '100.127.255.255']],
    ['link_local', ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'febf::1']],
    ['site_local', ['fec0::1', 'feff::1']],
    ['unique_local', ['fc00::1', 'fdff::1']],
    ['multicast', ['224.0.0.1', '239.255.255.255', 'ff02::1']],
    ['broadcast', ['255.255.255.255']],
    ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
    ['benchmarking', ['198.18.0.1', '198.19.255.255', '2001:2::1']],
    ['discard', ['100::1']],
    ['ipv4_mapped', ['::ffff:1.1.1.1', '::ffff:7f00:1']],
    ['ipv4_compatible', ['::7f00:1', '::2']],
    ['ipv4_translated', ['::ffff:0:127.0.0.1']],
    ['nat64', ['64:ff9b::1.1.1.1', '64:ff9b:1::1']],
    ['six_to_four', ['2002:7f00:1::', '192.88.99.1']],
    ['teredo', ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2']],
    ['isatap', ['2606:4700::5efe:127.0.0.1', '2606:4700::200:5efe:10.0.0.1']],
    ['reserved', ['192.0.0.1', '192.52.193.1', '240.0.0.1', '2001:10::1', '4000::1', '5f00::1', '64:ff9b:2::1']],
    ['not_an_address', ['', 'localhost', '1.2.3.4.5', '256.1.1.1']],
  ];
  for (const [kind, addresses] of rows) {
    test.each(addresses)(`%s is ${kind}`, (address) => expect(classifyAddress(address)).toBe(kind));
  }

  test('an address of this machine is denied', () => {
    expect(classifyAddress('23.227.38.32', new Set(['23.227.38.32']))).toBe('own');
    expect(classifyAddress('2606:4700:0:0::1', new Set(['2606:4700::1']))).toBe('own');
  });

  test('labels are unique, and only one class is allowed', () => {
    const labels = Object.values(ADDRESS_CLASSES).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels.filter((label) => label.startsWith('allow'))).toEqual(['allow_public']);
  });

  test('no IPv6 form of an IPv4 address is public', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.nat(14), (v4, form) => {
        expect(classifyAddress(embeddingsV6(v4)[form]!)).not.toBe('public');
      }),
    );
  });
});

describe('a URL', () => {
  const noAllowList = new Set<string>();
  test.each([
    ['https://Shop.Example.com', 'https://shop.example.com/'],
    ['http://shop.example.com:80/a?b=c#d', 'http://shop.example.com/a?b=c'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['https://shop.example.com:443/collections/../', 'https://shop.example.com/'],
    ['http://[2606:4700::1]/', 'http://[2606:4700::1]/'],
    ['https://shop.example.com:80/', 'https://shop.example.com:80/'],
  ])('%s is scanned as %s', (given, url) => expect(parseTarget(given, noAllowList).url).toBe(url));

  test.each([
    ['', 'absolute'],
    ['shop.example.com', 'absolute'],
    ['javascript:alert(1)', 'absolute'],
    ['http://', 'absolute'],
    ['http:///shop.example.com', 'absolute'],
    ['https://shop.example.com/a b', 'absolute'],
    ['https://exa mple.com', 'absolute'],
    ['https://shop.example.com\u0000/', 'absolute'],
    ['https://[::1', 'valid'],
    ['https://xn--a.example/', 'valid'],
    ['https://user:pass@shop.example.com/', 'user name'],
    ['https://@shop.example.com/', 'user name'],
    ['https://shop.example.com:8443/', 'port'],
    ['https://intranet/', 'full host name'],
    ['https://shop.example.com./', 'dot'],
    [`https://shop.example.com/${'a'.repeat(2048)}`, '2048'],
  ])('%p is refused: %s', (given, reason) => {
    const error = thrown(() => parseTarget(given, noAllowList));
    expect(error).toMatchObject({ code: 'invalid_request' });
    expect(error.details).toHaveLength(1);
    expect(error.details![0]).toMatchObject({ path: '/url', message: expect.stringContaining(reason) });
  });

  test('the allow list contains exact pairs of host and port', () => {
    const allow = parseAllowList(' localhost:8099, [::1]:80 ,');
    expect(parseTarget('http://localhost:8099/', allow).allowed).toBe(true);
    expect(parseTarget('http://[::1]/', allow).allowed).toBe(true);
    expect(() => parseTarget('http://localhost:8098/', allow)).toThrow();
    expect(() => parseTarget('http://localhost.:8099/', allow)).toThrow();
    for (const bad of ['localhost', 'a:b', 'http://a:80', 'u@a:80', 'a:99999'])
      expect(() => parseAllowList(bad)).toThrow();
  });

  test('of any text is parsed or refused, and never throws another error', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: anyCharacter }),
          fc.webUrl(),
          fc.string().map((s) => `http://${s}`),
        ),
        (text) => {
          try {
            parseTarget(text, noAllowList);
          } catch (error) {
            expect(error).toBeInstanceOf(PortsideError);
          }
        },
      ),
    );
  });
});

describe('no spelling of a denied address reaches a listener', () => {
  let canary: Storefront;
  let canaryV6: Storefront | undefined;
  beforeAll(async () => {
    canary = await storefront(answer('<p>reached</p>'));
    canaryV6 = await storefront(answer('<p>reached</p>'), { host: '::1', port: canary.port }).catch(() => undefined);
  });
  afterAll(async () => {
    await canary[Symbol.asyncDispose]();
    await canaryV6?.[Symbol.asyncDispose]();
  });

  const hits = () => canary.hits + (canaryV6?.hits ?? 0);
  const guarded = (resolve: (name: string) => Promise<string[]>, allow = '') =>
    new StorefrontFetch({
      resolve,
      userAgent: 'test',
      // The port of the canary counts as a web port, so that only the check of the address protects it.
      ports: new Set([80, 443, canary.port]),
      allow: parseAllowList(allow),
      // No test waits for them: what is denied is not connected to.
      limits: { connectMs: 30_000, totalMs: 30_000 },
    });
  const scan = async (fetch: StorefrontFetch, url: string) => {
    try {
      await fetch.fetch(fetch.target(url));
      return 'fetched';
    } catch (error) {
      return (error as PortsideError).code;
    }
  };
  /** Resolves every name to this machine, as a careless resolver does with a name that looks like an address. */
  const careless = async () => ['127.0.0.1'];

  test('the canary can be reached', async () => {
    const open = guarded(careless, `127.0.0.1:${canary.port}`);
    expect(await scan(open, `http://0x7f.1:${canary.port}/`)).toBe('fetched');
    expect(canary.hits).toBe(1);
    canary.hits = 0;
  });

  test('in the URL, with more than 2,000 spellings', async () => {
    const urls = deniedUrls(canary.port);
    expect(new Set(urls).size).toBeGreaterThanOrEqual(2000);
    const fetch = guarded(careless);
    for (const url of urls) expect(`${url} ${await scan(fetch, url)}`).toBe(`${url} invalid_request`);
    expect(hits()).toBe(0);
  });

  test('behind a name, alone, or first or last among public addresses', async () => {
    const denied = [...DENIED_V4, ...DENIED_V6, ...DENIED_V4.flatMap(embeddingsV6), 'fe80::1%lo', 'not an address'];
    for (const address of denied) {
      for (const answers of [[address], [address, PUBLIC[0]!], [...PUBLIC, address]]) {
        expect(
          await scan(
            guarded(async () => answers),
            `http://shop.example.com:${canary.port}/`,
          ),
        ).toBe('invalid_request');
      }
    }
    expect(hits()).toBe(0);
  });

  test('behind a redirect', async () => {
    let location = '';
    await using front = await storefront((socket, head) => redirect(location)(socket, head));
    const fetch = guarded(careless, `127.0.0.1:${front.port}`);
    const urls = deniedUrls(canary.port).filter((url, i) => i % 11 === 0 && !/[^\x21-\x7e]/.test(url));
    for (const url of urls) {
      location = url;
      expect(`${url} ${await scan(fetch, `http://127.0.0.1:${front.port}/`)}`).toBe(`${url} upstream_failed`);
    }
    expect(urls.length).toBeGreaterThan(200);
    expect(hits()).toBe(0);
  });

  test('a name that changes its address after the check is connected to the checked address', async () => {
    // Two loopback addresses represent "first public, then private". The name must not be resolved a second time.
    await using front = await storefront(answer('<p>first</p>'));
    await using other = await storefront(answer('<p>second</p>'), { host: '127.0.0.2', port: front.port });
    const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.2'];
    let asked = 0;
    const fetch = guarded(async () => [answers[asked++]!], `rebind.example:${front.port}`);
    expect(await scan(fetch, `http://rebind.example:${front.port}/`)).toBe('fetched');
    expect({ asked, first: front.hits, second: other.hits }).toEqual({ asked: 1, first: 1, second: 0 });
    expect(front.heads[0]).toContain(`Host: rebind.example:${front.port}\r\n`);
  });

  test('allowing one port of a name does not allow another, not even after a redirect', async () => {
    await using front = await storefront(redirect(`http://shop.example:${canary.port}/`));
    const fetch = guarded(careless, `shop.example:${front.port}`);
    expect(await scan(fetch, `http://shop.example:${front.port}/`)).toBe('upstream_failed');
    expect(hits()).toBe(0);
  });

  test('each decision is reported once, with its label', async () => {
    const labels: string[] = [];
    const fetch = new StorefrontFetch({
      resolve: careless,
      userAgent: 'test',
      onDecision: (label) => labels.push(label),
    });
    await scan(fetch, 'http://169.254.169.254/');
    await scan(fetch, 'http://shop.example.com/');
    expect(labels).toEqual(['deny_link_local', 'deny_loopback']);
  });
});

function thrown(act: () => unknown): PortsideError {
  try {
    act();
  } catch (error) {
    return error as PortsideError;
  }
  throw new Error('nothing was thrown');
}
