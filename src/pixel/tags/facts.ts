/**
 * What one pass over a page finds. Rules are pure functions over these facts; a fact itself is neither good nor bad. Ids are kept
 * as they were found. Of secrets and personal data, a fact says only that they were found, and never contains them.
 * A little over 400 lines, because it is the whole vocabulary between readers, rules and reports.
 */

import type { JourneyPage, PageKind } from '../../domain/scan-report.ts';

export type Vendor = 'meta' | 'ga4' | 'ua' | 'gtm' | 'google_ads' | 'google_tag' | 'optimize' | 'floodlight';

/**
 * How a tag is installed. `native`, `native_ga` and `mga` are Shopify's own integrations from before 2025. `injected` is what a
 * running tag adds to a saved DOM. `gated` waits for consent. `web_pixel` is an app pixel of Customer events. `custom_pixel` is the
 * merchant's code there. `container` is in a GTM container.
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
  | 'custom_pixel'
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
  /** The tag of that container. */
  tag?: ContainerTag;
  /** Id of the custom pixel in which the fact was found. Its code runs in a window of its own. */
  pixel?: string;
  /** Path of the scanned page, if several were scanned. */
  page?: string;
  /** File of the theme, if a theme was scanned. */
  file?: string;
  /** The theme loads the file by a name that is known only when a page is rendered, so it perhaps never does. */
  perhaps?: true;
}

export interface ContainerTag {
  /** `tag_id`, which later versions keep; the index if there is none. */
  id: string;
  name?: string;
  /** `function` of the tag, such as `__googtag`. */
  kind: string;
}

/**
 * When a call runs, as far as the text shows. `load`: always, when the page or pixel loads. `branch`: on load, under a condition.
 * `handler`: in a listener of the visitor's actions. `subscription`: in `analytics.subscribe`. `function`: in a function whose caller
 * is not seen. `dead`: only where it can never run, such as behind `Shopify.checkout`.
 */
export type Runs = 'load' | 'branch' | 'handler' | 'subscription' | 'function' | 'dead';

/** When a container tag fires. */
export interface Firing {
  /** On page loads: on every page, on some pages, perhaps, or never (then only on other events, or not at all). */
  onLoad: 'always' | 'some' | 'perhaps' | 'never';
  /** On the load of each page of the journey. */
  pages: Partial<Record<JourneyPage, 'yes' | 'perhaps' | 'no'>>;
  /** Names of the events that fire it: `gtm.js`, `gtm.click`, `lead_sent`, `.*`. */
  events: string[];
  /** For messages: `on every page`, `where the path contains /thank-you`, `on the event lead_sent`. */
  when: string;
  /** A block or a condition on a consent platform or consent settings. */
  waitsForConsent?: boolean;
}

/** One tag of a vendor: an id, or a loader whose id could not be read. */
export interface TagFact extends Place {
  kind: 'tag';
  vendor: Vendor;
  form: Form;
  /**
   * `init`, `config`: a call. `snippet`: the arguments of a GTM snippet. `loader`: the address of a script. `image`: an image, a
   * frame or a request that sends one hit. `settings`: the settings of Shopify or an app. `entry`: an entry of the web pixel list.
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
  /** `fbq('set', 'trackSingleOnly', true, id)`: `track` skips the id. Such a fact installs nothing. */
  singleOnly?: true;
  /** `send_page_view: false` was passed. */
  quiet?: boolean;
  /** Name of the app whose block contains the code. */
  app?: string;
  /** `apiClientId` of the web pixel. */
  client?: string;
  /** Absent where it is not known, such as for a script element. */
  runs?: Runs;
  /** Store events of `subscription`. */
  on?: string[];
  /** Name of the data layer, if it is not `dataLayer`. */
  dataLayer?: string;
  /** In a subscription, but also under a condition. `perhaps`: on one of many events, and the text does not say on which. */
  guarded?: 'some' | 'perhaps';
  /** In a custom pixel: its page view has the address of the pixel's frame, because no `page_location` is passed. */
  ofFrame?: boolean;
  /** For tags of a container. */
  firing?: Firing;
  /** The id holds only under this condition, such as `on the host b.example`. `here: false` if it is not met in this shop. */
  condition?: { text: string; here: boolean | 'unknown' };
}

