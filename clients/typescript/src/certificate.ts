import type { Caller } from './caller.ts';
import { checkedDocument } from './download.ts';
import { PortsideError } from './errors.ts';
import type { Meta } from './meta.ts';
import type { CallOptions } from './options.ts';
import type { Certificates } from './resources/certificates.ts';

/** What is kept of a certificate to download it later. */
export interface StoredCertificate {
  gcc_id: string;
  gcc_pdf_url?: string | undefined;
}

/**
 * A generated certificate. Its URL is valid for 24 hours, and anyone who has it can use it, so it is not printed. `toJSON` has it: store
 * that, and `portside.entry.gcc.restore` gives a certificate back that can be downloaded. Without the URL it is downloaded by its id.
 */
export class Certificate {
  readonly #url: string | undefined;
  readonly #caller: Caller;
  readonly #certificates: Certificates;

  constructor(
    readonly gcc_id: string,
    url: string | undefined,
    readonly meta: Meta | undefined,
    caller: Caller,
    certificates: Certificates,
  ) {
    this.#url = url;
    this.#caller = caller;
    this.#certificates = certificates;
  }

  /** Signed. It is not a field, because every field is printed. */
  get gcc_pdf_url(): string | undefined {
    return this.#url;
  }

  /**
   * Downloads the PDF and checks its SHA-256 against the one the server sends; by the id if there is no URL, which needs a server with v2.
   * @throws ResponseError if they differ, UrlError if the URL has expired: then `portside.entry.certificates.download(gcc_id)` still works
   */
  async download(options: CallOptions = {}): Promise<Uint8Array> {
    if (this.#url === undefined) return this.#certificates.download(this.gcc_id, options);
    return checkedDocument(await this.#caller.fetchUrl(this.#url, 'application/pdf', options));
  }

  toJSON(): StoredCertificate {
    return { gcc_id: this.gcc_id, gcc_pdf_url: this.#url };
  }
}

/** @throws PortsideError if it is not what `toJSON` gave */
export function restored(stored: StoredCertificate, caller: Caller, certificates: Certificates): Certificate {
  const { gcc_id: id, gcc_pdf_url: url } = Object(stored) as Partial<StoredCertificate>;
  if (typeof id !== 'string' || !id) throw new PortsideError('A stored certificate has a gcc_id.');
  return new Certificate(id, typeof url === 'string' ? url : undefined, undefined, caller, certificates);
}
