/**
 * The one table of what a General Certificate of Conformity must state, and of what is known to be wrong with it. Each row has its
 * source and is found from the request alone. `docs/certificates.md` prints the table, and a test compares the two.
 *
 * The regulation was read in secondary sources: the sections are named, and its words are not quoted. The reader
 * (`request-schema.ts`) refuses a request without the product, its dates and the manufacturer's name, so they have no row.
 */
import { type CertificateState, type Contact, type GccRequest, labsOf } from '../../domain/certificate.ts';
import { namesOtherPlace } from './address.ts';
import { canonicalCitation, citationsIn, citesRule, evaluateCitation, isBlanket } from './citations.ts';
import { undrawable } from './drawable.ts';
import { textsWithoutEnglish } from './english.ts';
import {
  isExclusionOf,
  isTestingExcluded,
  isUnknownProvision,
  namesProvision,
  testedAndExcluded,
  untestedRules,
} from './exclusions.ts';
import { isPlaceholderEmail, isWithheld, isZeroNumber, placeholderMeaning } from './placeholder.ts';
import { textsOf } from './request-texts.ts';
import { isTelephone, PHONE_DIGITS_MIN } from './telephone.ts';

export interface Condition {
  kind: string;
  /** What a request is at best while this is found. */
  state: Exclude<CertificateState, 'stated'>;
  source: string;
  message: string;
  /** Where it is found. Empty if the request meets the condition. */
  find(request: GccRequest): readonly Place[];
}

/** A JSON pointer into the request (RFC 6901), with words that follow the message where the place needs them. */
type Place = string | { path: string; detail: string };

const NOT_ASCII = /\P{ASCII}/u;
const CHARACTERS_NAMED_MAX = 8;
const CONTACT = ['name', 'address', 'email', 'phone'] as const;

/** The fields of a party that are absent. A party without any is one place. */
function absent(path: string, party: object | undefined, fields: readonly string[]): string[] {
  if (party === undefined) return [path];
  return fields
    .filter((field) => (party as Record<string, unknown>)[field] === undefined)
    .map((field) => `${path}/${field}`);
}

/** The laboratories that the certificate depends on: none if no rule needs a test. */
function requiredLabs(request: GccRequest) {
  return isTestingExcluded(request) ? [] : labsOf(request);
}

/** Every party that the certificate depends on, in the order of the document. */
function requiredParties(request: GccRequest): { path: string; party: Contact }[] {
  const { certifier = {}, records_contact: records = {}, manufacturer } = request;
  return [
    { path: '/certifier', party: certifier },
    { path: '/records_contact', party: records },
    { path: '/manufacturer', party: manufacturer },
    ...requiredLabs(request).map(({ path, lab }) => ({ path, party: lab })),
  ];
}

/** Fields whose texts are chosen from a list, or have a form of their own that is checked elsewhere. */
const NO_WORDS =
  /\/(?:type|role|lot_assigned_by|report_url|email|contact_email|phone|country|alternate_id)$|_(?:date|of_manufacture|start|end)$|\/date$/;

/**
 * Texts that state nothing. Where an element needs a text, any of them counts. An optional field may say that there is none, and so may
 * an identifier beside another one.
 */
