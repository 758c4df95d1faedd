/** The scan of the demo store, as a test sends it and compares the answer. */
import { DEMO_STORE_URL } from '../../../pixel/demo-store/address.ts';

export const SCAN_EXAMPLES = {
  demo_store: {
    summary: 'The demo store, a storefront with known faults inside the program',
    body: { url: DEMO_STORE_URL },
    answer: {
      score: 62,
      findings: [
        {
          rule_id: 'gtm_container_in_theme',
          severity: 'warn',
          message:
            'GTM container GTM-DEMO123 is loaded by page code (line 17, column 25). Keep it only if you need it, and add GTM as a custom pixel for checkout.',
        },
        {
          rule_id: 'meta_pixel_double_install',
          severity: 'warn',
          message:
            'The page view is sent once, but perhaps without the event id that server deduplication needs, and no other event was found that both send: Meta pixel 123456789012345 runs from page code and again from the Facebook & Instagram app pixel (2 places: line 27, column 1, the app pixel “Facebook & Instagram”). Delete the copy in the theme, app block or container and keep the app pixel.',
        },
        {
          rule_id: 'meta_migrated_pixel_overlap',
          severity: 'warn',
          message:
            'A migrated Meta custom pixel and the app pixel 123456789012345 are both in use (line 42, column 3). Check its id under Settings > Customer events and disconnect the migrated pixel if the app uses the same one.',
        },
        {
          rule_id: 'legacy_pixel_without_consent_gate',
          severity: 'info',
          message:
            'A tag runs as page code and no consent gate was found in the page (line 17, column 25). Fixing the more serious finding on the same code fixes this too. Use Shopify’s pixels, which wait for consent, or gate the tag.',
        },
        {
          rule_id: 'google_tag_without_consent_default',
          severity: 'info',
          message:
            'GTM-DEMO123 runs and no consent default was found in the page (line 17, column 25). Add a consent platform, or set a consent default before the tag.',
        },
        {
          rule_id: 'legacy_meta_pixel_call',
          severity: 'info',
          message:
            'Meta pixel 123456789012345 is started by page code (line 27, column 1). Fixing the more serious finding on the same code fixes this too. Delete the code: the Facebook & Instagram app is connected with this id.',
        },
        {
          rule_id: 'meta_noscript_pixel',
          severity: 'info',
          message:
            'The noscript image of Meta pixel 123456789012345 is in the page (line 30, column 11). Remove it together with the base code.',
        },
        {
          rule_id: 'web_pixel_inventory',
          severity: 'info',
          message: 'Web pixel in use: app pixel Google & YouTube with G-DEMO123456 (line 42, column 3). Nothing to do.',
        },
        {
          rule_id: 'web_pixel_inventory',
          severity: 'info',
          message:
            'Web pixel in use: app pixel Facebook & Instagram with 123456789012345 (line 42, column 3). Nothing to do.',
        },
        {
          rule_id: 'web_pixel_inventory',
          severity: 'info',
          message: 'Web pixel in use: custom pixel Meta pixel (migrated) (line 42, column 3). Nothing to do.',
        },
        {
          rule_id: 'scan_not_looked_at',
          severity: 'info',
          message:
            'Not read: container GTM-DEMO123, custom pixel “Meta pixel (migrated)”. Scan again with containers and custom pixels, or look at them by hand.',
        },
      ],
      severity_counts: { info: 8, warn: 3, error: 0 },
    },
  },
};
