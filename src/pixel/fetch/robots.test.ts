import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { runs } from '../../../test/support/seed.ts';
import { pixelTasks } from '../worker-tasks.ts';
import { userAgent } from './page-fetch.ts';
import { isAllowed, isPage, parseRobots, productToken } from './robots.ts';
import { parseRobotsAnswer, ROBOTS_BYTES_MAX, robotsOutcome } from './robots-answer.ts';

const TOKEN = productToken(userAgent('1.2.3', 'mail@portside.example'));

function allows(text: string, path: string): boolean {
  return isAllowed(parseRobots(text, TOKEN), path);
}

const any = (...lines: string[]): string => ['User-agent: *', ...lines].join('\n');

/** A file, a path, and whether a scan may fetch it. */
const CASES: [string, string, string, boolean][] = [
  ['an empty file allows everything', '', '/cart', true],
  ['a prefix', any('Disallow: /cart'), '/cart/add', false],
  ['a prefix of a word', any('Disallow: /cart'), '/cartography', false],
  ['another path', any('Disallow: /cart'), '/products/cart', true],
  ['an empty Disallow allows everything', any('Disallow:'), '/', true],
  ['the longest match decides', any('Disallow: /', 'Allow: /products'), '/products/cup', true],
  ['whatever the order', any('Allow: /products', 'Disallow: /products/secret'), '/products/secret', false],
  ['Allow wins a tie', any('Disallow: /page', 'Allow: /page'), '/page', true],
  ['Allow wins a tie of different patterns', any('Disallow: /pag*', 'Allow: /page'), '/page', true],
  ['an asterisk', any('Disallow: /collections/*sort_by*'), '/collections/cups?sort_by=price', false],
  ['an asterisk for nothing', any('Disallow: /a*b'), '/ab', false],
  ['a leading asterisk', any('Disallow: *preview_theme_id*'), '/?preview_theme_id=1', false],
  ['the end', any('Disallow: /cart$'), '/cart', false],
  ['more than the end', any('Disallow: /cart$'), '/cart?a=1', true],
  ['an asterisk and the end', any('Disallow: /cdn/wpm/*.js$'), '/cdn/wpm/a.js/b.js', false],
  ['an asterisk and another end', any('Disallow: /cdn/wpm/*.js$'), '/cdn/wpm/a.js.map', true],
  ['an end that overlaps the beginning', any('Disallow: /aba*aba$'), '/aba', true],
  ['a dollar inside', any('Disallow: /a$b'), '/a$b', false],
  ['an escaped dollar', any('Disallow: /a%24'), '/a$', false],
  ['an escaped asterisk is an asterisk of the path only', any('Disallow: /a%2Ab'), '/aXb', true],
  ['an escaped asterisk', any('Disallow: /a%2ab'), '/a*b', false],
  ['a pattern without a slash matches nothing', any('Disallow: cart'), '/cart', true],
  ['escapes in lower case', any('Disallow: /caf%c3%a9'), '/caf%C3%A9', false],
  ['letters of another script', any('Disallow: /café'), '/caf%C3%A9', false],
  ['an escaped letter', any('Disallow: /%63art'), '/cart', false],
  ['an escaped slash is not a slash', any('Disallow: /a%2Fb'), '/a/b', true],
  ['case matters', any('Disallow: /Cart'), '/cart', true],
  ['the case of names does not', 'USER-AGENT: *\ndisALLOW: /cart', '/cart', false],
  ['comments', any('Disallow: /cart # not /search', '# Disallow: /search'), '/search', true],
  ['unknown lines', any('Host: x', 'nonsense', 'Disallow: /cart', 'Clean-param: a /'), '/cart', false],
  ['a rule before any group', 'Disallow: /\nUser-agent: *\nDisallow: /cart', '/', true],
  ['our group only', `User-agent: *\nDisallow: /\nUser-agent: ${TOKEN}\nDisallow: /cart`, '/', true],
  ['our group in another case', 'User-agent: *\nAllow: /\nUser-agent: portsidescan\nDisallow: /', '/', false],
  ['our group with a version', 'User-agent: PortsideScan/9.1\nDisallow: /', '/', false],
  ['another agent whose name begins like ours', 'User-agent: PortsideScanner\nDisallow: /', '/', true],
  ['a group of several agents', 'User-agent: a\nUser-agent: *\nUser-agent: b\nDisallow: /cart', '/cart', false],
  [
    'several groups of one agent',
    any('Disallow: /cart', 'User-agent: b', 'Allow: /', any('Disallow: /search')),
    '/cart',
    false,
  ],
  ['a group without rules does not fall back', `${any('Disallow: /')}\nUser-agent: ${TOKEN}\n`, '/', true],
  [
    'a line that is no rule does not end a group',
    'User-agent: *\nCrawl-delay: 2\nUser-agent: b\nDisallow: /cart',
    '/cart',
    false,
  ],
  ['a byte order mark', `\ufeff${any('Disallow: /cart')}`, '/cart', false],
  ['lines that end with CR', 'User-agent: *\rDisallow: /cart\r', '/cart', false],
  ['lines that end with CR LF', 'User-agent: *\r\nDisallow: /cart\r\n', '/cart', false],
  ['blank lines do not end a group', 'User-agent: *\n\n\nDisallow: /cart', '/cart', false],
  ['blanks around', '  User-agent :  *  \n\tDisallow\t:\t/cart\t', '/cart', false],
  ['the file itself', any('Disallow: /'), '/robots.txt', true],
  ['a path that is too long is not asked for', '', `/${'a'.repeat(3000)}`, false],
];

