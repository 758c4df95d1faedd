/** A party that is kept for later certificates: a certifier, a manufacturer, a laboratory or a keeper of records. */
import type { AddressParts, RECORDS_ROLES } from './certificate.ts';

/** Where a certificate may state the party, by the names of its fields. */
export const PARTY_ROLES = ['certifier', 'manufacturer', 'testing_lab', 'records_contact'] as const;
export type PartyRole = (typeof PARTY_ROLES)[number];

/** What is kept of a party, with the field names of the API. Dates, places and reports of tests belong to a certificate. */
export interface PartyDetails {
  /** At least one, each once. */
  roles: PartyRole[];
  name: string;
  name_en?: string;
  address?: string;
  address_parts?: AddressParts;
  email?: string;
  phone?: string;
  accreditation_id?: string;
  cpsc_id?: string;
  /** Of a keeper of records: what it is besides. */
  records_role?: (typeof RECORDS_ROLES)[number];
}

export interface PartyProfile {
  /** Grows with every profile that is added, and stays when it is replaced. */
  seq: number;
  lineageId: number;
  /** The owner's key of the party, in the registry too. Unique within the lineage. */
  alternateId: string;
  details: PartyDetails;
  createdAtMs: number;
  updatedAtMs: number;
}

/** Profiles of one lineage. */
export const PARTIES_MAX = 500;
