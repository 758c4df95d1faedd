import { describe, expect, test } from 'bun:test';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { BLOCKED_REPORT, CLEAN_REPORT, finding, SAMPLE_REPORT } from '../../../test/support/detailed-report.ts';
import type { DetailedReport, JourneyPage, PageKind } from '../../domain/scan-report.ts';
import { printTable } from './page-table.ts';
import { printReport } from './report-text.ts';

const URL = 'https://shop.example/';
const print = (report: DetailedReport, width = 80) => printReport(URL, report, { colour: false, width });

test('a report: score and its parts, findings by cause with every place, who sends what, what was looked at', () => {
  expect(print(SAMPLE_REPORT)).toBe(`https://shop.example/

Do first
  1. Purchases are counted twice in Meta. Delete the copy in the theme and keep
     the app pixel.
  2. GTM container GTM-DEMO123 is loaded by page code. Keep it only if you need
     it, and add GTM as a custom pixel for checkout.

46/100   judged in part: 1 custom pixel not read
         1 error, 2 warnings, 3 info
         This score is of one page by itself. A scan with its containers and
         custom pixels, or of more pages, sees more, so that score can be lower.

          100  to begin with
        −38.4  Double counting: meta_pixel_double_install
        −15.6  Legacy installs: gtm_container_in_theme
         ≤ 79  There is an error.
         ≤ 89  A custom pixel was not read.

error  meta_pixel_double_install  −38.4
       Meta pixel 123456789012345 runs from page code and again as the Facebook
       & Instagram app pixel.
       at    page, line 27:1
             | fbq('init', '123456789012345'
             app pixel Facebook & Instagram (1001)
       seen  The theme sends AddToCart to 123456789012345 with track, and so
             does the app pixel.
       →     Delete the copy in the theme and keep the app pixel.
       also  warn legacy_meta_pixel_call: Meta pixel 123456789012345 is started
             by page code.
       →     Connect the Facebook & Instagram app and delete the snippet.
       also  info meta_noscript_pixel: The noscript image of Meta pixel
             123456789012345 is in the page.
       at    page, line 30:11
       →     Remove it together with the base code.

warn   gtm_container_in_theme  −15.6
       GTM container GTM-DEMO123 is loaded by page code.
       at    page, line 17:25
             | 'GTM-DEMO123'
             container GTM-DEMO123, tag 4 “Meta base code”, fires on every page
       →     Keep it only if you need it, and add GTM as a custom pixel for
             checkout.

info   universal_analytics_tag
       UA-12345678-1 has been dead since 2024.
       at    container GTM-DEMO123, tags 5, 6, 7, 8, 9
       →     Delete the tags.

info   scan_not_looked_at
       A custom pixel was not read: Meta pixel (migrated).
       at    custom pixel Meta pixel (migrated) (1003)
       →     Look at it under Settings > Customer events.

Who sends what

  a  theme code, line 27
  b  Facebook & Instagram (app pixel)
  c  GTM-DEMO123 tag 4
  d  custom pixel Purchases (in a window of its own)
  e  Google & YouTube (app pixel)

                         Meta                     GA4
  store event            123456789012345          G-DEMO123456
  page_viewed            PageView: a b            page_view: c*+e DOUBLE*
  product_added_to_cart  AddToCart: a+b~ double~
  checkout_completed     Purchase: b+d DOUBLE

                         Google Ads
  store event            AW-123456789
  checkout_completed     AbC-D_efG: d+e? double?

  * under a condition, ? perhaps, ~ once Shopify resumes it
  c* on product pages
  e? if the tag named in the app is the same one

  G-DEMO123456 is also GT-DEMO1.

Looked at
  page          /
  container     GTM-DEMO123, version 7
  app pixel     Facebook & Instagram (1001)

Not looked at
  custom pixel  Meta pixel (migrated) (1003): robots.txt forbids its address.
`);
});

