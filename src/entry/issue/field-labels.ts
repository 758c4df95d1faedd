/** What a field of a request is called for people: as the form calls it, under the heading of its element of 16 CFR 1110.11(a). */

const PARTY: Readonly<Record<string, string>> = {
  name: 'Name',
  name_en: 'Name in English',
  address: 'Address',
  'address_parts/line1': 'Street',
  'address_parts/line2': 'Second line',
  'address_parts/unit': 'Unit',
  'address_parts/city': 'City',
  'address_parts/state_province': 'State or province',
  'address_parts/postal_code': 'Postal code',
  'address_parts/country': 'Country',
  address_parts: 'Address in parts',
  email: 'E-mail',
  contact_email: 'E-mail',
  phone: 'Telephone',
  alternate_id: 'Number in the registry',
  role: 'Role',
  accreditation_id: 'Accreditation',
  cpsc_id: 'CPSC number',
  test_date: 'Date of the test',
  test_place: 'Place of the test',
  report_number: 'Number of the report',
  report_url: 'Address of the report',
  component: 'Component',
  rules: 'Rules tested',
};
const PRODUCT: Readonly<Record<string, string>> = {
  name: 'Name',
  name_en: 'Name in English',
  description: 'Description',
  description_en: 'Description in English',
  trade_name: 'Trade or brand name',
  color: 'Color',
  style: 'Style',
  model: 'Model',
  sku: 'SKU',
  gtin: 'GTIN',
  lot: 'Lot',
  lot_assigned_by: 'Lot assigned by',
  version_id: 'Version in the registry',
};
const MADE: Readonly<Record<string, string>> = {
  date_of_manufacture: 'Date or month',
  place_of_manufacture: 'City and country',
  production_start: 'First day of the run',
  production_end: 'Last day of the run',
};
const ATTESTATION: Readonly<Record<string, string>> = {
  name: 'Name',
  title: 'Title',
  date: 'Date',
  statement: 'Sentence that is attested',
  accepted: 'This person makes the attestation',
};

const GROUPS: readonly (readonly [path: RegExp, heading: string, labels: Readonly<Record<string, string>>])[] = [
  [/^\/product_info\/(?=date_of_manufacture|place_of_manufacture|production_)/, 'Manufacture', MADE],
  [/^\/product_info(?:\/|$)/, 'Product', PRODUCT],
  [/^\/certifier(?:\/|$)/, 'Certifier', PARTY],
  [/^\/records_contact(?:\/|$)/, 'Keeper of the records', PARTY],
  [/^\/manufacturer(?:\/|$)/, 'Manufacture', PARTY],
  [/^\/testing_lab(?:s\/0)?(?:\/|$)/, 'Testing', PARTY],
  [/^\/testing_labs\/\d+(?:\/|$)/, 'Testing', PARTY],
  [/^\/testing_labs$/, 'Testing', PARTY],
  [/^\/attestation(?:\/|$)/, 'Attestation', ATTESTATION],
];

/** `Manufacture: City` for `/manufacturer/address_parts/city`. @param pointer JSON pointer into a request (RFC 6901) */
export function fieldLabel(pointer: string): string {
  const rule = /^\/cpsc_rules_cited(?:\/(\d+))?/.exec(pointer);
  if (rule) return rule[1] === undefined ? 'Rules' : `Rules: line ${Number(rule[1]) + 1}`;
  const exclusion = /^\/exclusions(?:\/(\d+))?(?:\/(\w+))?/.exec(pointer);
  if (exclusion) {
    const number = exclusion[1] === undefined ? '' : ` ${Number(exclusion[1]) + 1}`;
    return `Testing exclusion${number}${exclusion[2] === undefined ? '' : `: ${exclusion[2]}`}`;
  }
  const identifier = /^\/identifiers(?:\/(\d+))?/.exec(pointer);
  if (identifier)
    return identifier[1] === undefined ? 'Product: Identifier' : `Product: Identifier ${Number(identifier[1]) + 1}`;
  for (const [path, heading, labels] of GROUPS) {
    const found = path.exec(pointer);
    if (!found) continue;
    const lab = Number(/^\/testing_labs\/(\d+)/.exec(pointer)?.[1] ?? 0);
    const group = lab > 0 ? `${heading}, laboratory ${lab + 1}` : heading;
    const rest = pointer.slice(found[0].length).replace(/\/\d+$/, '');
    const label = Object.hasOwn(labels, rest) ? labels[rest] : undefined;
    return label === undefined ? group : `${group}: ${label}`;
  }
  return pointer;
}
