/**
 * The request bodies of certificate generation: v1's, and v2's, which has more fields. Every field and its limits are defined only here:
 * `field-reader.ts` walks this schema to read a request, and the OpenAPI document publishes it. Lengths count Unicode code points after cleaning
 * (`clean-text.ts`).
 */
import Type, { type TProperties } from 'typebox';
import { IDENTIFIER_TYPES, RECORDS_ROLES } from '../../domain/certificate.ts';
import { PARTY_ROLES } from '../../domain/party-profile.ts';

const PARTY_MAX = 500;
const ADDRESS_MAX = 4000;
const CODE_MAX = 200;
const PHONE_MAX = 100;
/** RFC 5321, 4.5.3.1.3: a path of 256 octets, minus its angle brackets. */
const EMAIL_MAX = 254;
const LIST_MAX = 100;
const LABS_MAX = 20;
const URL_MAX = 400;
/** The width of the version in the CPSC Product Registry and in the message sets of CBP. */
const VERSION_MAX = 19;
/**
 * All texts of one request together: about 13 pages. Drawing time grows with the text, and certificates are drawn one after
 * another, so this limits how long one certificate delays the others.
 */
export const TEXT_CHARS_MAX = 32_000;
/** Each line break takes a line of the page, however short the text. */
export const LINE_BREAKS_MAX = 500;

/** Required text on one line: not empty after cleaning, line breaks become blanks. */
const singleLine = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });
/** The same, but line breaks are kept. */
const multiLine = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description, 'x-multiline': true });
/** An optional text may be empty, which means the same as leaving it out. */
const optionalSingleLine = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));
const optionalMultiLine = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description, 'x-multiline': true }));

const choice = <T extends string>(values: readonly T[], description: string) =>
  Type.Optional(Type.Unsafe<T>(Type.String({ enum: [...values], description })));

const date = (description: string) =>
  Type.String({
    format: 'date',
    description: `${description} A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on Earth.`,
  });
const month = (description: string) =>
  Type.String({
    format: 'day-or-month',
    description: `${description} YYYY-MM-DD or YYYY-MM, from 1900 on and not later than today anywhere on Earth.`,
  });
const email = (description: string) =>
  Type.String({
    format: 'email',
    maxLength: EMAIL_MAX,
    description: `${description} Internationalised addresses are accepted.`,
  });

const contact = (whose: string) => ({
  name: optionalSingleLine(PARTY_MAX, `Name of ${whose}.`),
  address: optionalMultiLine(ADDRESS_MAX, `Full mailing address of ${whose}, with the country.`),
  email: Type.Optional(email(`E-mail address of ${whose}.`)),
  phone: optionalSingleLine(PHONE_MAX, `Telephone number of ${whose}.`),
});

const productInfo = {
  name: singleLine(1000, 'The product, described well enough to match it to this certificate.'),
  model: optionalSingleLine(CODE_MAX, 'Model number. Either `model` or `sku` is required.'),
  sku: optionalSingleLine(CODE_MAX, 'Stock-keeping unit. Either `model` or `sku` is required.'),
  date_of_manufacture: date('Day of manufacture.'),
  place_of_manufacture: singleLine(PARTY_MAX, 'Where the product was made: city, state or province, country.'),
  description: optionalMultiLine(2000, 'Further description.'),
  gtin: optionalSingleLine(50, 'Global Trade Item Number (8, 12, 13 or 14 digits).'),
  lot: optionalSingleLine(CODE_MAX, 'Lot or batch number.'),
};
const PRODUCT = { description: 'The product this certificate covers.' };

const manufacturer = {
  name: singleLine(PARTY_MAX, 'Name of the manufacturer.'),
  address: multiLine(ADDRESS_MAX, 'Full mailing address of the manufacturer, with the country.'),
  contact_email: email('E-mail address of the manufacturer.'),
  phone: optionalSingleLine(PHONE_MAX, 'Telephone number of the manufacturer.'),
};
const MANUFACTURER = { description: 'Who made the product.' };

const testingLab = {
  name: singleLine(PARTY_MAX, 'Name of the laboratory or other party on whose testing the certificate depends.'),
  accreditation_id: optionalSingleLine(CODE_MAX, 'Accreditation of the laboratory, printed as given and not checked.'),
  test_date: date('Most recent day of testing.'),
  address: optionalMultiLine(ADDRESS_MAX, 'Full mailing address of the laboratory.'),
  email: Type.Optional(email('E-mail address of the laboratory.')),
  phone: optionalSingleLine(PHONE_MAX, 'Telephone number of the laboratory.'),
  cpsc_id: optionalSingleLine(CODE_MAX, 'CPSC number of a CPSC-accepted laboratory, printed as given and not checked.'),
  test_place: optionalSingleLine(PARTY_MAX, 'Where the product was tested.'),
  report_number: optionalSingleLine(CODE_MAX, 'Number of the test report.'),
};
const LAB = {
  description: 'Who tested the product. A first party may: a general-use product needs no third-party laboratory.',
};

