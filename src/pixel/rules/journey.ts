/** What only a visit of several pages shows: tags that some templates lack, and events that every page sends. */
import type { JourneyPage } from '../../domain/scan-report.ts';
import type { EventFact, PageFacts, PageKindFact, TagFact, Vendor } from '../tags/facts.ts';
import { installed, type Match, marksNamed, type Rule, shownId } from './rule.ts';

const META_REFERENCE = 'https://developers.facebook.com/docs/meta-pixel/reference';
const GA4_ECOMMERCE = 'https://developers.google.com/analytics/devguides/collection/ga4/ecommerce';

/** Vendors whose base code belongs to every page. */
const BASES = { meta: 'Meta pixel', ga4: 'GA4 tag', gtm: 'GTM container' } as const satisfies Partial<
  Record<Vendor, string>
>;
type Base = keyof typeof BASES;

const VIEW_EVENTS = new Set(['ViewContent', 'view_item']);
const CART_EVENTS = new Set(['AddToCart', 'add_to_cart']);
/** A store that sends its visitors to the cart after a click may count there. */
const NOT_AFTER_A_CLICK: ReadonlySet<JourneyPage> = new Set(['home', 'product', 'collection', 'search']);
/** With fewer pages nobody knows whether it is every page. */
const PAGES_MIN = 3;

export const JOURNEY_RULES: readonly Rule[] = [
  {
    id: 'tag_missing_on_pages',
    severity: 'warn',
    category: 'config_error',
    weight: 6,
    what: 'The base code of a tag is on the first page of a visit, and another kind of page lacks it.',
    why: 'A template of its own lost the code. Events of that page go nowhere, or the page is not counted.',
    remedy: 'Put the code where every template has it, such as an app embed, or leave it to the app pixel.',
    source: META_REFERENCE,
    seesAllPages: true,
    match: (page) => missing(page),
  },
  {
    id: 'view_event_on_every_page',
    severity: 'warn',
    category: 'config_error',
    weight: 6,
    what: 'Every page of a visit sends the event of a product view when it loads.',
    why: 'Each page view counts as a product view, and the event says nothing any more.',
    remedy: 'Send the event on product pages only, or leave it to the app pixel.',
    source: GA4_ECOMMERCE,
    seesAllPages: true,
    match: (page) => {
      const pages = readPages(page).map(({ page: path }) => path);
      if (pages.length < PAGES_MIN) return [];
      const views = onLoad(page, VIEW_EVENTS);
      return firstOfEach(views)
        .filter((view) => pages.every((path) => views.some((other) => other.page === path && isSame(other, view))))
        .map((at) => ({ at, id: at.name, found: `Every page that was read sends ${at.name} when it loads` }));
    },
  },
  {
    id: 'cart_event_on_page_view',
    severity: 'warn',
    category: 'config_error',
    weight: 6,
    what: 'A page on which nothing was put into a cart yet sends the event of it when it loads.',
    why: 'Each view counts as an addition to the cart.',
    remedy: 'Send the event when a visitor adds a product, or leave it to the app pixel.',
    source: GA4_ECOMMERCE,
    match: (page) => {
      const kind = page.pageKinds[0]?.journey;
      if (kind === undefined || !NOT_AFTER_A_CLICK.has(kind)) return [];
      return firstOfEach(onLoad(page, CART_EVENTS)).map((at) => ({
        at,
        id: at.name,
        found: `The ${kind} page sends ${at.name} each time it loads`,
      }));
    },
  },
];

/**
 * Base codes of the first page that other kinds of pages lack. Nothing is said if a consent platform or a container may bring the code
 * later, if an app pixel has the id, or about a page that was read in part.
 */
function missing(page: PageFacts): Match[] {
  const [first, ...others] = readPages(page);
  if (!first || page.consents.some(({ what }) => what === 'platform')) return [];
  const cut = new Set(marksNamed(page, 'cut').map((mark) => mark.page));
  const whole = others.filter((other) => !cut.has(other.page));
  return (Object.keys(BASES) as Base[]).flatMap((vendor) => {
    const bases = firstById(installed(page, vendor).filter((tag) => tag.page === first.page && isAtOnce(tag)));
    return bases.flatMap((tag): Match[] => {
      if (page.tags.some((other) => other.id === tag.id && (other.form === 'web_pixel' || other.origin !== undefined)))
        return [];
      const lacking = whole.filter((other) => !page.tags.some((one) => one.page === other.page && one.id === tag.id));
      if (lacking.length === 0) return [];
      const unheard = lacking.flatMap((other) => {
        const hasOther = page.tags.some((one) => one.page === other.page && one.vendor === vendor);
        return hasOther ? [] : page.events.filter((event) => event.page === other.page && event.vendor === vendor);
      });
      const where = lacking.map(({ journey }) => journey).join(', ');
      const events = [...new Set(unheard.map(({ name }) => name))].slice(0, 5).join(', ');
      return [
        {
          id: tag.id!,
          at: tag,
          places: [tag],
          // The code itself is right. What is missing elsewhere is another thing to change.
          cause: `pages without ${shownId(tag.id)}`,
          found: `${BASES[vendor]} ${shownId(tag.id)} is on the ${first.journey} page and not on these: ${where}${
            events === '' ? '' : `; code there sends ${events}, which nobody gets`
          }`,
          ...(events === '' && { severity: 'info' as const }),
        },
      ];
    });
  });
}

/** The pages of a visit that show a storefront, the first one first. None if only one page was scanned. */
function readPages({ pageKinds }: PageFacts): PageKindFact[] {
  return pageKinds.filter(({ page, is }) => page !== undefined && is === 'storefront');
}

/** Code that waits for something may be on the other pages in another form. */
function isAtOnce({ runs }: TagFact): boolean {
  return runs === undefined || runs === 'load';
}

function onLoad({ events }: PageFacts, names: ReadonlySet<string>): EventFact[] {
  return events.filter(
    ({ name, runs, origin, pixel, custom }) =>
      names.has(name) && runs === 'load' && origin === undefined && pixel === undefined && !custom,
  );
}

function isSame(a: EventFact, b: EventFact): boolean {
  return a.vendor === b.vendor && a.name === b.name;
}

function firstOfEach(events: readonly EventFact[]): EventFact[] {
  return events.filter((event, i) => events.findIndex((other) => isSame(other, event)) === i);
}

function firstById(tags: readonly TagFact[]): TagFact[] {
  return tags.filter((tag, i) => tags.findIndex(({ id }) => id === tag.id) === i);
}
