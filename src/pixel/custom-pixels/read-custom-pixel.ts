/**
 * The facts of a custom pixel: what the merchant's code sends, where to, and on which store events. The code runs in a frame of its
 * own, on the storefront, in checkout and on the thank-you page.
 */
import { Effort } from '../../domain/effort.ts';
import { WORK_MIN, WORK_PER_CHAR } from '../html/page-extractor.ts';
import { runsAt } from '../javascript/scope.ts';
import { StaticEvaluator } from '../javascript/static-evaluator.ts';
import type { CustomPixelFact, Fact, MarkFact, Place, Position, TagFact, UnreadFact } from '../tags/facts.ts';
import { recognise } from '../tags/recognise.ts';
import { secretFacts } from '../tags/secrets.ts';
import { type CustomPixelReference, SANDBOX_BYTES_MAX } from './address.ts';
import { deniedForEver } from './denied-consent.ts';
import { extractCode } from './extract.ts';
import { frameAddresses } from './frame-address.ts';
import { guardOf } from './guards.ts';
import { inlineCalls } from './inline-calls.ts';
import { PageAddresses } from './page-address.ts';
import { personalDataFlows } from './personal-data.ts';
import { readSandbox, type SandboxReading } from './sandbox.ts';
import { nearStoreEvent } from './store-events.ts';
import { hasMarkup, replacesAnalytics, subscriptionsOf } from './subscriptions.ts';
import { isLiquidAt, type Parsed, parseCode } from './syntax.ts';
import { unroll } from './unroll.ts';

const FACTS_MAX = 1000;
const START: Position = { offset: 0, line: 1, column: 1 };
const TOO_LONG = 'Its code is too long to read in full.';
/** Names in calls that send something or load a script. A function with one of them is read at each of its calls. */
const SENDS =
  /^(?:fbq|gtag|ttq|pintrk|snaptr|twq|rdt|lintrk|uetq|_tfa|obApi|clarity|axon|criteo_q|klaviyo|_learnq|ga|fetch|sendBeacon|axios|ajax|send|src|setAttribute)$/;

/** What `customPixelFacts` needs of a reference. */
export type CustomPixel = Pick<CustomPixelReference, 'pixelId' | 'name'> &
  Partial<Pick<CustomPixelReference, 'version'>>;

/**
 * `text` is the sandbox document of the pixel. Lines and columns of the facts count from the first line of the merchant's code.
 * Shopify's own default pixel gives nothing. What was not read is a fact too. Never throws.
 */
export function customPixelFacts(
  text: string,
  pixel: CustomPixel,
  effort = new Effort(WORK_MIN + WORK_PER_CHAR * Math.min(text.length, SANDBOX_BYTES_MAX)),
): Fact[] {
  const { pixelId: id, version, name } = pixel;
  const place: Place = { ...START, script: 0, excerpt: '', pixel: id };
  const named = name !== undefined && { name };
  const unread = (reason: string): UnreadFact => ({
    ...place,
    kind: 'unread',
    what: 'custom_pixel',
    id,
    ...named,
    reason,
  });
  const itself: CustomPixelFact = {
    ...place,
    kind: 'custom_pixel',
    ...named,
    ...(version !== undefined && { version }),
    subscriptions: [],
  };
  if (text.length > SANDBOX_BYTES_MAX) return [unread('Its document is longer than the limit.')];
  const found = extractCode(text, effort);
  if (found.state === 'other') return [unread('The shop did not send its code, but something else.')];
  if (found.state === 'long') return [unread(TOO_LONG)];
  if (found.state === 'broken') {
    const reason = found.cut
      ? 'A closing script tag ends its code early, so it could not be read.'
      : 'Its brackets do not match, so it could not be read.';
    const broken = { ...itself, broken: true, ...(found.cut && { hasMarkup: true }) };
    return found.refused ? [broken] : [broken, unread(reason)];
  }
  if (!/^\d+$/.test(found.pixelId)) return [];
  if (found.pixelId !== id) return [unread('The shop sent the code of another pixel.')];
  const source = new StaticEvaluator(found.code);
  const secrets = secretFacts(found.code).map((fact) => ({ ...fact, pixel: id }));
  // Code with HTML in it does not run, so nothing in it is a sender. Visitors can read it all the same.
  if (hasMarkup(source)) return [{ ...itself, hasMarkup: true }, ...secrets];
  const parsed = parseCode(found.code);
  if (parsed.state === 'refused') {
    const at = new Positions(found.code).at(parsed.offset);
    const broken = {
      ...itself,
      ...at,
      broken: true,
      ...(isLiquidAt(found.code, parsed.offset) && { hasLiquid: true }),
    };
    return [broken, ...secrets];
  }
  const { facts, subscriptions, isWhole } = readCode(found.code, source, parsed, place, effort);
  return [{ ...itself, subscriptions }, ...facts, ...secrets, ...(isWhole ? [] : [unread(TOO_LONG)])];
}

