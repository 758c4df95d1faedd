/** From a cleaned request to the certificate: the items of 16 CFR part 1110 that are missing, rule titles and notes. */
import { type Certificate, type GccRequest, labsOf } from '../../domain/certificate.ts';
import { citesRule, printableTitle } from './citations.ts';
import { requestNotes } from './notes.ts';

export interface CertificateIdentity {
  /** UUID. */
  gccId: string;
  /** Milliseconds since the Unix epoch, UTC. */
  issuedAtMs: number;
  /** The certificate's public verify page. Never changes. */
  verifyUrl: string;
}

/**
 * The URL of a certificate's verify page.
 * @param baseUrl an origin with an optional path prefix, such as `https://portside.example`
 */
export function verifyUrlOf(baseUrl: string, gccId: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/verify/${gccId}`;
}

/** What the document shows: the request, what it leaves unstated, and notes. Nothing is inferred. */
export function makeCertificate(
  request: GccRequest,
  { gccId, issuedAtMs, verifyUrl }: CertificateIdentity,
): Certificate {
  return {
    gccId,
    issuedAtMs,
    verifyUrl,
    request,
    missing: missingItems(request),
    citations: request.cpsc_rules_cited.map((text) => {
      const title = printableTitle(text);
      return title === undefined ? { text } : { text, title };
    }),
    notes: requestNotes(request),
  };
}

const CONTACT = ['name', 'address', 'email', 'phone'] as const;

/**
 * JSON pointers of the elements of a certificate (15 U.S.C. 2063(g)(1); 16 CFR 1110.11(a)) that the request does not
 * state, in the order of the document. A party with no stated field is one item.
 *
 * A blanket statement names no rule, so it does not count as a citation (16 CFR 1110.11(a)(2)). Of the attestation
 * (16 CFR 1110.11(a)(7)), the signatory and the statement are required; no source we know requires a title or a date.
 */
export function missingItems(request: GccRequest): string[] {
  const { manufacturer, attestation } = request;
  const labs = labsOf(request);
  const citations = [...request.cpsc_rules_cited, ...request.exclusions.map(({ citation }) => citation)];
  const absent = (path: string, fields: object, names: readonly string[]) =>
    names.filter((name) => (fields as Record<string, unknown>)[name] === undefined).map((name) => `${path}/${name}`);
  const party = (path: string, fields: object | undefined, names: readonly string[]) =>
    fields === undefined ? [path] : absent(path, fields, names);

  return [
    ...(citations.some(citesRule) ? [] : ['/cpsc_rules_cited']),
    ...party('/certifier', request.certifier, CONTACT),
    ...party('/records_contact', request.records_contact, CONTACT),
    ...absent('/manufacturer', manufacturer, ['phone']),
    ...(labs.length === 0 ? ['/testing_labs'] : []),
    ...labs.flatMap(({ path, lab }) => absent(path, lab, ['test_place', 'address', 'email', 'phone'])),
    ...party('/attestation', attestation, ['name']),
    // A declined attestation counts as missing.
    ...(attestation !== undefined && attestation.accepted !== true ? ['/attestation/accepted'] : []),
  ];
}