const CERTIFIER = {
  description: 'The importer, domestic manufacturer or private labeler that certifies (16 CFR 1110.7).',
};
const RECORDS = { description: 'Who keeps the test records.' };

/** The fields after the parties, which both versions have. */
const claims = {
  cpsc_rules_cited: Type.Optional(
    Type.Array(singleLine(300, 'One citation, such as `16 CFR part 1203`.'), {
      maxItems: LIST_MAX,
      description: 'Each rule, ban, standard or regulation the product is certified to, separately. Printed as given.',
    }),
  ),
  exclusions: Type.Optional(
    Type.Array(
      Type.Object({
        citation: singleLine(
          300,
          'The provision that excludes the product from testing, such as `16 CFR 1610.1(d)(1)`.',
        ),
        basis: multiLine(500, 'Why it applies to this product.'),
      }),
      { maxItems: LIST_MAX, description: 'Testing exclusions claimed.' },
    ),
  ),
  attestation: Type.Optional(
    Type.Object(
      {
        name: optionalSingleLine(PARTY_MAX, 'Who attests for the certifier.'),
        title: optionalSingleLine(PARTY_MAX, 'Position of that person.'),
        date: Type.Optional(date('Day of the attestation.')),
        accepted: Type.Optional(
          Type.Boolean({ description: 'True if that person makes the attestation of 16 CFR part 1110.' }),
        ),
        statement: optionalMultiLine(
          2000,
          'The sentence that is attested to, printed as given. Portside does not print the wording of the regulation.',
        ),
      },
      { description: 'The attestation as the caller supplies it. Nothing is signed or attested on anyone’s behalf.' },
    ),
  ),
};

const DESCRIPTION =
  'The data of a General Certificate of Conformity. Text is cleaned (Unicode NFC; control, bidirectional and ' +
  'invisible characters removed), never refused for its script. All texts together have at most ' +
  `${TEXT_CHARS_MAX} characters and ${LINE_BREAKS_MAX} line breaks.`;

/** The body of v1. */
export const GccRequestSchema = Type.Object(
  {
    product_info: Type.Object(productInfo, PRODUCT),
    manufacturer: Type.Object(manufacturer, MANUFACTURER),
    testing_lab: Type.Object(testingLab, LAB),
    cpsc_rules_cited: claims.cpsc_rules_cited,
    certifier: Type.Optional(Type.Object(contact('the certifier'), CERTIFIER)),
    records_contact: Type.Optional(Type.Object(contact('the keeper of the test records'), RECORDS)),
    exclusions: claims.exclusions,
    attestation: claims.attestation,
  },
  { description: `${DESCRIPTION} Unknown fields are ignored.` },
);

const nameInEnglish = optionalSingleLine(PARTY_MAX, 'The name in English, where `name` is in another language.');
const addressParts = Type.Optional(
  Type.Object(
    {
      line1: singleLine(PARTY_MAX, 'Street and number.'),
      line2: optionalSingleLine(PARTY_MAX, 'Further line.'),
      unit: optionalSingleLine(CODE_MAX, 'Apartment or suite.'),
      city: singleLine(PARTY_MAX, 'City.'),
      state_province: optionalSingleLine(PARTY_MAX, 'State or province.'),
      postal_code: singleLine(CODE_MAX, 'Postal code.'),
      country: singleLine(CODE_MAX, 'Country: two letters (ISO 3166-1) or the English name.'),
    },
    {
      description:
        'The address in the parts that the registry asks for. `address` is composed from it where it is left out.',
    },
  ),
);

/** What every party may state in v2 besides the fields of v1. */
const partyDetails = {
  name_en: nameInEnglish,
  alternate_id: optionalSingleLine(CODE_MAX, 'Your own key of this party in the CPSC Product Registry.'),
  address_parts: addressParts,
};

const v2Lab = (rules: TProperties) => ({
  ...testingLab,
  ...partyDetails,
  ...rules,
  report_url: Type.Optional(
    Type.String({ format: 'uri', maxLength: URL_MAX, description: 'Where the report can be read: http or https.' }),
  ),
  component: optionalSingleLine(250, 'The component that was tested, where it was not the finished product.'),
});

