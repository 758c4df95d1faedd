/** What must hold for any page: cuts do not change the findings, nothing throws, the cost is linear, memory is bounded. */

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { FIXTURES } from '../../test/support/pages.ts';
import { runs, sample } from '../../test/support/seed.ts';
import { Effort } from '../domain/effort.ts';
import type { DetailedFinding, DetailedReport } from '../domain/scan-report.ts';
import { containerFacts } from './containers/container-facts.ts';
import { PageExtractor } from './html/page-extractor.ts';
import { SeekingTokenizer } from './html/seeking-tokenizer.ts';
import { LIMITS } from './html/tokenizer.ts';
import { StaticEvaluator } from './javascript/static-evaluator.ts';
import { createMatcher } from './matcher.ts';
import { v1Report } from './report/v1-report.ts';
import { evaluateRules } from './rules/evaluate-rules.ts';
import { scoreOf } from './rules/score.ts';
import type { Fact } from './tags/facts.ts';
import { recognise } from './tags/recognise.ts';

const PAGES = Object.values(FIXTURES).flatMap(({ fires, nearMiss, adversarial }) => [
  fires,
  nearMiss,
  adversarial.page,
]);
const context = { url: 'https://t.example/' };

function scan(pieces: readonly string[], blockCharsMin?: number): DetailedFinding[] {
  return reportOf(pieces, blockCharsMin).findings;
}

function reportOf(pieces: readonly string[], blockCharsMin?: number): DetailedReport {
  const matcher = createMatcher({ blockCharsMin });
  for (const piece of pieces) matcher.push(piece);
  return matcher.finish(context).report;
}

function blocksOf(text: string, chars: number): string[] {
  return Array.from({ length: Math.ceil(text.length / chars) }, (_, i) => text.slice(i * chars, (i + 1) * chars));
}

/** Pieces of markup and code that break scanners. They are joined at random. */
const SHARDS = [
  '<script>',
  '</script>',
  '<!--',
  '-->',
  '<template>',
  '</template>',
  '<noscript>',
  '</noscript>',
  '<svg>',
  '</svg>',
  '<svg><title/>',
  "fbq('init','123456789012345')",
  'fbq(',
  "gtag('config','G-ABCDE12345')",
  'webPixelsConfigList: [',
  '{"a":',
  '[',
  ']',
  '}',
  ')',
  '`${',
  '`',
  '/',
  '/*',
  '*/',
  '//',
  '"',
  "'",
  '\\',
  '\n',
  '<img src="https://www.facebook.com/tr?id=1">',
  " onclick=\"fbq('track','Purchase')\"",
  '<a',
  '>',
  '<iframe srcdoc="',
  '&lt;script&gt;',
  '=',
  'trekkie.load({',
  'ga(',
  '<![CDATA[',
  ']]>',
  '\u0000',
  '\ud800',
  'é',
];
const soup = fc
  .array(fc.oneof(fc.constantFrom(...SHARDS), fc.string({ maxLength: 8 })), { maxLength: 60 })
  .map((parts) => parts.join(''));
const anyPage = fc.oneof(
  fc.constantFrom(...PAGES),
  soup,
  fc.tuple(soup, fc.constantFrom(...PAGES)).map(([a, b]) => a + b),
);

