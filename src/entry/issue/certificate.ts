import type { Certificate, GccRequest } from '../../domain/certificate.ts';
import { citesRule, printableTitle } from './citations.ts';
import { requestNotes } from './notes.ts';

export interface Issue {
  /** UUID. */
  gccId: string;
  /** Milliseconds since the Unix epoch, UTC. */
  issuedAtMs: number;
  /** Its public verify page, for good. */
  verifyUrl: string;
}

/** The verify page of a certificate below `baseUrl`: an origin, and path prefix if any, such as `https://portside.example`. */
export function verifyUrlOf(baseUrl: string, gccId: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/verify/${gccId}`;
}

/** What the document shows: the request, what it leaves unstated, and remarks. Nothing is inferred from anything. */
export function makeCertificate(request: GccRequest, { gccId, issuedAtMs, verifyUrl }: Issue): Certificate {
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
 * state, in the order of the document. A party of which nothing is stated is one item.
 *
 * A blanket statement names no rule, so it does not stand for the rules (16 CFR 1110.11(a)(2)). Of the attestation
 * (16 CFR 1110.11(a)(7)) the signatory and the statement count; no source known here asks for a title or a date.
 */
export function missingItems(request: GccRequest): string[] {
  const { manufacturer, testing_lab: lab, attestation } = request;
  const claims = [...request.cpsc_rules_cited, ...request.exclusions.map(({ citation }) => citation)];
  const absent = (path: string, fields: object, names: readonly string[]) =>
    names.filter((name) => (fields as Record<string, unknown>)[name] === undefined).map((name) => `${path}/${name}`);
  const party = (path: string, fields: object | undefined, names: readonly string[]) =>
    fields === undefined ? [path] : absent(path, fields, names);

  return [
    ...(claims.some(citesRule) ? [] : ['/cpsc_rules_cited']),
    ...party('/certifier', request.certifier, CONTACT),
    ...party('/records_contact', request.records_contact, CONTACT),
    ...absent('/manufacturer', manufacturer, ['phone']),
    ...absent('/testing_lab', lab, ['test_place', 'address', 'email', 'phone']),
    ...party('/attestation', attestation, ['name']),
    // An attestation that is declined is as good as none.
    ...(attestation !== undefined && attestation.accepted !== true ? ['/attestation/accepted'] : []),
  ];
}
