/** Names and shapes of the API (v1, 1.0.0-beta). Answers may contain more fields than are declared here. */
import type { Meta } from './meta.ts';

/** The statuses known today. A later server may return others. */
export type HtsStatus = 'hit' | 'adjacent' | 'in_scope_no_bis14' | 'clear' | 'invalid' | (string & {});

export interface AdjacentHit {
  code_heading: string;
  article_slug: string;
  article_name: string;
  /** Percent: 50, 25, 15. */
  proposed_rate: number;
}

export interface HtsResult {
  /** As you sent it. */
  code: string;
  hit: boolean;
  in_scope: boolean;
  status: HtsStatus;
  adjacent_hits: AdjacentHit[];
}

export interface LookupResult {
  /** One for each code, in the order of the codes, including duplicates. */
  results: HtsResult[];
  meta: Meta;
}

export type Severity = 'info' | 'warn' | 'error' | (string & {});

export interface Finding {
  rule_id: string;
  severity: Severity;
  message: string;
}

export interface ScanReport {
  /** 0 to 100. */
  score: number;
  findings: Finding[];
  severity_counts: { info: number; warn: number; error: number };
  meta: Meta;
}

export interface Contact {
  name?: string;
  address?: string;
  email?: string;
  phone?: string;
}

/** A certificate request. Missing information is printed as not stated; nothing is guessed. Dates are `YYYY-MM-DD`. */
export interface GccRequest {
  /** `model`, `sku` or both. */
  product_info: {
    name: string;
    model?: string;
    sku?: string;
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
    test_date: string;
    address?: string;
    email?: string;
    phone?: string;
    cpsc_id?: string;
    test_place?: string;
    report_number?: string;
  };
  cpsc_rules_cited?: string[];
  certifier?: Contact;
  records_contact?: Contact;
  exclusions?: { citation: string; basis: string }[];
  attestation?: { name?: string; title?: string; date?: string; accepted?: boolean; statement?: string };
}
