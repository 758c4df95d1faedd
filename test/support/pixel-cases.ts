/**
 * The cases of `test/fixtures/pixel-cases`: small pages, containers and custom pixels, with what a report must and must not say about
 * each. `expected.json` says it by meaning. `PHRASES` has the test of each meaning.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DetailedFinding, DetailedReport } from '../../src/domain/scan-report.ts';
import { containerFacts } from '../../src/pixel/containers/container-facts.ts';
import { customPixelFacts } from '../../src/pixel/custom-pixels/read-custom-pixel.ts';
import { createMatcher } from '../../src/pixel/matcher.ts';
import { detailedReport } from '../../src/pixel/report/detailed-report.ts';
import type { Fact, PageKindFact } from '../../src/pixel/tags/facts.ts';
import { root } from './paths.ts';

const FOLDER = join(root, 'test/fixtures/pixel-cases');

export interface Expectation {
  vendor?: string;
  /** One id, or two with a space between them. */
  id?: string;
  /** Forms, such as `inline + web_pixel`. */
  form?: string;
  /** Alternatives with `|`; `any`: a finding of any severity, or a fact. */
  severity?: string;
  phrase?: string;
  scored_findings?: number;
}

export interface Case {
  file: string;
  kind: 'page' | 'container' | 'custom_pixel';
  url: string;
  /** Files that are read together with it, or a remark. */
  with?: string[] | string;
  must: Expectation[];
  must_not: Expectation[];
}

export const CASES: Case[] = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8')).cases;

export interface ReadCase {
  report: DetailedReport;
  facts: Fact[];
}

/** Made-up secrets stand in for marks, so that no file contains one. */
const LETTERS = Array.from(createHash('sha512').update('pixel cases').digest('base64').replace(/\W/g, '')).join('');
const LONG = LETTERS.repeat(4);
const HEX = createHash('sha256').update('pixel cases').digest('hex');
const TOKEN = `${'EA'}A${LONG.slice(0, 180)}`;
const SECRETS: Record<string, string> = {
  '@@META_TOKEN@@': TOKEN,
  '@@META_LOOKALIKE_IN_BASE64@@': `iVBORw0KGgo${TOKEN}${LONG.slice(7, 90)}=`,
  '@@KLAVIYO_PRIVATE_KEY@@': `${'pk'}_${HEX.slice(0, 34)}`,
  '@@STRIPE_PUBLIC_KEY@@': `${'pk'}_live_${LONG.slice(11, 35)}`,
  '@@GA4_API_SECRET@@': LONG.slice(20, 42),
};

function textOf(file: string): string {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  return Object.entries(SECRETS).reduce((filled, [mark, secret]) => filled.replaceAll(mark, secret), text);
}

export function readCase({ file, kind, url, with: others }: Case): ReadCase {
  const facts = kind === 'page' ? pageFacts(file, url) : [storefrontOf(url), ...factsOf(file)];
  if (Array.isArray(others)) facts.push(...others.flatMap((other) => factsOf(other)));
  return { facts, report: detailedReport(facts) };
}

function pageFacts(file: string, url: string): Fact[] {
  const matcher = createMatcher();
  matcher.push(textOf(file));
  return matcher.finish({ url }).facts;
}

const SHOP = {
  host: 'case.example',
  pages: {
    home: 'https://case.example/',
    collection: 'https://case.example/collections/cups',
    product: 'https://case.example/products/red-cup',
    cart: 'https://case.example/cart',
    search: 'https://case.example/search?q=a',
    thank_you: 'https://case.example/checkouts/cn/1/thank-you',
  },
};

