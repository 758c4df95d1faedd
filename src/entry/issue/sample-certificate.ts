/**
 * The sample certificate of `/`: a document for strangers to open and to verify. It is no certificate: every page of it says that it is a
 * sample, its number is of no certificate, it is not signed, and it is not stored.
 */
import type { Certificate } from '../../domain/certificate.ts';
import { PortsideError } from '../../domain/errors.ts';
import { SAMPLE_ID } from '../../domain/sample-certificate.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import type { RenderFor } from '../pdf/renderer.ts';
import { attachedRecord } from './attached-record.ts';
import { makeCertificate, verifyUrlOf } from './certificate.ts';
import { readRequest } from './validate.ts';

/** Printed as the time of issue, so that every process makes the same bytes. */
const ISSUED_AT_MS = Date.UTC(2026, 0, 2);

/** Names that nobody has. */
const BODY = {
  product_info: {
    name: 'Sample adult bicycle helmet',
    model: 'SAMPLE-M',
    sku: 'SAMPLE-M-BLK',
    date_of_manufacture: '2025-11-14',
    place_of_manufacture: 'Shenzhen, China',
  },
  manufacturer: {
    name: 'Sample Sports Co., Ltd.',
    address: '88 Sample Road, Nanshan District, Shenzhen 518057, China',
    contact_email: 'compliance@sample-sports.example',
    phone: '+86 755 5550 0142',
  },
  testing_lab: {
    name: 'Sample Testing Laboratories',
    accreditation_id: 'SAMPLE 0000.00',
    test_date: '2025-10-20',
    test_place: 'Shenzhen, China',
    address: '12 Sample South Road, Nanshan District, Shenzhen 518063, China',
    email: 'reports@sample-testing.example',
    phone: '+86 755 5550 0177',
  },
  cpsc_rules_cited: ['16 CFR part 1203'],
  certifier: {
    name: 'Sample Imports LLC',
    address: '400 Sample Way, Suite 210, Oakland, CA 94607, United States',
    email: 'compliance@sample-imports.example',
    phone: '+1 510 555 0142',
  },
  records_contact: {
    name: 'Sample Person',
    address: '400 Sample Way, Suite 210, Oakland, CA 94607, United States',
    email: 'records@sample-imports.example',
    phone: '+1 510 555 0143',
  },
  attestation: {
    name: 'Sample Person',
    title: 'Sample manager',
    date: '2025-12-01',
    accepted: true,
    statement: 'Sample: nobody attests to anything here.',
  },
};

export interface SampleDocument {
  pdf: Uint8Array<ArrayBuffer>;
  sha256: string;
}

export interface SampleParts {
  /** As of `CertificateIssuer`. Same arguments, same bytes. */
  render(certificate: Certificate, recordJson: string, renderFor: RenderFor): Promise<Uint8Array>;
  /** Origin of the verify page. */
  baseUrl(): string;
}

export class SampleCertificate {
  #document: Promise<SampleDocument> | undefined;

  constructor(private readonly parts: SampleParts) {}

  /** Drawn once. @throws PortsideError `unavailable` when too many certificates wait; the next call tries again */
  read(): Promise<SampleDocument> {
    this.#document ??= this.#draw().catch((error: unknown) => {
      this.#document = undefined;
      throw error;
    });
    return this.#document;
  }

  async #draw(): Promise<SampleDocument> {
    const request = readRequest(BODY, ISSUED_AT_MS);
    const verifyUrl = verifyUrlOf(this.parts.baseUrl(), SAMPLE_ID);
    const certificate = makeCertificate(request, { gccId: SAMPLE_ID, issuedAtMs: ISSUED_AT_MS, verifyUrl });
    // A defect of the sample is a mistake of ours, and must not be shown as how documents look.
    if (certificate.state !== 'stated') throw new PortsideError('internal', { cause: certificate.defects });
    const record = JSON.stringify(attachedRecord(certificate));
    const pdf = Uint8Array.from(await this.parts.render(certificate, record, { owner: 'the sample' }));
    return { pdf, sha256: sha256Hex(pdf) };
  }
}
