/** Checks of the tariff lists, the fonts and the outbound guard. They send nothing over the network. */
import type { Config } from '../../config.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Network } from '../../domain/network.ts';
import type { Storage } from '../../domain/storage.ts';
import { makeCertificate } from '../../entry/issue/certificate.ts';
import { readRequest } from '../../entry/issue/validate.ts';
import { renderCertificate } from '../../entry/pdf/render-certificate.ts';
import { parseTarget, resolveTarget } from '../../pixel/fetch/target.ts';
import { embeddedTariff } from '../../tariff/embedded.ts';
import { changesSinceRead } from '../../tariff/law/changes-since-read.ts';
import { isStale } from '../../tariff/law/law-age.ts';
import { Tariff } from '../../tariff/tariff.ts';
import { TariffStore } from '../../tariff/tariff-store.ts';
import { failed, type Outcome, ok, warning } from './check-result.ts';

export async function checkLists(
  { list_days_max }: Config,
  storage: Storage | undefined,
  clock: Clock,
): Promise<Outcome> {
  const data = storage ? await new TariffStore(storage, clock).load() : embeddedTariff();
  if (data.lists.length === 0) return failed('no tariff list is loaded', 'The binary is damaged. Install it again.');
  const tariff = new Tariff(data, clock);
  const { to, days } = tariff.lawRead();
  const text = `${data.lists.length} lists; the law was read to ${to}, ${days} days ago`;
  const future = data.lists.find((list) => list.as_of > tariff.today());
  if (days < 0 || future) {
    const dated = future ? `${future.list_id} is dated ${future.as_of}` : `the law was read to ${to}`;
    return failed(`${dated}, which is in the future`, 'Set the clock, or import the list again with the right date.');
  }
  const advice =
    'Install the newest version, or import the current lists with `portside tariff import FILE`: docs/tariff.md.';
  if (isStale(days, list_days_max)) return failed(text, advice);
  const since = changesSinceRead(tariff);
  if (since.length > 0) return warning(`${text}. Announced since, and not read: ${since.join(', ')}`, advice);
  if (isStale(days, list_days_max / 2)) return warning(text, advice);
  return ok(text);
}

/** Renders a certificate with Latin text and one with Chinese text. */
export function checkFonts(): Outcome {
  const sizes = [
    ['Łódź Bicycle Works', 'Łódź'],
    ['海港头盔有限公司', '台中市工業路十二號'],
  ].map(([name, place]) => {
    const request = readRequest(
      {
        product_info: { name, model: 'X', date_of_manufacture: '2026-01-01', place_of_manufacture: place },
        manufacturer: { name, address: place, contact_email: 'quality@example.com' },
        testing_lab: { name, test_date: '2026-01-01' },
        cpsc_rules_cited: ['16 CFR part 1203'],
      },
      Date.UTC(2026, 6, 1),
    );
    const issue = { gccId: '00000000-0000-4000-8000-000000000000', issuedAtMs: 0, verifyUrl: 'https://localhost/' };
    const pdf = renderCertificate(makeCertificate(request, issue));
    if (Buffer.from(pdf.subarray(0, 5)).toString() !== '%PDF-')
      throw new Error('the rendered certificate is not a PDF');
    return pdf.length;
  });
  // Without the Chinese font its characters are drawn as empty boxes, and the file is not larger than the Latin one.
  if (sizes[1]! - sizes[0]! < 1000) return failed('the Chinese font is missing', 'Install the binary again.');
  return ok(
    `a Latin and a Chinese certificate rendered, ${sizes.map((size) => `${Math.ceil(size / 1000)} kB`).join(' and ')}`,
  );
}

/** One address of each kind that scans must never reach. */
const DENIED = [
  '127.0.0.1',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '2001::1',
  '2002:7f00:1::',
  'fc00::1',
  'fe80::1',
  'ff02::1',
];
/** The loopback address in spellings that a URL allows. */
const LOOPBACK_URLS = [
  'http://2130706433/',
  'http://0x7f.1/',
  'http://017700000001/',
  'http://127.1/',
  'http://[::ffff:7f00:1]/',
];
const PUBLIC_ADDRESS = '93.184.215.14';

export async function checkOutboundGuard(network: Pick<Network, 'ownAddresses'>): Promise<Outcome> {
  const own = new Set(network.ownAddresses());
  const isAllowed = async (url: string, address?: string): Promise<boolean> => {
    try {
      const target = parseTarget(url, new Set());
      await resolveTarget(
        target,
        async () => (address ? [address] : []),
        own,
        () => {},
      );
      return true;
    } catch {
      return false;
    }
  };
  const name = 'http://shop.example.com/';
  const reachable: string[] = [];
  for (const address of [...DENIED, ...own]) if (await isAllowed(name, address)) reachable.push(address);
  for (const url of LOOPBACK_URLS) if (await isAllowed(url)) reachable.push(url);
  if (reachable.length > 0)
    return failed(`scans could reach ${reachable.join(', ')}`, 'Stop the server and report this as a bug.');
  if (!(await isAllowed(name, PUBLIC_ADDRESS))) {
    return failed('a public address is denied, so no storefront can be scanned', 'Report this as a bug.');
  }
  return ok(
    `${DENIED.length + own.size + LOOPBACK_URLS.length} addresses denied, ${own.size} of this machine among them`,
  );
}
