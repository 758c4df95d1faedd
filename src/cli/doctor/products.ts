/** Can this program do what it is for: lists, fonts, the outbound guard. Nothing is sent anywhere. */

import type { Config } from '../../config.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Network } from '../../domain/network.ts';
import type { Storage } from '../../domain/storage.ts';
import { makeCertificate } from '../../entry/issue/certificate.ts';
import { readRequest } from '../../entry/issue/validate.ts';
import { renderCertificate } from '../../entry/pdf/render-certificate.ts';
import { parseTarget, resolveTarget } from '../../pixel/fetch/target.ts';
import { embeddedTariff } from '../../tariff/embedded.ts';
import { Tariff } from '../../tariff/tariff.ts';
import { TariffStore } from '../../tariff/tariff-store.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

export async function checkLists(
  { list_days_max }: Config,
  storage: Storage | undefined,
  clock: Clock,
): Promise<Finding> {
  const data = storage ? await new TariffStore(storage, clock).load() : embeddedTariff();
  const age = new Tariff(data, clock).age();
  if (!age) return failed('lists', 'none is loaded', 'This binary is broken: install it anew.');
  const text = `${data.lists.length} lists; ${age.list} is in force and stands for ${age.asOf}, ${age.days} days ago`;
  if (age.days < 0)
    return failed('lists', `${text}: the future`, 'The clock is wrong, or a list with a wrong date was imported.');
  const advice = '`portside tariff import FILE` takes in the current list: docs/tariff.md.';
  if (list_days_max > 0 && age.days > list_days_max) return failed('lists', text, advice);
  if (list_days_max > 0 && age.days > list_days_max / 2) return warning('lists', text, advice);
  return ok('lists', text);
}

/** One certificate in Latin and one in Chinese, drawn to the last byte. */
export function checkFonts(): Finding {
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
    if (Buffer.from(pdf.subarray(0, 5)).toString() !== '%PDF-') throw new Error('what was drawn is no PDF');
    return pdf.length;
  });
  // A face that is missing draws empty boxes from the others, and embeds no more than they do.
  if (sizes[1]! - sizes[0]! < 1000) return failed('fonts', 'Chinese letters are missing', 'Install this binary anew.');
  return ok(
    'fonts',
    `a Latin and a Chinese certificate drawn, ${sizes.map((size) => `${Math.ceil(size / 1000)} kB`).join(' and ')}`,
  );
}

/** One address of each kind that must never be reached, as a name resolves to it and as it may be spelled. */
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
const SPELLED = [
  'http://2130706433/',
  'http://0x7f.1/',
  'http://017700000001/',
  'http://127.1/',
  'http://[::ffff:7f00:1]/',
];
const ALLOWED = '93.184.215.14';

export async function checkGuard(network: Pick<Network, 'ownAddresses'>): Promise<Finding> {
  const own = new Set(network.ownAddresses());
  const reaches = async (url: string, address?: string): Promise<boolean> => {
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
  const open: string[] = [];
  for (const address of [...DENIED, ...own]) if (await reaches(name, address)) open.push(address);
  for (const url of SPELLED) if (await reaches(url)) open.push(url);
  if (open.length > 0)
    return failed('guard', `scans could reach ${open.join(', ')}`, 'Stop the server and report this.');
  if (!(await reaches(name, ALLOWED))) {
    return failed('guard', 'a public address is denied, and so no storefront can be scanned', 'Report this.');
  }
  return ok(
    'guard',
    `${DENIED.length + own.size + SPELLED.length} addresses denied, ${own.size} of this machine among them`,
  );
}
