import type { CustomPixelFact, EventFact, PageFacts, PersonalDataFact, Place, VendorEventFact } from '../tags/facts.ts';
import { vendorName } from '../tags/vendors.ts';
import { conversionName } from './google-ads.ts';
import { byPixel, capitalised, causeOf, eventsOf, faultOf, inCode, list, nameOf } from './pixel-names.ts';
import { type Match, marksNamed, placesOf, type Rule, shownId } from './rule.ts';

const API = 'https://shopify.dev/docs/api/web-pixels-api';
const EVENTS = 'https://shopify.dev/docs/api/web-pixels-api/standard-events';
const MANUAL = 'https://help.shopify.com/manual/promoting-marketing/pixels/custom-pixels/code';
const GTM_TUTORIAL = 'https://help.shopify.com/manual/promoting-marketing/pixels/custom-pixels/gtm-tutorial';

/** What a pixel loads and sends: `loads G-1, and sends page_view on page_viewed, purchase on checkout_completed`. */
function inventoryOf(page: PageFacts, fact: CustomPixelFact): Match {
  const isOwn = ({ pixel }: Place) => pixel === fact.pixel;
  const tags = inCode(page.tags).filter((tag) => isOwn(tag) && tag.id !== undefined && tag.invalid === undefined);
  const vendors = inCode(page.vendors).filter(isOwn);
  const ids = [...new Set(tags.map(({ id }) => id!))];
  const loads = [
    ...ids.map(shownId),
    ...vendors.map(({ vendor, id }) => `${vendorName(vendor)}${id === undefined ? '' : ` ${shownId(id)}`}`),
  ];
  const events = inCode(eventsOf(page, fact.pixel));
  const pushes = (event: EventFact | VendorEventFact) => 'method' in event && event.method === 'push';
  const sent = events.filter((event) => !pushes(event));
  const pushed = events.filter(pushes);
  const explained = new Set(events.flatMap(({ on }) => on ?? []));
  const others = fact.subscriptions.filter((event) => !explained.has(event)).map(shownId);
  const parts = [
    loads.length > 0 ? `loads ${list(loads)}` : events.length > 0 ? '' : 'loads no tag that is known here',
    sent.length > 0 ? `sends ${list(sent.map(sending))}` : '',
    pushed.length > 0 ? `pushes ${list(pushed.map(sending))} to its data layer` : '',
    others.length > 0 ? `subscribes to ${list(others)}` : '',
  ].filter((part) => part !== '');
  const pixel = fact.pixel ?? '';
  return {
    id: pixel,
    at: fact,
    ids: [...ids, ...vendors.flatMap(({ id }) => id ?? [])],
    cause: causeOf(pixel),
    found: capitalised(`${nameOf(page, pixel)} ${list(parts)}`),
  };
}

function sending(event: EventFact | VendorEventFact): string {
  const { name, runs, on } = event;
  const { label, to } = event.kind === 'event' ? event : {};
  const target = label === undefined ? '' : ` ${conversionName(to?.[0], label)}`;
  const when =
    runs === 'subscription' ? ` on ${list((on ?? ['an event']).map(shownId))}` : runs === 'load' ? ' on load' : '';
  return `${shownId(name)}${target}${when}`;
}

/** `phone and email are sent to collector.example`, one match for each pixel, destination and way. */
function personalData(page: PageFacts): Match[] {
  const groups = Map.groupBy(
    inCode(page.personalData).filter(({ host }) => !isOfShop(page, host)),
    (fact) => `${fact.pixel} ${fact.library ?? ''} ${fact.host} ${fact.hashed}`,
  );
  return [...groups.values()].map((facts) => {
    const { pixel = '', host, library, hashed } = facts[0]!;
    const fields = list(facts.map(({ field }) => field));
    const are = facts.length > 1 ? 'are' : 'is';
    return {
      id: `${pixel} ${library ?? host} ${hashed === true}`,
      ids: [],
      at: facts[0]!,
      places: placesOf(facts),
      cause: faultOf(pixel, 'personal data'),
      found: `In ${nameOf(page, pixel)}, ${fields} ${are} ${wayOf(facts[0]!)}`,
      evidence: facts.flatMap(({ field, on }) => (on ? `The code reads ${field} on ${list(on.map(shownId))}.` : [])),
      // The vendor's own library hashes it, and a computed address may be the shop's own.
      severity: library === undefined && !hashed && host !== '' ? 'warn' : 'info',
    };
  });
}

/** Whether the host is that of a scanned page or one below it. What the shop sends to itself is no finding. */
function isOfShop({ pageKinds, marks }: PageFacts, host: string): boolean {
  const bases = marks.flatMap(({ name, value }) => (name === 'pixel_base' && value !== undefined ? value : []));
  return [...pageKinds.map(({ url }) => url), ...bases].some((url) => {
    const shop = URL.parse(url)?.hostname.replace(/^www\./, '');
    return shop !== undefined && (host === shop || host.endsWith(`.${shop}`));
  });
}

