/** Tracking that is in place and does not do what it is meant to: it never runs, sends too early, or sends too little. */
import type { EventFact, MarkFact, PageFacts, TagFact } from '../tags/facts.ts';
import { vendorName } from '../tags/vendors.ts';
import { byPixel, capitalised, eventsOf, faultOf, inCode, list, nameOf } from './pixel-names.ts';
import { PURCHASE_RULES } from './purchases.ts';
import { type Match, marksNamed, placesOf, type Rule, shownId } from './rule.ts';

const API = 'https://shopify.dev/docs/api/web-pixels-api';
const EVENTS = 'https://shopify.dev/docs/api/web-pixels-api/standard-events';
const SANDBOX = 'https://help.shopify.com/manual/promoting-marketing/pixels/overview';
const CONSENT_MODE = 'https://developers.google.com/tag-platform/security/guides/consent';

/** What the frame of a pixel does not have, by the kind of an obstacle. */
const OBSTACLES = new Map<string, (name: string) => string>(
  Object.entries({
    element: (name) => `looks for an element of the shop’s page with ${name}`,
    action: (name) => `waits for ${name} on the shop’s page`,
    jquery: (name) => `uses jQuery (${name}) of the shop’s page`,
    page_script: (name) => `uses ${name} of the shop’s page`,
    window: (name) => `reads ${name}, the window around its frame`,
    shop_request: (name) => `asks the shop for data with ${name}`,
  }),
);

/** `KIND NAME` of a mark. */
function obstacleOf({ value = '' }: MarkFact): string {
  const [kind = '', name = ''] = value.split(' ');
  return OBSTACLES.get(kind)?.(shownId(name)) ?? '';
}

/** Events of a pixel that never run. Those on an event that Shopify does not have are a matter of their own. */
function neverSent(page: PageFacts, pixel: string, isUnknown: boolean): string[] {
  const unknown = new Set(unknownEvents(page, pixel).map(({ name }) => name));
  const dead = eventsOf(page, pixel).filter(({ runs, on }) => {
    const onUnknown = on !== undefined && on.length > 0 && on.every((name) => unknown.has(name));
    return runs === 'dead' && onUnknown === isUnknown;
  });
  return [...new Set(dead.map(({ name }) => shownId(name)))];
}

/** `NEAR NAME` of the marks of a pixel. */
function unknownEvents(page: PageFacts, pixel: string): { near: string; name: string }[] {
  return marksNamed(page, 'unknown_store_event')
    .filter((mark) => mark.pixel === pixel)
    .map(({ value = '' }) => {
      const space = value.indexOf(' ');
      return { near: value.slice(0, space), name: value.slice(space + 1) };
    });
}

/** What is lost, and how grave that is: an event that is never sent is an error. */
function lossOf(events: readonly string[], mild: 'warn' | 'info'): { lost: string; severity: Match['severity'] } {
  if (events.length === 0) return { lost: '', severity: mild };
  return { lost: `. ${list(events)} ${events.length === 1 ? 'is' : 'are'} never sent`, severity: 'error' };
}

/** Loads of a tag manager or a library by the code of a pixel, by what they load. */
function loadsAgain(page: PageFacts): Match[] {
  const loads = inCode(page.tags).filter(
    (tag) => (tag.via === 'snippet' || tag.via === 'loader') && tag.vendor !== 'meta',
  );
  const groups = Map.groupBy(loads, ({ pixel, vendor, id }) => `${pixel} ${vendor} ${id ?? ''}`);
  return [...groups.values()].flatMap((tags) => {
    const inHandlers = tags.filter(({ runs, guarded }) => runs === 'subscription' && guarded === undefined);
    const at = inHandlers[0];
    if (!at) return [];
    const onLoad = tags.some(({ runs }) => runs === 'load');
    const events = [...new Set(inHandlers.flatMap(({ on }) => on ?? ['an event']))];
    if (!onLoad && events.length < 2 && !events.some((event) => !ONCE_A_PAGE.has(event))) return [];
    return [
      {
        id: `${at.pixel} ${at.vendor} ${at.id ?? ''}`,
        ids: at.id === undefined ? [] : [at.id],
        at,
        places: placesOf(tags),
        cause: faultOf(at.pixel!, `loads ${at.vendor}`),
        found: `${capitalName(at)} is loaded again ${onLoad ? 'after the load' : 'each time'} on ${list(events.map(shownId))}, in ${nameOf(page, at.pixel!)}`,
      },
    ];
  });
}

function capitalName({ vendor, id, library }: TagFact): string {
  if (vendor === 'gtm') return id === undefined ? 'Google Tag Manager' : `GTM container ${shownId(id)}`;
  return `${library ?? 'The library'}${id === undefined ? '' : ` of ${shownId(id)}`}`;
}

