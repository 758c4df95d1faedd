/** Rules on the source of a theme, which a page does not show. */
import type { MarkFact } from '../tags/facts.ts';
import { type Match, marksNamed, type Rule } from './rule.ts';

const CHECKOUT_END =
  'https://help.shopify.com/manual/checkout-settings/customize-checkout-configurations/upgrade-thank-you-order-status';

/** A path for a message. Anybody can name a file. */
function shownPath(path: string | undefined): string {
  return path !== undefined && /^[\w./-]{1,120}$/.test(path) ? path : '(unusable name)';
}

function unusedFile(mark: MarkFact): Match {
  return {
    id: mark.value,
    at: mark,
    cause: `file ${mark.value}`,
    found: `${shownPath(mark.value)} holds tags, but nothing in the theme loads it`,
  };
}

export const THEME_RULES: readonly Rule[] = [
  {
    id: 'theme_unused_file',
    severity: 'info',
    category: 'dead_code',
    weight: 0,
    what: 'A file of the theme holds tags, and no layout, template or other used file loads it.',
    why: 'Its code does not run. Somebody may switch it on again and double what runs today.',
    remedy: 'Delete the file if it is not needed.',
    source: 'https://shopify.dev/docs/storefronts/themes/architecture',
    match: (page) => marksNamed(page, 'unused_file').map(unusedFile),
  },
  {
    id: 'theme_checkout_layout',
    severity: 'warn',
    category: 'dead_code',
    weight: 7,
    what: 'The theme has layout/checkout.liquid.',
    why: 'Shopify stopped using it: in checkout on 13 August 2024, on the thank-you and order status pages on 28 August 2025.',
    remedy: 'Delete the file. Rebuild its tracking as a pixel under Settings > Customer events.',
    source: CHECKOUT_END,
    match: (page) =>
      marksNamed(page, 'checkout_layout').map((at) => ({
        at,
        cause: 'file layout/checkout.liquid',
        found: 'layout/checkout.liquid is still in the theme, and Shopify no longer uses it',
      })),
  },
];
