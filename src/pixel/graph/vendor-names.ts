/** What people call the vendors of destinations. */

const NAMES = new Map<string, string>(
  Object.entries({
    meta: 'Meta',
    ga4: 'GA4',
    google_ads: 'Google Ads',
    google_tag: 'Google tag',
    ua: 'Universal Analytics',
    floodlight: 'Floodlight',
  }),
);

/** The name of a vendor by its key. A key without an entry is its own name, as `tiktok`. */
export function vendorName(vendor: string): string {
  return NAMES.get(vendor) ?? vendor;
}
