/** One piece of code with its position in the page and its form. Recognisers add facts through it. */

import type { Effort } from '../../domain/effort.ts';
import type { Tokens } from '../javascript/lexer.ts';
import { compose, type RunContext } from '../javascript/run-context.ts';
import { runsAt } from '../javascript/scope.ts';
import { StaticEvaluator } from '../javascript/static-evaluator.ts';
import type {
  ConsentFact,
  EntryFact,
  EventFact,
  Fact,
  Form,
  MarkFact,
  Place,
  Position,
  TagFact,
  VendorEventFact,
  VendorFact,
} from './facts.ts';
import { isPlaceholder } from './library.ts';
import { redactSecrets, withoutSecret } from './secret-redaction.ts';

export interface SnippetSource {
  text: string;
  at: Position;
  /** The text is a decoded event handler, whose offsets do not match the page. Every fact in it gets the position of its tag. */
  fixed?: boolean;
  form: Form;
  /** Ordinal of the script element. */
  script: number;
  app?: string;
  origin?: string;
  /** How the code as a whole runs, if not on load: an event handler of an element. */
  within?: RunContext;
  /** It is in a string of other code. */
  isNested?: boolean;
}

type Unplaced<F extends Fact> = Omit<F, 'kind' | keyof Place>;

const NESTED_MAX = 64;
const EXCERPT_MAX = 120;
/** What it costs to add one fact: its excerpt and its place must be computed. */
const STEPS_PER_FACT = 16;

/** A sum of literals and values that may be written into the page. */
export interface WrittenSum {
  /** The token at which it was read. */
  at: number;
  last: number;
  /** What is written. Empty if the sum is not written into the page. */
  text: string;
  isMarkup: boolean;
}

export class Snippet {
  readonly code: StaticEvaluator;
  /** Token range of the `merchantGoogleAnalytics` body. Code in it was pasted into Shopify's old settings box. */
  merchantRange: [number, number] | undefined;
  /** The script is Shopify's own `ga('create')` block. Other tags in it were pasted into the settings box. */
  isNativeGa = false;
  /** Token of a `gtag('set')` that switches page views off for each `config` after it. */
  quietFrom: number | undefined;
  /** The sum of literals that was read last. Candidates come in the order of the code. */
  sum: WrittenSum | undefined;
  /** The last token of a text in which code was looked for. */
  textEnd = -1;
  /** Token of the address of a GTM container without its id. */
  containerLoader: number | undefined;
  private namesContainer = false;
  /** Code in strings of this code. It is read after it, because both use one store of tokens. */
  readonly nested: SnippetSource[] = [];
  private readonly answers = new Map<string, unknown>();
  private lineStarts: number[] | undefined;

  constructor(
    readonly source: SnippetSource,
    private readonly sink: (fact: Fact) => void,
    store: Tokens,
    /** Ids of the web pixels found on this page so far. */
    readonly seenPixelIds: Set<string>,
    /** For what is counted outside the budget of the script, such as JSON in one of its strings. */
    readonly effort: Effort,
    /** Ids of containers that earlier scripts of the page keep in variables, by the name of the variable. */
    readonly containerIds: Map<string, string>,
  ) {
    this.code = new StaticEvaluator(source.text, store);
  }

  /** Computes an answer about the whole text only once, however many tags need it. This keeps the cost linear. */
  once<T>(question: string, answer: () => T): T {
    if (!this.answers.has(question)) this.answers.set(question, answer());
    return this.answers.get(question) as T;
  }

  /** Form of a tag at token `i`. */
  formAt(i: number): Form {
    if (this.source.form !== 'inline') return this.source.form;
    if (this.merchantRange && i > this.merchantRange[0] && i < this.merchantRange[1]) return 'mga';
    if (this.isNativeGa) return 'mga';
    return this.source.app === undefined ? 'inline' : 'app_embed';
  }

  /** A container whose loader is in this code and whose id is not: it is set when the page runs. */
  end(): void {
    const at = this.containerLoader;
    if (at === undefined || this.namesContainer) return;
    const id = this.placeholderOfSnippet();
    if (id === undefined) this.tag(at, at, { vendor: 'gtm', via: 'loader', library: 'gtm.js' });
    else this.tag(at, at, { vendor: 'gtm', via: 'snippet', id, invalid: 'placeholder' });
  }

  /** What a template has in place of an id, as the last argument of the GTM snippet: `YOUR_GTM_ID`, `GTMxxxxxxx`, an empty text. */
  private placeholderOfSnippet(): string | undefined {
    const { code } = this;
    for (let i = 0; i < code.tokens.count; i++) {
      code.steps++;
      if (!code.is(i, "'script'") && !code.is(i, '"script"')) continue;
      const args = code.arguments(code.tokens.parents[i]!) ?? [];
      const at = args[args.indexOf(i) + 2];
      const id = at === undefined ? undefined : code.value(at);
      if (typeof id === 'string' && isPlaceholder(id)) return id;
    }
    return undefined;
  }

