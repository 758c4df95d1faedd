/**
 * What one pass over a page finds. Rules are pure functions over these facts; a fact itself is neither good nor bad. Ids are kept
 * as they were found. Of secrets and personal data, a fact says only that they were found, and never contains them.
 */

export type Vendor = 'meta' | 'ga4' | 'ua' | 'gtm' | 'google_ads' | 'google_tag' | 'optimize';

/**
 * How a tag is installed. `native`, `native_ga` and `mga` are Shopify's own integrations from before 2025. `injected` is what a
 * running tag adds to a saved DOM. `gated` waits for consent. `web_pixel` is the modern form. `container` is in a GTM container.
 */
export type Form =
  | 'inline'
  | 'app_embed'
  | 'noscript'
  | 'native'
  | 'native_ga'
  | 'mga'
  | 'amp'
  | 'injected'
  | 'gated'
  | 'web_pixel'
  | 'container';

/** A position in the decoded page. `offset` is in UTF-16 units. Line and column are 1-based. */
export interface Position {
  offset: number;
  line: number;
  column: number;
}

/** Where a fact was found. */
export interface Place extends Position {
  /** Ordinal of the script element, counted from 1, or 0 outside scripts. Facts with the same ordinal are in one snippet. */
  script: number;
  /** Only the part that identifies the tag. Never a whole argument list, which may contain personal data. */
  excerpt: string;
  /** Id or address of the container or loader in which the fact was found. Absent for the page itself. */
  origin?: string;
}

/** One tag of a vendor: an id, or a loader whose id could not be read. */
export interface TagFact extends Place {
  kind: 'tag';
  vendor: Vendor;
  form: Form;
  /**
   * `init`, `config`: a call. `snippet`: the arguments of a GTM snippet. `loader`: the address of a script. `image`: an image or
   * frame. `settings`: the settings of Shopify or an app. `entry`: an entry of the web pixel list.
   */
  via: 'init' | 'config' | 'loader' | 'snippet' | 'image' | 'settings' | 'entry';
  id?: string;
  /** The id cannot work: it is a placeholder or an unrendered template, or it has a wrong shape. */
  invalid?: 'placeholder' | 'shape';
  /** Address of the script, resolved against `<base>` if the page has one. */
  url?: string;
  /** The library a loader loads, e.g. `fbevents.js`. */
  library?: string;
  /** The script comes from a host that is not the vendor's. */
  firstParty?: boolean;
  /** Customer data in the third argument of `fbq('init')`: literals, hashed literals, or computed at run time. */
  matching?: 'literal' | 'hashed' | 'dynamic';
  /** `send_page_view: false` was passed. */
  quiet?: boolean;
  /** Name of the app whose block contains the code. */
  app?: string;
  /** `apiClientId` of the web pixel. */
  client?: string;
}

/** A call that sends one event. */
export interface EventFact extends Place {
  kind: 'event';
  vendor: 'meta' | 'ga4' | 'ua';
  name: string;
  /** Sent by `trackCustom`, so it is not a standard event, even if it has the name of one. */
  custom?: boolean;
  /** Whether the call has an event id. Deduplication with the Conversions API needs it. */
  eventId: 'present' | 'absent' | 'unknown';
  /** Literal currency in the call, in upper case. */
  currency?: string;
  /** The amount is a literal. */
  fixedValue?: boolean;
}

/** One entry of `webPixelsConfigList`. */
export interface EntryFact extends Place {
  kind: 'entry';
  type: 'APP' | 'CUSTOM';
  client: string;
  name?: string;
  metaId?: string;
  googleIds: string[];
  /** The measurement id whose Measurement Protocol secret is in this entry. Empty if the entry has no such id. */
  secretOf?: string;
}

export interface ConsentFact extends Place {
  kind: 'consent';
  /** `default`: `gtag('consent', 'default')`. `platform`: any evidence of a consent platform. */
  what: 'default' | 'platform';
  /** Whether storage is granted by default in every region. `unknown` if the values are computed. */
  granted?: boolean | 'unknown';
  /** Inside a function that is not called where it is written, so it is unknown when it runs. */
  deferred?: boolean;
}

/** A fact about the page as a whole, or about a piece of code without an id. */
export interface MarkFact extends Place {
  kind: 'mark';
  name: MarkName;
  /** A detail for the message, such as a host, a count or a currency. Never a secret. */
  value?: string;
}

type MarkName =
  | 'shopify'
  | 'headless'
  | 'amp'
  | 'script_tags'
  | 'capi'
  | 'currency'
  | 'pixel_list'
  | 'pixel_list_unreadable'
  | 'checkout_code'
  | 'shopify_analytics'
  | 'merchant_code'
  | 'antiflicker'
  | 'secret'
  | 'amp_tracker'
  | 'app_embed_script'
  | 'customer_data_url'
  | 'password_page'
  | 'challenge_page'
  | 'redirect'
  | 'cut';

export type Fact = TagFact | EventFact | EntryFact | ConsentFact | MarkFact;

/** Facts by kind. They are sorted once, so that sixty rules need not walk the whole list. */
export interface PageFacts {
  tags: TagFact[];
  /** By vendor, the tags that run as page code: in the theme, an app block, the old settings box, or a container of the page. */
  running: Map<Vendor, TagFact[]>;
  events: EventFact[];
  entries: EntryFact[];
  consents: ConsentFact[];
  marks: MarkFact[];
}

const RUNS: readonly Form[] = ['inline', 'app_embed', 'mga', 'container'];

export function sortFacts(facts: readonly Fact[]): PageFacts {
  const page: PageFacts = { tags: [], running: new Map(), events: [], entries: [], consents: [], marks: [] };
  for (const fact of facts) {
    if (fact.kind === 'tag') page.tags.push(fact);
    else if (fact.kind === 'event') page.events.push(fact);
    else if (fact.kind === 'entry') page.entries.push(fact);
    else if (fact.kind === 'consent') page.consents.push(fact);
    else page.marks.push(fact);
  }
  for (const tag of page.tags) {
    if (!RUNS.includes(tag.form)) continue;
    const known = page.running.get(tag.vendor);
    if (known) known.push(tag);
    else page.running.set(tag.vendor, [tag]);
  }
  return page;
}
