/**
 * The machine-readable record of a certificate, with the field names of the CPSC eFiling Product Registry as far as we know
 * them (from public clients, not from CPSC's own document). A field that is unknown or does not fit is left out and listed in
 * `leftOut`: filing a wrong field at entry is worse than filing none.
 */
import {
  type Certificate,
  type CertificateState,
  type Contact,
  type Defect,
  type GccRequest,
  labsOf,
  type Note,
} from '../../domain/certificate.ts';
import { isCpscLabId, isGtin, REGISTRY_NAME_MAX, REGISTRY_PARTY_MAX } from './notes.ts';

const DESCRIPTION_MAX = 250;
const LOT_MAX = 20;

interface RegistryParty {
  name?: string;
  phone?: string;
  email?: string;
}

/** With the field names of the registry's JSON API. */
interface RegistryProduct {
  primaryProductId: string;
  primaryProductIdType: 'GTIN' | 'SKU' | 'Model #';
  certificateType: 'GCC';
  name?: string;
  description?: string;
  /** MM/YYYY. */
  manufactureDate: string;
  /** MM/DD/YYYY. */
  lastTestDate?: string;
  lotNumber?: string;
  manufacturer: RegistryParty;
  labs: (RegistryParty & { type: 'LAB' | 'ITL'; cpscId?: string; testReportId?: string })[];
  poc?: RegistryParty;
}

interface LeftOut {
  field: string;
  reason: string;
}

export interface RegistryRecord {
  gccId: string;
  /** ISO 8601, UTC. */
  issuedAt: string;
  verifyUrl: string;
  state: CertificateState;
  missing: string[];
  defects: Defect[];
  notes: Note[];
  coreProduct: RegistryProduct;
  leftOut: LeftOut[];
  /** The whole cleaned request, including what `coreProduct` leaves out. */
  request: GccRequest;
}

/** Fields of the registry that no certificate can fill. The reasons are part of every PDF's attachment. */
const ALWAYS_LEFT_OUT: readonly LeftOut[] = [
  { field: 'versionId', reason: 'Assigned by whoever files.' },
  { field: 'identifiers', reason: 'The shape of further identifiers is not known.' },
  {
    field: 'manufacturer.addressLine1',
    reason: 'Addresses are one text here; the registry wants street, city, country.',
  },
  { field: 'labs.addressLine1', reason: 'Addresses are one text here; the registry wants street, city, country.' },
  {
    field: 'labs.citationCodes',
    reason: "CPSC's table of citation codes has not been read; see request.cpsc_rules_cited.",
  },
  { field: 'exemptions', reason: "CPSC's table of exemption codes has not been read; see request.exclusions." },
  { field: 'poc.type', reason: 'Its values are not known.' },
];

export function registryRecord(certificate: Certificate): RegistryRecord {
  const { request } = certificate;
  const { product_info: product, manufacturer, records_contact: records } = request;
  const labs = labsOf(request).map(({ lab }) => lab);
  const lastTested = labs
    .map(({ test_date }) => test_date)
    .sort()
    .at(-1);
  const leftOut = [...ALWAYS_LEFT_OUT];
  /** The text, or undefined if it is too long for the registry. It is never cut, because that could change its meaning. */
  const fitting = (field: string, text: string | undefined, max: number) => {
    if (text === undefined || [...text].length <= max) return text;
    leftOut.push({ field, reason: `Longer than ${max} characters.` });
    return undefined;
  };
  const party = (field: string, { name, phone, email }: Contact): RegistryParty => ({
    name: fitting(`${field}.name`, name, REGISTRY_PARTY_MAX),
    phone,
    email,
  });

  const coreProduct: RegistryProduct = {
    ...primaryId(product),
    certificateType: 'GCC',
    name: fitting('name', product.name, REGISTRY_NAME_MAX),
    description: fitting('description', product.description, DESCRIPTION_MAX),
    manufactureDate: monthAndYear(product.date_of_manufacture),
    lastTestDate: lastTested && monthDayYear(lastTested),
    lotNumber: fitting('lotNumber', product.lot, LOT_MAX),
    manufacturer: party('manufacturer', { ...manufacturer, email: manufacturer.contact_email }),
    labs: labs.map((lab) => ({
      // A CPSC number identifies a CPSC-accepted laboratory. It is taken from the request and not checked.
      ...(lab.cpsc_id !== undefined && isCpscLabId(lab.cpsc_id)
        ? { type: 'ITL', cpscId: lab.cpsc_id }
        : { type: 'LAB' }),
      ...party('labs', lab),
      testReportId: lab.report_number,
    })),
    poc: records && party('poc', records),
  };
  return {
    gccId: certificate.gccId,
    issuedAt: new Date(certificate.issuedAtMs).toISOString(),
    verifyUrl: certificate.verifyUrl,
    state: certificate.state,
    missing: certificate.missing,
    defects: certificate.defects,
    notes: certificate.notes,
    coreProduct,
    leftOut,
    request,
  };
}

function primaryId({
  gtin,
  sku,
  model,
}: GccRequest['product_info']): Pick<RegistryProduct, 'primaryProductId' | 'primaryProductIdType'> {
  if (gtin !== undefined && isGtin(gtin)) return { primaryProductId: gtin, primaryProductIdType: 'GTIN' };
  if (sku !== undefined) return { primaryProductId: sku, primaryProductIdType: 'SKU' };
  return { primaryProductId: model ?? '', primaryProductIdType: 'Model #' };
}

function monthAndYear(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(0, 4)}`;
}

function monthDayYear(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
}