test('a page that was judged and has no finding is the only one that says so', () => {
  expect(print(CLEAN_REPORT)).toStartWith(
    'https://shop.example/\n100/100  judged\n         0 errors, 0 warnings, 0 info\n         This score is of one page, with what it loads. A visit of more pages\n         sees more, so that score can be lower.\n\nNothing was found.\n',
  );
  const partly = print({ ...CLEAN_REPORT, state: 'partly_judged', score: 89 });
  expect(partly).toContain('89/100   judged in part\n');
  expect(partly).toContain('Nothing was found in what was read.');
  const missing = { kind: 'page', id: '/', reason: 'It has no list of pixels.' } as const;
  const looked_at = [{ kind: 'page', id: '/' } as const];
  const cut: DetailedReport = {
    ...CLEAN_REPORT,
    state: 'partly_judged',
    score: 89,
    looked_at,
    not_looked_at: [missing],
  };
  expect(print(cut)).toContain('judged in part: part of a page not read\n');
});

test.each<[PageKind, string]>([
  ['blocked', 'the shop refused the scan'],
  ['password', 'the shop is behind its password page'],
  ['checkout', 'this is a checkout page, where theme code does not run'],
  ['empty', 'the page holds almost nothing'],
])('a page of kind %s that was not judged has no score', (page_kind, reason) => {
  const printed = print({ ...BLOCKED_REPORT, page_kind });
  expect(printed).toContain(`–        not judged: ${reason}\n`);
  expect(printed).not.toMatch(/\/100|Nothing was found/);
});

test('places and remedy that stand in a message are not printed twice', () => {
  const bare = finding({ message: 'GTM container GTM-DEMO123 is loaded.', places: [] });
  for (const where of [
    '',
    ' (line 7, column 3)',
    ' (line 7, column 3). Seen on /, /cart and 2 more',
    ' (inside the container GTM-DEMO123)',
    ' (inside the container GTM-DEMO123, tag “Meta (old)”)',
    ' (5 places: lines 12, 40, 88 and 2 more)',
    ' (2 places: the container GTM-DEMO123, tag 3, line 7, column 3). Fixing the more serious finding on the same code fixes this too',
    ' (line 7, column 3). Seen on /. Fixing the more serious finding on the same code fixes this too',
  ]) {
    const message = `GTM container GTM-DEMO123 is loaded${where}. ${bare.remedy}`;
    expect(print({ ...SAMPLE_REPORT, findings: [{ ...bare, message }] })).toBe(
      print({ ...SAMPLE_REPORT, findings: [bare] }),
    );
  }
});

test('words in brackets that are not a place stay', () => {
  const report = (message: string) => ({ ...SAMPLE_REPORT, findings: [finding({ message })] });
  expect(print(report('Not read: a pixel (the page does not name its version). Look at it.'))).toContain(
    'Not read: a pixel (the page does not name its version). Look at it.',
  );
  expect(print(report('Not read: a pixel (the shop refused it).'))).toContain('a pixel (the shop refused it).');
});

test('an inventory is one list with one remedy; findings that are charged are not', () => {
  const pixel = (id: string, fields = {}) =>
    finding({
      rule_id: 'web_pixel_inventory',
      severity: 'info',
      message: `Pixel ${id}.`,
      cause: id,
      remedy: 'Fine.',
      places: [],
      ...fields,
    });
  const printed = print({ ...SAMPLE_REPORT, findings: [pixel('1'), pixel('2'), pixel('3', { remedy: 'Look.' })] });
  expect(printed).toContain(`
info   web_pixel_inventory
       Pixel 1.
       Pixel 2.
       →     Fine.

info   web_pixel_inventory
       Pixel 3.
       →     Look.
`);
  const charged = print({
    ...SAMPLE_REPORT,
    findings: [1, 2].map((id) => pixel(`${id}`, { severity: 'warn', points: 3 })),
  });
  expect(charged.match(/warn {3}web_pixel_inventory {2}−3/g)).toHaveLength(2);
});

test('pages are named where a finding is not on all of them', () => {
  const journeys: JourneyPage[] = ['home', 'product', 'cart'];
  const pages = journeys.map((journey) => ({ url: URL, kind: 'storefront' as const, journey }));
  const at = (paths: string[]) =>
    print({ ...SAMPLE_REPORT, pages, findings: [finding({ places: [{ kind: 'page', line: 3, pages: paths }] })] });
  expect(at(['/', '/cart'])).toContain('at    page, line 3 (on /, /cart)\n');
  expect(at(['/', '/products/x', '/cart'])).toContain('at    page, line 3 (on every page)\n');
});