/** A call that sends one event. */
export interface EventFact extends Place {
  kind: 'event';
  vendor: 'meta' | 'ga4' | 'ua' | 'google_ads' | 'floodlight';
  form?: Form;
  /** Name of the app whose block contains the code. */
  app?: string;
  name: string;
  /** The call, such as `trackSingle`. Absent for calls that have only one form. */
  method?: 'track' | 'trackCustom' | 'trackSingle' | 'trackSingleCustom' | 'trackShopify' | 'push';
  /**
   * The only ids that get it: of `trackSingle` and `send_to`. Without it every id of the window that is not excluded gets it. Empty
   * if the ids are computed.
   */
  to?: string[];
  /** Conversion label of Google Ads, or activity of Floodlight. */
  label?: string;
  /** Of an event of Google, `transaction_id`. A computed one is present. */
  transactionId?: 'present' | 'empty' | 'absent' | 'unknown';
  /** Like that of `TagFact`. */
  guarded?: 'some' | 'perhaps';
  /** In a custom pixel: a page view with the address of the pixel's frame. */
  ofFrame?: boolean;
  runs?: Runs;
  /** Store events of `subscription`. */
  on?: string[];
  firing?: Firing;
  /** Sent by `trackCustom`, so it is not a standard event, even if it has the name of one. */
  custom?: boolean;
  /** Whether the call has an event id. Deduplication with the Conversions API needs it. */
  eventId: 'present' | 'absent' | 'unknown';
  /** Literal currency in the call, in upper case. */
  currency?: string;
  /** The amount is a literal. */
  fixedValue?: boolean;
  /** Fields of an amount that the call surely does not pass, or passes empty, by their names at the vendor: `value`, `currency`. */
  lacks?: string[];
}

/** A call that sends one event to a vendor without rules of its own, such as `ttq.track('CompletePayment')`. */
export interface VendorEventFact extends Pick<EventFact, 'name' | 'form' | 'runs' | 'on' | 'guarded' | 'lacks'>, Place {
  kind: 'vendor_event';
  /** Key in `data/pixel/vendors.json`. */
  vendor: string;
}

/** One entry of `webPixelsConfigList`. The two default pixels of every store are left out. */
export interface EntryFact extends Place {
  kind: 'entry';
  type: 'APP' | 'CUSTOM';
  client: string;
  name?: string;
  metaId?: string;
  googleIds: string[];
  /** Digests of the secrets in its configuration. */
  secrets?: string[];
  /** `id` in the list, such as `123456789`. */
  pixelId?: string;
  scriptVersion?: string;
  /** `STRICT`, `LAX`, `OPEN`. */
  context?: string;
  /** Name of the app, if it is certain. */
  appName?: string;
  /** A host that the settings of an unknown app name, such as `collect.app.example`. */
  host?: string;
  /** Ids of `google_tag_ids`: they are configured and get only events with a label. */
  googleTagIds?: string[];
  /** Which Google event goes to which ids, with labels: `{type: 'purchase', to: ['AW-1/abc', 'G-2']}`. */
  googleEvents?: { type: string; to: string[] }[];
  /** Ids of other vendors in the configuration. */
  otherIds?: { vendor: string; id: string }[];
  /** Ids of Google and Meta in the settings of an app of which it is not known what it does with them. */
  namedIds?: string[];
  /** `dataSharingState` and its controls, as written. Absent in older pages and for custom pixels. */
  dataSharing?: { state: string; controls?: string[]; exempt?: boolean };
}

/** A tag of a vendor without rules of its own, for the inventory. */
export interface VendorFact extends Place {
  kind: 'vendor';
  /** Key in `data/pixel/vendors.json`. */
  vendor: string;
  form: Form;
  id?: string;
  /** The id is empty or a placeholder, so nothing is installed. Such a fact is in `invalidVendors`. */
  invalid?: true;
  firing?: Firing;
}

/** A published secret. The secret itself is never kept. */
export interface SecretFact extends Place {
  kind: 'secret';
  /** Key in `data/pixel/secrets.json`. */
  secret: string;
  /** Vendor id beside it. */
  ownerId?: string;
  /** Whether it is a secret without doubt. If not, only its shape fits. */
  sure: boolean;
  /** The text may be the beginning of a longer secret. */
  cut?: boolean;
  /** The same for the same secret, so that it is counted once. The secret cannot be computed from it. */
  digest: string;
  /** Length of the secret in characters. */
  chars: number;
  /** Name of the app whose block contains it. */
  app?: string;
}

/** What the payload of a Google tag says about its own identity. */
export interface AliasFact extends Place {
  kind: 'alias';
  /** The id that was asked for. */
  id: string;
  /** Ids that answer to the same tag, without `id`. */
  aliases: string[];
  /** Ids that get its hits. */
  destinations: string[];
  /** Containers that it loads. */
  children: string[];
}

