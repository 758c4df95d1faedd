/**
 * Pages that a hostile shop sends to burn the time of whoever reads them: the ones that were seen to, and variations of them.
 * They are small on the wire, because they repeat themselves: gzip makes kilobytes of most.
 */
import zlib from 'node:zlib';
import { worstPages } from '../system/fuzz/worst-pages.ts';

/** What a scan reads of a page at most. */
const PAGE_BYTES = 8 * 1024 * 1024;
/** What it reads of one script at most. */
const SCRIPT_CHARS = 1 << 20;

interface HostileAnswer {
  headers: Record<string, string>;
  body: Uint8Array;
}

export interface HostilePage {
  name: string;
  page: HostileAnswer;
  /** Answers to other paths: the containers that a deep scan fetches. */
  others?: Record<string, HostileAnswer>;
}

const HTML = 'text/html; charset=utf-8';

function gzip(body: string | Uint8Array, type = HTML): HostileAnswer {
  return { headers: { 'content-type': type, 'content-encoding': 'gzip' }, body: Bun.gzipSync(Buffer.from(body)) };
}

const page = (name: string, html: string): HostilePage => ({ name, page: gzip(html.slice(0, PAGE_BYTES)) });
const script = (name: string, code: string): HostilePage => page(name, `<script>${code}</script>`);
const fill = (unit: string, chars: number): string => unit.repeat(Math.floor(chars / unit.length));

const LONG_BASE = `<base href="https://shop.example/${'a/'.repeat(125_000)}">`;
/** Words that make a reader look at the string in which they are. */
const TRIGGERS = [
  'fbevents',
  'fbds',
  'gtag/js',
  'gtm.js?id=GTM-',
  'google-analytics.com/',
  'facebook.com/tr',
  'optimize.js',
];

/** A script in which `calls` are as many as fit beside `setup`. */
const calls = (setup: string, call: string): string => setup + fill(call, SCRIPT_CHARS - setup.length - 100);

const containerOf = (resource: unknown): HostileAnswer =>
  gzip(`var data = {"resource": ${JSON.stringify(resource)}};`, 'text/javascript; charset=utf-8');

let containers = 0;

/** A page that names five containers on the shop's own domain, each with this answer. No two pages share an address. */
function withContainers(name: string, answer: HostileAnswer): HostilePage {
  const ids = Array.from({ length: 5 }, () => `GTM-${String(containers++).padStart(6, 'A')}`);
  const others = Object.fromEntries(ids.map((id) => [`/gtm.js?id=${id}`, answer]));
  return { ...page(name, ids.map((id) => `<script async src="/gtm.js?id=${id}"></script>`).join('')), others };
}

const htmlTag = (html: string) => ({ function: '__html', vtp_html: html });

/** Pages that held a processor for seconds when they were first sent. */
export function seenPages(): HostilePage[] {
  return [
    page('a base address of 250 kB under 160,000 scripts', LONG_BASE + fill('<script src=a></script>', 3_700_000)),
    script('one id of 500 kB in 20,000 calls', calls(`const i='${'9'.repeat(500_000)}';`, "fbq('init',i);")),
    script(
      'unclosed tags in document.write, under every trigger word',
      fill(`document.write('${TRIGGERS.join(' ')}${'<img '.repeat(20_000)}');`, SCRIPT_CHARS - 100),
    ),
    script(
      'a list of long ids, each in thousands of calls',
      calls(`const i=[${Array.from({ length: 16 }, () => `'${'7'.repeat(30_000)}'`)}];`, "fbq('init',i[k]);"),
    ),
  ];
}

/** Pages with containers, for a deep scan, that held a processor for seconds when they were first sent. */
export function seenContainers(): HostilePage[] {
  return [
    withContainers(
      'five containers, each with a base address of 250 kB under 100,000 scripts',
      containerOf({ tags: [htmlTag(LONG_BASE + fill('<script src=a></script>', 3_000_000))] }),
    ),
  ];
}

/** The pages on which the fuzzer found most work. */
export function fuzzedPages(count: number): HostilePage[] {
  return worstPages(count).map(({ name, html }, i) => page(`fuzzed ${i}: ${name}`, html));
}

