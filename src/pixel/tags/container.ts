/**
 * Reads what a GTM container or a first-party loader contains. The script of a container has its settings as one JSON
 * resource (`"tags": [{"function": "__googtag", …}]`). Its custom HTML tags are pieces of page and are read as such. A loader
 * that is plain code is read as code.
 */
import { Work } from '../../domain/work.ts';
import { PageExtractor, WORK_MIN, WORK_PER_CHAR } from '../html/page-extractor.ts';
import { type Literal, type LiteralObject, listOf, objectOf, textOf } from '../javascript/literal.ts';
import { parseLiteral } from '../javascript/static-evaluator.ts';
import type { Fact, TagFact, Vendor } from './facts.ts';
import { faultOfGoogleId, vendorOf } from './library.ts';
import { recognise } from './recognise.ts';

const CONTAINER_CHARS_MAX = 4 << 20;
const TAGS_MAX = 1000;
const FACTS_MAX = 2000;
const RESOLVE_DEPTH_MAX = 8;
/** A longer constant is not an id. Without a limit, a container could repeat one long constant a million times. */
const CONSTANT_CHARS_MAX = 128;

/** A GTM container, the payload of a Google tag, or a first-party loader that a page or another script names. */
export interface ContainerReference {
  kind: 'gtm' | 'google_tag' | 'first_party_loader';
  /** `GTM-…` or `G-…` if known. */
  id?: string;
  url: string;
  /** Id of the custom pixel that names it, in whose window it runs. */
  pixel?: string;
}

/** Where Google serves the script of a GTM container. */
export function gtmAddress(id: string): string {
  return `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(id)}`;
}

/**
 * The tags and events in the script of a container or loader, with its id or address as their origin. Reads at most the first
 * 4 Mi characters, and only as far as the work for its length reaches. A script that is read in part has a mark `cut`. Never throws.
 */
export function containerFacts(
  text: string,
  reference: ContainerReference,
  work = new Work(WORK_MIN + WORK_PER_CHAR * Math.min(text.length, CONTAINER_CHARS_MAX)),
): Fact[] {
  const facts: Fact[] = [];
  const origin = reference.id ?? originOf(reference.url);
  const add = (fact: Fact): void => {
    if (facts.length > FACTS_MAX) return;
    if (facts.length === FACTS_MAX) facts.push(cut(`the container ${origin} has too many tags to list`));
    else if (fact.kind === 'tag' || fact.kind === 'event') facts.push({ ...withoutVariables(fact), origin });
    else if (fact.kind === 'mark' && fact.name === 'cut') facts.push(fact);
  };
  const script = text.slice(0, CONTAINER_CHARS_MAX);
  if (script.length < text.length) facts.push(cut(`the container ${origin} is longer than the limit`));
  work.done += script.length;
  const resource = resourceOf(script, work);
  if (resource) readResource(resource, origin, add, work);
  else recognise({ text: script, at: START, form: 'container', script: 1, origin }, add, work);
  if (work.spent) facts.push(cut(`the container ${origin} costs too much to read in full`));
  // The page itself already has a tag for the container's own id.
  return facts.filter((fact) => fact.kind !== 'tag' || fact.id !== reference.id);
}

/**
 * Replaces a variable of a custom HTML tag whose value is known only in the visitor's browser. It is one letter of the private
 * use area, which code reads as a name: the expression around it then has an unknown value, not an empty one.
 */
const VARIABLE = '\u{e000}';

function withoutVariables<F extends Fact>(fact: F): F {
  const shown = { ...fact, excerpt: fact.excerpt.replaceAll(VARIABLE, '{{…}}') };
  return fact.kind === 'tag' && fact.id?.includes(VARIABLE) ? { ...shown, id: undefined, invalid: undefined } : shown;
}

const START = { offset: 0, line: 1, column: 1 };

function cut(value: string): Fact {
  return { kind: 'mark', name: 'cut', ...START, script: 0, excerpt: '', value };
}