/** A container that was read. */
interface ContainerFact extends Place {
  kind: 'container';
  id: string;
  version?: string;
  /** Tags that can fire in this shop. */
  tags: number;
  /** Tags that fire only on other hosts than that of this shop. Absent: none. */
  elsewhere?: number;
}

/** Two tags of one container, or of a container and its child, have one effect and fire together. */
export interface CofireFact extends Place {
  kind: 'cofire';
  vendor: Vendor;
  id: string;
  /** `page view`, `PageView`, `conversion abc`, `event add_to_cart`. */
  effect: string;
  tags: [ContainerTag, ContainerTag];
  grade: 'always' | 'some' | 'perhaps';
  /** In words, such as `where the path contains /thank-you`. */
  when: string;
  pages: Partial<Record<JourneyPage, 'yes' | 'perhaps' | 'no'>>;
}

/** A custom pixel whose code was read. */
export interface CustomPixelFact extends Place {
  kind: 'custom_pixel';
  /** Under Settings > Customer events. */
  name?: string;
  /** How often its code was saved. */
  version?: string;
  /** Standard and custom events that it subscribes to. */
  subscriptions: string[];
  /** HTML was pasted into the code box, which runs JavaScript only. With `broken`, a `</script>` ends the code early. */
  hasMarkup?: boolean;
  /** The browser refuses the code, so nothing of it runs. If that is not certain, there is an `UnreadFact` too. */
  broken?: boolean;
  /** With `broken`: Liquid stands where the code was refused. */
  hasLiquid?: boolean;
}

/** Code of a custom pixel sends a personal field to a host. */
export interface PersonalDataFact extends Place {
  kind: 'personal_data';
  /** Name of the field, such as `phone` or `first name`. Never a value. */
  field: string;
  /** Empty if the address is computed when the code runs, or if a library sends it. */
  host: string;
  /** The vendor whose library hashes and sends it (advanced matching, enhanced conversions): `Meta`. */
  library?: string;
  /** A hash function is applied to it first. */
  hashed?: boolean;
  /** Store events on which it is sent. */
  on?: string[];
}

/** Something that can send events and was not read. */
export interface UnreadFact extends Place {
  kind: 'unread';
  what: 'page' | 'container' | 'loader' | 'app_pixel' | 'custom_pixel';
  id: string;
  name?: string;
  reason: string;
}

/** A request with an event, as a browser recorded it. */
export interface HitFact extends Place {
  kind: 'hit';
  /** A `Vendor`, or a key in `data/pixel/vendors.json`. */
  vendor: string;
  /** Empty if the address has none. */
  id: string;
  /** As it was sent. `request` for a vendor whose requests are not read. */
  event: string;
  /** When, Unix milliseconds; 0 if the file does not say. */
  atMs: number;
  /** The event id of Meta, the transaction of Google Analytics, the label of Google Ads. */
  label?: string;
  /** Host and path of the page that the request names. */
  at?: string;
}