/** Variations: other ways to make a reader work. */
export function variedPages(): HostilePage[] {
  const deep = (open: string, close: string, chars: number) => fill(open, chars / 2) + fill(close, chars / 2);
  return [
    page('8 MB of <', fill('<', PAGE_BYTES)),
    page('8 MB of </', fill('</', PAGE_BYTES)),
    page('8 MB of <!--', fill('<!--', PAGE_BYTES)),
    page('8 MB of <!', fill('<!', PAGE_BYTES)),
    page('two million open elements', fill('<b>', PAGE_BYTES)),
    page('nested templates', deep('<template>', '</template>', PAGE_BYTES)),
    page('nested svg and math', fill('<svg><math><desc>', PAGE_BYTES)),
    page('nested noscript and script', fill('<noscript><script>', PAGE_BYTES)),
    page(
      'nested frames in srcdoc',
      `<iframe srcdoc="${fill('<iframe srcdoc=&quot;<script src=a></script>', 250_000)}">`,
    ),
    page(
      'a frame of 250 kB, thirty times',
      fill(
        `<iframe srcdoc="${LONG_BASE.replaceAll('"', '&quot;')}${fill('<script src=a></script>', 5000)}"></iframe>`,
        PAGE_BYTES,
      ),
    ),
    page('an attribute of 8 MB', `<script src="${fill('a', PAGE_BYTES - 100)}"></script>`),
    page('a million attributes on one element', `<img ${fill('a=b ', 4_000_000)}>`),
    page('a million event handlers on one element', `<img ${fill('onx=fbq() ', PAGE_BYTES - 100)}>`),
    page('a million handlers that hold a call', fill(`<a onclick="fbq('init','1')">`, PAGE_BYTES)),
    page('a million addresses without a base', fill('<script src=/a></script>', PAGE_BYTES)),
    page(
      'addresses of long query under a base',
      `<base href=/a/>${fill(`<script src="b?${'id=%41&'.repeat(2000)}"></script>`, PAGE_BYTES - 100)}`,
    ),
    page(
      'a base of dots',
      `<base href="https://a/${'../'.repeat(80_000)}">${fill('<script src=../a></script>', 7_000_000)}`,
    ),
    page(
      'a base of a long host',
      `<base href="https://${'xn--a-0ga.'.repeat(20_000)}/">${fill('<script src=a></script>', 7_000_000)}`,
    ),
    page('a base of a data URL', `<base href="data:,${'a'.repeat(250_000)}">${fill('<img src="tr/?a">', 7_000_000)}`),
    page('images with an address of a pixel under a long base', LONG_BASE + fill('<img src="tr?id=1">', 7_000_000)),
    page(
      'entities in addresses',
      fill(`<script src="${'&CounterClockwiseContourIntegral;'.repeat(500)}"></script>`, PAGE_BYTES),
    ),
    page('ambiguous ampersands', fill(`<img src="tr?${'&am&no&t'.repeat(2000)}">`, PAGE_BYTES)),
    page('numeric entities of many digits', fill(`<script src="&#${'0'.repeat(5000)}65;"></script>`, PAGE_BYTES)),
    page('comments that begin apps', fill('<!-- BEGIN app block: shopify://apps/a -->', PAGE_BYTES)),
    page('comments of blanks', fill(`<!--${' '.repeat(500)}x-->`, PAGE_BYTES)),
    page(
      'meta refresh with long content',
      fill(`<meta http-equiv=refresh content="${'url '.repeat(5000)}">`, PAGE_BYTES),
    ),
    page('forms with a long action', fill(`<form action="/${'aa-'.repeat(5000)}password">`, PAGE_BYTES)),
    page('long types of scripts', fill(`<script type="${'a1b2'.repeat(5000)}-text/javascript"></script>`, PAGE_BYTES)),
    page(
      'amp settings that nest',
      fill(
        `<amp-analytics type=gtag><script type="application/json">${'{"vars":'.repeat(2000)}</script></amp-analytics>`,
        PAGE_BYTES,
      ),
    ),
    page(
      'eight scripts of a megabyte, each with the list of pixels',
      fill(`<script>webPixelsConfigList=[${fill('{"id":1,"configuration":"{}"},', 900_000)}]</script>`, PAGE_BYTES),
    ),
    script('20,000 calls in a call', deep("fbq('init',", ')', SCRIPT_CHARS - 100)),
    script('200,000 calls', calls('', "fbq('');")),
    script('a million brackets', deep('[', ']', SCRIPT_CHARS - 100)),
    script('a million brackets in an argument', `fbq('init',${deep('[{a:', '}]', SCRIPT_CHARS - 200)})`),
    script('templates in templates', `fbq('init',${deep('`${', '}`', SCRIPT_CHARS - 200)})`),
    script('a regular expression of a megabyte', `fbq;/${fill('(a|[', SCRIPT_CHARS - 200)}/.test(x)`),
    script('divisions that look like regular expressions', calls('fbq;', 'a/b/c)/d;')),
    script('a number of a megabyte', `fbq('init',${fill('9', SCRIPT_CHARS - 200)})`),
    script('one number of 100 kB in thousands of calls', calls(`var n=${'9_'.repeat(50_000)}9;`, "fbq('init',n);")),
    script('numbers of 2 kB', calls('', `fbq('init',${'1'.repeat(2000)});`)),
    script('escapes in strings', calls('', `fbq('${'\\u{66}'.repeat(2000)}');`)),
    script(
      'one string of escapes in thousands of calls',
      calls(`var s='${'\\x39'.repeat(100_000)}';`, "fbq('init',s);"),
    ),
    script('a name assigned 100,000 times', calls('', "id='1';fbq('init',id);")),
    script(
      'names that lead to names',
      calls('', `${Array.from({ length: 200 }, (_, i) => `a${i}=a${i + 1};`).join('')}fbq('init',a0);`),
    ),
    script('long member paths', calls('', `fbq('init',${'a.'.repeat(3000)}b);`)),
    script('globals of globals', calls('', `fbq('init',${'window.'.repeat(3000)}a);`)),
    script('loops over loops', calls("L=['1','2'];", "L.forEach(x=>L.map(y=>fbq('init',x)));")),
    script('conditions without an end', calls('', `fbq('init',a${'?b:c'.repeat(2000)});`)),
    script('sums without an end', calls('', `s.src='https://connect.facebook.net/'${"+'fbevents.js'".repeat(2000)};`)),
    script(
      'a variable used thousands of times as an address',
      calls("var u='https://connect.facebook.net/fbevents.js';", "f(u);[u];u='fbevents';"),
    ),
    script('blanks between calls', calls('', `fbq${' '.repeat(2000)}('init',1);`)),
    script('line breaks before every token', calls('', `fbq('init'${'\n'.repeat(2000)},1);`)),
    script('excerpts of at signs', calls('', `fbq('init','${'a@'.repeat(60)}');`)),
    script('percent-encoded at signs', calls('', `fbq('init','${'x%40'.repeat(500)}');`)),
    script('secrets in excerpts', calls('', `api_secret='${'token:'.repeat(100)}';`)),
    script('base64 of addresses', calls('', `atob('${'aHR0cHM6Ly8'.repeat(370)}');`)),
    script('base64 of one wrong letter', calls('', `atob('${'aaaa '.repeat(800)}!');`)),
    script(
      'JSON texts of pixel apps',
      calls('facebook;', `JSON.parse('{"pixels":[${'{"pixel_id":"1"},'.repeat(500)}]}');`),
    ),
    script(
      'one JSON text with the key a thousand times',
      `facebook;JSON.parse('${fill('{"pixel_id":', SCRIPT_CHARS - 200)}')`,
    ),
    script(
      'unquoted attributes written',
      fill(`document.write('fbevents<script ${'a '.repeat(400)}src=');`, SCRIPT_CHARS - 100),
    ),
    script('noscript written', `document.write('facebook.com/tr ${fill('<noscript', SCRIPT_CHARS - 200)}')`),
    script(
      'a long string under every trigger word',
      `document.write('${TRIGGERS.join(' ')} ${fill('<script ', SCRIPT_CHARS - 300)}')`,
    ),
    script(
      'a tag open for a thousand characters, again and again',
      `x.innerHTML='fbevents ${fill(`<img ${'a'.repeat(990)} src`, SCRIPT_CHARS - 300)}'`,
    ),
    script('letters that grow when their case changes', calls('', `gtag('config','${'İΐﬃ'.repeat(700)}');`)),
    script('names of astral letters', calls('', `fbq('init',${'𝒳'.repeat(60)});`)),
    script('separators that end lines', calls('', "fbq('init',\u2028'1'\u2029);")),
    script('comments between tokens', calls('', "fbq/*fbq*/(/*fbq*/'init'/**/,1);")),
    script('an open comment after every trigger word', calls('', 'fbq gtag(/*')),
    script(
      'classic commands',
      calls('', "_gaq.push(['_setAccount','UA-1-1']);_getTracker('UA-1-1');ga('create','UA-1-1');"),
    ),
    script('purchases pushed', calls('', "dataLayer.push({event:'purchase',ecommerce:{items:[{}]}});")),
    script('consent of every name', calls('', "gtag('consent','default',{a:1});customerPrivacy;trackingConsent;")),
    script('ids of Google by the thousand', calls('', "gtag('config','G-AAAAAAAA');gtag('config','AW-123456789');")),
    {
      name: 'a charset that switches in every chunk',
      page: gzip(
        `<meta charset=utf-16>${fill('\x1b$B\x1b(B<script src=a>', 7_000_000)}`,
        'text/html; charset=iso-2022-jp',
      ),
    },
    { name: 'broken UTF-8', page: gzip(new Uint8Array(PAGE_BYTES).fill(0xf4)) },
    {
      name: 'UTF-16 of tags',
      page: gzip(
        Buffer.from(fill('<script src=a></script>', PAGE_BYTES / 2), 'utf16le'),
        'text/html; charset=utf-16le',
      ),
    },
    {
      name: 'gb18030 of pairs',
      page: gzip(Buffer.alloc(PAGE_BYTES, '\x81\x30', 'latin1'), 'text/html; charset=gb18030'),
    },
    {
      name: 'gzip of gzip of gzip',
      page: {
        headers: { 'content-type': HTML, 'content-encoding': 'gzip, gzip, gzip' },
        body: Bun.gzipSync(Bun.gzipSync(Bun.gzipSync(Buffer.from(fill('<script src=a></script>', PAGE_BYTES))))),
      },
    },
    {
      name: 'brotli of 8 MB',
      page: {
        headers: { 'content-type': HTML, 'content-encoding': 'br' },
        body: zlib.brotliCompressSync(Buffer.from(fill('<img src=tr?>', PAGE_BYTES)), {
          params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 },
        }),
      },
    },
    {
      name: 'zstd with a large window',
      page: {
        headers: { 'content-type': HTML, 'content-encoding': 'zstd' },
        body: zlib.zstdCompressSync(Buffer.from(fill('<a href=javascript:fbq()>', PAGE_BYTES)), {
          params: { [zlib.constants.ZSTD_c_windowLog]: 23 },
        }),
      },
    },
    { name: 'a bomb of a gigabyte of blanks', page: gzip(new Uint8Array(64 << 20).fill(32)) },
  ];
}