/** Host and path only, because a query may contain a key. */
function originOf(url: string): string {
  return url.split(/[?#]/)[0]!.slice(0, 200);
}

/** The settings of the container: the object after `"resource":`. */
function resourceOf(script: string, work: Work): LiteralObject | undefined {
  const at = script.search(/"resource"\s*:\s*\{/);
  if (at < 0) return undefined;
  const open = script.indexOf('{', at);
  const close = closing(script, open);
  return close < 0 ? undefined : objectOf(fromJson(script.slice(open, close + 1), work));
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 34) {
      for (i++; i < text.length && text.charCodeAt(i) !== 34; i++) if (text.charCodeAt(i) === 92) i++;
    } else if (c === 123 || c === 91) depth++;
    else if ((c === 125 || c === 93) && --depth === 0) return i;
  }
  return -1;
}

function fromJson(text: string, work: Work): Literal {
  try {
    return toLiteral(JSON.parse(text));
  } catch {
    return parseLiteral(text, work);
  }
}

function toLiteral(value: unknown): Literal {
  if (Array.isArray(value)) return value.map(toLiteral);
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).map(([key, item]) => [key, toLiteral(item)]));
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function readResource(resource: LiteralObject, origin: string, add: (fact: Fact) => void, work: Work): void {
  const macros = listOf(resource.get('macros'));
  const tags = listOf(resource.get('tags'));
  if (tags.length > TAGS_MAX) add(cut(`the container ${origin} has too many tags to list`));
  for (const [i, tag] of tags.slice(0, TAGS_MAX).entries()) {
    const object = objectOf(tag);
    if (object && !work.spent) readTag(object, { macros, work }, i + 1, origin, add);
  }
}

function readTag(
  tag: LiteralObject,
  variables: Variables,
  ordinal: number,
  origin: string,
  add: (fact: Fact) => void,
): void {
  const kind = textOf(tag, 'function') ?? '';
  const value = (key: string): string | undefined => resolve(tag.get(key), variables);
  const found = (vendor: Vendor, id: string, via: TagFact['via']): void =>
    add({ kind: 'tag', ...START, script: ordinal, excerpt: kind, vendor, form: 'container', via, id });

  if (kind === '__html') {
    const page = new PageExtractor({ form: 'container', origin, work: variables.work });
    page.push(resolve(tag.get('vtp_html'), variables, VARIABLE) ?? '');
    for (const fact of page.end()) add({ ...fact, script: ordinal * 1000 + fact.script });
    return;
  }
  if (kind === '__googtag' || kind === '__gaawc') {
    const id = value('vtp_tagId') ?? value('vtp_measurementId');
    const vendor = vendorOf(id ?? '');
    if (id !== undefined && vendor && !faultOfGoogleId(id)) found(vendor, id, 'config');
  } else if (kind === '__ua') {
    const settings = macroOf(tag.get('vtp_gaSettings'), variables);
    const id = value('vtp_trackingId') ?? resolve(settings?.get('vtp_trackingId'), variables);
    if (id !== undefined && /^UA-\d{4,10}-\d{1,4}$/.test(id)) found('ua', id, 'config');
  } else if (kind === '__awct' || kind === '__sp') {
    const id = value('vtp_conversionId')?.replace(/^AW-/, '');
    if (id !== undefined && /^\d{6,12}$/.test(id)) found('google_ads', `AW-${id}`, 'config');
  } else if (kind.startsWith('__cvt_')) {
    // Community templates for Meta call the field pixelId or pixelIds. Other vendors use these names too, with other shapes.
    const ids = (value('vtp_pixelId') ?? value('vtp_pixelIds') ?? '').split(/[\s,]+/);
    for (const id of ids) if (/^\d{15,16}$/.test(id)) found('meta', id, 'init');
  }
}

/** The variables of a container, and what resolving them may cost. */
interface Variables {
  macros: readonly Literal[];
  work: Work;
}

/** `["escape", value, …, 16]` writes the value as a JavaScript literal, with its quotes. */
const AS_LITERAL = 16;

/**
 * The text of a setting, which is a string, a template of parts, an escaped value, or a constant variable. Any other variable
 * becomes `unknown`. If `unknown` is not given, one such variable makes the whole result undefined.
 */
function resolve(value: Literal | undefined, variables: Variables, unknown?: string, depth = 0): string | undefined {
  variables.work.done += typeof value === 'string' ? value.length : 1;
  if (typeof value === 'string') return value;
  if (variables.work.spent) return unknown;
  const [kind, ...parts] = listOf(value);
  if (depth > RESOLVE_DEPTH_MAX) return unknown;
  const read = (part: Literal | undefined): string | undefined => resolve(part, variables, unknown, depth + 1);
  if (kind === 'macro') {
    const macro = macroOf(value, variables);
    const constant = textOf(macro, 'function') === '__c' ? textOf(macro, 'vtp_value') : undefined;
    if (constant === undefined || constant.length > CONSTANT_CHARS_MAX) return unknown;
    variables.work.done += constant.length;
    return constant;
  }
  if (kind === 'template') {
    const texts = parts.map(read);
    return texts.includes(undefined) ? undefined : texts.join('');
  }
  if (kind === 'escape') {
    const text = read(parts[0]);
    return parts.includes(AS_LITERAL) && text !== undefined && text !== unknown ? JSON.stringify(text) : text;
  }
  return unknown;
}

function macroOf(value: Literal | undefined, { macros }: Variables): LiteralObject | undefined {
  const [kind, index] = listOf(value);
  return kind === 'macro' && typeof index === 'number' ? objectOf(macros[index]) : undefined;
}