function placeholders(request: GccRequest): string[] {
  const { product_info: product, identifiers = [], attestation, exclusions } = request;
  const states = (text: string | undefined) => text === undefined || placeholderMeaning(text) === undefined;
  const ids: [path: string, value: string | undefined][] = [
    ['/product_info/model', product.model],
    ['/product_info/sku', product.sku],
    ['/product_info/gtin', product.gtin],
    ...identifiers.map(({ value }, index): [string, string] => [`/identifiers/${index}`, value]),
  ];
  const stated = ids.filter(([, value]) => value !== undefined);
  const asText = (path: string, text: string | undefined) => ({ path, isFound: !states(text) });
  const writtenOut = (path: string, ...texts: (string | undefined)[]) => ({
    path,
    isFound: texts.some((text) => text !== undefined && isWithheld(text)),
  });
  const needed = [
    asText('/product_info/name', product.name),
    // One that identifies the product is enough.
    ...(stated.every(([, value]) => !states(value)) ? stated.map(([path, value]) => asText(path, value)) : []),
    writtenOut('/product_info/place_of_manufacture', product.place_of_manufacture),
    ...requiredParties(request).flatMap(({ path, party: { name, address, address_parts: parts } }) => [
      asText(`${path}/name`, name),
      writtenOut(`${path}/address`, address, parts?.line1, parts?.city, parts?.country),
    ]),
    ...requiredLabs(request).map(({ path, lab }) => writtenOut(`${path}/test_place`, lab.test_place)),
    ...exclusions.map(({ basis }, index) => asText(`/exclusions/${index}/basis`, basis)),
    asText('/attestation/name', attestation?.name),
    writtenOut('/attestation/statement', attestation?.statement),
  ];
  const found = new Set(needed.filter(({ isFound }) => isFound).map(({ path }) => path));
  for (const { path, party } of requiredParties(request)) {
    const { phone, email = (party as { contact_email?: string }).contact_email } = party;
    // That there is none is no number either, which the condition on telephones says.
    const withholds = phone !== undefined && !['none', undefined].includes(placeholderMeaning(phone));
    if (phone !== undefined && (isZeroNumber(phone) || withholds)) found.add(`${path}/phone`);
    if (email !== undefined && isPlaceholderEmail(email)) {
      found.add('contact_email' in party ? `${path}/contact_email` : `${path}/email`);
    }
  }
  const seen = [
    ...found,
    ...needed.map(({ path }) => path),
    ...requiredParties(request).map(({ path }) => `${path}/address_parts`),
  ];
  const isExcluded = isTestingExcluded(request);
  const unneeded = (path: string) => /\/rules\/\d+$/.test(path) || (isExcluded && path.startsWith('/testing_lab'));
  for (const { path, text } of textsOf(request)) {
    const isSeen = seen.some((other) => path === other || path.startsWith(`${other}/`)) || unneeded(path);
    const meaning = isSeen || NO_WORDS.test(path) ? undefined : placeholderMeaning(text);
    if (meaning !== undefined && (meaning !== 'none' || path.startsWith('/cpsc_rules_cited/'))) {
      found.add(path.replace(/^(\/identifiers\/\d+)\/value$/, '$1'));
    }
  }
  return [...found];
}

function citationsThat({ cpsc_rules_cited: cited }: GccRequest, holds: (text: string) => boolean): string[] {
  return cited.flatMap((text, index) => (holds(text) ? [`/cpsc_rules_cited/${index}`] : []));
}

