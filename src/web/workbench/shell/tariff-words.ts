/** How programmes, rates and certainty of the tariff API are written. */

const PROGRAMMES = new Map<string, string>(
  Object.entries({
    mhd_parts: 'heavy vehicle parts',
    mhd_vehicles: 'heavy vehicles',
    uas: 'unmanned aircraft',
  }),
);

/** `auto_parts` is `auto parts`. Also for the names of other measures: `section_301_china`. */
export function programmeName(name: string): string {
  return PROGRAMMES.get(name) ?? name.replaceAll('_', ' ');
}

interface Rate {
  rate: number | null;
  rate_kind: string;
  charged_on?: string | null;
}

/** `50% added, on the full value`, `15% in total with the column 1 rate`, `minimum import price` */
export function rateText({ rate, rate_kind, charged_on }: Rate): string {
  if (rate === null) return rate_kind === 'minimum_import_price' ? 'minimum import price' : 'no rate published';
  const amount = rate_kind === 'total_incl_column1' ? `${rate}% in total with column 1` : `${rate}% added`;
  return charged_on ? `${amount}, on the ${charged_on}` : amount;
}

/** What `certainty` of the API means. */
export function certaintyText(certainty: string): string {
  return certainty === 'law' ? 'law, date set' : 'announced, not law as read';
}
