/**
 * What one pass over a page establishes, before any judgement. Rules are pure functions over these facts; nothing here
 * says whether a fact is good or bad. Ids are as found; secrets and personal data are never carried, only that they were seen.
 */

export type Vendor = 'meta' | 'ga4' | 'ua' | 'gtm' | 'google_ads' | 'google_tag' | 'optimize';

/**
 * How a tag is there. `native`, `native_ga` and `mga` are Shopify's own integrations of before 2025; `injected` is what a tag
 * leaves in a saved DOM; `gated` waits for consent; `web_pixel` is the modern form; `container` was read inside a GTM container.
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

/** Where the page says so. `offset` is in UTF-16 units of the decoded page; line and column are 1-based. */
export interface Place {
  offset: number;
  line: number;
  column: number;
  /** Ordinal of the script element, counted from 1; 0 outside scripts. Equal ordinals mean one snippet. */
  script: number;
  /** Only the part that identifies the tag, never a whole argument list: that may hold personal data. */
  excerpt: string;
  /** URL of the container or loader the fact was read in; absent for the page itself. */
  origin?: string;
}

/** One tag of a vendor in use: an id, or a loader whose id could not be read. */
export interface TagFact extends Place {
  kind: 'tag';
  vendor: Vendor;
  form: Form;
  /** `init`/`config`: the call; `snippet`: a GTM snippet's arguments; `loader`: a script address; `image`: a pixel or frame. */
  via: 'init' | 'config' | 'loader' | 'snippet' | 'image' | 'settings' | 'entry';
  id?: string;
  /** The id is there but cannot work: a placeholder, an unrendered template, a wrong shape. */
  invalid?: 'placeholder' | 'shape';
  /** The script's or image's address, absolute where the page allows. */
  url?: string;
  /** The library a loader loads, e.g. `fbevents.js`. */
  library?: string;
  /** The script comes from another host than the vendor's. */
  firstParty?: boolean;
  /** Third argument of `fbq('init')`: customer data as literals, hashed literals, or computed at run time. */
  matching?: 'literal' | 'hashed' | 'dynamic';
  /** `send_page_view: false` was passed. */
  quiet?: boolean;
  /** Name of the app whose block the code stands in. */
  app?: string;
  /** `apiClientId` of the web pixel. */
  client?: string;
}

/** A call that sends one event. */
export interface EventFact extends Place {
  kind: 'event';
  vendor: 'meta' | 'ga4' | 'ua';
  name: string;
  /** Sent by `trackCustom`: no standard event, whatever its name. */
  custom?: boolean;
  /** Whether the call carries an event id, which deduplication against the Conversions API needs. */
  eventId: 'present' | 'absent' | 'unknown';
  /** Literal currency of the call, upper case. */
  currency?: string;
  /** The amount is a literal in the page. */
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
  /** A Measurement Protocol secret is published beside this measurement id. */
  secretOf?: string;
}

export interface ConsentFact extends Place {
  kind: 'consent';
  /** `default`: gtag('consent','default'); `gate`: any evidence of a consent platform. */
  what: 'default' | 'gate';
  /** Storage granted by default everywhere; `unknown` when the values are computed. */
  granted?: boolean | 'unknown';
  /** Inside a function that is not called on the spot: when it runs is unknown. */
  deferred?: boolean;
}

/** Something about the page as a whole, or a piece of code without an id. */
export interface MarkFact extends Place {
  kind: 'mark';
  name: MarkName;
  /** Plain detail for the message: a host, a count, a currency. Never a secret. */
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

/** Facts sorted by kind once, so that sixty rules need not each walk the whole list. */
export interface PageFacts {
  tags: TagFact[];
  /**
   * Of each vendor, the tags that run as page code: in the theme, an app's block, the old settings box, or a container of the
   * page. Most rules begin with these.
   */
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