function wayOf({ library, host, hashed }: PersonalDataFact): string {
  if (library !== undefined)
    return `passed to the library of ${library}, which hashes and sends it (advanced matching)`;
  const how = hashed ? 'sent, after a hash function,' : 'sent';
  return host === '' ? `${how} to an address that is computed when the code runs` : `${how} to ${shownHost(host)}`;
}

function shownHost(host: string): string {
  return /^[a-z0-9.-]{1,253}$/.test(host) ? host : '(unusable text)';
}

export const CUSTOM_PIXEL_RULES: readonly Rule[] = [
  {
    id: 'custom_pixel_personal_data',
    severity: 'warn',
    category: 'privacy_security',
    weight: 8,
    what: 'A custom pixel sends personal data, such as an e-mail address or a phone number, to another host.',
    why: 'Whoever runs the host gets customers’ data. A hash, and the library of a vendor, make this milder.',
    remedy:
      'Check that your privacy policy names the recipient and that the pixel asks for the right consent; else remove it.',
    source: EVENTS,
    match: personalData,
  },
  {
    id: 'custom_pixel_page_address',
    severity: 'warn',
    category: 'config_error',
    weight: 6,
    what: 'A custom pixel sends the address of its own frame as that of the page.',
    why: 'The pixel runs in a frame, so location.href and document.URL are paths like /web-pixels@…/sandbox/modern, and reports show these instead of pages.',
    remedy:
      'Use event.context.document.location.href instead of location.href. For GA4, configure the tag with send_page_view: false, and send page_view on page_viewed with that address as page_location.',
    source: API,
    match: (page) =>
      byPixel<Place>(
        page,
        [
          ...inCode([...page.tags, ...page.events]).filter((fact) => fact.ofFrame),
          ...marksNamed(page, 'frame_address'),
        ],
        (facts, name) => {
          const views = inCode([...page.tags, ...page.events]).filter((fact) => fact.ofFrame && facts.includes(fact));
          const what = views.length > 0 ? 'The page views of' : 'Events of';
          return {
            cause: faultOf(facts[0]!.pixel!, 'page address'),
            ids: [...new Set(views.flatMap((fact) => (fact.kind === 'tag' ? (fact.id ?? []) : (fact.to ?? []))))],
            found: `${what} ${name} carry the address of its frame, not that of the page`,
          };
        },
      ),
  },
  {
    id: 'custom_pixel_markup',
    severity: 'warn',
    category: 'dead_code',
    weight: 7,
    what: 'HTML was pasted into the code box of a custom pixel.',
    why: 'The box takes JavaScript only. A script tag in it is a syntax error, so nothing of the pixel runs.',
    remedy: "Remove the tags, and load the script with JavaScript: document.createElement('script').",
    source: MANUAL,
    match: (page) =>
      byPixel(
        page,
        page.customPixels.filter((fact) => fact.hasMarkup),
        ([fact], name) => ({
          ids: [],
          found: fact!.broken
            ? `A </script> tag in the code box of ${name} ends its code early. HTML in the code box does not run as it is meant to`
            : `HTML in the code box does not run: ${name} has HTML tags in its code`,
        }),
      ),
  },
  {
    id: 'custom_pixel_broken',
    severity: 'error',
    category: 'config_error',
    weight: 20,
    what: 'The code of a custom pixel is not valid JavaScript: a bracket is missing or too many, or Liquid stands in it.',
    why: 'The browser refuses the whole code, so the pixel sends nothing.',
    remedy: 'Open the pixel under Settings > Customer events and correct what the editor marks.',
    source: MANUAL,
    match: (page) =>
      byPixel(
        page,
        page.customPixels.filter((fact) => fact.broken && !fact.hasMarkup),
        ([fact], name) => ({
          ids: [],
          found: fact!.hasLiquid
            ? `Liquid stands in the code of ${name}, where Shopify does not render it, so nothing of the pixel runs`
            : `The code of ${name} is not valid JavaScript, so nothing of it runs: look for a bracket or a quote that is missing or too many`,
        }),
      ),
  },
  {
    id: 'custom_pixel_gtm',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'A custom pixel loads Google Tag Manager.',
    why: 'The container runs in the frame of the pixel. Its page-view trigger sees the address of the frame, and it sees no clicks, forms or scrolling of the shop.',
    remedy:
      'Let its tags fire on custom events that the pixel pushes to the data layer, with the address of the event.',
    source: GTM_TUTORIAL,
    match: (page) =>
      byPixel(
        page,
        inCode(page.tags).filter((tag) => tag.vendor === 'gtm' && tag.id !== undefined && tag.invalid === undefined),
        (tags, name) => ({
          ids: [...new Set(tags.map(({ id }) => id!))],
          found: `GTM container ${list(tags.map(({ id }) => shownId(id)))} runs in ${name}, where page views have the address of the frame`,
        }),
      ),
  },
  {
    id: 'custom_pixel_inventory',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'What the code of each custom pixel loads and sends.',
    why: 'Custom pixels run on the storefront and in checkout. Their code is not in the page.',
    remedy: 'Nothing to do.',
    source: API,
    match: (page) =>
      page.customPixels.filter((fact) => !fact.broken && !fact.hasMarkup).map((fact) => inventoryOf(page, fact)),
  },
];