test.each(CASES)('%s', (_, text, path, expected) => {
  expect(allows(text, path)).toBe(expected);
});

test('Shopify’s own file, classic', () => {
  const text = any(
    ...'/admin /cart /orders /checkouts/ /checkout /7000001/checkouts /carts /account /collections/*sort_by* /collections/*+* /blogs/*+* /policies/ /search /apple-app-site-association /.well-known/shopify/monorail /cdn/wpm/*.js /recommendations/products'
      .split(' ')
      .map((path) => `Disallow: ${path}`),
    'Disallow: /*preview_theme_id*',
    'Sitemap: https://case.example/sitemap.xml',
  );
  const sandbox = '/web-pixels@0a1b2c3dw4e5f60718p29a0b1c2dm3e4f5061/custom/web-pixel-901@4/sandbox/modern/';
  const paths = ['/', '/products/cup', '/collections/cups', '/cart', '/search?q=a', sandbox, '/cdn/wpm/b1m.js'];
  expect(paths.map((path) => allows(text, path))).toEqual([true, true, true, false, false, true, false]);
  expect(parseRobots(text, TOKEN).sitemaps).toEqual(['https://case.example/sitemap.xml']);
});

describe('the crawl delay', () => {
  test.each<[string, string, number | undefined]>([
    ['of our group', `${any('Crawl-delay: 5')}\nUser-agent: ${TOKEN}\nCrawl-delay: 2`, 2],
    ['is not that of others', `${any('Crawl-delay: 5')}\nUser-agent: ${TOKEN}\nDisallow: /x`, undefined],
    ['of everyone', any('Crawl-delay: 1.5'), 1.5],
    ['the longest', any('Crawl-delay: 3', 'Crawl-delay: 1'), 3],
    ['not a number', any('Crawl-delay: soon'), undefined],
    ['negative', any('Crawl-delay: -1'), undefined],
    ['before any group', `Crawl-delay: 3\n${any('Disallow: /x')}`, undefined],
  ])('%s', (_, text, expected) => expect(parseRobots(text, TOKEN).crawlDelaySeconds).toBe(expected));
});

test('a file is read up to its limit, and half a line at the limit is not a rule', () => {
  const head = any('Disallow: /cart', '');
  const text = `${head}${'#'.repeat(ROBOTS_BYTES_MAX - head.length - 13)}\nDisallow: /private\nDisallow: /never`;
  expect(text.slice(0, ROBOTS_BYTES_MAX)).toEndWith('\nDisallow: /p');
  expect(['/cart', '/products', '/never'].map((path) => allows(text, path))).toEqual([false, true, true]);
  const cut = parseRobots(any('Disallow: /cart', 'Disallow: /'), TOKEN, true);
  expect([isAllowed(cut, '/products'), isAllowed(cut, '/cart')]).toEqual([true, false]);
});

