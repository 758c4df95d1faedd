/** Every way we know to write a denied address. Generated, so that each new address or form gives many URLs. */

export const DENIED_V4 = [
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200', // metadata of Alibaba Cloud
  '127.0.0.1',
  '127.8.9.10',
  '169.254.169.254', // metadata of AWS, Azure, Google
  '169.254.170.2', // credentials of AWS tasks
  '172.16.0.1',
  '172.31.255.254',
  '192.0.0.192', // metadata of Oracle Cloud
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
];

export const DENIED_V6 = [
  '::',
  '::1',
  'fe80::1',
  'fe80::a9fe:a9fe',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254', // metadata of AWS over IPv6
  'fd20:ce::254', // metadata of Google over IPv6
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '3fff::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '4000::1',
  '5f00::1',
];

const DENIED_NAMES = [
  'localhost',
  'LOCALHOST',
  'foo.localhost',
  'localhost.',
  'metadata',
  'metadata.google.internal',
  'metadata.google.internal.',
  'instance-data.ec2.internal',
  'printer.local',
  'router.home.arpa',
  'shop.onion',
  'shop.example.com.',
  'shop..example.com',
  `${'a'.repeat(64)}.example.com`,
];

const octets = (v4: string) => v4.split('.').map(Number) as [number, number, number, number];
const number = (v4: string) => octets(v4).reduce((sum, octet) => sum * 256 + octet, 0);
const hex = (n: number, length: number) => n.toString(16).padStart(length, '0');
const shift = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const circled = (text: string) =>
  text.replace(/\d/g, (d) => (d === '0' ? '⓪' : String.fromCodePoint(0x2460 + Number(d) - 1)));

/** Forms of one IPv4 address. At least one parser reads each of them as that address. */
function spellingsV4(v4: string): string[] {
  const [a, b, c, d] = octets(v4);
  const n = number(v4);
  return [
    v4,
    `${n}`,
    `0x${hex(n, 8)}`,
    `0X${hex(n, 8).toUpperCase()}`,
    `0${n.toString(8)}`,
    `0x${hex(a, 2)}.0x${hex(b, 2)}.0x${hex(c, 2)}.0x${hex(d, 2)}`,
    octets(v4)
      .map((octet) => `0${octet.toString(8)}`)
      .join('.'),
    octets(v4)
      .map((octet) => octet.toString(8).padStart(6, '0'))
      .join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `0x${hex(a, 2)}.${b}.0${(c * 256 + d).toString(8)}`,
    `0${a.toString(8)}.0x${hex((b * 256 + c) * 256 + d, 6)}`,
    `${v4}.`,
    `${n}.`,
    shift(v4, 0xff10),
    shift(v4, 0x1d7ce),
    circled(v4),
    v4.replaceAll('.', '。'),
    v4.replaceAll('.', '．'),
    v4.replaceAll('.', '｡'),
    v4.replaceAll('.', '%2e'),
    v4.replace(/\d/g, (digit) => `%3${digit}`),
  ];
}

/** IPv6 addresses that contain one IPv4 address or are translated to it. */
export function embeddingsV6(v4: string): string[] {
  const [a, b, c, d] = octets(v4);
  const high = hex(a * 256 + b, 4);
  const low = hex(c * 256 + d, 4);
  const flipped = `${hex((a * 256 + b) ^ 0xffff, 4)}:${hex((c * 256 + d) ^ 0xffff, 4)}`;
  return [
    `::ffff:${v4}`,
    `::FFFF:${v4}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `0000:0000:0000:0000:0000:ffff:${v4}`,
    `::${v4}`,
    `::ffff:0:${v4}`,
    `64:ff9b::${v4}`,
    `64:ff9b:1::${v4}`,
    `2002:${high}:${low}::`,
    `2002:${high}:${low}::1`,
    `2001:0:4136:e378:8000:63bf:${flipped}`,
    `2001::${flipped}`,
    `2606:4700::5efe:${v4}`,
    `2606:4700::200:5efe:${v4}`,
  ];
}

/** URLs that must all be refused, on the port of a server that listens on this machine. */
export function deniedUrls(port: number): string[] {
  const v4 = DENIED_V4.flatMap(spellingsV4);
  const v6 = [...DENIED_V6, ...DENIED_V4.flatMap(embeddingsV6)].map((address) => `[${address}]`);
  const hosts = [...v4, ...v6, ...DENIED_NAMES, '[fe80::1%25lo]', '[fe80::1%lo]', '[::1%25lo]'];
  return [
    ...hosts.flatMap((host) => [`http://${host}:${port}/`, `https://${host}:${port}/admin?x=1`]),
    ...hosts.flatMap((host) => [
      `http://shop.example.com@${host}:${port}/`,
      `http://shop.example.com:80@${host}:${port}/`,
    ]),
    ...DENIED_V4.flatMap((host) => [
      `http://@${host}:${port}/`,
      `http:${host}:${port}/`,
      `http:/${host}:${port}/`,
      `http:\\\\${host}:${port}/`,
      `http://shop.example.com\\@${host}:${port}/`,
      `http://${host}:${port}\\.example.com/`,
      `\thttp://${host}:${port}/`,
      `ht\ntp://${host}:${port}/`,
      `http://${host}\t:${port}/`,
      `//${host}:${port}/`,
      `ftp://${host}:${port}/`,
      `gopher://${host}:${port}/_GET`,
      `file://${host}/etc/passwd`,
      `http://${host}:22/`,
      `http://${host}:6379/`,
      `http://${host}:0/`,
      `http://${host}:65536/`,
    ]),
  ];
}