/** Variations of containers, for a deep scan. */
export function variedContainers(): HostilePage[] {
  const javascript = 'text/javascript; charset=utf-8';
  const many = (count: number, tag: unknown) => Array.from({ length: count }, () => tag);
  return [
    withContainers(
      'containers that nest 100,000 lists',
      gzip(`x={"resource":{"tags":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`, javascript),
    ),
    withContainers(
      'containers of broken JSON that nests',
      gzip(`x={"resource":{a:${fill('[{a:', 2_000_000)}${fill('}]', 1_000_000)}}}`, javascript),
    ),
    withContainers(
      'containers of a thousand pages',
      containerOf({
        tags: many(1000, htmlTag(`${LONG_BASE.slice(0, 2000)}">${'<script src=a></script>'.repeat(80)}`)),
      }),
    ),
    withContainers(
      'containers whose templates repeat a macro',
      containerOf({
        macros: [{ function: '__c', vtp_value: '<script src=a>'.repeat(9) }],
        tags: many(1000, { function: '__html', vtp_html: ['template', ...many(400, ['macro', 0])] }),
      }),
    ),
    withContainers(
      'containers whose templates nest',
      containerOf({
        tags: many(1000, {
          function: '__html',
          vtp_html: many(8, 0).reduce<unknown>((inner) => ['template', inner, inner], 'x'),
        }),
      }),
    ),
    withContainers(
      'containers with escapes of escapes',
      containerOf({
        tags: many(200, {
          function: '__html',
          vtp_html: many(7, 0).reduce<unknown>((inner) => ['escape', inner, 16], '"\\'.repeat(50)),
        }),
      }),
    ),
    withContainers(
      'minified containers of 4 MB',
      gzip(fill('function a(){fbq("init","1");gtag("config","G-1")}', 4_100_000), javascript),
    ),
    withContainers(
      'containers of one string',
      gzip(`x={"resource":{"a":"${fill('\\u0041', 4_000_000)}"}}`, javascript),
    ),
    withContainers(
      'containers that promise settings again and again',
      gzip(fill('"resource" ', 4_000_000), javascript),
    ),
    withContainers(
      'containers with ids in long texts',
      containerOf({ tags: many(1000, { function: '__cvt_1', vtp_pixelId: ' ,'.repeat(1900) }) }),
    ),
  ];
}