describe('any page', () => {
  test('gives the same findings however its text is cut, with any block size', () => {
    fc.assert(
      fc.property(
        anyPage,
        fc.array(fc.nat(), { maxLength: 12 }),
        fc.integer({ min: 1, max: 97 }),
        (text, cuts, blockChars) => {
          const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
          const pieces = places.slice(1).map((end, i) => text.slice(places[i], end));
          const whole = scan([text]);
          expect(scan(pieces)).toEqual(whole);
          expect(scan(pieces, 1)).toEqual(whole);
          expect(scan(blocksOf(text, blockChars), 1)).toEqual(whole);
        },
      ),
      { numRuns: runs(30, 400) },
    );
  });

  test('a script that contains a script in a comment is read in full, wherever its inner closing tag is cut', () => {
    const page = `<script><!--<script>fbq('init','123456789012345');</script>\n<p>--></script><script>fbq('track','PageView');</script>`;
    const whole = scan([page]);
    for (let size = 1; size < page.length; size++) {
      expect({ size, found: scan(blocksOf(page, size), 1) }).toEqual({ size, found: whole });
    }
  });

  test('gives the same tokenizer events as htmlparser2 without our search', () => {
    // If the method is renamed, ours replaces nothing, and the tokenizer only becomes slow.
    expect(Object.hasOwn(Tokenizer.prototype, 'fastForwardTo')).toBe(true);
    fc.assert(
      fc.property(anyPage, fc.integer({ min: 1, max: 97 }), fc.boolean(), (text, blockChars, isForeign) => {
        const events = (make: (callbacks: TokenizerCallbacks) => Pick<Tokenizer, 'write' | 'end'>): unknown[] => {
          const seen: unknown[] = [];
          const tell = (_: unknown, event: string) => {
            if (event === 'isInForeignContext') return () => isForeign;
            return (...place: unknown[]) => seen.push([event, ...place]);
          };
          const tokenizer = make(new Proxy({}, { get: tell }) as TokenizerCallbacks);
          for (const block of blocksOf(text, blockChars)) tokenizer.write(block);
          tokenizer.end();
          return seen;
        };
        const options = { decodeEntities: false };
        expect(events((callbacks) => new SeekingTokenizer(options, callbacks))).toEqual(
          events((callbacks) => new Tokenizer(options, callbacks)),
        );
      }),
      { numRuns: runs(30, 400) },
    );
  });

  test('never throws, whatever it is and wherever it is cut off', () => {
    fc.assert(
      fc.property(anyPage, fc.nat(), (text, cut) => {
        const report = v1Report(reportOf([text.slice(0, cut % (text.length + 1))]));
        expect(Number.isInteger(report.score) && report.score >= 0 && report.score <= 100).toBe(true);
        const { info, warn, error } = report.severity_counts;
        expect(info + warn + error).toBe(report.findings.length);
        if (error > 0) expect(report.score).toBeLessThanOrEqual(79);
        containerFacts(text, { kind: 'gtm', url: 'https://t.example/gtm.js' });
      }),
      { numRuns: runs(30, 400) },
    );
  });

  test('has its findings ordered by severity, then position', () => {
    const rank = { error: 0, warn: 1, info: 2 };
    fc.assert(
      fc.property(anyPage, (text) => {
        const findings = scan([text]);
        for (let i = 1; i < findings.length; i++) {
          const [a, b] = [findings[i - 1]!, findings[i]!];
          expect(rank[a.severity]).toBeLessThanOrEqual(rank[b.severity]);
          const [first, second] = [a.places[0]?.line, b.places[0]?.line];
          // The places of what was not read are those that name it.
          if (b.rule_id === 'scan_not_looked_at') continue;
          if (a.severity === b.severity && second !== undefined) expect(first ?? 0).toBeLessThanOrEqual(second);
        }
      }),
      { numRuns: runs(20, 200) },
    );
  });

  test('scores no higher with one more finding', () => {
    const finding = fc.constantFrom(...sample('findings', PAGES, 5).flatMap((text) => scan([text])));
    fc.assert(
      fc.property(fc.array(finding, { maxLength: 20 }), finding, (findings, more) => {
        expect(scoreOf([...findings, more])).toBeLessThanOrEqual(scoreOf(findings));
      }),
    );
  });
});

