import { byId, distinct, idList, installed, locationOf, type Rule, repeated, running, shownId } from './rule.ts';

const TUTORIAL = 'https://help.shopify.com/manual/promoting-marketing/pixels/custom-pixels/gtm-tutorial';
const GUIDE = 'https://developers.google.com/tag-platform/tag-manager/web';

export const GTM_RULES: readonly Rule[] = [
  {
    id: 'gtm_container_loaded_twice',
    severity: 'warn',
    category: 'double_counting',
    weight: 11,
    what: 'One GTM container is loaded in two places.',
    why: 'Every tag in the container can fire twice.',
    remedy: 'Keep one snippet.',
    source: GUIDE,
    match: (page) =>
      repeated(installed(page, 'gtm')).map(({ id, count, at }) => ({
        id,
        at,
        found: `GTM container ${shownId(id)} is loaded in ${count} places`,
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
      return ids.length < 2 ? [] : [{ at: tags[0], found: `${ids.length} GTM containers are loaded: ${idList(ids)}` }];
    },
  },
  {
    id: 'gtm_theme_and_custom_pixel',
    severity: 'info',
    category: 'double_counting',
    weight: 0,
    what: 'GTM runs in the page, and a custom pixel is named as if it ran GTM too.',
    why: 'This is a common division between storefront and checkout, but page views may count twice.',
    remedy: 'Check that no trigger fires in both.',
    source: TUTORIAL,
    match: (page) => {
      const [tag] = installed(page, 'gtm');
      const custom = page.entries.find(
        (entry) => entry.type === 'CUSTOM' && /tag ?manager|gtm|elevar|stape/i.test(entry.name ?? ''),
      );
      return tag && custom
        ? [
            {
              id: tag.id,
              at: tag,
              found: `GTM container ${shownId(tag.id)} runs in the page, and a custom pixel is named as if it ran GTM too`,
            },
          ]
        : [];
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
    match: (page) =>
      byId(installed(page, 'gtm'), (tag) => `GTM container ${shownId(tag.id)} is loaded by ${locationOf(tag)}`),
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
    match: (page) => {
      const loaded = new Set(
        page.tags.filter((tag) => tag.vendor === 'gtm' && tag.form !== 'noscript').map((tag) => tag.id),
      );
      const frames = page.tags.filter((tag) => tag.vendor === 'gtm' && tag.form === 'noscript' && !loaded.has(tag.id));
      return byId(frames, (tag) => `Only the noscript frame of GTM container ${shownId(tag.id)} is in the page`);
    },
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