/** The body of v2. Every field of v1 means the same. */
export const CertificateRequestSchema = Type.Object(
  {
    product_info: Type.Object(
      {
        ...productInfo,
        model: optionalSingleLine(CODE_MAX, 'Model number.'),
        sku: optionalSingleLine(CODE_MAX, 'Stock-keeping unit.'),
        date_of_manufacture: month('Day or month of manufacture; for a run, its first.'),
        name_en: optionalSingleLine(1000, 'The product in English, where `name` is in another language.'),
        description_en: optionalMultiLine(2000, 'The description in English.'),
        trade_name: optionalSingleLine(CODE_MAX, 'Trade or brand name.'),
        color: optionalSingleLine(CODE_MAX, 'Color.'),
        style: optionalSingleLine(CODE_MAX, 'Style.'),
        version_id: optionalSingleLine(VERSION_MAX, 'Version of the record in the registry.'),
        lot_assigned_by: choice(['manufacturer', 'seller'], 'Who assigned the lot number.'),
        production_start: Type.Optional(date('First day of the production run.')),
        production_end: Type.Optional(date('Last day of the production run.')),
      },
      { description: `${PRODUCT.description} It needs at least one of model, SKU, GTIN and \`identifiers\`.` },
    ),
    identifiers: Type.Optional(
      Type.Array(
        Type.Object({
          type: Type.Unsafe<(typeof IDENTIFIER_TYPES)[number]>(
            Type.String({
              enum: [...IDENTIFIER_TYPES],
              description: 'The kind of identifier, as the registry knows it.',
            }),
          ),
          value: singleLine(CODE_MAX, 'The identifier.'),
        }),
        { maxItems: LIST_MAX, description: 'Further identifiers of the product.' },
      ),
    ),
    manufacturer: Type.Object(
      {
        ...manufacturer,
        ...partyDetails,
        address: optionalMultiLine(ADDRESS_MAX, 'Full mailing address, or leave it out and state `address_parts`.'),
      },
      MANUFACTURER,
    ),
    testing_lab: Type.Optional(Type.Object(v2Lab({}), LAB)),
    testing_labs: Type.Optional(
      Type.Array(
        Type.Object(
          v2Lab({
            rules: Type.Optional(
              Type.Array(singleLine(300, 'One of `cpsc_rules_cited`, written in the same way.'), {
                maxItems: LIST_MAX,
                description: 'What this laboratory tested. Without it: all rules.',
              }),
            ),
          }),
        ),
        { maxItems: LABS_MAX, description: 'Every laboratory or other party relied on, in place of `testing_lab`.' },
      ),
    ),
    cpsc_rules_cited: claims.cpsc_rules_cited,
    certifier: Type.Optional(Type.Object({ ...contact('the certifier'), ...partyDetails }, CERTIFIER)),
    records_contact: Type.Optional(
      Type.Object(
        {
          ...contact('the keeper of the test records'),
          ...partyDetails,
          role: choice(RECORDS_ROLES, 'What the keeper of the records is.'),
        },
        RECORDS,
      ),
    ),
    exclusions: claims.exclusions,
    attestation: claims.attestation,
  },
  { description: `${DESCRIPTION} A field that is not described is refused.` },
);

/** The body of a party that is kept for later certificates. */
export const PartyDetailsSchema = Type.Object(
  {
    roles: Type.Array(Type.String({ enum: [...PARTY_ROLES], description: 'A field of a certificate.' }), {
      minItems: 1,
      maxItems: LIST_MAX,
      description: 'Where a certificate may state the party, at least one.',
    }),
    name: singleLine(PARTY_MAX, 'Name of the party.'),
    name_en: nameInEnglish,
    address_parts: addressParts,
    address: optionalMultiLine(
      ADDRESS_MAX,
      'Full mailing address with the country, or leave it out and state `address_parts`.',
    ),
    email: Type.Optional(email('E-mail address; `contact_email` of a manufacturer.')),
    phone: optionalSingleLine(PHONE_MAX, 'Telephone number.'),
    accreditation_id: optionalSingleLine(CODE_MAX, 'Accreditation of a laboratory.'),
    cpsc_id: optionalSingleLine(CODE_MAX, 'CPSC number of a CPSC-accepted laboratory.'),
    records_role: Type.Optional(
      Type.String({
        enum: [...RECORDS_ROLES],
        description: 'What a keeper of records is; `role` of `records_contact`.',
      }),
    ),
  },
  { description: 'What is kept of a party. What belongs to one certificate, such as a date of testing, is not.' },
);
