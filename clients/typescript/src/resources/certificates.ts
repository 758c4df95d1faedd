import type { Caller } from '../caller.ts';
import { checkedDocument } from '../download.ts';
import type { CallOptions, CreateOptions } from '../options.ts';
import { Paged } from '../page.ts';
import type { ApiPromise } from '../promise.ts';
import type {
  CertificateLink,
  CertificateQuery,
  CertificateRecord,
  CertificateRequest,
  CertificateSummary,
  CheckedCertificate,
  Filing,
  MadeCertificate,
  RegistryEnvelope,
  RegistryQuery,
  RegistryRequest,
  RevocationRequest,
  WithMeta,
} from '../types.ts';

/** Certificates of this key and the keys it was rotated from or to. */
export class Certificates {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Makes a certificate. The answer says what is missing, for the paper and for the registry. */
  create(request: CertificateRequest, options: CreateOptions = {}): ApiPromise<MadeCertificate> {
    return this.#caller.json('createCertificate', { body: request }, options) as ApiPromise<MadeCertificate>;
  }

  /** What a certificate of this request would state, with every defect and gap. Nothing is made. */
  check(request: CertificateRequest, options: CallOptions = {}): ApiPromise<CheckedCertificate> {
    const sent = { body: request, query: { dry_run: true } } as const;
    return this.#caller.json('createCertificate', sent, options) as ApiPromise<CheckedCertificate>;
  }

  /** Newest first. */
  list(query: CertificateQuery = {}, options: CallOptions = {}): Paged<'listCertificates', CertificateSummary> {
    return new Paged(this.#caller, 'listCertificates', { query }, options, ({ certificates }) => certificates);
  }

  get(id: string, options: CallOptions = {}): ApiPromise<CertificateRecord> {
    return this.#caller.json('readCertificate', { path: { id } }, options);
  }

  /** The PDF. Its SHA-256 is checked. @throws ResponseError if it differs */
  async download(id: string, options: CallOptions = {}): Promise<Uint8Array> {
    const sent = { path: { id }, accept: 'application/pdf' };
    return checkedDocument(await this.#caller.send('readCertificatePdf', sent, options, () => {}));
  }

  /** A fresh signed URL, which anyone can use until it expires. */
  link(id: string, options: CallOptions = {}): ApiPromise<CertificateLink> {
    return this.#caller.json('linkCertificate', { path: { id } }, options);
  }

  /** Revokes it for good. Not sent again after a lost answer: read the certificate to see whether it happened. */
  revoke(id: string, request: RevocationRequest, options: CallOptions = {}): ApiPromise<CertificateRecord> {
    return this.#caller.json('revokeCertificate', { path: { id }, body: request }, options);
  }

  /** What the CPSC's registry takes. @throws ConflictError whose `details` name every gap */
  registry(id: string, options: CallOptions = {}, query: RegistryQuery = {}): ApiPromise<RegistryEnvelope> {
    return this.#caller.json('readRegistryEnvelope', { path: { id }, query }, options);
  }

  /** The same of several certificates, in one envelope. */
  registryOf(request: RegistryRequest, options: CallOptions = {}): ApiPromise<RegistryEnvelope> {
    return this.#caller.json('writeRegistryEnvelope', { body: request }, options);
  }

  /** Lets anyone download the PDF at `public_pdf_url`, until `unpublish`. */
  publish(id: string, options: CallOptions = {}): ApiPromise<CertificateRecord> {
    return this.#caller.json('publishCertificatePdf', { path: { id } }, options);
  }

  unpublish(id: string, options: CallOptions = {}): ApiPromise<CertificateRecord> {
    return this.#caller.json('unpublishCertificatePdf', { path: { id } }, options);
  }

  /** Files it with the registry that the operator has configured. Not sent again after a lost answer: see `filings`. */
  file(id: string, options: CallOptions = {}): ApiPromise<WithMeta<Filing>> {
    return this.#caller.json('fileCertificate', { path: { id } }, options);
  }

  filings(id: string, options: CallOptions = {}): ApiPromise<WithMeta<{ filings: Filing[] }>> {
    return this.#caller.json('listFilings', { path: { id } }, options);
  }
}
