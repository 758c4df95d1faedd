import { noscriptOnly } from '../tags/noscript-only.ts';
import {
  byId,
  distinct,
  idList,
  installed,
  locationOf,
  placesOf,
  type Rule,
  repeated,
  running,
  shownId,
  shownName,
} from './rule.ts';

const TUTORIAL = 'https://help.shopify.com/manual/promoting-marketing/pixels/custom-pixels/gtm-tutorial';
const GUIDE = 'https://developers.google.com/tag-platform/tag-manager/web';

export const GTM_RULES: readonly Rule[] = [
  {
    id: 'gtm_container_loaded_twice',
    severity: 'warn',
    category: 'double_counting',
    weight: 11,
    what: 'One GTM container is loaded in two places.',
    why: 'Each snippet announces the page load again, so tags that fire on it can fire twice.',
    remedy: 'Keep one snippet.',
    source: GUIDE,
    match: (page) =>
      repeated(installed(page, 'gtm').filter((tag) => tag.runs !== 'dead')).map(({ id, at, places }) => ({
        id,
        at,
        places: placesOf(places),
        found: `GTM container ${shownId(id)} is loaded twice`,
      })),
  },
  {
    id: 'multiple_gtm_containers',
    severity: 'warn',
    category: 'double_counting',
    weight: 7,
    what: 'Two or more GTM containers are loaded.',
    why: 'Their tags overlap, and each slows the page.',
    remedy: 'Merge the containers.',
    source: GUIDE,
    match: (page) => {
      const tags = installed(page, 'gtm');
      const ids = distinct(tags);
      if (ids.length < 2) return [];
      const found = `${ids.length} GTM containers are loaded: ${idList(ids)}`;
      return [{ at: tags[0], places: placesOf(tags), ids, cause: 'several GTM containers', found }];
    },
  },
  {
    id: 'gtm_theme_and_custom_pixel',
    severity: 'info',
    category: 'double_counting',
    weight: 0,
    what: 'GTM runs in the page, and in a custom pixel too, by its code or, if that was not read, by its name.',
    why: 'This is a common division between storefront and checkout, but on the storefront both run, so page views may count twice.',
    remedy: 'Check that no trigger fires in both.',
    source: TUTORIAL,
    match: (page) => {
      const [tag] = installed(page, 'gtm');
      if (!tag) return [];
      const inside = page.tags.find(
        ({ vendor, pixel, runs }) => vendor === 'gtm' && pixel !== undefined && runs !== 'dead',
      );
      const read = new Set(page.customPixels.map(({ pixel }) => pixel));
      const custom = page.entries.find(
        (entry) =>
          entry.type === 'CUSTOM' &&
          !read.has(entry.pixelId) &&
          /tag ?manager|gtm|elevar|stape/i.test(entry.name ?? ''),
      );
      const other = inside ?? custom;
      if (!other) return [];
      const what = inside
        ? `GTM container ${shownId(inside.id)} runs in the custom pixel ${shownId(inside.pixel)} too`
        : `the custom pixel ${shownName(custom?.name)} is named as if it ran GTM too`;
      return [
        {
          id: tag.id,
          at: tag,
          places: [tag, other],
          found: `GTM container ${shownId(tag.id)} runs in the page, and ${what}`,
        },
      ];
    },
  },
  {
    id: 'gtm_container_in_theme',
    severity: 'warn',
    category: 'legacy_install',
    weight: 8,
    what: 'A GTM container is loaded by page code.',
    why: 'It runs on the storefront only, cannot see checkout, and needs its own consent.',
    remedy: 'Keep it only if you need it, and add GTM as a custom pixel for checkout.',
    source: TUTORIAL,
    match: (page) => {
      const named = byId(
        installed(page, 'gtm'),
        (tag) => `GTM container ${shownId(tag.id)} is loaded by ${locationOf(tag)}`,
      );
      const hidden = running(page, 'gtm').find((tag) => tag.id === undefined);
      return named.length > 0 || !hidden
        ? named
        : [{ at: hidden, found: `A GTM container is loaded by ${locationOf(hidden)}; its id cannot be read` }];
    },
  },
  {
    id: 'gtm_noscript_only',
    severity: 'info',
    category: 'legacy_install',
    weight: 0,
    what: 'The page has GTM’s noscript frame without its loader.',
    why: 'The loader is in another file, loads later, or was removed.',
    remedy: 'Check which it is, and remove the frame if GTM was removed.',
    source: GUIDE,
    match: (page) =>
      byId(
        noscriptOnly(page.tags, 'gtm'),
        (tag) => `Only the noscript frame of GTM container ${shownId(tag.id)} is in the page`,
      ),
  },
  {
    id: 'first_party_tag_loader',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'A Google tag or GTM is served from a host that is not Google’s.',
    why: 'This is server-side tagging or the Google tag gateway, which is modern and not a fault.',
    remedy: 'Nothing to do.',
    source: 'https://developers.google.com/tag-platform/tag-manager/gateway/setup-guide',
    match: (page) => {
      const tags = (['gtm', 'ga4', 'google_ads', 'google_tag'] as const).flatMap((vendor) => running(page, vendor));
      return byId(
        tags.filter((tag) => tag.firstParty),
        (tag) => `${shownId(tag.id)} is served from ${hostOf(tag.url)}`,
      );
    },
  },
];

function hostOf(url: string | undefined): string {
  return /^(?:https?:)?\/\/([\w.-]{1,253})/i.exec(url ?? '')?.[1] ?? 'the shop’s own host';
}