/** Store events that happen at most once in the life of a frame, which is that of a page. */
const ONCE_A_PAGE = new Set(
  'page_viewed product_viewed collection_viewed checkout_started checkout_completed'.split(' '),
);

/** Vendors that record what visitors see and do. Keys in `data/pixel/vendors.json`. */
const RECORDERS = new Set(
  'hotjar clarity fullstory logrocket mouseflow lucky_orange smartlook crazy_egg inspectlet vwo'.split(' '),
);

const CONSENT_VENDORS = new Map<string, { name: string; grant: string }>(
  Object.entries({
    google: { name: 'Google', grant: "gtag('consent', 'update', …)" },
    meta: { name: 'Meta', grant: "fbq('consent', 'grant')" },
    tiktok: { name: 'TikTok', grant: 'ttq.grantConsent()' },
    uet: { name: 'Microsoft UET', grant: "uetq.push('consent', 'update', …)" },
  }),
);

function deniedConsent(page: PageFacts): Match[] {
  return marksNamed(page, 'consent_denied').flatMap((mark) => {
    const vendor = CONSENT_VENDORS.get(mark.value ?? '');
    if (!vendor || mark.pixel === undefined) return [];
    // A container may have a consent tool of its own, which then grants it.
    const mayUpdate = page.tags.some(({ pixel, vendor: of }) => pixel === mark.pixel && of === 'gtm');
    const unless = mayUpdate ? ', unless its container does' : '';
    return [
      {
        id: `${mark.pixel} ${mark.value}`,
        ids: [],
        at: mark,
        cause: faultOf(mark.pixel, `consent ${mark.value}`),
        found: `Consent for ${vendor.name} is denied when ${nameOf(page, mark.pixel)} loads, and nothing in the pixel grants it later${unless}`,
        remedy: `Call ${vendor.grant} with what init.customerPrivacy and the visitorConsentCollected event say.`,
        ...(mayUpdate && { severity: 'info' as const }),
      },
    ];
  });
}

/** Names that a vendor compares letter by letter (Meta Pixel reference; Google Analytics, “Event naming rules”). */
const STANDARD_NAMES = new Map<string, readonly string[]>(
  Object.entries({
    meta: (
      'AddPaymentInfo AddToCart AddToWishlist CompleteRegistration Contact CustomizeProduct Donate FindLocation InitiateCheckout ' +
      'Lead PageView Purchase Schedule Search StartTrial SubmitApplication Subscribe ViewContent'
    ).split(' '),
    ga4: (
      'add_payment_info add_shipping_info add_to_cart add_to_wishlist begin_checkout generate_lead login page_view purchase refund ' +
      'remove_from_cart search select_item select_promotion share sign_up view_cart view_item view_item_list view_promotion'
    ).split(' '),
  }),
);
const NAMES_BY_CASE = new Map(
  [...STANDARD_NAMES].map(([vendor, names]) => [vendor, new Map(names.map((name) => [name.toLowerCase(), name]))]),
);
const VENDORS_OF_NAMES = new Map([
  ['meta', 'Meta'],
  ['ga4', 'GA4'],
]);

function misspelled(page: PageFacts): Match[] {
  const wrong = page.events.flatMap((event: EventFact) => {
    const meant = NAMES_BY_CASE.get(event.vendor)?.get(event.name.toLowerCase());
    const isStandard = !event.custom && event.runs !== 'dead' && event.method !== 'push';
    return isStandard && meant !== undefined && meant !== event.name ? [{ event, meant }] : [];
  });
  return [...Map.groupBy(wrong, ({ event }) => `${event.vendor} ${event.name} ${event.pixel ?? ''}`)].map(
    ([id, all]) => {
      const { event, meant } = all[0]!;
      return {
        id,
        ids: [],
        cause: `name of ${id}`,
        at: event,
        places: placesOf(all.map((each) => each.event)),
        found: `${shownId(event.name)} is not ${VENDORS_OF_NAMES.get(event.vendor)}’s ${meant}: names of events are case-sensitive`,
        remedy: `Write ${meant}.`,
      };
    },
  );
}