/** "U+20BB7, U+2A6A5 and 3 more": a text can have thousands of them. */
function listOf(characters: readonly string[]): string {
  const named = characters.slice(0, CHARACTERS_NAMED_MAX).map((character) => {
    return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  });
  const more = characters.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

export const CONDITIONS: readonly Condition[] = [
  {
    kind: 'rules',
    state: 'incomplete',
    source: '16 CFR 1110.11(a)(2)',
    message: 'No rule, ban, standard or regulation is cited. A general statement or an exclusion alone cites none.',
    find: ({ cpsc_rules_cited: cited }) => (cited.some(citesRule) ? [] : ['/cpsc_rules_cited']),
  },
  {
    kind: 'certifier',
    state: 'incomplete',
    source: '16 CFR 1110.11(a)(3)',
    message: 'The certifier is not stated with name, address, e-mail and telephone.',
    find: ({ certifier }) => absent('/certifier', certifier, CONTACT),
  },
  {
    kind: 'records_contact',
    state: 'incomplete',
    source: '16 CFR 1110.11(a)(4)',
    message: 'The keeper of the test records is not stated with name, address, e-mail and telephone.',
    find: ({ records_contact: records }) => absent('/records_contact', records, CONTACT),
  },
  {
    kind: 'manufacturer',
    state: 'incomplete',
    source: '16 CFR 1110.11(a)(5)',
    message: 'The manufacturer is not stated with name, address, e-mail and telephone.',
    find: ({ manufacturer }) => absent('/manufacturer', manufacturer, ['phone']),
  },
  {
    kind: 'testing',
    state: 'incomplete',
    source: '16 CFR 1110.11(a)(6)',
    message:
      'Not every laboratory is stated with place of test, address, e-mail and telephone. Only a product whose every cited rule has ' +
      'an exclusion needs none.',
    find: (request) => [
      ...(labsOf(request).length === 0 && !isTestingExcluded(request) ? ['/testing_labs'] : []),
      ...requiredLabs(request).flatMap(({ path, lab }) =>
        absent(path, lab, ['test_place', 'address', 'email', 'phone']),
      ),
    ],
  },
  {
    kind: 'attestation',
    state: 'incomplete',
    source: '16 CFR 1110.11(a)(7)',
    message: 'No named person makes the attestation. A declined one counts as none.',
    find: ({ attestation }) => [
      ...absent('/attestation', attestation, ['name']),
      ...(attestation && attestation.accepted !== true ? ['/attestation/accepted'] : []),
    ],
  },
  {
    kind: 'no_recognised_rule',
    state: 'stated_with_defects',
    source: '16 CFR 1110.11(a)(2)',
    message: 'No citation is recognised: none is in the catalogue used here as a rule for general-use products.',
    find: ({ cpsc_rules_cited: cited }) =>
      cited.length === 0 || cited.some((text) => evaluateCitation(text).isRecognised) ? [] : ['/cpsc_rules_cited'],
  },
  {
    kind: 'childrens_rule',
    state: 'stated_with_defects',
    source: '16 CFR 1110.11(a)(2); 16 CFR 1200.2',
    message: "Listed here as a rule for children's products, which need a Children's Product Certificate instead.",
    find: (request) => citationsThat(request, (text) => evaluateCitation(text).isChildrensOnly),
  },
  {
    kind: 'vacated',
    state: 'stated_with_defects',
    source: '16 CFR 1110.11(a)(2)',
    message: 'A court is understood to have vacated this rule. Check that it is in force.',
    find: (request) => citationsThat(request, (text) => evaluateCitation(text).isVacated),
  },
  {
    kind: 'unknown_section',
    state: 'stated_with_defects',
    source: '16 CFR 1110.11(a)(2)',
    message: 'Section not checked: the catalogue used here does not list it.',
    find: (request) => [
      ...citationsThat(request, (text) => evaluateCitation(text).isUnknownSection),
      ...request.exclusions.flatMap(({ citation }, index) =>
        isUnknownProvision(citation) ? [`/exclusions/${index}/citation`] : [],
      ),
    ],
  },
  {
    kind: 'blanket',
    state: 'stated_with_defects',
    source: '16 CFR 1110.11(a)(2)',
    message: 'A general statement of compliance is not a citation: each rule must be listed separately.',
    find: (request) => citationsThat(request, isBlanket),
  },
  {
    kind: 'several_rules',
    state: 'stated_with_defects',
    source: '16 CFR 1110.11(a)(2)',
    message: 'Cites several rules in one place: list each separately.',
    find: (request) =>
      request.cpsc_rules_cited.flatMap((text, index) => {
        const each = citationsIn(text);
        return each.length > 1
          ? [{ path: `/cpsc_rules_cited/${index}`, detail: ` It names ${each.map(canonicalCitation).join(', ')}.` }]
          : [];
      }),
  },
  {
    kind: 'exclusion_provision',
    state: 'stated_with_defects',
    source: '16 CFR 1110.11(c)',
    message: 'Names no provision that excludes the product from testing, such as 16 CFR 1610.1(d)(1).',
    find: ({ exclusions }) =>
      exclusions.flatMap(({ citation }, index) => (namesProvision(citation) ? [] : [`/exclusions/${index}/citation`])),
  },
  {
    kind: 'exclusion_rule',
    state: 'stated_with_defects',
    source: '16 CFR 1110.11(c)',
    message: 'The rule that this exclusion belongs to is not cited.',
    find: ({ exclusions, cpsc_rules_cited: cited }) =>
      exclusions.flatMap(({ citation }, index) =>
        !namesProvision(citation) || cited.some((rule) => isExclusionOf(citation, rule))
          ? []
          : [`/exclusions/${index}/citation`],
      ),
  },
  {
    kind: 'untested_rule',
    state: 'stated_with_defects',
    source: '16 CFR 1110.11(a)(6)',
    message: 'No laboratory is stated for this rule, and no exclusion.',
    find: (request) =>
      untestedRules(request)
        .filter((position) => evaluateCitation(request.cpsc_rules_cited[position]!).isRecognised)
        .map((position) => `/cpsc_rules_cited/${position}`),
  },
  {
    kind: 'tested_and_excluded',
    state: 'stated_with_defects',
    source: '16 CFR 1110.11(a)(2), (c)',
    message: 'A laboratory is stated for this rule, and a testing exclusion too. State one of them.',
    find: testedAndExcluded,
  },
  {
    kind: 'placeholder',
    state: 'stated_with_defects',
    source: '16 CFR 1110.11(a)',
    message: 'A placeholder, such as N/A, On file, Confidential, Same as above or a number of zeros, states nothing.',
    find: placeholders,
  },
  {
    kind: 'english',
    state: 'stated_with_defects',
    source: '15 U.S.C. 2063(g)(2)',
    message:
      'Required content must be in English, and this has no Latin text. It is a check of script, not of language.',
    find: textsWithoutEnglish,
  },
  {
    kind: 'illegible',
    state: 'stated_with_defects',
    source: '15 U.S.C. 2063(g)(2)',
    message: 'Not legible: these characters have no font here and are printed as code points.',
    find: (request) =>
      textsOf(request).flatMap(({ path, text }) => {
        // Nearly all texts are ASCII, which every face has. Of the others, each character is looked up once.
        const characters = NOT_ASCII.test(text) ? undrawable([...new Set(text)].join('')) : [];
        return characters.length === 0 ? [] : [{ path, detail: ` ${listOf(characters)}.` }];
      }),
  },
  {
    kind: 'telephone',
    state: 'stated_with_defects',
    source: '15 U.S.C. 2063(g)(1)',
    message: `Not a telephone number: fewer than ${PHONE_DIGITS_MIN} digits.`,
    find: (request) =>
      requiredParties(request).flatMap(({ path, party: { phone } }) =>
        phone === undefined || isTelephone(phone) ? [] : [`${path}/phone`],
      ),
  },
  {
    kind: 'address_parts',
    state: 'stated_with_defects',
    source: '15 U.S.C. 2063(g)(1)',
    message: 'Names another place than the address: neither this city nor this postal code is in it.',
    find: (request) =>
      requiredParties(request).flatMap(({ path, party: { address, address_parts: parts } }) =>
        address !== undefined && parts && namesOtherPlace(address, parts) ? [`${path}/address_parts`] : [],
      ),
  },
  {
    kind: 'attestation_statement',
    state: 'stated_with_defects',
    source: '16 CFR 1110.11(a)(7)',
    message:
      'The sentence that the certifier attests to is not stated. Where the record is eFiled, the attestation is made in the Product ' +
      'Registry.',
    find: ({ attestation }) => (attestation && attestation.statement === undefined ? ['/attestation/statement'] : []),
  },
  {
    kind: 'attestation_date',
    state: 'stated_with_defects',
    source: '16 CFR 1110.11(a)(7)',
    message: 'The day of the attestation is not stated.',
    find: ({ attestation }) => (attestation && attestation.date === undefined ? ['/attestation/date'] : []),
  },
  {
    kind: 'attested_before_test',
    state: 'stated_with_defects',
    source: '16 CFR 1110.11(a)(6), (7)',
    message: 'The attestation is dated before the last test.',
    // Days as stated, in whatever time zone each was written: both on one day are in order.
    find: (request) => {
      const day = request.attestation?.date;
      const isEarlier = day !== undefined && requiredLabs(request).some(({ lab }) => day < lab.test_date);
      return isEarlier ? ['/attestation/date'] : [];
    },
  },
  {
    kind: 'attested_before_manufacture',
    state: 'stated_with_defects',
    source: '16 CFR 1110.11(a)(5), (7)',
    message: 'The attestation is dated before the month of manufacture.',
    find: ({ attestation, product_info: product }) => {
      const month = attestation?.date?.slice(0, 7);
      const { date_of_manufacture: made, production_start: start = made } = product;
      const isEarlier = month !== undefined && [made, start].some((day) => month < day.slice(0, 7));
      return isEarlier ? ['/attestation/date'] : [];
    },
  },
  {
    kind: 'production_run',
    state: 'stated_with_defects',
    source: '16 CFR 1110.11(a)(5)',
    message: 'The date of manufacture is outside the production run.',
    find: ({ product_info: { date_of_manufacture: made, production_start: start, production_end: end } }) => {
      // A month is outside only if all its days are.
      const asStated = (day: string) => day.slice(0, made.length);
      return [
        ...(start !== undefined && made < asStated(start) ? ['/product_info/production_start'] : []),
        ...(end !== undefined && made > asStated(end) ? ['/product_info/production_end'] : []),
      ];
    },
  },
];