test('destinations that do not fit side by side follow below, and none is left out', () => {
  const ids = Array.from({ length: 9 }, (_, at) => `10000000000000${at}`);
  const graph = {
    ...SAMPLE_REPORT.graph,
    destinations: ids.map((id) => ({ vendor: 'meta', id, aliases: [] })),
    sendings: ids.map((_, destination) => ({
      sender: 0,
      destination,
      event: 'page_viewed',
      sent_as: 'PageView',
      grade: 'always' as const,
    })),
    doubles: [],
  };
  for (const width of [40, 80, 200]) {
    const printed = print({ ...SAMPLE_REPORT, graph }, width);
    for (const id of ids) expect(printed).toContain(id);
    for (const line of printed.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
  }
});

test('a cell tells who doubles from who does not, and one sender that sends twice', () => {
  const { senders, destinations } = SAMPLE_REPORT.graph;
  const sending = (sender: number) => ({ sender, destination: 0, event: 'page_viewed', sent_as: 'PageView' });
  const sendings = [0, 1, 2, 2, 3].map((sender) => ({ ...sending(sender), grade: 'always' as const }));
  const double = { event: 'page_viewed', destination: 0, grade: 'always' as const };
  const graph = { senders, destinations, sendings, doubles: [{ ...double, sendings: [0, 4] }] };
  expect(print({ ...SAMPLE_REPORT, graph })).toContain('page_viewed  PageView: a+d DOUBLE b c\n');
  const alone = { ...graph, doubles: [{ ...double, sendings: [2, 3] }] };
  expect(print({ ...SAMPLE_REPORT, graph: alone })).toContain('page_viewed  PageView: c×2 DOUBLE a b d\n');
});

test('a graph that was too large says so', () => {
  const printed = print({ ...SAMPLE_REPORT, graph: { ...SAMPLE_REPORT.graph, left_out: 12 } });
  expect(printed).toContain('\n  12 more sendings and doubles are left out: there are too many.\n');
});

describe('for any report', () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 60 });
  const hostile = fc
    .array(fc.oneof(text, fc.constantFrom('\u001b[2J', '\u001b]0;x\u0007', '\r\n', '\u202e', '\u009b1m', '\u0000')))
    .map((parts) => parts.join('a'));
  /** A name that every object has. */
  const inherited = fc.constantFrom('constructor', 'valueOf', '__proto__');

  /** The report with every text replaced, except the words of which there is a closed set. */
  function withTexts(value: unknown, next: () => string, name = ''): unknown {
    if (['kind', 'severity', 'grade', 'state', 'page_kind', 'journey'].includes(name)) return value;
    if (typeof value === 'string') return next();
    if (Array.isArray(value)) return value.map((item) => withTexts(item, next));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withTexts(part, next, key)]));
  }
  const anyReport = (of: fc.Arbitrary<string>) =>
    fc.infiniteStream(of).map((stream) => {
      const next = () => stream.next().value as string;
      return { url: next(), report: withTexts(SAMPLE_REPORT, next) as DetailedReport };
    });

  test('colour changes only the colour', () => {
    for (const report of [SAMPLE_REPORT, CLEAN_REPORT, BLOCKED_REPORT]) {
      const coloured = printReport(URL, report, { colour: true, width: 80 });
      expect(stripVTControlCharacters(coloured)).toBe(print(report));
      expect(coloured).toContain('\u001b[');
    }
  });

  test('a double is red and marked with a word', () => {
    expect(printReport(URL, SAMPLE_REPORT, { colour: true, width: 80 })).toMatch(
      /\u001b\[31mPurchase: b\+d DOUBLE\u001b/,
    );
  });

  test('no escape sequence or control character of the page reaches the terminal', () => {
    fc.assert(
      fc.property(anyReport(fc.oneof(hostile, inherited)), ({ url, report }) => {
        const row = { address: url, report };
        const printed = [
          printReport(url, report, { colour: false, width: 80 }),
          printTable([row, { address: url, fault: url }], { colour: false, width: 80 }),
        ].join('');
        expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
      }),
    );
  });

  test('no line is wider than the terminal', () => {
    const ascii = fc.string({ unit: fc.constantFrom(...'ab _:/.(x'), maxLength: 200 });
    fc.assert(
      fc.property(anyReport(ascii), fc.integer({ min: 60, max: 200 }), ({ url, report }, width) => {
        const printed = printReport(url, report, { colour: false, width });
        for (const line of printed.split('\n')) expect([...line].length).toBeLessThanOrEqual(width);
      }),
    );
  });
});