export const BROKEN_TRACKING_RULES: readonly Rule[] = [
  ...PURCHASE_RULES,
  {
    id: 'custom_pixel_cannot_run',
    severity: 'warn',
    category: 'config_error',
    weight: 16,
    what: 'Code of a custom pixel reads what its frame does not have: elements of the shop’s page, its clicks and forms, jQuery, the windows around the frame.',
    why: 'Shopify runs the pixel in a sandboxed frame of its own. There such code stops with an error or waits for ever, and the events behind it are not sent.',
    remedy:
      'Subscribe to the event of Shopify that stands for it, such as product_added_to_cart or form_submitted, or publish one from the theme with Shopify.analytics.publish.',
    source: SANDBOX,
    match: (page) =>
      byPixel(page, marksNamed(page, 'sandbox_obstacle'), (marks, name) => {
        const { lost, severity } = lossOf(neverSent(page, marks[0]!.pixel!, false), 'warn');
        return {
          ids: [],
          severity,
          cause: faultOf(marks[0]!.pixel!, 'frame'),
          found: `${capitalised(name)} ${list(marks.map(obstacleOf))}, which its frame does not have${lost}`,
        };
      }),
  },
  {
    id: 'custom_pixel_unknown_event',
    severity: 'warn',
    category: 'config_error',
    weight: 16,
    what: 'A custom pixel subscribes to an event that Shopify does not have, with a name close to one that it has.',
    why: 'The event never happens, so nothing behind it is sent.',
    remedy: 'Use the name of the event as Shopify’s reference has it.',
    source: EVENTS,
    match: (page) =>
      byPixel(page, marksNamed(page, 'unknown_store_event'), (marks, name) => {
        const unknown = unknownEvents(page, marks[0]!.pixel!);
        const { lost, severity } = lossOf(neverSent(page, marks[0]!.pixel!, true), 'warn');
        const names = unknown.map(({ near, name: own }) => `${shownId(own)} (did you mean ${near}?)`);
        return {
          ids: [],
          severity,
          cause: faultOf(marks[0]!.pixel!, 'unknown event'),
          found: `${capitalised(name)} subscribes to ${list(names)}, which Shopify does not have${lost}`,
        };
      }),
  },
  {
    id: 'custom_pixel_consent_denied',
    severity: 'warn',
    category: 'config_error',
    weight: 14,
    what: 'A custom pixel denies consent when it loads, and nothing in it grants consent later.',
    why: 'The consent tool of the page runs in another window and cannot reach the tag in the frame, so the vendor gets no data, or only data without cookies.',
    remedy: 'Update consent from init.customerPrivacy and the visitorConsentCollected event.',
    source: CONSENT_MODE,
    match: deniedConsent,
  },
  {
    id: 'custom_pixel_loads_again',
    severity: 'warn',
    category: 'double_counting',
    weight: 10,
    what: 'A custom pixel loads a tag manager or a library again inside a handler of events.',
    why: 'Each load starts the tags once more in the same frame, so events are counted several times.',
    remedy: 'Load it once at the top of the code, and only push events in the handlers.',
    source: 'https://help.shopify.com/manual/promoting-marketing/pixels/custom-pixels/gtm-tutorial',
    match: loadsAgain,
  },
  {
    id: 'custom_pixel_session_recorder',
    severity: 'warn',
    category: 'config_error',
    weight: 7,
    what: 'A custom pixel loads a session recorder: Hotjar, Clarity, FullStory, LogRocket, Mouseflow, Lucky Orange and others.',
    why: 'It records the document that it runs in, which is the empty frame of the pixel: no page, no click and no scrolling of the shop.',
    remedy: 'Load it in the theme, or by the vendor’s app, after the visitor consents, and remove it from the pixel.',
    source: SANDBOX,
    match: (page) => {
      const recorders = page.vendors.filter(({ pixel, vendor }) => pixel !== undefined && RECORDERS.has(vendor));
      return byPixel(page, recorders, (facts, name) => ({
        ids: [...new Set(facts.flatMap(({ id }) => id ?? []))],
        cause: faultOf(facts[0]!.pixel!, 'recorder'),
        found: `${list(facts.map(({ vendor }) => vendorName(vendor)))} runs in the frame of ${name}, where it sees nothing of the shop`,
      }));
    },
  },
  {
    id: 'vendor_invalid_id',
    severity: 'error',
    category: 'config_error',
    weight: 14,
    what: 'The id of a vendor other than Meta and Google is empty or a placeholder.',
    why: 'Nothing is recorded.',
    remedy: 'Use the id that the vendor shows for the account.',
    source: API,
    match: (page) =>
      [...Map.groupBy(page.invalidVendors, ({ vendor, id, pixel }) => `${vendor} ${id} ${pixel ?? ''}`)].map(
        ([key, facts]) => {
          const { vendor, id } = facts[0]!;
          const what = id === '' ? 'is empty' : `is a placeholder, ${shownId(id)}`;
          return {
            id: key,
            ids: [],
            cause: `id of ${vendor}`,
            at: facts[0]!,
            places: placesOf(facts),
            found: `The id of ${vendorName(vendor)} ${what}`,
          };
        },
      ),
  },
  {
    id: 'event_name_case',
    severity: 'warn',
    category: 'config_error',
    weight: 8,
    what: 'The name of an event differs from a standard event only in upper and lower case.',
    why: 'Names of events are case-sensitive, so it is another event: ads and reports do not use it.',
    remedy: 'Write the name as the vendor’s reference has it.',
    source: 'https://developers.facebook.com/docs/meta-pixel/reference',
    match: misspelled,
  },
];