/** The facts of a container or a custom pixel. */
function factsOf(file: string): Fact[] {
  const text = textOf(file);
  if (file.endsWith('.html')) {
    return customPixelFacts(text, { pixelId: /createShopifyExtend\('([\w-]+)'/.exec(text)?.[1] ?? '' });
  }
  const id = /ctid:"([\w-]+)"/.exec(text)?.[1] ?? 'GTM-CASE001';
  const address = `https://www.googletagmanager.com/${id.startsWith('GTM-') ? 'gtm.js' : 'gtag/js'}?id=${id}`;
  return containerFacts(text, { kind: 'gtm', id, url: address }, SHOP);
}

/** A container or custom pixel by itself is read for a storefront. */
function storefrontOf(url: string): PageKindFact {
  const place = { offset: 0, line: 1, column: 1, script: 0, excerpt: '' };
  return { ...place, kind: 'page_kind', is: 'storefront', url, journey: 'home' };
}

const VENDORS: Record<string, RegExp> = {
  meta: /\bMeta\b/,
  ga4: /GA4|Google Analytics|Measurement Protocol/,
  ua: /Universal Analytics/,
  gtm: /GTM/,
  google_ads: /Google Ads/,
  google_tag: /Google tag/,
  klaviyo: /Klaviyo/,
  pinterest: /Pinterest/,
  tiktok: /TikTok/,
};

const PLACE_KINDS: Record<string, string> = {
  inline: 'page',
  amp: 'page',
  web_pixel: 'app_pixel',
  container: 'container',
  custom_pixel: 'custom_pixel',
};

/** What a finding says, without its advice. */
function sayings({ message, remedy, evidence }: DetailedFinding): string {
  return [message.endsWith(remedy) ? message.slice(0, message.length - remedy.length) : message, ...evidence].join(
    '\n',
  );
}

type Says = (finding: DetailedFinding, read: ReadCase) => boolean;

const saying =
  (...patterns: RegExp[]): Says =>
  (finding) =>
    patterns.every((pattern) => pattern.test(sayings(finding)));
const advising =
  (says: RegExp, advice: RegExp): Says =>
  (finding) =>
    says.test(sayings(finding)) && advice.test(finding.remedy);

const TWICE = /\btwice\b|\bdoubled?\b/i;
const ONCE = /page ?view is sent once/i;

/** The meaning of each phrase of `expected.json`. */
export const PHRASES: Record<string, Says> = {
  'initialised twice; page view is sent once': saying(/initiali[sz]ed (twice|in \d places)/i, ONCE),
  'counted twice': saying(/counted twice/),
  'sends its own PageView': (finding) => /sends its own PageView/i.test(finding.message),
  'same id in theme and app; page view once, may lack event id': saying(/page code/, /app pixel/, ONCE, /event id/),
  'ViewContent is counted twice': saying(/ViewContent/, /counted twice/),
  'two ids; app events also reach the theme id': saying(
    /2 Meta pixels/,
    /app pixel/,
    /reach|also|all of them|every id|both/,
  ),
  'Lead … 700000000000102': saying(/Lead\b[^.]*700000000000102/),
  'two ids': saying(/2 Meta pixels/),
  'AddToCart is counted twice': saying(/AddToCart/, /counted twice/),
  'advanced matching': saying(/advanced matching/),
  'app pixel': saying(/app pixel/),
  'two pixels': saying(/\b(two|2) (Meta )?pixels/i),
  'page code': saying(/page code/),
  twice: saying(TWICE),
  'configured twice; page view once': saying(/configured (twice|in \d places)/, ONCE),
  'no page view from the theme': saying(/without (a |its )?page view|sends no page view|page view.*off/i),
  'listed in the app without an event label': saying(/listed without an event label/),
  'may be the same tag as G-CASE000001': saying(/may be the same tag as G-CASE000001/),
  'alias GT-CASE001': ({ message, evidence }, { facts }) =>
    [message, ...evidence].join().includes('GT-CASE001') ||
    facts.some((fact) => fact.kind === 'alias' && [fact.id, ...fact.aliases].includes('GT-CASE001')),
  'conversion on every view of an ordinary page': saying(/conversion/, /every (page )?view|each view|every visit/i),
  'Ads tag in the theme': saying(/Google Ads AW-700000101 is started by page code/),
  'access token is published': saying(/access token/, /published/),
  EAAJn74zESHhzegsa3PG: (finding) => Object.values(SECRETS).some((secret) => mentions(finding, secret)),
  token: saying(/token/i),
  'private key': saying(/private (API )?key/i),
  Stripe: saying(/Stripe/i),
  'secret|token': saying(/secret|token/i),
  'api_secret is published': saying(/api_secret/, /published/),
  'shop refused the scan; nothing can be said': saying(/The shop refused the scan\. Nothing can be said/),
  'no trackers': ({ rule_id }) => rule_id === 'no_trackers_found',
  'score 100': (_, { report }) => report.score === 100,
  'password page': saying(/password page/),
  'not a Shopify page': saying(/not a Shopify page/),
  'app pixel is missing': (finding) => /(connect|install|move).*app/i.test(finding.message),
  'not read: custom pixel My GTM': saying(/Not read: .*custom pixel “My GTM”/),
  'not tracked': saying(/not tracked/i),
  'almost nothing': saying(/almost nothing/),
  'Optimized; all events now': saying(/Optimized/, /all (of its )?events/i),
  'withheld|paused': saying(/with(held|holds)|paused/i),
  'Shopify withholds its events; Always on': advising(/Shopify withholds its events/, /Always on/),
  'Optimized|withheld': saying(/Optimized|with(held|holds)/i),
  paused: saying(/paused/i),
  container: saying(/container/),
  'three|two places': saying(/\b(two|three|2|3) places/),
  'waits for consent': ({ places, ...finding }, { facts }) =>
    /waits? for consent/.test(sayings({ places, ...finding })) ||
    places.some(({ trigger }) => /consent/.test(trigger ?? '')) ||
    facts.some((fact) => fact.kind === 'tag' && finding.ids.includes(fact.id ?? '') && isGated(fact)),
  'page view twice on every page': saying(/page ?view/i, TWICE, /on every page/),
  'page view twice where the path contains /thank-you': saying(/page ?view/i, TWICE, /\/thank-you/),
  'for this host': (finding, { facts }) =>
    conditionsOf(facts, finding.ids).some(({ here, text }) => here === true && /host/.test(text)) ||
    /on the host case\.example/.test(sayings(finding)),
  'runs here': (finding, { facts }) =>
    finding.severity !== 'info' && conditionsOf(facts, finding.ids).every(({ here }) => here !== false),
  'runs|installed': saying(/\b(runs|installed|started by)\b/),
  'installed|runs': saying(/\b(runs|installed|started by)\b/),
  'on the event lead_sent': (finding, { facts }) =>
    /on the event lead_sent/.test(sayings(finding)) ||
    facts.some((fact) => 'firing' in fact && /lead_sent/.test(fact.firing?.when ?? '')),
  'never|twice': saying(/\bnever (runs|fires)\b|\btwice\b/),
  'loaded with UA-70000001-1': ({ ids }, { facts }) =>
    ids.includes('G-CASE000001') && facts.some((fact) => fact.kind === 'tag' && fact.id === 'UA-70000001-1'),
  'same conversion twice': saying(/conversion/i, TWICE),
  'holds no tags': saying(/no tags/),
  'no consent gate': saying(/no consent gate/),
  'page view is counted twice': saying(/page ?view/i, /counted twice/),
  'page_viewed checkout_completed': saying(/page_viewed/, /checkout_completed/),
  'theme code': saying(/theme|page code/),
  'page view and purchase are counted twice': saying(/page[_ ]?view/i, /purchase/, /counted twice/),
  checkout_completed: saying(/checkout_completed/),
  'custom pixel': saying(/custom pixel/),
  'page_viewed product_added_to_cart': saying(/page_viewed/, /product_added_to_cart/),
  'phone is sent to collector.example': saying(/phone/, /collector\.example/),
  'HTML in the code box does not run': saying(/HTML/, /does not run|runs JavaScript only|JavaScript only/),
};

function isGated(fact: Fact): boolean {
  return fact.kind === 'tag' && (fact.form === 'gated' || fact.firing?.waitsForConsent === true);
}

function conditionsOf(facts: readonly Fact[], ids: readonly string[]) {
  return facts.flatMap((fact) =>
    fact.kind === 'tag' && fact.condition && ids.includes(fact.id ?? '') ? [fact.condition] : [],
  );
}

/** Whether any twelve characters of a secret are in a finding. */
function mentions(finding: DetailedFinding, secret: string): boolean {
  const text = JSON.stringify(finding);
  for (let i = 0; i + 12 <= secret.length; i++) if (text.includes(secret.slice(i, i + 12))) return true;
  return false;
}

/** The findings that an expectation is about. */
export function matching(expected: Expectation, read: ReadCase): DetailedFinding[] {
  return read.report.findings.filter((finding) => agrees(finding, expected, read));
}

function agrees(
  finding: DetailedFinding,
  { vendor, id, form, severity, phrase }: Expectation,
  read: ReadCase,
): boolean {
  const text = `${sayings(finding)} ${finding.ids.join(' ')}`;
  const ids = id?.split(' ') ?? [];
  if (!ids.every((one) => text.includes(one))) return false;
  if (vendor !== undefined && !isAbout(finding, vendor, ids, read)) return false;
  const kinds = new Set<string>(finding.places.map(({ kind }) => kind));
  if (form && !form.split(' + ').every((one) => kinds.has(PLACE_KINDS[one] ?? 'unknown'))) return false;
  if (severity !== undefined && severity !== 'any' && !severity.split('|').includes(finding.severity)) return false;
  return phrase === undefined || phrase === '' || meaningOf(phrase)(finding, read);
}

/** Prefixes of ids that only one vendor has. */
const PREFIXES: Record<string, string> = { G: 'ga4', GT: 'google_tag', AW: 'google_ads', UA: 'ua', GTM: 'gtm' };

/** They name vendors to say that there is none. */
const ABOUT_NO_VENDOR = new Set(['no_trackers_found', 'scan_not_looked_at']);

/** By name, by the prefix of the id, or by the vendor of a fact with the id. */
function isAbout(finding: DetailedFinding, vendor: string, ids: readonly string[], { facts }: ReadCase): boolean {
  if (!VENDORS[vendor]) throw new Error(`No test of the vendor ${vendor}`);
  if (ABOUT_NO_VENDOR.has(finding.rule_id)) return false;
  const isTheirs = (fact: Fact) =>
    'vendor' in fact && fact.vendor === vendor && 'id' in fact && ids.includes(fact.id ?? '');
  const hasTheirPrefix = ids.length > 0 && ids.every((id) => PREFIXES[id.split('-')[0]!] === vendor);
  const isNamed = VENDORS[vendor].test(sayings(finding)) || finding.rule_id.startsWith(vendor);
  return isNamed || hasTheirPrefix || facts.some(isTheirs);
}

function meaningOf(phrase: string): Says {
  const says = PHRASES[phrase];
  if (!says) throw new Error(`No test of the phrase “${phrase}”`);
  return says;
}

/** A fact agrees if only a vendor, an id and a form are asked for. */
function hasFact({ vendor, id }: Expectation, { facts }: ReadCase): boolean {
  return facts.some((fact) => 'vendor' in fact && fact.vendor === vendor && 'id' in fact && fact.id === id);
}

/** What of a case is not as expected, one sentence each. */
export function faultsOf(one: Case, read: ReadCase): string[] {
  const faults: string[] = [];
  for (const expected of one.must) {
    const found = matching(expected, read);
    const byFact = expected.severity === undefined || expected.severity === 'any';
    if (found.length === 0 && !(byFact && !expected.phrase && hasFact(expected, read)))
      faults.push(`no finding as ${JSON.stringify(expected)}`);
    const scored = read.report.findings.filter((finding) => finding.severity !== 'info').length;
    if (expected.scored_findings !== undefined && scored !== expected.scored_findings)
      faults.push(`${scored} findings are scored, not ${expected.scored_findings}`);
  }
  for (const forbidden of one.must_not) {
    for (const finding of matching(forbidden, read))
      faults.push(`${JSON.stringify(forbidden)} forbids: ${finding.severity} ${finding.rule_id} ${finding.message}`);
    if (forbidden.severity === undefined && forbidden.phrase === undefined && hasFact(forbidden, read))
      faults.push(`${JSON.stringify(forbidden)} forbids a fact`);
    // About the report as a whole, also if it has no finding.
    if (forbidden.phrase === 'score 100' && read.report.score === 100) faults.push('the score is 100');
  }
  return faults;
}
