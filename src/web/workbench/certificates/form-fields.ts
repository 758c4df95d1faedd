/**
 * The fields of the form, in the order of 16 CFR 1110.11(a): the table that the form, the paper beside it and the list of what is not filled
 * are drawn from. A name is the path of the field in the request. What a certificate that was issued lacks, the API says.
 */

export interface FormField {
  name: string;
  label: string;
  type?:
    | 'text'
    | 'date'
    | 'month'
    | 'email'
    | 'url'
    | 'area'
    | 'check'
    | readonly (readonly [value: string, text: string])[];
  hint?: string;
  /** An element of the certificate. Others are for the registry, or help to tell products apart. */
  needed?: boolean;
}

export interface FormSection {
  title: string;
  /** Where the rule that asks for it is. */
  source: string;
  /** Why it is asked. */
  why: string;
  fields: readonly FormField[];
  /** Of the party that the section is about. */
  party?: PartyPath;
}

/** Parties, by their path in the request. */
export const PARTY_PATHS = ['certifier', 'records_contact', 'manufacturer', 'testing_labs.0'] as const;
export type PartyPath = (typeof PARTY_PATHS)[number];

/** The names of the fields that say who a party is. */
export function partyFields(path: PartyPath): string[] {
  return partyFormFields(path).map(({ name }) => name);
}

export function partyFormFields(path: PartyPath): FormField[] {
  return [...party(path), ...(OWN_FIELDS[path] ?? [])];
}

/** What else is said of a party, whatever the certificate. */
const OWN_FIELDS: Partial<Record<PartyPath, FormField[]>> = {
  records_contact: [
    {
      name: 'records_contact.role',
      label: 'Role',
      type: [
        ['', 'not stated'],
        ['importer', 'importer'],
        ['manufacturer', 'manufacturer'],
        ['laboratory', 'laboratory'],
        ['broker', 'broker'],
        ['other', 'other'],
      ],
    },
  ],
  'testing_labs.0': [
    { name: 'testing_labs.0.accreditation_id', label: 'Accreditation', hint: 'Printed as given, and not checked' },
    { name: 'testing_labs.0.cpsc_id', label: 'CPSC number', hint: 'Of a laboratory that CPSC accepts' },
  ],
};

/** The contract of v1 has another name for the e-mail of the manufacturer. */
const mailOf = (path: PartyPath) => (path === 'manufacturer' ? 'contact_email' : 'email');

/** @param mail the name of its e-mail field */
function party(path: PartyPath, mail = mailOf(path)): FormField[] {
  const address = (name: string) => `${path}.address_parts.${name}`;
  return [
    { name: `${path}.name`, label: 'Name', needed: true },
    { name: `${path}.name_en`, label: 'Name in English', hint: 'Where the name is in another language' },
    { name: address('line1'), label: 'Street', needed: true },
    { name: address('line2'), label: 'Second line' },
    { name: address('unit'), label: 'Unit', hint: 'Apartment or suite' },
    { name: address('city'), label: 'City', needed: true },
    { name: address('state_province'), label: 'State or province' },
    { name: address('postal_code'), label: 'Postal code', needed: true },
    { name: address('country'), label: 'Country', hint: 'Two letters, such as CN', needed: true },
    { name: `${path}.${mail}`, label: 'E-mail', type: 'email', needed: true },
    { name: `${path}.phone`, label: 'Telephone', needed: true },
    { name: `${path}.alternate_id`, label: 'Number in the registry', hint: 'For filing only' },
  ];
}

export const SECTIONS: readonly FormSection[] = [
  {
    title: 'Product',
    source: '16 CFR 1110.11(a)(1)',
    why: 'The certificate must identify the product, in detail enough to tell it from others.',
    fields: [
      { name: 'product_info.name', label: 'Name', needed: true },
      { name: 'product_info.model', label: 'Model', hint: 'One of model, SKU and GTIN is needed' },
      { name: 'product_info.sku', label: 'SKU' },
      { name: 'product_info.gtin', label: 'GTIN' },
      { name: 'product_info.lot', label: 'Lot' },
      {
        name: 'product_info.lot_assigned_by',
        label: 'Lot assigned by',
        type: [
          ['', 'not stated'],
          ['manufacturer', 'the manufacturer'],
          ['seller', 'the seller'],
        ],
      },
      { name: 'product_info.version_id', label: 'Version in the registry', hint: 'For filing only' },
      { name: 'product_info.description', label: 'Description', type: 'area' },
    ],
  },
  {
    title: 'Rules',
    source: '16 CFR 1110.11(a)(2)',
    why: 'Each rule, ban, standard or regulation that applies must be cited. Which apply, you decide.',
    fields: [
      {
        name: 'cpsc_rules_cited',
        label: 'Rules, one a line',
        type: 'area',
        hint: 'Such as 16 CFR part 1203',
        needed: true,
      },
    ],
  },
  {
    title: 'Certifier',
    party: 'certifier',
    source: '16 CFR 1110.11(a)(3)',
    why: 'The importer or domestic manufacturer that certifies, with address, e-mail and telephone.',
    fields: party('certifier'),
  },
  {
    title: 'Keeper of the records',
    party: 'records_contact',
    source: '16 CFR 1110.11(a)(4)',
    why: 'Who keeps the test records, with address, e-mail and telephone.',
    fields: [...party('records_contact'), ...OWN_FIELDS.records_contact!],
  },
  {
    title: 'Manufacture',
    party: 'manufacturer',
    source: '16 CFR 1110.11(a)(5)',
    why: 'Month and place of manufacture, and the manufacturer with address, e-mail and telephone.',
    fields: [
      { name: 'product_info.date_of_manufacture', label: 'Date or month', hint: 'YYYY-MM-DD or YYYY-MM', needed: true },
      { name: 'product_info.place_of_manufacture', label: 'City and country', needed: true },
      ...party('manufacturer'),
    ],
  },
  {
    title: 'Testing',
    party: 'testing_labs.0',
    source: '16 CFR 1110.11(a)(6)',
    why: 'When and where the product was tested, and each laboratory with address, e-mail and telephone.',
    fields: [
      { name: 'testing_labs.0.test_date', label: 'Date of the test', type: 'date', needed: true },
      { name: 'testing_labs.0.test_place', label: 'Place of the test', needed: true },
      ...party('testing_labs.0'),
      ...OWN_FIELDS['testing_labs.0']!,
      { name: 'testing_labs.0.report_number', label: 'Number of the report' },
    ],
  },
  {
    title: 'Attestation',
    source: '16 CFR 1110.11(a)(7)',
    why: 'A named person attests that the certificate is true.',
    fields: [
      { name: 'attestation.name', label: 'Name', needed: true },
      { name: 'attestation.title', label: 'Title' },
      { name: 'attestation.date', label: 'Date', type: 'date', needed: true },
      { name: 'attestation.statement', label: 'Sentence that is attested', type: 'area', needed: true },
      { name: 'attestation.accepted', label: 'This person makes the attestation', type: 'check', needed: true },
    ],
  },
];

export const FIELDS: readonly FormField[] = SECTIONS.flatMap(({ fields }) => fields);
