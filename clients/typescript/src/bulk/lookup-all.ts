import type { Caller } from '../caller.ts';
import { LimitError, PortsideError, ResponseError, TimeoutError } from '../errors.ts';
import { joinMeta, type RateLimit, type TariffList } from '../meta.ts';
import type { LookupOptions } from '../resources/tariff.ts';
import type { HtsResult, LookupResult } from '../types.ts';
import { type Audited, auditCodes, PLAIN_CODE } from './audit-codes.ts';
import { CODES_MAX, type Codes, lookupParts, partsOf } from './lookup-parts.ts';
import { secondsUntilFree, waitOfRefusal } from './pace.ts';

/** Codes that are looked up 50 at a time. More become an audit: 100,000 codes would take twenty minutes of a default key. */
const LOOKUP_MAX = 5_000;
/** Codes of one audit, which bounds its memory. */
const AUDIT_MAX = 100_000;
/** Rows that are read ahead if nearly all are codes that are known. */
const ROWS_MAX = 500_000;

export interface LookupAllOptions extends LookupOptions {
  /** When the limit of the day is used up, wait for the next UTC day instead of ending with an IncompleteError. Default false. */
  waitForDay?: boolean | undefined;
  /** Milliseconds between two looks at an audit. Default 2,000. */
  pollEveryMs?: number | undefined;
}

/** Why `lookupAll` ended early. `cause` says more: a LimitError when the day is used up, the reason of the signal. */
export class IncompleteError extends PortsideError {
  override readonly name: string = 'IncompleteError';

  constructor(
    /** The results that were given, in order. */
    readonly done: HtsResult[],
    /** The codes without a result, in order: call `lookupAll` with them to go on. Those that an iterator still has are not among them. */
    readonly left: string[],
    cause: unknown,
  ) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`${done.length} results, ${left.length} codes left: ${why}`, { cause });
    const known = cause instanceof PortsideError ? cause : undefined;
    Object.assign(this, { retryable: known?.retryable ?? false, retryAfter: known?.retryAfter });
  }
}

/** The results of `lookupAll`, in the order of the codes. It can be read once. */
export class LookupAll implements AsyncIterable<HtsResult> {
  readonly #caller: Caller;
  readonly #concurrency: number;
  readonly #options: LookupAllOptions;
  readonly #codes: Codes;
  readonly #deadline: number;
  #source: AsyncIterator<string> | Iterator<string> | undefined;

  /** Results by code, so that each code is asked for once. */
  readonly #known = new Map<string, HtsResult>();
  /** Codes whose result is known or will be. */
  readonly #asked = new Set<string>();
  /** Codes without a result, in order. */
  #work: string[] = [];
  /** What an audit said of codes whose entries a lookup must still give. */
  readonly #expected = new Map<string, HtsResult>();
  /** For an adjacent code of an audit another one of its heading, which has the same entries. */
  readonly #sameAs = new Map<string, string>();
  /** Codes that were read and not given yet, from `#given` on. */
  #rows: string[] = [];
  #given = 0;
  readonly #done: HtsResult[] = [];
  #limits: RateLimit | undefined;
  #versions: Record<string, string> | undefined;
  #asOf: string | undefined;
  #hasAudits = true;

  /** The version of the list behind the results, once there is one. */
  list: TariffList | undefined;