describe('hostile sizes', () => {
  const million = 1_000_000;
  const run = (unit: string, times: number, before = '', after = ''): { steps: number; rules: string[] } => {
    // Without a limit, so that each reader is shown to be linear by itself.
    const extractor = new PageExtractor({ effort: new Effort() });
    extractor.push(before);
    const piece = unit.repeat(Math.ceil(65_536 / unit.length));
    const whole = Math.floor(times / (piece.length / unit.length));
    for (let i = 0; i < whole; i++) extractor.push(piece);
    extractor.push(unit.repeat(times - whole * (piece.length / unit.length)));
    extractor.push(after);
    const rules = evaluateRules(extractor.end()).map((finding) => finding.rule_id);
    return { rules, steps: extractor.effort.done };
  };
  const live = "<script>fbq('init','123456789012345')</script>";

  test('code after a million nested elements is found', () => {
    expect(run('<div>', million, '', live).rules).toContain('legacy_meta_pixel_call');
  });

  test('code after an attribute or a comment of many megabytes is found', () => {
    const size = runs(8, 64) * million;
    expect(run('x', size, '<img src="', `">${live}`).rules).toContain('legacy_meta_pixel_call');
    expect(run('x', size, '<!--', `-->${live}`).rules).toContain('legacy_meta_pixel_call');
  });

  test('a frame document of at most the attribute limit is read, however its text is cut', () => {
    for (const [chars, isRead] of [
      [LIMITS.attributeChars, true],
      [LIMITS.attributeChars + 1, false],
    ] as const) {
      const page = `<p>${'x'.repeat(1000)}<iframe srcdoc="${live.padEnd(chars)}">`;
      for (const pieces of [[page], blocksOf(page, 65_536), blocksOf(page, runs(7, 1))]) {
        expect(scan(pieces, 1).some(({ rule_id }) => rule_id === 'legacy_meta_pixel_call')).toBe(isRead);
      }
    }
  });

  test('an endless script is read up to its limit, and the report says that it was cut', () => {
    const { rules } = run('a+=1;', 2 * million, `<script>fbq('init','123456789012345');`, '</script>');
    expect(rules).toContain('scan_truncated');
    expect(rules).toContain('legacy_meta_pixel_call');
  });

  /** What a script repeats, and what is before and after it. Each shape once took quadratic time or worse. */
  const shapes: [string, string, string?, string?][] = [
    ['calls', "fbq('init','123456789012345');"],
    ['nested calls', "fbq('init',"],
    ['calls with a list', 'fbq("init",id);', 'ids=["1","2","3","4","5","6","7","8"];ids.map(id=>{', '})'],
    ['open regular expressions', 'fbq=[/['],
    ['open templates', '`${fbq('],
    ['open objects', 'a={', 'fbq("init",x);'],
    ['open arrays', 'a=[', 'fbq("init",x);'],
    ['assignments inside assignments', 'a={b:', 'fbq("init",x);'],
    ['comments in comments', '<!-- <script> </script> fbq'],
    ['container ids', "x='GTM-ABC1234';"],
    ['container ids in one sum', "'GTM-AB1'+", 'f(', "'x')"],
    ['anti-flicker names in one sum', "'async-hide'+", 'f(', "'x',1,2,3,{a:1})"],
    ['secrets without commas', 'api_secret:"abcdefghijklmnop" ', 'x={', '}'],
    ['settings of one loader', '{id:"AW-123456789"},', `f("${'gtm'.repeat(600)}",`, '1)'],
    ['names of a loader in one string', 'gtm', 'f("', '",{id:"AW-123456789"})'],
    ['addresses after many commas', '"//x.y/fbevents.js",', `a=[${','.repeat(9000)}`, ']'],
    ['events on lines of one call', "event:'purchase',x:fbq('init','1'),\n", 'dataLayer.push({', '})'],
    ['settings of one platform list', 'trekkie.load(c);', `c={"Facebook Pixel":{pixelIds:[${'1,'.repeat(9000)}]}};`],
    ['classic accounts', "_gaq.push(['_setAccount','UA-12345-1']);"],
    ['members of a long name', 'a:1,', `${'x'.repeat(9000)}={`, '};fbq("init",y)'],
    ['assignments', "a={b:['fbq',{c:1}]};"],
    ['pixel lists in pixel lists', 'webPixelsConfigList:[{'],
    ['tags written by code', '<img src=', "document.write('facebook.com/tr", "')"],
    ['uses of an address', 'x(u);', 'var u="//x/fbevents.js";'],
    ['less-than signs', '<'],
  ];
  /** Code in a text is read after the code around it, so each character of it is read twice. */
  const texts: [string, string, string?, string?][] = [
    ['texts that run', 'eval("fbq(1)");'],
    ['literals of a text that runs', `"fbq(1);"+`, 'eval(', '"")'],
    ['unknown values in a text that runs', `"fbq(1);"+x+`, 'eval(', '"")'],
    ['unknown values in strings of a text', `"fbq('init','"+x+"');"+`, 'eval(', '"")'],
    ['substitutions in a template that runs', `fbq('\${x}');`, 'eval(`', '`)'],
    ['calls after a value in a text', '(x)', 'eval("fbq(1)"+y', '+"fbq")'],
    ['decoders of a text', 'unescape(', '', '"fbq(1)"'],
    ['written scripts', '<script>fbq(1)</scr', 'document.write("', '")'],
    ['written scripts that do not close', '<script', 'document.write("fbq', '")'],
    ['uses of a text', 'x(u);', 'var u="fbq(1)";'],
    ['variables with a text', 'a="fbq(1)";', '', 'x(a);'.repeat(1000)],
    ['names in one long sum', 'q+', 'a="fbq(1)";b="fbq(1)";c="fbq(1)";x(', 'a+b+c)'],
    ['encoded texts', "eval(atob('ZmJxKDEp'));"],
    ['pieces of an address', `"//x/"+`, 'f(', '"fbevents.js")'],
  ];
  const expectLinear = (stepsPerChar: number, unit: string, before: string, after: string) => {
    const cost = (times: number) => run(unit, times, `<script>${before}`, `${after}</script>`).steps;
    const times = runs(8_000, 32_000);
    const [small, middle, large] = [cost(times / 16), cost(times / 4), cost(times)];
    expect(middle).toBeLessThan(5 * small + 25_000);
    expect(large).toBeLessThan(5 * middle + 25_000);
    expect(large).toBeLessThan(stepsPerChar * (times * unit.length + before.length + after.length) + 25_000);
  };
  // Steps for each character: two to find candidates, one for tokens, four to recognise them.
  test.each(shapes)('the cost of many %s is linear in the script', (_, unit, before = '', after = '') =>
    expectLinear(7, unit, before, after),
  );
  test.each(texts)('the cost of many %s is linear in the script', (_, unit, before = '', after = '') =>
    expectLinear(12, unit, before, after),
  );

  test('the cost of many names that are used in one sum is bounded', () => {
    const names = Array.from({ length: 8000 }, (_, i) => `a${i}`);
    const script = `<script>${names.map((name) => `${name}="fbq(1)";`).join('')}x(${names.join('+')})</script>`;
    const { steps, rules } = run(script, 1);
    expect(steps).toBeLessThan(7 * script.length + 25_000);
    expect(rules).toContain('scan_truncated');
  });

  test.each([
    ['scripts', "<script>fbq('init','1')</script>"],
    ['handlers', '<p onclick="fbq(1)">'],
  ])('the cost of many %s is linear in the page', (_, unit) => {
    expect(run(unit, 16_000).steps).toBeLessThan(5 * run(unit, 4_000).steps + 10_000);
  });

  test('a script that is too complex to read in full is marked as cut', () => {
    const complex = `ids=[${'"1",'.repeat(16)}];ids.map(id=>{${'fbq("init",id);'.repeat(20_000)}})`;
    const facts: Fact[] = [];
    const source = { text: complex, at: { offset: 0, line: 1, column: 1 }, form: 'inline', script: 1 } as const;
    const effort = new Effort();
    recognise(source, (fact) => facts.push(fact), effort);
    expect(effort.done).toBeLessThan(7 * complex.length + 25_000);
    expect(facts.at(-1)).toMatchObject({ kind: 'mark', name: 'cut' });
  });
});

