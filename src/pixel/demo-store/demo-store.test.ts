/** A scan of the demo store is a real scan, never uses the network, and cannot be reached from a storefront outside. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { InlineTasks } from '../../../test/support/inline-tasks.ts';
import { root } from '../../../test/support/paths.ts';
import { answer, redirect, type Script, storefront } from '../../../test/support/scripted-storefront.ts';
import type { Clock } from '../../domain/clock.ts';
import type { PortsideError } from '../../domain/errors.ts';
import type { ScanReport } from '../../domain/scan-report.ts';
import { openScanners } from '../open-scanner.ts';
import { v1Report } from '../report/v1-report.ts';
import { pixelTasks } from '../worker-tasks.ts';
import { DEMO_STORE_URL } from './address.ts';

const GOLDEN = join(root, 'test/golden/demo-store.json');
const PATHS = ['', 'collections/all', 'products/canvas-tote', 'cart'];

/** Never waits. */
const CLOCK: Clock = {
  now: () => 0,
  monotonic: () => 0,
  sleep: async () => {},
  random: (length) => new Uint8Array(length),
};

/** A scanner as the server has it. Its resolver finds no name and keeps what it was asked. */
function setUp(allow: string[] = []) {
  const asked: string[] = [];
  const network = {
    async resolve(name: string): Promise<string[]> {
      asked.push(name);
      if (name === 'shop.example') return ['127.0.0.1'];
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    },
    ownAddresses: () => [],
  };
  const tasks = new InlineTasks(pixelTasks);
  const settings = { contact: '', scan_allow: allow, scan_cache_seconds: 600 };
  const scanners = openScanners(settings, CLOCK, network, { keyed: tasks, anonymous: tasks });
  return { asked, tasks, ...scanners };
}

async function reports(): Promise<Record<string, ScanReport>> {
  const { keyed, asked } = setUp();
  const found: Record<string, ScanReport> = {};
  const reported = async (url: string, deep = false) =>
    v1Report((await keyed.scan(url, { owner: 'test', deep })).report);
  for (const path of PATHS) found[path || 'home'] = await reported(DEMO_STORE_URL + path);
  found['home, deep'] = await reported(DEMO_STORE_URL, true);
  expect(asked).toEqual([]);
  return found;
}

test('the reports of all pages equal test/golden/demo-store.json, and no name is looked up', async () => {
  expect(await reports()).toEqual(await Bun.file(GOLDEN).json());
});

test('docs/demo-store.md lists the findings of each page, and no others', async () => {
  const rows = (await Bun.file(join(root, 'docs/demo-store.md')).text()).matchAll(/^\| `(\/.*?)`(, deep)? \|(.*)\|$/gm);
  const listed = Object.fromEntries(
    Array.from(rows, ([, path, deep = '', cells]) => [
      `${path!.slice(1) || 'home'}${deep}`,
      Array.from(cells!.matchAll(/`(\w+)`/g), ([, id]) => id!).sort(),
    ]),
  );
  const { home, ...others } = await reports();
  const idsOf = ({ findings }: ScanReport) => new Set(findings.map(({ rule_id }) => rule_id));
  const everywhere = new Set(['meta_migrated_pixel_overlap', 'scan_not_looked_at', 'web_pixel_inventory']);
  const expected = Object.entries({ home: home!, ...others }).map(([name, report]) => {
    const above = name === 'home, deep' ? idsOf(home!) : everywhere;
    // A deep scan reads the custom pixel, so it need not be named as not read.
    if (name !== 'home, deep') expect(idsOf(report).isSupersetOf(above)).toBe(true);
    return [name, [...idsOf(report).difference(above)].sort()];
  });
  expect(listed).toEqual(Object.fromEntries(expected));
});

test('its pages are read by the worker, as sent, like those of any storefront', async () => {
  const { keyed, tasks } = setUp();
  await keyed.scan(DEMO_STORE_URL, { owner: 'test', deep: true });
  expect(tasks.orders.map(({ task }) => task).sort()).toEqual([
    'container',
    'container',
    'custom_pixel',
    'page',
    'robots',
    'rules',
  ]);
});

test('spellings of its address', async () => {
  const { keyed, anonymous, asked } = setUp();
  for (const url of [
    'http://demo-store.portside.invalid',
    'https://Demo-Store.Portside.INVALID:443/?utm_source=x#top',
    'https://demo-store.portside.invalid/x/..',
  ]) {
    const { report, url: final } = await anonymous.scan(url, { owner: 'test' });
    expect([report.score, new URL(final).origin]).toEqual([62, new URL(DEMO_STORE_URL).origin]);
  }
  expect(await messageOf(keyed.scan(`${DEMO_STORE_URL}nope`, { owner: 'test' }))).toBe(
    'There is no page at this address (HTTP 404).',
  );
  for (const path of ['__proto__', 'constructor', '%2e%2e/home', 'gtm.js?id=GTM-DEMO123'])
    expect(await messageOf(keyed.scan(DEMO_STORE_URL + path, { owner: 'test' }))).toContain('(HTTP 404)');
  expect(asked).toEqual([]);
  for (const host of ['www.demo-store.portside.invalid', 'demo-store.portside.invalid.shop.test', 'portside.invalid'])
    expect(await messageOf(keyed.scan(`https://${host}/`, { owner: 'test' }))).toContain('does not resolve');
  expect(asked).toHaveLength(3);
});

/** The findings of a deep scan of a storefront on this machine, or the error. */
async function scanOutside(script: Script) {
  await using front = await storefront(script);
  const { keyed, asked } = setUp([`shop.example:${front.port}`]);
  const scan = await keyed
    .scan(`http://shop.example:${front.port}/`, { owner: 'test', deep: true })
    .catch((error: PortsideError) => error.message);
  return { asked, scan };
}

test('a storefront outside cannot redirect a scan to it', async () => {
  const { scan, asked } = await scanOutside(redirect(DEMO_STORE_URL));
  expect(scan).toBe('The host name does not resolve. Check the spelling of the address.');
  expect(asked).toEqual(['shop.example', 'demo-store.portside.invalid']);
});

test('a storefront outside that names its container or its pages is not answered from inside', async () => {
  const gtm = "<script src='https://www.googletagmanager.com/gtm.js?id=GTM-DEMO123'></script>";
  const own = `<script src='${DEMO_STORE_URL}gtm.js?id=GTM-DEMO123'></script>`;
  for (const page of [gtm, own, `<base href='${DEMO_STORE_URL}'>${gtm}`]) {
    const { scan, asked } = await scanOutside(answer(page));
    const ids = typeof scan === 'string' ? scan : scan.report.findings.map(({ rule_id }) => rule_id);
    expect(ids).toContain('scan_not_looked_at');
    expect(ids).not.toContain('universal_analytics_tag');
    expect(asked).toEqual(['shop.example', 'www.googletagmanager.com']);
  }
});

async function messageOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no error',
    (error: PortsideError) => error.message,
  );
}
