/**
 * The request body of certificate generation. Every field's type, limit and format is defined only here: `validate.ts` walks
 * this schema to read a request, and the OpenAPI document publishes it. Lengths count Unicode code points after cleaning
 * (`clean-text.ts`).
 */
import Type from 'typebox';

const PARTY_MAX = 500;
const ADDRESS_MAX = 4000;
const CODE_MAX = 200;
const PHONE_MAX = 100;
/** RFC 5321, 4.5.3.1.3: a path of 256 octets, minus its angle brackets. */
const EMAIL_MAX = 254;
const LIST_MAX = 100;
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
  name: optionalSingleLine(PARTY_MAX, `Name of ${whose}.`),
  address: optionalMultiLine(ADDRESS_MAX, `Full mailing address of ${whose}, with the country.`),
  email: Type.Optional(email(`E-mail address of ${whose}.`)),
  phone: optionalSingleLine(PHONE_MAX, `Telephone number of ${whose}.`),
});

export const GccRequestSchema = Type.Object(
  {
    product_info: Type.Object(
      {
        name: singleLine(1000, 'The product, described well enough to match it to this certificate.'),
        model: optionalSingleLine(CODE_MAX, 'Model number. Either `model` or `sku` is required.'),
        sku: optionalSingleLine(CODE_MAX, 'Stock-keeping unit. Either `model` or `sku` is required.'),
        date_of_manufacture: date('Day of manufacture.'),
        place_of_manufacture: singleLine(PARTY_MAX, 'Where the product was made: city, state or province, country.'),
        description: optionalMultiLine(2000, 'Further description.'),
        gtin: optionalSingleLine(50, 'Global Trade Item Number (8, 12, 13 or 14 digits).'),
        lot: optionalSingleLine(CODE_MAX, 'Lot or batch number.'),
      },
      { description: 'The product this certificate covers.' },
    ),
    manufacturer: Type.Object(
      {
        name: singleLine(PARTY_MAX, 'Name of the manufacturer.'),
        address: multiLine(ADDRESS_MAX, 'Full mailing address of the manufacturer, with the country.'),
        contact_email: email('E-mail address of the manufacturer.'),
        phone: optionalSingleLine(PHONE_MAX, 'Telephone number of the manufacturer.'),
      },
      { description: 'Who made the product.' },
    ),
    testing_lab: Type.Object(
      {
        name: singleLine(PARTY_MAX, 'Name of the laboratory or other party on whose testing the certificate depends.'),
        accreditation_id: optionalSingleLine(
          CODE_MAX,
          'Accreditation of the laboratory, printed as given and not checked.',
        ),
        test_date: date('Most recent day of testing.'),
        address: optionalMultiLine(ADDRESS_MAX, 'Full mailing address of the laboratory.'),
        email: Type.Optional(email('E-mail address of the laboratory.')),
        phone: optionalSingleLine(PHONE_MAX, 'Telephone number of the laboratory.'),
        cpsc_id: optionalSingleLine(
          CODE_MAX,
          'CPSC number of a CPSC-accepted laboratory, printed as given and not checked.',
        ),
        test_place: optionalSingleLine(PARTY_MAX, 'Where the product was tested.'),
        report_number: optionalSingleLine(CODE_MAX, 'Number of the test report.'),
      },
      {
        description:
          'Who tested the product. A first party may: a general-use product needs no third-party laboratory.',
      },
    ),
    cpsc_rules_cited: Type.Optional(
      Type.Array(singleLine(300, 'One citation, such as `16 CFR part 1203`.'), {
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