describe('a file made to be costly', () => {
  test.each<[string, string, string]>([
    [
      'many patterns of many asterisks',
      any(...Array<string>(4000).fill(`Disallow: /${'*a'.repeat(60)}b`)),
      `/${'a'.repeat(2000)}`,
    ],
    [
      'parts that almost match',
      any(...Array<string>(300).fill(`Disallow: /*${'a'.repeat(900)}b`)),
      `/${'a'.repeat(2000)}`,
    ],
    ['short patterns', any(...Array<string>(40_000).fill('Disallow: *x')), `/${'a'.repeat(2000)}`],
    ['one long pattern', any(`Disallow: ${'*a'.repeat(260_000)}`), `/${'a'.repeat(2000)}`],
  ])('%s: its work is bounded, and where it ends nothing is allowed', (_, text, path) => {
    const robots = parseRobots(text, TOKEN);
    const first = isAllowed(robots, path);
    for (let i = 0; i < 30; i++) isAllowed(robots, path);
    const overshoot = 4096;
    expect(robots.effort.done).toBeLessThan(2_000_000 + 12 * text.length + overshoot + 31);
    if (robots.effort.spent) expect(isAllowed(robots, '/')).toBe(false);
    else expect(first).toBe(true);
  });

  test('an ordinary file does not come near the limit', () => {
    const robots = parseRobots(any(...Array<string>(200).fill('Disallow: /collections/*sort_by*')), TOKEN);
    for (let i = 0; i < 64; i++) expect(isAllowed(robots, `/collections/cups-${i}`)).toBe(true);
    expect(robots.effort.spent).toBe(false);
  });
});

/** A second implementation, as short as possible: each pattern becomes a regular expression over escaped octets. */
function reference(text: string, path: string): boolean {
  const spell = (part: string): string =>
    part
      .replace(/[^!-~]/gu, encodeURIComponent)
      .replace(/%[0-9a-f]{2}/gi, (code) => (/[A-Za-z0-9._~-]/.test(decoded(code)) ? decoded(code) : code.toUpperCase()))
      .replaceAll('*', '%2A')
      .replaceAll('$', '%24');
  const groups: { agents: string[]; rules: [string, string][] }[] = [];
  let open = false;
  for (const line of text.replace(/^\ufeff/, '').split(/[\r\n]/)) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/.exec(line) ?? [];
    const key = name.toLowerCase();
    if (key === 'user-agent') {
      if (!open) groups.push({ agents: [], rules: [] });
      open = true;
      groups.at(-1)!.agents.push(value.toLowerCase());
    } else if (/^(dis)?allow$/.test(key)) {
      open = false;
      groups.at(-1)?.rules.push([key, value]);
    }
  }
  const named = (agent: string) => groups.filter(({ agents }) => agents.includes(agent));
  const own = named(TOKEN.toLowerCase());
  const matching = (own.length > 0 ? own : named('*'))
    .flatMap(({ rules }) => rules)
    .filter(([, pattern]) => /^[*/]/.test(pattern))
    .map(([key, pattern]) => {
      const end = pattern.endsWith('$');
      const parts = (end ? pattern.slice(0, -1) : pattern).split('*').map(spell);
      const source = parts.map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('.*');
      return { key, length: parts.join('*').length + Number(end), is: new RegExp(`^${source}${end ? '$' : ''}`, 's') };
    })
    .filter(({ is }) => is.test(spell(path)))
    .sort((a, b) => b.length - a.length || a.key.localeCompare(b.key));
  return path === '/robots.txt' || matching[0]?.key !== 'disallow';
}

function decoded(code: string): string {
  return String.fromCharCode(Number.parseInt(code.slice(1), 16));
}