/** What kind of page was read. */
export interface PageKindFact extends Place {
  kind: 'page_kind';
  is: PageKind;
  /** Final address, without its query. */
  url: string;
  journey: JourneyPage;
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

export type MarkName =
  | 'shopify'
  | 'headless'
  | 'amp'
  // `COUNT HOST…`: the ScriptTags of apps, and all hosts of them.
  | 'script_tags'
  | 'capi'
  | 'currency'
  | 'pixel_list'
  | 'pixel_list_unreadable'
  // What stands beside the pixel list: the version of Shopify's pixel code, the origin of the shop, flags that change addresses.
  | 'pixel_hash'
  | 'pixel_base'
  | 'pixel_flags'
  // `storefront-renderer`, `checkout-one`, `customer-account`.
  | 'surface'
  // `index`, `home`, `product`, `collection`, `cart`, `page`, …
  | 'page_type'
  | 'checkout_code'
  | 'shopify_analytics'
  | 'merchant_code'
  | 'antiflicker'
  | 'amp_tracker'
  | 'app_embed_script'
  | 'customer_data_url'
  | 'password_page'
  // The page is a challenge or refusal: by its title, its form or its script. `value` names the sign.
  | 'challenge_page'
  // A script of a bot protection. Ordinary pages carry it too, so it is a weak sign. `value`: whose.
  | 'challenge_script'
  | 'closed_page'
  // Code or files of the checkout, or of customer accounts.
  | 'checkout_page'
  | 'customer_account_page'
  // `TEXT SCRIPTS LINKS`: characters of visible text (at most 1024), script elements, links. One for each page.
  | 'page_size'
  // `COUNT HOST…`: script files of no known vendor, which are not read, and the first hosts of them.
  | 'script_files'
  // The element in which a page that is built in the browser is mounted. `value`: its id.
  | 'root_element'
  // `value`: by what, `meta refresh` or `a script`.
  | 'redirect'
  /** `NAME ID`: a setting of a Google tag, from its script. `history_page_views` or `automatic_email`. */
  | 'container_setting'
  // In a custom pixel. `KIND NAME`: the frame does not have what the code reads there, so what follows never runs.
  | 'sandbox_obstacle'
  // `NAME NEAR`: Shopify has no event NAME, but NEAR.
  | 'unknown_store_event'
  // The address of the frame is sent.
  | 'frame_address'
  // `VENDOR`: consent is denied on load, and no code of the pixel grants it.
  | 'consent_denied'
  | 'cut'
  // The source of a theme was read, not a page.
  | 'theme'
  // A file was read, not a page. `value`: its kind, such as `custom_pixel` or `har`.
  | 'source'
  // A file of a theme that holds tags and that nothing loads. `value`: its path.
  | 'unused_file'
  | 'checkout_layout';

export type Fact =
  | TagFact
  | EventFact
  | VendorEventFact
  | EntryFact
  | ConsentFact
  | MarkFact
  | VendorFact
  | SecretFact
  | AliasFact
  | ContainerFact
  | CofireFact
  | CustomPixelFact
  | PersonalDataFact
  | UnreadFact
  | HitFact
  | PageKindFact;

/** Facts by kind. They are sorted once, so that sixty rules need not walk the whole list. */
export interface PageFacts {
  tags: TagFact[];
  /**
   * By vendor, the tags that run as page code, in the window of the page: in the theme, an app block, the old settings box, or a
   * container of the page. A tag whose id cannot work installs nothing and is not among them.
   */
  running: Map<Vendor, TagFact[]>;
  /** By vendor, those with an id. */
  installed: Map<Vendor, TagFact[]>;
  /** By name. */
  marksNamed: Map<MarkFact['name'], MarkFact[]>;
  events: EventFact[];
  entries: EntryFact[];
  consents: ConsentFact[];
  marks: MarkFact[];
  vendors: VendorFact[];
  /** Vendors whose id cannot work. */
  invalidVendors: VendorFact[];
  vendorEvents: VendorEventFact[];
  secrets: SecretFact[];
  aliases: AliasFact[];
  containers: ContainerFact[];
  cofires: CofireFact[];
  customPixels: CustomPixelFact[];
  personalData: PersonalDataFact[];
  unread: UnreadFact[];
  hits: HitFact[];
  pageKinds: PageKindFact[];
}

const LIST_OF: Record<
  Fact['kind'],
  Exclude<keyof PageFacts, 'running' | 'installed' | 'marksNamed' | 'invalidVendors'>
> = {
  tag: 'tags',
  event: 'events',
  vendor_event: 'vendorEvents',
  entry: 'entries',
  consent: 'consents',
  mark: 'marks',
  vendor: 'vendors',
  secret: 'secrets',
  alias: 'aliases',
  container: 'containers',
  cofire: 'cofires',
  custom_pixel: 'customPixels',
  personal_data: 'personalData',
  unread: 'unread',
  hit: 'hits',
  page_kind: 'pageKinds',
};

const RUNS: readonly Form[] = ['inline', 'app_embed', 'mga', 'container'];

export function sortFacts(facts: readonly Fact[]): PageFacts {
  const page: PageFacts = {
    tags: [],
    running: new Map(),
    installed: new Map(),
    marksNamed: new Map(),
    events: [],
    entries: [],
    consents: [],
    marks: [],
    vendors: [],
    invalidVendors: [],
    vendorEvents: [],
    secrets: [],
    aliases: [],
    containers: [],
    cofires: [],
    customPixels: [],
    personalData: [],
    unread: [],
    hits: [],
    pageKinds: [],
  };
  for (const fact of facts) {
    if (fact.kind === 'vendor' && fact.invalid) page.invalidVendors.push(fact);
    else (page[LIST_OF[fact.kind]] as Fact[]).push(fact);
  }
  for (const tag of page.tags) {
    if (!RUNS.includes(tag.form) || tag.invalid !== undefined || tag.singleOnly) continue;
    // A row of a table for another host installs nothing here.
    if (tag.condition?.here === false || tag.pixel !== undefined) continue;
    addTo(page.running, tag.vendor, tag);
    if (tag.id !== undefined) addTo(page.installed, tag.vendor, tag);
  }
  for (const mark of page.marks) addTo(page.marksNamed, mark.name, mark);
  return page;
}

function addTo<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const known = groups.get(key);
  if (known) known.push(value);
  else groups.set(key, [value]);
}
