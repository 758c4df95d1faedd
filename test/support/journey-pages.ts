/** Three visits for each rule that sees all pages of a journey, like the pages of `pages.ts`: pages by their paths, home first. */
import type { Fixture } from './pages.ts';

type Visit = Record<string, string>;

export interface JourneyFixture {
  fires: Visit;
  nearMiss: Visit;
  adversarial: { pages: Visit; is: Fixture['adversarial']['is'] };
}

const SHOP = '<script>var Shopify=Shopify||{};Shopify.shop="t.myshopify.com";</script>';
const page = (...code: string[]) =>
  `<!doctype html><html><head>${SHOP}</head><body>${code.map((text) => `<script>${text}</script>`).join('')}</body></html>`;
const INIT = "fbq('init','123456789012345');fbq('track','PageView');";
const VIEW = "fbq('track','ViewContent')";
const PLATFORM = page(INIT).replace('<body>', '<body><script src="https://consent.cookiebot.com/uc.js"></script>');
const everywhere = (...code: string[]): Visit => ({
  '/': page(...code),
  '/products/a': page(...code),
  '/cart': page(...code),
});

export const JOURNEY_PAGES: Record<string, JourneyFixture> = {
  tag_missing_on_pages: {
    fires: { ...everywhere(INIT), '/products/a': page(VIEW) },
    nearMiss: everywhere(INIT),
    adversarial: { pages: { ...everywhere(INIT), '/': PLATFORM, '/products/a': page() }, is: 'not found' },
  },
  view_event_on_every_page: {
    fires: everywhere(INIT, VIEW),
    nearMiss: { ...everywhere(INIT), '/products/a': page(INIT, VIEW) },
    adversarial: { pages: everywhere(INIT, `addEventListener('click',()=>{${VIEW}})`), is: 'not found' },
  },
};