test('agrees with a second implementation', () => {
  const piece = fc.constantFrom(
    '/',
    'a',
    'b',
    'ab',
    '*',
    '$',
    '%61',
    '%2F',
    '%2a',
    '%24',
    'é',
    '%c3%a9',
    '?',
    '.',
    '+',
    '%',
  );
  const path = fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join('')}`);
  const pattern = fc.oneof(
    path,
    fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
  );
  const line = fc.oneof(
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        `User-agent: ${TOKEN}`,
        'User-agent: *',
        'user-agent: other',
        'Crawl-delay: 1',
        '',
        'x',
      ),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.constantFrom('Allow: ', 'Disallow: ', 'disallow :'), pattern).map((both) => both.join('')),
    },
  );
  const text = fc
    .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n', '\r'))
    .map(([lines, end]) => ['User-agent: *', ...lines].join(end));
  fc.assert(
    fc.property(text, path, (file, wanted) => {
      expect(allows(file, wanted)).toBe(reference(file, wanted));
    }),
    { numRuns: runs(300, 20_000) },
  );
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 60 }),
      fc.string({ unit: anyCharacter, maxLength: 20 }),
      (text, path) => {
        expect(typeof allows(`User-agent: *\nDisallow: /${text}\n${text}`, `/${path}`)).toBe('boolean');
      },
    ),
  );
});

test('the outcome of each status', () => {
  const statuses = [200, 204, 404, 410, 400, 401, 403, 429, 430, 500, 503, 302, 304];
  expect(statuses.map(robotsOutcome)).toEqual([
    ...['read', 'read', 'all', 'all', 'all'],
    ...['given', 'given', 'given', 'given', 'given', 'given', 'given', 'given'],
  ] as ReturnType<typeof robotsOutcome>[]);
});

describe('the worker task', () => {
  const ask = async (text: string, contentEncoding?: string) => {
    const body = { cut: false, contentType: 'text/plain', contentEncoding, decodedBytesMax: ROBOTS_BYTES_MAX };
    const input = { token: TOKEN, paths: ['/', '/cart'], body };
    const output = await pixelTasks.tasks.robots!(input as never, [Buffer.from(text)]);
    return parseRobotsAnswer(output.text!, 2);
  };

  test('answers for each path', async () => {
    expect(await ask(any('Disallow: /cart', 'Crawl-delay: 3', 'Sitemap: https://x.example/s.xml'))).toEqual({
      outcome: 'read',
      allowed: [true, false],
      crawlDelaySeconds: 3,
      sitemaps: ['https://x.example/s.xml'],
    });
  });

  const NONE = { outcome: 'given' as const, allowed: [false, false], sitemaps: [] };
  test('allows nothing of a challenge', async () =>
    expect(await ask('\n <!doctype html><title>Just a moment')).toEqual(NONE));
  test('allows nothing of a body that cannot be read', async () =>
    expect(await ask('User-agent: *', 'gzip')).toEqual(NONE));
  test('an empty file allows everything', async () =>
    expect(await ask('')).toEqual({ outcome: 'read', allowed: [true, true], sitemaps: [] }));
  test('a comment with a bracket is not a page', () => expect(isPage('# <3 robots\nUser-agent: *')).toBe(false));
});

test.each([
  ['not JSON', '{'],
  ['null', 'null'],
  ['another outcome', '{"outcome":"all","allowed":[true],"sitemaps":[]}'],
  ['too few paths', '{"outcome":"read","allowed":[],"sitemaps":[]}'],
  ['a text for a path', '{"outcome":"read","allowed":["yes"],"sitemaps":[]}'],
  ['no sitemaps', '{"outcome":"read","allowed":[true]}'],
  ['too many sitemaps', '{"outcome":"read","allowed":[true],"sitemaps":["","","","","",""]}'],
  ['a long sitemap', `{"outcome":"read","allowed":[true],"sitemaps":["${'x'.repeat(3000)}"]}`],
  ['a delay that is no number', '{"outcome":"read","allowed":[true],"sitemaps":[],"crawlDelaySeconds":"a"}'],
  ['a negative delay', '{"outcome":"read","allowed":[true],"sitemaps":[],"crawlDelaySeconds":-1}'],
  ['too long', `{"outcome":"read","allowed":[true],"sitemaps":[],"x":"${'x'.repeat(40_000)}"}`],
])('what no worker says is refused: %s', (_, text) => {
  expect(parseRobotsAnswer(text, 1)).toBeUndefined();
});