  tag(from: number, to: number, fact: Omit<Unplaced<TagFact>, 'form'> & { form?: Form }): void {
    if (fact.vendor === 'gtm' && fact.id !== undefined) this.namesContainer = true;
    const form = fact.form && this.source.form === 'inline' ? fact.form : this.formAt(from);
    const id = fact.id === undefined ? undefined : withoutSecret(fact.id);
    // Settings are data, whichever code holds them.
    const runs = fact.via === 'settings' || fact.via === 'entry' ? {} : this.runs(from);
    this.sink({ kind: 'tag', ...this.place(from, to), app: this.source.app, ...runs, ...fact, id, form });
  }

  event(from: number, to: number, fact: Unplaced<EventFact>): void {
    if (this.source.form === 'gated') return;
    const { app } = this.source;
    const name = withoutSecret(fact.name);
    const place = this.place(from, to);
    this.sink({ kind: 'event', ...place, form: this.formAt(from), app, ...this.runs(from), ...fact, name });
  }

  /** Whether a text of this code is read as code. */
  nests(text: string): boolean {
    return this.nested.some((known) => known.text === text);
  }

  /** Code in the string at token `at`. Returns false if it is not read: code in a string of such code, or too much of it. */
  nest(at: number, text: string): boolean {
    if (this.nests(text)) return true;
    if (this.source.isNested || this.nested.length === NESTED_MAX) return false;
    const { offset, line, column } = this.place(at, at, false);
    const position = { offset, line, column };
    this.nested.push({ ...this.source, text, at: position, fixed: true, isNested: true, within: this.runs(at) });
    return true;
  }

  private runs(token: number): RunContext {
    const own = runsAt(this.code, token);
    return this.source.within ? compose(this.source.within, own) : own;
  }

  entry(from: number, to: number, fact: Unplaced<EntryFact>): void {
    this.sink({ kind: 'entry', ...this.place(from, to, false), ...fact, excerpt: '' });
  }

  vendor(at: number, fact: Omit<Unplaced<VendorFact>, 'form'> & { form?: Form }): void {
    this.sink({ kind: 'vendor', ...this.place(at, at), form: this.formAt(at), ...fact });
  }

  vendorEvent(from: number, to: number, fact: Unplaced<VendorEventFact>): void {
    if (this.source.form === 'gated') return;
    const name = withoutSecret(fact.name);
    const place = this.place(from, to);
    this.sink({ kind: 'vendor_event', ...place, form: this.formAt(from), ...this.runs(from), ...fact, name });
  }

  consent(from: number, to: number, fact: Unplaced<ConsentFact>): void {
    this.sink({ kind: 'consent', ...this.place(from, to), ...fact });
  }

  mark(at: number, name: MarkFact['name'], value?: string, excerpt = true): void {
    this.sink({ kind: 'mark', ...this.place(at, at, excerpt), name, value });
  }

  private place(from: number, to: number, withExcerpt = true): Place {
    this.code.steps += STEPS_PER_FACT;
    const { starts, ends, count } = this.code.tokens;
    const start = starts[from] ?? 0;
    const end = Math.min(ends[Math.min(to, count - 1)] ?? start, start + EXCERPT_MAX);
    const excerpt = withExcerpt ? redact(this.source.text.slice(start, end)) : '';
    const { at, script, origin } = this.source;
    if (this.source.fixed) return { ...at, script, excerpt, origin };
    const { line, lineStart } = this.lineOf(start);
    const column = line === 0 ? at.column + start : start - lineStart + 1;
    return { offset: at.offset + start, line: at.line + line, column, script, excerpt, origin };
  }

  /** 0-based line of an offset, and the offset at which that line starts. */
  private lineOf(offset: number): { line: number; lineStart: number } {
    this.lineStarts ??= lineStartsOf(this.source.text);
    let low = 0;
    let high = this.lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lineStarts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, lineStart: this.lineStarts[low]! };
  }
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/**
 * Joins the lines of an excerpt and removes what may be personal or secret: a page can put such a text where an id belongs.
 * An address of mail is found in two steps, words and then an at sign in a word, because one expression for both is quadratic.
 * Words are looked at only if there is something to find: most excerpts are a call with an id.
 */
function redact(text: string): string {
  const line = redactSecrets(text).replace(/\s+/g, ' ');
  const mayHaveMail = line.includes('@') || line.includes('%40');
  return (mayHaveMail ? line.replace(/[^\s"'`&,()]+/g, redactMail) : line).replace(
    /(secret|token|password)["'`]?\s*[:=]\s*["'`]?[^\s"'`&,)]+/gi,
    '$1=[redacted]',
  );
}

/** `word` without a mail address. The name before the at sign begins after an equals sign, as in `email=jane@example.com`. */
function redactMail(word: string): string {
  let start = 0;
  for (const part of word.split('=')) {
    const at = part.slice(1).search(/@|%40/) + 1;
    const end = start + at + (part[at] === '@' ? 1 : 3);
    if (at > 0 && end < word.length) return `${word.slice(0, start)}[redacted]`;
    start += part.length + 1;
  }
  return word;
}