  /** @throws OptionError */
  constructor(caller: Caller, concurrency: number, codes: Codes, options: LookupAllOptions) {
    this.#caller = caller;
    this.#concurrency = concurrency;
    this.#codes = codes;
    this.#options = options;
    this.#asOf = options.asOf;
    this.#deadline = caller.transport.deadline({
      ...options,
      deadlineMs: options.deadlineMs ?? Number.POSITIVE_INFINITY,
    });
  }

  /** All results at once. @throws IncompleteError */
  async collect(): Promise<HtsResult[]> {
    for await (const _ of this);
    return this.#done;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<HtsResult> {
    if (this.#source) throw new PortsideError('The results of lookupAll can be read once.');
    this.#source = iteratorOf(this.#codes);
    for (;;) {
      try {
        if (this.#given >= this.#rows.length && !(await this.#read(LOOKUP_MAX + 1))) return;
        while (!this.#resultOf(this.#rows[this.#given]!)) await this.#advance();
      } catch (cause) {
        throw await this.#incomplete(cause);
      }
      const result = this.#resultOf(this.#rows[this.#given++]!)!;
      this.#done.push(result);
      yield result;
    }
  }

  async #incomplete(cause: unknown): Promise<IncompleteError> {
    const left = this.#rows.slice(this.#given);
    // An array is the caller's, so what is left of it is known. An iterator may have no end.
    if (Array.isArray(this.#codes) && this.#source) {
      for (let step = await this.#source.next(); !step.done; step = await this.#source.next()) left.push(step.value);
    }
    return new IncompleteError(this.#done, left, cause);
  }

  /** Reads rows until there are so many codes to ask for. False if there was nothing left. */
  async #read(workMax: number): Promise<boolean> {
    this.#rows = this.#rows.slice(this.#given);
    this.#given = 0;
    for (let count = 0; this.#source && this.#work.length < workMax && count < ROWS_MAX; count++) {
      const step = await this.#source.next();
      if (step.done) {
        this.#source = DRAINED;
        break;
      }
      this.#rows.push(step.value);
      if (this.#asked.has(step.value)) continue;
      this.#asked.add(step.value);
      this.#work.push(step.value);
    }
    return this.#rows.length > 0;
  }

  #resultOf(code: string): HtsResult | undefined {
    const known = this.#known.get(code);
    if (known) return known;
    const like = this.#known.get(this.#sameAs.get(code) ?? '');
    if (!like) return undefined;
    const result = { ...this.#expected.get(code)!, adjacent_hits: like.adjacent_hits };
    this.#known.set(code, result);
    return result;
  }

  /** Finds the results of more codes. Afterwards there are more, or it waited. */
  async #advance(): Promise<void> {
    this.#options.signal?.throwIfAborted();
    if (this.#caller.transport.clock.now() >= this.#deadline)
      throw new TimeoutError('The deadline of this call has passed.');
    const day = secondsUntilFree(this.#limits?.day);
    if (day > 0 && !this.#options.waitForDay) throw daySpent(this.#limits!, day);
    const wait = Math.max(day, secondsUntilFree(this.#limits?.minute));
    if (wait > 0) return this.#rest(wait);
    try {
      if (this.#work.length > LOOKUP_MAX && this.#hasAudits) {
        await this.#read(AUDIT_MAX);
        const plain = this.#plainWork();
        if (plain.length > LOOKUP_MAX) return await this.#audit(plain);
      }
      await this.#lookupSome();
    } catch (error) {
      // Others may use the key too. Every other refusal is final.
      const refused = waitOfRefusal(error, this.#options.waitForDay === true);
      if (refused === undefined) throw error;
      await this.#rest(refused);
    }
  }

  async #rest(seconds: number): Promise<void> {
    const { clock } = this.#caller.transport;
    const left = this.#deadline - clock.now();
    this.#limits = undefined; // one request will tell what is left now
    await clock.sleep(Math.max(0, Math.min(seconds * 1000, left)), this.#options.signal);
  }

  /** As many requests at once as the limits allow, and one if they are not known. */
  async #lookupSome(): Promise<void> {
    const parts = partsOf(this.#work.slice(0, this.#mayAsk() * CODES_MAX));
    const answers = await lookupParts(this.#caller, this.#concurrency, parts, this.#callOptions(), this.#until());
    for (const answer of answers) this.#take(answer);
    this.#limits = joinMeta(answers.map(({ meta }) => meta)).rateLimit;
    this.#work = this.#work.slice(parts.length * CODES_MAX);
  }

  #mayAsk(): number {
    if (!this.#limits) return 1;
    const remaining = [this.#limits.minute, this.#limits.day].map((window) => window?.remaining ?? this.#concurrency);
    return Math.max(1, Math.min(this.#concurrency, ...remaining));
  }

  #callOptions(): LookupOptions {
    const { waitForDay, pollEveryMs, deadlineMs, ...call } = this.#options;
    // The same day also after midnight.
    return { ...call, asOf: this.list?.asOf ?? this.#asOf };
  }

  /** The deadline of one round: its own, and that of the whole. */
  #until(): number {
    return Math.min(this.#deadline, this.#caller.transport.deadline({}));
  }

  /** Keeps the results of one request, after comparing them with everything that is known already. */
  #take({ results, meta }: LookupResult): void {
    this.list ??= meta.list;
    const version = meta.list && this.#versions?.[meta.list.id];
    const isOther = JSON.stringify(meta.list) !== JSON.stringify(this.list);
    if (isOther || (version && version !== meta.list!.version)) {
      throw new ResponseError('The tariff list changed during the lookup. Look all codes up again.', meta.requestId);
    }
    for (const result of results) {
      const audited = this.#expected.get(result.code);
      if (audited && (audited.status !== result.status || audited.in_scope !== result.in_scope)) {
        throw new ResponseError('A lookup and an audit of the same code differ.', meta.requestId);
      }
      this.#known.set(result.code, result);
    }
  }

  #plainWork(): string[] {
    const plain = this.#work.filter((code) => PLAIN_CODE.test(code) && !this.#expected.has(code));
    const day = this.#limits?.day;
    // Requests of the day are left over for asking how far the audit is.
    return day ? plain.slice(0, Math.max(0, (day.remaining - 100) * CODES_MAX)) : plain;
  }

  async #audit(codes: string[]): Promise<void> {
    const { pollEveryMs } = this.#options;
    const keep = (limits: RateLimit) => {
      this.#limits = limits;
    };
    const outcome = await auditCodes(
      this.#caller,
      codes,
      { ...this.#callOptions(), pollEveryMs },
      this.#deadline,
      keep,
    );
    if (outcome === 'refused') this.#hasAudits = false;
    else this.#keepAudited(outcome);
  }

  /**
   * Keeps the results that are complete, and leaves those with entries for lookups, because an audit does not have entries: every hit, and
   * one adjacent code of each heading, because adjacent codes have the entries of their heading.
   */
  #keepAudited({ results, asOf, versions }: Audited): void {
    const audited = new Set(results.map(({ code }) => code));
    const adjacentOf = new Map<string, string>();
    const work: string[] = [];
    for (const [at, result] of results.entries()) {
      const { code, status } = result;
      const heading = code.replaceAll('.', '').slice(0, 4);
      const other = status === 'adjacent' ? adjacentOf.get(heading) : undefined;
      if (other !== undefined) {
        this.#expected.set(code, result);
        this.#sameAs.set(code, other);
        continue;
      }
      if (status === 'adjacent') adjacentOf.set(heading, code);
      // The first one is looked up all the same, for the version of the list.
      const isComplete = status === 'clear' || status === 'invalid' || status === 'in_scope_no_bis14';
      if (isComplete && at > 0) {
        this.#known.set(code, result);
        continue;
      }
      this.#expected.set(code, result);
      work.push(code);
    }
    for (const code of this.#work) if (!audited.has(code)) work.push(code);
    this.#work = work;
    this.#versions = versions;
    this.#asOf ??= asOf;
  }
}

const DRAINED: Iterator<string> = { next: () => ({ done: true, value: undefined }) };

function iteratorOf(codes: Codes): AsyncIterator<string> | Iterator<string> {
  return Symbol.asyncIterator in codes ? codes[Symbol.asyncIterator]() : codes[Symbol.iterator]();
}

function daySpent(rateLimit: RateLimit, seconds: number): LimitError {
  return new LimitError({
    status: 429,
    code: 'rate_limited',
    message: 'The limit of the day is used up.',
    contact: undefined,
    details: [],
    requestId: undefined,
    rateLimit,
    retryAfter: seconds,
    retryable: false,
  });
}
