/** Ways to find the tags in a page. Each gets the page's bytes in pieces, as from a network. */
import { load } from 'cheerio';
import { Parser } from 'htmlparser2';
import { PageDecoder } from '../../src/pixel/fetch/charset.ts';
import { PageExtractor } from '../../src/pixel/html/page-extractor.ts';
import type { Element } from '../../src/pixel/html/tokenizer.ts';
import { createMatcher } from '../../src/pixel/matcher.ts';
import { detailedReport } from '../../src/pixel/report/detailed-report.ts';
import { v1Report } from '../../src/pixel/report/v1-report.ts';
import type { Fact } from '../../src/pixel/tags/facts.ts';
import { gather, newEvidence } from './tag-patterns.ts';

/** The Meta, GA4 and GTM ids found, as `vendor:id`. */
export type PageScanner = (pieces: Iterable<Uint8Array>) => Promise<Set<string>>;

export const PAGE_URL = 'https://www.example-shop.test/';

export const SCANNERS: Record<string, PageScanner> = {
  Portside: portside,
  'HTMLRewriter, same rules': htmlRewriter,
  'htmlparser2 Parser, regular expressions': htmlparser2,
  'cheerio, same rules': cheerioRules,
  'cheerio, regular expressions': cheerio,
  'regular expressions over the page': wholePage,
};

/** Everything a scan does after the fetch: decoding, elements, scripts, facts, all rules, report. */
async function portside(pieces: Iterable<Uint8Array>): Promise<Set<string>> {
  const decoder = new PageDecoder();
  const matcher = createMatcher();
  for (const piece of pieces) matcher.push(decoder.push(piece));
  matcher.push(decoder.end());
  const { report, facts } = matcher.finish({ url: PAGE_URL });
  JSON.stringify(v1Report(report));
  return idsOf(facts!);
}

const HANDLERS = ['onclick', 'onload', 'onerror', 'onsubmit', 'onchange', 'onmouseover'];

/** Those that the recognisers look at, beside scripts, handlers and addresses that are code. */
const ELEMENTS = ['iframe', 'img', 'amp-pixel', 'amp-analytics', 'link', 'meta', 'base', 'form', 'html'];

/**
 * Bun's own rewriter instead of our tokenizer. Elements and scripts go to the same recognisers and rules. It does less, which
 * is to its advantage: no places of findings, no templates, and only the usual event handlers.
 */
async function htmlRewriter(pieces: Iterable<Uint8Array>): Promise<Set<string>> {
  const reader = new PageExtractor();
  const at = { offset: 0, line: 1, column: 1 };
  const elementOf = ({ tagName, attributes }: HTMLRewriterTypes.Element): Element => {
    return { name: tagName, attributes: new Map(attributes as Iterable<[string, string]>), at, inNoscript: false };
  };
  const pass = { element: (element: HTMLRewriterTypes.Element) => reader.element(elementOf(element)) };
  let code = '';
  let noscript = '';
  const rewriter = new HTMLRewriter()
    .on('script', {
      element(element) {
        const script = elementOf(element);
        code = '';
        element.onEndTag(() => reader.script({ ...script, text: code, textAt: at, closed: true, cut: false }));
      },
      text: (chunk) => {
        code += chunk.text;
      },
    })
    .on('noscript', {
      element: (element) => {
        noscript = '';
        // The rewriter gives its content as text. Read its images and frames as a separate page.
        element.onEndTag(() => {
          const inner = new PageExtractor();
          inner.push(`<noscript>${noscript}`);
          reader.facts.push(...inner.end());
        });
      },
      text: (chunk) => {
        noscript += chunk.text;
      },
    })
    .onDocument({ comments: (comment) => reader.comment(comment.text) });
  for (const selector of [...ELEMENTS, 'a[href^="javascript:"]', ...HANDLERS.map((name) => `:not(img)[${name}]`)]) {
    rewriter.on(selector, pass);
  }
  const parts = pieces[Symbol.iterator]();
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  await rewriter.transform(new Response(stream)).arrayBuffer();
  const facts = reader.end();
  JSON.stringify(v1Report(detailedReport(facts)));
  return idsOf(facts);
}

