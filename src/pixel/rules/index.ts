/** All rules in the order of the catalogue, and the catalogue as data. */

import { BROKEN_TRACKING_RULES } from './broken-tracking.ts';
import { CONSENT_RULES } from './consent.ts';
import { CONTAINER_RULES } from './containers.ts';
import { CUSTOM_PIXEL_RULES } from './custom-pixels.ts';
import { DATA_SHARING_RULES } from './data-sharing.ts';
import { GA4_RULES } from './ga4.ts';
import { GOOGLE_ADS_RULES } from './google-ads.ts';
import { GTM_RULES } from './gtm.ts';
import { JOURNEY_RULES } from './journey.ts';
import { META_RULES } from './meta.ts';
import { RECORDED_RULES } from './recorded.ts';
import type { Category, Rule } from './rule.ts';
import { SCAN_RULES } from './scan.ts';
import { SECRET_RULES } from './secrets.ts';
import { SHOPIFY_RULES } from './shopify.ts';
import { THEME_RULES } from './theme.ts';
import { UNIVERSAL_ANALYTICS_RULES } from './universal-analytics.ts';
import { VENDOR_RULES } from './vendors.ts';

export const CATEGORIES: readonly Category[] = [
  'double_counting',
  'legacy_install',
  'dead_code',
  'checkout_surface',
  'privacy_security',
  'config_error',
  'inventory',
];

export const RULES: readonly Rule[] = [
  ...META_RULES,
  ...GA4_RULES,
  ...UNIVERSAL_ANALYTICS_RULES,
  ...GTM_RULES,
  ...CONTAINER_RULES,
  ...GOOGLE_ADS_RULES,
  ...CONSENT_RULES,
  ...SECRET_RULES,
  ...VENDOR_RULES,
  ...DATA_SHARING_RULES,
  ...SHOPIFY_RULES,
  ...CUSTOM_PIXEL_RULES,
  ...BROKEN_TRACKING_RULES,
  ...SCAN_RULES,
  ...JOURNEY_RULES,
  ...THEME_RULES,
  ...RECORDED_RULES,
].toSorted((a, b) => CATEGORIES.indexOf(a.category) - CATEGORIES.indexOf(b.category));

const BY_ID = new Map(RULES.map((rule) => [rule.id, rule]));

export function ruleOf(id: string): Rule | undefined {
  return BY_ID.get(id);
}

export type CatalogueEntry = Omit<Rule, 'match' | 'seesAllPages'>;

/** The rules without their functions, for the API and for docs/pixel-rules.md. */
export function catalogue(): CatalogueEntry[] {
  return RULES.map(({ match: _, seesAllPages: __, ...entry }) => entry);
}
