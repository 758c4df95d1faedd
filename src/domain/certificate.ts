/**
 * The General Certificate of Conformity as data (16 CFR part 1110, 15 U.S.C. 2063): the cleaned request, with the field names
 * of the API, and the certificate made from it.
 */

/** An address in the parts that the CPSC Product Registry asks for. */
export interface AddressParts {
  line1: string;
  line2?: string;
  /** Apartment or suite. */
  unit?: string;
  city: string;
  state_province?: string;
  postal_code: string;
  /** Two letters (ISO 3166-1) or an English name. */
  country: string;
}

/** What any party of a certificate may state besides its name. */
interface PartyDetails {
  /** The name in English, where `name` is in another language. */
  name_en?: string;
  /** One text. Composed from `address_parts` where only the parts were given. */
  address?: string;
  address_parts?: AddressParts;
  phone?: string;
  /** The caller's own key of the party in the registry. */
  alternate_id?: string;
}

export interface Contact extends PartyDetails {
  name?: string;
  email?: string;
}

export const RECORDS_ROLES = ['importer', 'manufacturer', 'laboratory', 'broker', 'other'] as const;

interface RecordsContact extends Contact {
  role?: (typeof RECORDS_ROLES)[number];
}

interface Manufacturer extends PartyDetails {
  name: string;
  address: string;
  contact_email: string;
}

export interface TestingLab extends PartyDetails {
  name: string;
  accreditation_id?: string;
  /** `YYYY-MM-DD`. */
  test_date: string;
  email?: string;
  cpsc_id?: string;
  test_place?: string;
  report_number?: string;
  report_url?: string;
  /** Which of `cpsc_rules_cited` it tested. Without it: those that no exclusion covers (16 CFR 1110.11(a)(2), (c)). */
  rules?: string[];
  /** The component that was tested, where it was not the finished product. */
  component?: string;
}

/** The kinds of identifiers that the CPSC Product Registry knows. */
export const IDENTIFIER_TYPES = ['gtin', 'upc', 'sku', 'model', 'serial', 'registered', 'alternate'] as const;

interface ProductIdentifier {
  type: (typeof IDENTIFIER_TYPES)[number];
  value: string;
}

interface ProductInfo {
  name: string;
  name_en?: string;
  description?: string;
  description_en?: string;
  trade_name?: string;
  color?: string;
  style?: string;
  model?: string;
  sku?: string;
  gtin?: string;
  /** Of the record in the registry, at most 19 characters. */
  version_id?: string;
  lot?: string;
  lot_assigned_by?: 'manufacturer' | 'seller';
  /** `YYYY-MM-DD`, or `YYYY-MM`. */
  date_of_manufacture: string;
  /** `YYYY-MM-DD`. */
  production_start?: string;
  /** `YYYY-MM-DD`. */
  production_end?: string;
  place_of_manufacture: string;
}

/** A request after cleaning and validation. An absent field prints as "Not stated in the request."; nothing is inferred. */
export interface GccRequest {
  product_info: ProductInfo;
  identifiers?: ProductIdentifier[];
  manufacturer: Manufacturer;
  /** Either this or `testing_labs`, or neither. `labsOf` reads both. */
  testing_lab?: TestingLab;
  testing_labs?: TestingLab[];
  cpsc_rules_cited: string[];
  certifier?: Contact;
  records_contact?: RecordsContact;
  exclusions: { citation: string; basis: string }[];
  attestation?: {
    name?: string;
    title?: string;
    date?: string;
    accepted?: boolean;
    /** The sentence attested to, in the caller's words. */
    statement?: string;
  };
}

/** Every laboratory of a request with its JSON pointer (RFC 6901), in order. */
export function labsOf({ testing_lab: lab, testing_labs: labs = [] }: GccRequest): { path: string; lab: TestingLab }[] {
  if (lab) return [{ path: '/testing_lab', lab }];
  return labs.map((each, index) => ({ path: `/testing_labs/${index}`, lab: each }));
}

/**
 * What can be said of a certificate from its request alone, the least first. `incomplete`: an element of 16 CFR 1110.11(a) is not
 * stated. `stated_with_defects`: all are stated, and a defect is named. `stated`: all are stated, and the checks made here found
 * no defect, which does not say that what is stated is true, or that the product conforms.
 */
export const CERTIFICATE_STATES = ['incomplete', 'stated_with_defects', 'stated'] as const;
export type CertificateState = (typeof CERTIFICATE_STATES)[number];

/** Printed beside the item it is about. It never refuses a request. */
export interface Note {
  /** JSON pointer into the request (RFC 6901). */
  path: string;
  kind: string;
  message: string;
}

/** A condition that a request does not meet. Its kind is one of `entry/issue/conditions.ts`. */
export interface Defect extends Note {
  /** The section that the condition follows from. */
  source: string;
}

/** What a request states, by the rules of this version. */
export interface Evaluation {
  state: CertificateState;
  /** JSON pointers of the elements that are not stated, in the order of the document. Empty unless the state is `incomplete`. */
  missing: string[];
  defects: Defect[];
  notes: Note[];
}

/** Everything the document shows. The document adds nothing of its own, so the same value gives the same bytes. */
export interface Certificate extends Evaluation {
  gccId: string;
  issuedAtMs: number;
  /** The public page `…/verify/{gcc_id}`, also in the QR code. Never the signed URL, which expires and is secret. */
  verifyUrl: string;
  request: GccRequest;
  /** Each cited rule as given, with its title if the catalogue has a verified one. */
  citations: { text: string; title?: string }[];
}