describe('what is not read is in the report', () => {
  const CALL = "fbq('init','123456789012345');fbq('track','PageView')";
  const long = (chars: number) => 'x'.repeat(chars);
  const frame = (html: string) => `<iframe srcdoc="${html.replaceAll('"', '&quot;')}"></iframe>`;
  const called = `<script>${CALL}</script>`;

  test.each([
    ['a script with too many tokens', `<script>${'a;'.repeat(210_000)}${CALL}</script>`],
    ['a long event handler', `<p onload="/*${long(LIMITS.attributeChars)}*/${CALL}">`],
    ['a long frame', frame(`<p>${long(LIMITS.attributeChars)}${called}`)],
    ['a frame that is short only when it is decoded', frame(`<p>${'"'.repeat(LIMITS.attributeChars / 4)}${called}`)],
    ['a frame inside a frame', frame(frame(called).replaceAll('&', '&amp;'))],
    ['a long address of a script', `<script src="https://connect.facebook.net/fbevents.js?${long(5000)}"></script>`],
    ['a script in a data: address', `<script src="data:text/javascript;base64,${btoa(CALL)}"></script>`],
    ['code of a tag in a text', `<script>inject("${CALL}")</script>`],
    ['packed code', "<script>eval(function(p,a,c,k,e,d){return p}('0(1)',2,2,'fbq|init'.split('|'),0,{}))</script>"],
    ['a long address of an image', `<img src="https://www.facebook.com/tr?id=123456789012345&x=${long(5000)}">`],
    [
      'a long list of web pixels',
      `<script>x={webPixelsConfigList:[${Array.from({ length: 201 }, (_, i) => `{"id":"${i}"}`)}]}</script>`,
    ],
  ])('%s', (_, html) => {
    const rules = scan([html]).map(({ rule_id }) => rule_id);
    expect(rules).toContain('scan_truncated');
    expect(rules).not.toContain('no_trackers_found');
  });

  test('a frame that costs too much, although nothing follows it', () => {
    const matcher = createMatcher({ effort: new Effort(2_000) });
    matcher.push(frame(`${'<p onclick=fbq(1)>'.repeat(200)}${called}`));
    expect(matcher.finish(context).report.findings.map(({ rule_id }) => rule_id)).toContain('scan_truncated');
  });

  test('pictures with long addresses in them are not tags', () => {
    const pictures = `<img src="data:image/png;base64,${long(5000)}"><iframe srcdoc="${frame('')}"></iframe>`;
    expect(scan([pictures]).map(({ rule_id }) => rule_id)).not.toContain('scan_truncated');
  });

  test('a custom pixel with a long name', () => {
    const list = `<script>x={webPixelsConfigList:[{"id":"1","type":"CUSTOM","name":"${long(4000)}"}]}</script>`;
    expect(scan([list]).map(({ rule_id }) => rule_id)).toContain('web_pixel_inventory');
  });

  test('a long container, and one with too many tags', () => {
    const reference = { kind: 'gtm', id: 'GTM-ABC1234', url: 'https://t.example/gtm.js' } as const;
    const tags = Array.from({ length: 5000 }, () => ({ function: '__googtag', vtp_tagId: 'G-ABCDE12345' }));
    const rules = [[['add', ...tags.keys()]]];
    for (const text of [`${' '.repeat(4 << 20)}${CALL}`, `{"resource":${JSON.stringify({ tags, rules })}}`]) {
      const cut = containerFacts(text, reference).filter(({ kind }) => kind === 'mark');
      expect(cut).toContainEqual(expect.objectContaining({ name: 'cut' }));
    }
  });
});

test('any text can be lexed and evaluated', () => {
  fc.assert(
    fc.property(soup, (text) => {
      const code = new StaticEvaluator(text);
      const { starts, ends, count } = code.tokens;
      for (let i = 0; i < count; i++) {
        expect(ends[i]!).toBeGreaterThan(starts[i]!);
        if (i > 0) expect(starts[i]!).toBeGreaterThanOrEqual(ends[i - 1]!);
        code.value(i);
      }
    }),
    { numRuns: runs(30, 300) },
  );
});
