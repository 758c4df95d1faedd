/**
 * The wire shapes of certificate generation. This is the one place where a field's type, limit and format are stated:
 * `validate.ts` walks it to read a request, and the OpenAPI document publishes it. Lengths count Unicode code points,
 * after cleaning (`clean.ts`).
 */
import Type from 'typebox';

const PARTY_MAX = 500;
const ADDRESS_MAX = 4000;
const CODE_MAX = 200;
const PHONE_MAX = 100;
/** RFC 5321, 4.5.3.1.3: a path of 256 octets less its angle brackets. */
const EMAIL_MAX = 254;
const LIST_MAX = 100;
/**
 * All texts of one request together: some 13 pages. What a document costs to draw grows with its text, and certificates are
 * drawn one after another, so this bounds how long one can keep the others waiting.
 */
export const TEXT_CHARS_MAX = 32_000;
/** Each costs a line of a page, however short. */
export const LINE_BREAKS_MAX = 500;

/** Text that must say something once invisible characters are gone, on one line: line breaks become blanks. */
const line = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });
/** The same, keeping its line breaks. */
const lines = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description, 'x-multiline': true });
/** An optional text may be empty, which says the same as leaving it out. */
const optionalLine = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }));
const optionalLines = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description, 'x-multiline': true }));

const date = (description: string) =>
  Type.String({
    format: 'date',
    description: `${description} A real calendar day, YYYY-MM-DD, from 1900 on and not later than today anywhere on Earth.`,
  });
const email = (description: string) =>
  Type.String({
    format: 'email',
    maxLength: EMAIL_MAX,
    description: `${description} Internationalised addresses are accepted.`,
  });

const contact = (whose: string) => ({
  name: optionalLine(PARTY_MAX, `Name of ${whose}.`),
  address: optionalLines(ADDRESS_MAX, `Full mailing address of ${whose}, with the country.`),
  email: Type.Optional(email(`E-mail address of ${whose}.`)),
  phone: optionalLine(PHONE_MAX, `Telephone number of ${whose}.`),
});

export const GccRequestSchema = Type.Object(
  {
    product_info: Type.Object(
      {
        name: line(1000, 'The product, described well enough to match it to this certificate.'),
        model: optionalLine(CODE_MAX, 'Model number. Either `model` or `sku` is required.'),
        sku: optionalLine(CODE_MAX, 'Stock-keeping unit. Either `model` or `sku` is required.'),
        date_of_manufacture: date('Day of manufacture.'),
        place_of_manufacture: line(PARTY_MAX, 'Where the product was made: city, state or province, country.'),
        description: optionalLines(2000, 'Further description.'),
        gtin: optionalLine(50, 'Global Trade Item Number (8, 12, 13 or 14 digits).'),
        lot: optionalLine(CODE_MAX, 'Lot or batch number.'),
      },
      { description: 'The product this certificate covers.' },
    ),
    manufacturer: Type.Object(
      {
        name: line(PARTY_MAX, 'Name of the manufacturer.'),
        address: lines(ADDRESS_MAX, 'Full mailing address of the manufacturer, with the country.'),
        contact_email: email('E-mail address of the manufacturer.'),
        phone: optionalLine(PHONE_MAX, 'Telephone number of the manufacturer.'),
      },
      { description: 'Who made the product.' },
    ),
    testing_lab: Type.Object(
      {
        name: line(PARTY_MAX, 'Name of the laboratory or other party on whose testing the certificate depends.'),
        accreditation_id: optionalLine(CODE_MAX, 'Accreditation of the laboratory, printed as given and not checked.'),
        test_date: date('Most recent day of testing.'),
        address: optionalLines(ADDRESS_MAX, 'Full mailing address of the laboratory.'),
        email: Type.Optional(email('E-mail address of the laboratory.')),
        phone: optionalLine(PHONE_MAX, 'Telephone number of the laboratory.'),
        cpsc_id: optionalLine(CODE_MAX, 'CPSC number of a CPSC-accepted laboratory, printed as given and not checked.'),
        test_place: optionalLine(PARTY_MAX, 'Where the product was tested.'),
        report_number: optionalLine(CODE_MAX, 'Number of the test report.'),
      },
      {
        description:
          'Who tested the product. A first party may: a general-use product needs no third-party laboratory.',
      },
    ),
    cpsc_rules_cited: Type.Optional(
      Type.Array(line(300, 'One citation, such as `16 CFR part 1203`.'), {
        maxItems: LIST_MAX,
        description:
          'Each rule, ban, standard or regulation the product is certified to, separately. Printed as given.',
      }),
    ),
    certifier: Type.Optional(
      Type.Object(contact('the certifier'), {
        description: 'The importer, domestic manufacturer or private labeler that certifies (16 CFR 1110.7).',
      }),
    ),
    records_contact: Type.Optional(
      Type.Object(contact('the keeper of the test records'), { description: 'Who keeps the test records.' }),
    ),
    exclusions: Type.Optional(
      Type.Array(
        Type.Object({
          citation: line(300, 'The provision that excludes the product from testing, such as `16 CFR 1610.1(d)(1)`.'),
          basis: lines(500, 'Why it applies to this product.'),
        }),
        { maxItems: LIST_MAX, description: 'Testing exclusions claimed.' },
      ),
    ),
    attestation: Type.Optional(
      Type.Object(
        {
          name: optionalLine(PARTY_MAX, 'Who attests for the certifier.'),
          title: optionalLine(PARTY_MAX, 'Position of that person.'),
          date: Type.Optional(date('Day of the attestation.')),
          accepted: Type.Optional(
            Type.Boolean({ description: 'True if that person makes the attestation of 16 CFR part 1110.' }),
          ),
        },
        { description: 'The attestation as the caller supplies it. Nothing is signed or attested on anyone’s behalf.' },
      ),
    ),
  },
  {
    description:
      'The data of a General Certificate of Conformity. Text is cleaned (Unicode NFC; control, bidirectional and ' +
      'invisible characters removed), never refused for its script. All texts together have at most ' +
      `${TEXT_CHARS_MAX} characters and ${LINE_BREAKS_MAX} line breaks. Unknown fields are ignored.`,
  },
);
