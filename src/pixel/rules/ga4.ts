import { conversionsOnPage } from './conversions.ts';
import { analyticsTags, GA4_DOUBLE_RULES, nameOfTag } from './ga4-doubles.ts';
import { byId, installed, locationOf, marksNamed, noscriptNotes, type Rule, running, shownId } from './rule.ts';

const CHANNEL_HELP = 'https://help.shopify.com/manual/reports-and-analytics/google-analytics/google-analytics-setup';
export const GA4_RULES: readonly Rule[] = [
  ...GA4_DOUBLE_RULES,
  {
    id: 'native_google_gtag_integration',
    severity: 'warn',
    category: 'legacy_install',
    weight: 11,
    what: 'Shopify’s Google integration from before 2025, in the trekkie settings.',
    why: 'Shopify replaced it with the Google & YouTube app pixel; the page is stale or cached.',
    remedy: 'Reconnect the Google & YouTube channel.',
    source: CHANNEL_HELP,
    match: (page) =>
      byId(
        page.tags.filter((tag) => tag.form === 'native' && ['ga4', 'google_ads', 'google_tag'].includes(tag.vendor)),
        (tag) => `${shownId(tag.id)} runs in Shopify’s Google integration from before 2025`,
      ),
  },
  {
    id: 'ga4_tag_in_theme',
    severity: 'warn',
    category: 'legacy_install',
    weight: 11,
    what: 'Page code loads or configures a GA4 tag, or a Google tag (GT-) that may carry one.',
    why: 'It never runs in checkout, consent is left to you, and it counts double if the app sends to the same id.',
    remedy: 'Move GA4 to the Google & YouTube app and delete the tag.',
    source: CHANNEL_HELP,
    match: (page) => {
      const tags = byId(analyticsTags(page), (tag) => `${nameOfTag(tag.id!)} is started by ${locationOf(tag)}`);
      const named = [...tags, ...noscriptNotes(page, 'ga4', nameOfTag)];
      const isKnown = named.length > 0 || [...installed(page, 'google_ads'), ...installed(page, 'ua')].length > 0;
      const hidden = running(page, 'google_tag').find((tag) => tag.id === undefined);
      return isKnown || !hidden
        ? named
        : [{ at: hidden, found: `A Google tag is started by ${locationOf(hidden)}; its id cannot be read` }];
    },
  },
  {
    id: 'ga4_purchase_event_in_theme',
    severity: 'error',
    category: 'checkout_surface',
    weight: 20,
    what: 'Storefront code sends GA4’s purchase event, or holds it under a condition.',
    why: 'Theme code cannot run on the thank-you page. Sent on every view of a page, the event reports purchases that never were.',
    remedy: 'Send purchases from a pixel on checkout_completed.',
    source: 'https://shopify.dev/docs/api/web-pixels-api/standard-events/checkout_completed',
    match: (page) => {
      // Code that builds a data layer often has a dead branch for the old checkout. legacy_checkout_page_code reports that.
      const checkoutScripts = new Set(marksNamed(page, 'checkout_code').map((mark) => mark.script));
      const events = page.events.filter(
        ({ vendor, name, script, origin, pixel }) =>
          vendor === 'ga4' &&
          name === 'purchase' &&
          (origin !== undefined || pixel !== undefined || !checkoutScripts.has(script)),
      );
      return conversionsOnPage(page, events, () => 'GA4’s purchase event').map((match) => ({
        ...match,
        id: 'purchase',
      }));
    },
  },
  {
    id: 'google_tag_invalid_id',
    severity: 'error',
    category: 'config_error',
    weight: 17,
    what: 'A Google id cannot work: it is a placeholder, an unrendered template, or G- with digits only.',
    why: 'Nothing is recorded.',
    remedy: 'Use the tag id that Google Analytics or Tag Manager shows.',
    source: 'https://support.google.com/analytics/answer/12270356',
    match: (page) => {
      const tags = page.tags.filter(
        (tag) => tag.vendor !== 'meta' && tag.invalid !== undefined && tag.form !== 'gated',
      );
      return byId(tags, (tag) =>
        tag.invalid === 'placeholder'
          ? `The Google id is a placeholder, ${shownId(tag.id)}`
          : /^G-\d+$/.test(tag.id!)
            ? `${tag.id} looks like a property number, not a tag id`
            : `${shownId(tag.id)} cannot be a Google tag id`,
      );
    },
  },
];
