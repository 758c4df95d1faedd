import { Caller } from './caller.ts';
import { OptionError } from './errors.ts';
import type { Fetch } from './fetch.ts';
import { checkKey } from './key.ts';
import { type Patience, settle } from './options.ts';
import { AccountResource } from './resources/account.ts';
import { EntryResource } from './resources/entry.ts';
import { PixelResource } from './resources/pixel.ts';
import { PublicResource } from './resources/public.ts';
import { TariffResource } from './resources/tariff.ts';
import { Events, Watches } from './resources/watches.ts';
import { type Clock, systemClock, Transport } from './transport.ts';

const PATIENCE = { maxRetries: 2, timeoutMs: 30_000, deadlineMs: 120_000, maxWaitMs: 30_000 };
const CONCURRENCY = 4;

export interface PortsideOptions extends Patience {
  /** Default: PORTSIDE_API_KEY. */
  apiKey?: string | undefined;
  /** Default: PORTSIDE_BASE_URL, then http://127.0.0.1:8080. */
  baseUrl?: string | undefined;
  /** Requests at once in a lookup of more than 50 codes. Default 4. */
  concurrency?: number | undefined;
  /** Used instead of the global one, for example to go through a proxy. Its errors count as faults of the connection. */
  fetch?: Fetch | undefined;
  /** Receives one line for each attempt. */
  log?: ((line: string) => void) | undefined;
}

/** The Portside API. One client can make any number of calls at once. */
export class Portside {
  /** What needs no key. */
  readonly public: PublicResource;
  readonly tariff: TariffResource;
  readonly pixel: PixelResource;
  readonly entry: EntryResource;
  readonly watches: Watches;
  readonly events: Events;
  readonly account: AccountResource;

  /** Throws ApiKeyError if the key is missing or mistyped, OptionError if an option is out of bounds. `clock` is for tests. */
  constructor(options: PortsideOptions = {}, clock: Clock = systemClock) {
    const key = checkKey(options.apiKey ?? environment('PORTSIDE_API_KEY'));
    const caller = new Caller({
      transport: makeTransport(options, clock),
      baseUrl: baseUrlOf(options),
      key: () => key,
    });
    const { concurrency = CONCURRENCY } = options;
    if (!(Number.isInteger(concurrency) && concurrency > 0)) {
      throw new OptionError('concurrency must be a whole number above 0.');
    }
    this.public = new PublicResource(caller);
    this.tariff = new TariffResource(caller, concurrency);
    this.pixel = new PixelResource(caller);
    this.entry = new EntryResource(caller);
    this.watches = new Watches(caller);
    this.events = new Events(caller);
    this.account = new AccountResource(caller);
  }
}

/** The operations that need no key, for programs without one. @throws OptionError */
export class PortsidePublic extends PublicResource {
  constructor(options: Omit<PortsideOptions, 'apiKey' | 'concurrency'> = {}, clock: Clock = systemClock) {
    const key = () => {
      throw new OptionError('This operation needs a key: use Portside.');
    };
    super(new Caller({ transport: makeTransport(options, clock), baseUrl: baseUrlOf(options), key }));
  }
}

function makeTransport(options: PortsideOptions, clock: Clock): Transport {
  return new Transport({
    patience: settle(PATIENCE, options),
    // Not stored: a test or a polyfill may replace the global one later.
    fetch: options.fetch ?? ((url, init) => (globalThis as unknown as { fetch: Fetch }).fetch(url, init)),
    log: options.log,
    clock,
  });
}

function baseUrlOf({ baseUrl: given }: PortsideOptions): string {
  const baseUrl = given || environment('PORTSIDE_BASE_URL') || 'http://127.0.0.1:8080';
  if (!/^https?:\/\/[^/]/.test(baseUrl)) throw new OptionError('baseUrl must start with http:// or https://.');
  return baseUrl.replace(/\/+$/, '');
}

/** Undefined if there is no environment, as in a browser. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}