function readCode(
  text: string,
  source: StaticEvaluator,
  parsed: Parsed,
  place: Place,
  effort: Effort,
): { facts: Fact[]; subscriptions: string[]; isWhole: boolean } {
  const unrolled = unroll(text, effort);
  const inlined = inlineCalls(unrolled.text, SENDS, effort);
  const sourceOf = (offset: number): number => unrolled.sourceOf(inlined.sourceOf(offset));
  const code = inlined.text === text ? source : new StaticEvaluator(inlined.text);
  const positions = new Positions(text);
  const pages = new PageAddresses(code);
  const isReplaced = replacesAnalytics(code);
  effort.done += inlined.text.length;
  const rewritten = inlined.text === text ? parsed : parseCode(inlined.text);
  const isRewritten = rewritten.state === 'tree';
  const frame = readFrame(isRewritten ? rewritten : parsed, isRewritten ? (offset) => offset : sourceOf);
  const facts: Fact[] = [];
  let isWhole = !code.tokens.cut;
  const add = (fact: Fact): void => {
    if (fact.kind === 'mark' && fact.name === 'cut') isWhole = false;
    else if (facts.length === FACTS_MAX) isWhole = false;
    else if (isOfPixels(fact)) {
      if ((fact.kind === 'vendor' || fact.kind === 'personal_data') && frame.isDead(fact.offset)) return;
      const own = inPixel(fact, code, pages, frame);
      if (isReplaced && 'runs' in fact && fact.runs === 'subscription') own.guarded = 'perhaps';
      facts.push({ ...fact, ...own, ...positions.at(sourceOf(fact.offset)), pixel: place.pixel });
    }
  };
  recognise({ text: inlined.text, at: START, form: 'custom_pixel', script: 1 }, add, effort);
  for (const { field, host, hashed, library, token } of personalDataFlows(code, (at) => runsAt(code, at).on ?? [])) {
    const at = code.tokens.starts[token] ?? 0;
    const { on } = runsAt(code, token);
    const about = {
      ...(hashed && { hashed }),
      ...(library !== undefined && { library }),
      ...(on !== undefined && { on }),
    };
    add({ ...place, offset: at, kind: 'personal_data', field, host, ...about });
  }
  const subscriptions = subscriptionsOf(code);
  const told = new Set<string>();
  const mark = (offset: number, name: MarkFact['name'], value?: string): void => {
    const at = positions.at(isRewritten ? sourceOf(offset) : offset);
    const key = `${name} ${value} ${at.offset}`;
    if (told.has(key) || facts.length === FACTS_MAX) return;
    told.add(key);
    facts.push({ ...place, ...at, kind: 'mark', name, ...(value !== undefined && { value }) });
  };
  for (const { kind, name, offset } of frame.obstacles) mark(offset, 'sandbox_obstacle', `${kind} ${name}`);
  for (const { vendor, offset } of frame.denied) mark(offset, 'consent_denied', vendor);
  for (const address of frame.addresses) mark(address, 'frame_address');
  for (const name of subscriptions) {
    const near = nearStoreEvent(name);
    if (near !== undefined) mark(placeOfText(code.text, name), 'unknown_store_event', `${near} ${name}`);
  }
  effort.done += code.tokens.count + code.steps + source.steps;
  return { facts, subscriptions, isWhole: isWhole && !code.spent && !effort.spent };
}

/** Where a text stands in quotes first; the beginning if it is put together. */
function placeOfText(code: string, text: string): number {
  const places = ["'", '"', '`'].map((quote) => code.indexOf(quote + text + quote)).filter((at) => at >= 0);
  return places.length === 0 ? 0 : Math.min(...places);
}

/** What the frame does with code, by its syntax tree. Without a tree nothing is claimed. */
interface FrameReading {
  obstacles: SandboxReading['obstacles'];
  /** Whether the code at an offset of the rewritten code never runs. */
  isDead(offset: number): boolean;
  denied: ReturnType<typeof deniedForEver>;
  addresses: number[];
}

/** @param offsetIn where an offset of the rewritten code is in the code that was parsed */
function readFrame(parsed: Parsed, offsetIn: (offset: number) => number): FrameReading {
  try {
    if (parsed.state === 'tree') {
      const { tree } = parsed;
      const sandbox = readSandbox(tree);
      return {
        obstacles: sandbox.obstacles,
        isDead: (offset) => sandbox.isDead(offsetIn(offset)),
        denied: deniedForEver(tree).filter(({ offset }) => !sandbox.isDead(offset)),
        addresses: [...frameAddresses(tree)].flatMap(([call, at]) => (sandbox.isDead(call) ? [] : [at])),
      };
    }
  } catch (error) {
    // The tree is too deep for the stack.
    if (!(error instanceof RangeError)) throw error;
  }
  return { obstacles: [], isDead: () => false, denied: [], addresses: [] };
}

/** What only the code of a pixel says about a fact. */
function inPixel(
  fact: Fact,
  code: StaticEvaluator,
  pages: PageAddresses,
  frame: FrameReading,
): Partial<Pick<TagFact, 'form' | 'guarded' | 'on' | 'ofFrame' | 'runs'>> {
  if (fact.kind !== 'tag' && fact.kind !== 'event' && fact.kind !== 'vendor_event') return {};
  const token = code.tokenAt(fact.offset);
  const guard = fact.runs === 'subscription' ? guardOf(code, token, fact.on ?? []) : {};
  const on = guard.on ?? fact.on ?? [];
  const isNever = frame.isDead(fact.offset) || (on.length > 0 && on.every((event) => nearStoreEvent(event)));
  return {
    form: 'custom_pixel',
    ...guard,
    ...(isNever && { runs: 'dead' }),
    ...(!isNever && pages.isOfFrame(fact, token) && { ofFrame: true }),
  };
}

/** Facts about the page, the shop or its consent platform say nothing here: this is another document. */
function isOfPixels(fact: Fact): boolean {
  return (
    fact.kind === 'tag' ||
    fact.kind === 'event' ||
    fact.kind === 'vendor_event' ||
    fact.kind === 'vendor' ||
    fact.kind === 'secret' ||
    fact.kind === 'personal_data'
  );
}

/** Lines and columns of offsets. */
class Positions {
  private readonly lines: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.lines.push(at + 1);
  }

  at(offset: number): Position {
    let low = 0;
    let high = this.lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lines[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { offset, line: low + 1, column: offset - this.lines[low]! + 1 };
  }
}
