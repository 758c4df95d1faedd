/**
 * The General Certificate of Conformity as data (16 CFR part 1110, 15 U.S.C. 2063): the cleaned request in the wire's own
 * field names, and the certificate made from it. Everything else in this folder reads these types; they import nothing.
 */

export interface Contact {
  name?: string;
  address?: string;
  email?: string;
  phone?: string;
}

/** A request after cleaning and validation. Absent means "Not stated in the request."; nothing is ever inferred. */
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

/** A remark printed beside a citation or in the notes; it never refuses a request. */
export interface Note {
  /** JSON pointer into the request (RFC 6901). */
  path: string;
  kind: string;
  message: string;
}

/** Everything the document shows, and nothing it has to compute: the same value gives the same bytes. */
export interface Certificate {
  gccId: string;
  issuedAtMs: number;
  /** Stable public page `…/verify/{gcc_id}`; the QR code carries it. Never the signed URL, which expires and is a secret. */
  verifyUrl: string;
  request: GccRequest;
  /** JSON pointers of the items of part 1110 that the request did not state; empty means complete. */
  missing: string[];
  /** Each cited rule as given, with its catalogue title where it is known. */
  citations: { text: string; title?: string }[];
  notes: Note[];
}
