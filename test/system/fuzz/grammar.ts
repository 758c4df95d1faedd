/**
 * Inputs as the fuzzer makes them: a unit that repeats, between a beginning and an end. What is quadratic shows itself in such a
 * text, whatever its length. Shards are the words of each language, so that a random text is often valid.
 */
import { between } from '../../support/random.ts';
import type { Reader } from './attacks.ts';

export interface Input {
  before: string;
  unit: string;
  after: string;
}

const PART_CHARS_MAX = 4_000;

const SCRIPT =
  `fbq(|"init",|'init','123456789012345'|'track','Purchase'|);|gtag(|'config',|'G-ABCDE12345'|'consent','default',{|ga('create',|'UA-12345-1'|` +
  `_gaq.push([|'_setAccount',|trekkie.load(|{"Google Gtag Pixel":{eventLabels:[|{action_label:["G-1",|]}|webPixelsConfigList:[{|"configuration":"{\\"a\\":1}"|` +
  `'GTM-ABC1234'|gtm.js?id=|"//x.y/fbevents.js"|document.write('<script src=|facebook.com/tr?id=|.src=|=[|={|a=|a.b=|a|"a"|1|,|:|;|(|)|[|]|{|}|\`|\${|/|/*|*/|//|\\|"|'|\n| |` +
  `.map(a=>{|.forEach(|for(a of |? |+|-->|<!--|<script|</script|api_secret:|'async-hide',|dataLayer.push({|event:'purchase',|atob('|asyncLoad|appsScripts=|_fbq.push(|a?.b|`;
const PAGE =
  `<script>|</script>|<script src=|<script type=text/plain>|fbq()|<base href=|https://x.example/|<img src=|//facebook.com/tr?id=1|&amp;|&|<iframe srcdoc="|&lt;script&gt;|<p onclick=|` +
  `<a href="javascript:|">|>|"|'|<|</|<!--|-->|<svg>|<math>|<template>|</template>|<noscript>|<meta http-equiv=refresh content="|<![CDATA[|<amp-analytics type=gtag>|=| |/|x|\n|\u0000|`;
const CONTAINER = `{"resource":{|"macros":[|"tags":[|{"function":"__html",|{"function":"__c",|"vtp_html":|["template",|["macro",0]|["escape",|,16]|"vtp_value":|"vtp_tagId":|"vtp_gaSettings":|"vtp_trackingId":|"UA-12345-1"|"<script>fbq()</script>"|]|}|,|"a"|"|\\"|"predicates":[|"rules":[|[["if",0],["unless",1],["add",0]]|[["add",0]]|["block",0]|{"function":"_re","arg0":["macro",0],"arg1":"|{"function":"_eq","arg0":["macro",0],"arg1":"gtm.js"}|(a+)+|.{0,9}|"any_of":true|"setup_tags":["list",["tag",0,1]]|{"function":"__smm","vtp_input":["macro",0],|"vtp_map":["list",|["map","key","a","value",|{"function":"__e"}|{"function":"__gaawe","vtp_eventName":"a","vtp_measurementId":"G-ABCDE12345"}|"G-ABCDE12345"|`;
const PIXEL = `analytics.subscribe(|'checkout_completed',|'all_events',|(event)=>{|event.data.checkout|.email|.shippingAddress|fetch(|'https://a.example/'|new URL(|{body:|JSON.stringify(|function f(a){|f(|g(|const g=(a)=>|return |...|await sha256(|{email,|}=|.append(|.send(|.open(|switch(event.name){case |=>|=|</script>|<script>|page_location|gtag('set',|`;
const ROBOTS = `User-agent: |*|PortsideScan|Disallow: |Allow: |/|a|ab|$|%61|%2A|%|é|?|\n|\r\n|\r|#|Crawl-delay: |1|Sitemap: |:| |<|\ufeff|\0|`;
const LIST = `code,programme,kind,note_subdivision,ch99_heading,rate_pct,rate_kind,effective_from,source\n|7326.90.86,steel,article,16(b)/(j),9903.81.91,50,additional,2025-04-01,x\n|HTS Number,Indent,Description,General Rate of Duty\n|,|"|""|\n|\r\n|x|0|{"list_id":|[|]|}|{"htsno":"0101","indent":"0","description":"<a>&amp;</b>"},|`;
const NOTES = `16. (a) |43. (a) |(a) |(b) |(c) |(i) |(ii) |(v) |(x) |(1) |(2) |Articles of aluminum|:|;|,| |\n|        |7601|7326.90.8688|7302.10|8413.91.90|99|9903.82.02|–|.|and |null|[Compiler's note|]|A|x|<li>|</li>|<td>|<table>|<!--|-->|<|&|&nbsp;|&#55;|U.S. Notes (con.)|\nXXII\n|99 - III - 64\n|SUBCHAPTER III\n|SUBCHAPTER IV\n|Article Description|\f|\0|`;
const CERTIFICATE = `a|fi|ffi| |\n|(|)|[|\u05d0|\u0628|\u0644\u0627|\u0915\u094d|\u093f|\u0e01\u0e49|\u4e00|\u3042|\uac00|\u0301|\u0315|\u200d|\u{1f469}|\u{1f1fa}|\u{20bb7}|1|,|-|\u00ad|\u202e|\ue000|`;

const SHARDS: Record<Reader, string[]> = {
  page: [...PAGE.split('|'), ...SCRIPT.split('|')],
  script: SCRIPT.split('|'),
  container: [...CONTAINER.split('|'), ...SCRIPT.split('|')],
  'custom pixel': [...PIXEL.split('|'), ...SCRIPT.split('|')],
  robots: ROBOTS.split('|'),
  charset: `<meta |charset=|"|'|<a |=|>|<!--|-->|<?xml| encoding=|utf-8|;|content=|http-equiv=content-type|/| |`.split(
    '|',
  ),
  list: LIST.split('|'),
  notes: NOTES.split('|'),
  certificate: CERTIFICATE.split('|'),
};

export function randomInput(reader: Reader, random: () => number): Input {
  return {
    before: shards(reader, random, 6),
    unit: shards(reader, random, 8) || 'x',
    after: shards(reader, random, 4),
  };
}

/** `input` with one part changed: shards inserted, a piece removed or doubled, or parts exchanged. */
export function mutate(reader: Reader, input: Input, random: () => number): Input {
  const part = (['before', 'unit', 'unit', 'after'] as const)[between(random, 0, 3)]!;
  const text = input[part];
  const from = between(random, 0, text.length);
  const to = Math.min(text.length, from + between(random, 1, 24));
  const changes = [
    () => text.slice(0, from) + shards(reader, random, 3) + text.slice(from),
    () => text.slice(0, from) + shards(reader, random, 2) + text.slice(to),
    () => text.slice(0, from) + text.slice(to),
    () => text.slice(0, from) + text.slice(from, to).repeat(between(random, 2, 64)) + text.slice(to),
    () => text + input.unit,
  ];
  const changed = changes[between(random, 0, changes.length - 1)]!().slice(0, PART_CHARS_MAX);
  return { ...input, [part]: part === 'unit' && changed === '' ? 'x' : changed };
}

/** The text of about `chars` characters. */
export function textOf({ before, unit, after }: Input, chars: number): string {
  return before + unit.repeat(Math.max(1, Math.ceil((chars - before.length - after.length) / unit.length))) + after;
}

function shards(reader: Reader, random: () => number, max: number): string {
  const words = SHARDS[reader];
  return Array.from({ length: between(random, 0, max) }, () => words[between(random, 0, words.length - 1)]).join('');
}