/** cheerio's tree instead of our tokenizer, with what the rewriter leaves out as well. */
async function cheerioRules(pieces: Iterable<Uint8Array>): Promise<Set<string>> {
  const reader = new PageExtractor();
  const at = { offset: 0, line: 1, column: 1 };
  const $ = load(wholeText(pieces), { scriptingEnabled: false });
  const read = (nodes: CheerioNode[], inNoscript: boolean) => {
    for (const node of nodes) {
      if (node.type === 'comment') reader.comment(node.data);
      if (!('attribs' in node)) continue;
      const { name, attribs } = node;
      const element = { name, attributes: new Map(Object.entries(attribs)), at, inNoscript };
      if (name === 'script') reader.script({ ...element, text: $(node).text(), textAt: at, closed: true, cut: false });
      else if (ELEMENTS.includes(name) || isCode(attribs)) reader.element(element);
      read(node.children, inNoscript || name === 'noscript');
    }
  };
  read($.root().contents().toArray(), false);
  const facts = reader.end();
  JSON.stringify(v1Report(detailedReport(facts)));
  return idsOf(facts);
}

type CheerioNode = Extract<Parameters<typeof load>[0], { nodeType: number }>;

function isCode(attributes: Record<string, string>): boolean {
  return attributes.href?.startsWith('javascript:') || HANDLERS.some((name) => name in attributes);
}

async function htmlparser2(pieces: Iterable<Uint8Array>): Promise<Set<string>> {
  const evidence = newEvidence();
  let script: string[] | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'script') script = [];
      for (const attribute in attributes) {
        if (attribute === 'src' || attribute === 'href' || attribute.startsWith('on')) {
          gatherAddress(name, attribute, attributes[attribute]!);
        }
      }
    },
    ontext: (text) => script?.push(text),
    onclosetag(name) {
      if (name !== 'script' || !script) return;
      gather(script.join(''), evidence);
      script = undefined;
    },
  });
  const gatherAddress = (name: string, attribute: string, value: string) => {
    const isAddress = attribute === 'href' ? name === 'link' || value.startsWith('javascript:') : true;
    if (isAddress) gather(value, evidence);
  };
  const decoder = new TextDecoder();
  for (const piece of pieces) parser.write(decoder.decode(piece, { stream: true }));
  parser.end(decoder.decode());
  return evidence.ids;
}

async function cheerio(pieces: Iterable<Uint8Array>): Promise<Set<string>> {
  const evidence = newEvidence();
  const $ = load(wholeText(pieces), { scriptingEnabled: false });
  for (const element of $('script, iframe, img, amp-pixel, link').toArray()) {
    const { src, href } = element.attribs;
    const address = src ?? href;
    if (address !== undefined) gather(address, evidence);
    if (element.tagName === 'script') gather($(element).text(), evidence);
  }
  const handlers = HANDLERS.map((name) => `[${name}]`).join(', ');
  for (const element of $(handlers)) {
    for (const name of HANDLERS) gather($(element).attr(name) ?? '', evidence);
  }
  return evidence.ids;
}

/** As Wappalyzer reads a page: every expression runs over the whole text. */
async function wholePage(pieces: Iterable<Uint8Array>): Promise<Set<string>> {
  const evidence = newEvidence();
  gather(wholeText(pieces), evidence);
  return evidence.ids;
}

function wholeText(pieces: Iterable<Uint8Array>): string {
  return Buffer.concat([...pieces]).toString('utf8');
}

/** The ids that the page itself installs. Web pixels are not legacy code, and the other scanners do not read them. */
export function idsOf(facts: readonly Fact[]): Set<string> {
  const ids = new Set<string>();
  for (const fact of facts) {
    if (fact.kind !== 'tag' || fact.id === undefined || fact.invalid || fact.form === 'web_pixel') continue;
    ids.add(`${fact.vendor}:${fact.id}`);
  }
  return ids;
}
