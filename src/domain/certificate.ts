/**
 * The General Certificate of Conformity as data (16 CFR part 1110, 15 U.S.C. 2063): the cleaned request, with the field names
 * of the API, and the certificate made from it.
 */

export interface Contact {
  name?: string;
  address?: string;
  email?: string;
  phone?: string;
}

/** A request after cleaning and validation. An absent field prints as "Not stated in the request."; nothing is inferred. */
export interface GccRequest {
  product_info: {
    name: string;
    model?: string;
    sku?: string;
    /** `YYYY-MM-DD`. */
    date_of_manufacture: string;
    place_of_manufacture: string;
    description?: string;
    gtin?: string;
    lot?: string;
  };
  manufacturer: { name: string; address: string; contact_email: string; phone?: string };
  testing_lab: {
    name: string;
    accreditation_id?: string;
    /** `YYYY-MM-DD`. */
    test_date: string;
    address?: string;
    email?: string;
    phone?: string;
    cpsc_id?: string;
    test_place?: string;
    report_number?: string;
  };
  cpsc_rules_cited: string[];
  certifier?: Contact;
  records_contact?: Contact;
  exclusions: { citation: string; basis: string }[];
  attestation?: { name?: string; title?: string; date?: string; accepted?: boolean };
}

/** Printed beside the item it is about. It never refuses a request. */
export interface Note {
  /** JSON pointer into the request (RFC 6901). */
  path: string;
  kind: string;
  message: string;
}

/** Everything the document shows. The document adds nothing of its own, so the same value gives the same bytes. */
export interface Certificate {
  gccId: string;
  issuedAtMs: number;
  /** The public page `…/verify/{gcc_id}`, also in the QR code. Never the signed URL, which expires and is secret. */
  verifyUrl: string;
  request: GccRequest;
  /** JSON pointers of the items of part 1110 that the request did not state. Empty for a complete certificate. */
  missing: string[];
  /** Each cited rule as given, with its title if the catalogue has a verified one. */
  citations: { text: string; title?: string }[];
  notes: Note[];
}
