/** The reports of a scan: `ScanReport` as the v1 contract defines it, and `DetailedReport` with everything that was seen. */

export type Severity = 'info' | 'warn' | 'error';

export interface Finding {
  rule_id: string;
  severity: Severity;
  message: string;
}

export interface ScanReport {
  /** 0 to 100. Any finding of severity `error` keeps it at 79 or below. */
  score: number;
  findings: Finding[];
  severity_counts: { info: number; warn: number; error: number };
}

/**
 * How much of the page a score speaks for. `not_judged`: the shop's tags were not seen at all (blocked, password, closed, checkout,
 * empty, not HTML). `partly_judged`: something that can send events was not read. Never the same as a clean page.
 */
export const SCAN_STATES = ['judged', 'partly_judged', 'not_judged'] as const;
export type ScanState = (typeof SCAN_STATES)[number];

export const PAGE_KINDS = [
  'storefront',
  'checkout',
  'customer_account',
  'password',
  'closed',
  'blocked',
  'not_a_store',
  'empty',
  'built_in_browser',
] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** Pages of a visit to a store, in the order of a purchase. `other` is any page that was given and has no kind of its own. */
export const JOURNEY_PAGES = ['home', 'collection', 'product', 'cart', 'search', 'thank_you', 'other'] as const;
export type JourneyPage = (typeof JOURNEY_PAGES)[number];

/** Places that a scan reads or leaves out. */
export const PART_KINDS = ['page', 'container', 'loader', 'app_pixel', 'custom_pixel'] as const;
/** Places that a finding can name. */
export const PLACE_KINDS = [...PART_KINDS, 'theme_file'] as const;

/**
 * Addresses of one shop, so that conditions on hosts and paths can be decided. Absolute, without queries. A kind of page may be
 * absent; an address may be made up from the usual paths if the page was not visited.
 */
export interface ShopAddresses {
  host: string;
  pages: Partial<Record<JourneyPage, string>>;
}

/** One place of a finding. Which fields are present follows from `kind`. */
export interface FindingPlace {
  kind: (typeof PLACE_KINDS)[number];
  /** Paths of the scanned pages that have it. Absent if only one page was scanned. */
  pages?: string[];
  /** 1-based, in the decoded page, theme file or code of the custom pixel. */
  line?: number;
  column?: number;
  /** A short piece of the text at the place, without secrets. */
  excerpt?: string;
  /** Name of the app block whose code it is. */
  app?: string;
  /** Id of the container, or address of the loader without its query. */
  container?: string;
  /** `tag_id` of the container tag: it stays the same in later versions. */
  tag_id?: string;
  tag_name?: string;
  /** When the tag fires, in words. */
  trigger?: string;
  /** Id and name of the pixel under Settings > Customer events. */
  pixel_id?: string;
  pixel_name?: string;
  /** Path in the theme, with `/`. */
  file?: string;
}

/** A finding with what a merchant and a program need to act on it. */
export interface DetailedFinding extends Finding {
  /** What to do, in one or two sentences. */
  remedy: string;
  /** The thing to delete or change. Findings with equal causes are charged once, at the gravest. */
  cause: string;
  /** Vendor ids that the finding is about. */
  ids: string[];
  /** Every place, the page first. */
  places: FindingPlace[];
  /** What was seen that proves it, one sentence each. */
  evidence: string[];
  /** Page the rule follows. */
  source: string;
  /** Points that this finding costs. 0 if another finding of the same cause is charged. */
  points: number;
}

/** Something that can send events and was not read. */
export interface NotLookedAt {
  kind: (typeof PART_KINDS)[number];
  /** Id of the container or pixel, or path of the page. */
  id: string;
  name?: string;
  /** A sentence. */
  reason: string;
}

export interface LookedAt {
  kind: NotLookedAt['kind'];
  id: string;
  name?: string;
  /** Version of a container or pixel. */
  version?: string;
}

/** Why the score is what it is: 100 minus the parts, and at most the lowest cap. */
export interface ScoreExplanation {
  parts: { category: string; points: number; rules: string[] }[];
  caps: { at: number; reason: string }[];
}

export const SENDER_KINDS = ['theme', 'app_embed', 'app_pixel', 'custom_pixel', 'container_tag', 'loader'] as const;

/** Who sends events. */
export interface Sender {
  kind: (typeof SENDER_KINDS)[number];
  /** For people: `theme code`, `app block klarna`, `Facebook & Instagram`, `GTM-ABC123 tag 12`. */
  name: string;
  /** The browser window in which it runs: senders in different windows share no library. `page`, or `custom pixel 123`. */
  window: string;
  places: FindingPlace[];
}

export interface Destination {
  /** Key of the vendor, such as `meta` or `ga4`. */
  vendor: string;
  id: string;
  /** Other ids of the same destination. */
  aliases: string[];
}

/** How often a sender sends an event: each time it happens, only under a condition, perhaps, or only once Shopify resumes it. */
export const SENDING_GRADES = ['always', 'some', 'perhaps', 'paused'] as const;
export type SendingGrade = (typeof SENDING_GRADES)[number];

export interface Sending {
  /** Index in `senders`. */
  sender: number;
  /** Index in `destinations`. */
  destination: number;
  /** The store event: `page_viewed`, `checkout_completed`, …, or the vendor's own name of an event without one. */
  event: string;
  /** The vendor's name of it: `PageView`, `purchase`. */
  sent_as: string;
  /** Conversion label of Google Ads. */
  label?: string;
  grade: SendingGrade;
  /** The condition in words, for every grade but `always`. */
  when?: string;
}

/** Two or more sendings of one event that reach one destination. */
export interface DoubleSending {
  event: string;
  destination: number;
  label?: string;
  /** Indexes in `sendings`. */
  sendings: number[];
  grade: SendingGrade;
}

export interface DestinationGraph {
  senders: Sender[];
  destinations: Destination[];
  sendings: Sending[];
  doubles: DoubleSending[];
  /** Sendings and doubles that are left out because a page has too many. Absent if there are none. */
  left_out?: number;
}

export interface ScannedPage {
  url: string;
  kind: PageKind;
  journey: JourneyPage;
}

/** Everything a scan has to say. v1 shows a part of it as `ScanReport`. */
export interface DetailedReport {
  state: ScanState;
  page_kind: PageKind;
  /** Null if the state is `not_judged`. */
  score: number | null;
  score_explanation: ScoreExplanation;
  findings: DetailedFinding[];
  severity_counts: ScanReport['severity_counts'];
  pages: ScannedPage[];
  looked_at: LookedAt[];
  not_looked_at: NotLookedAt[];
  graph: DestinationGraph;
}
