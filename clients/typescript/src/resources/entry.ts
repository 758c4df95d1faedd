import type { Caller } from '../caller.ts';
import { Certificate, restored, type StoredCertificate } from '../certificate.ts';
import type { CreateOptions } from '../options.ts';
import { ApiPromise } from '../promise.ts';
import type { EntryBatch, EntryBatchOptions, EntryBatchRequest, GccRequest } from '../types.ts';
import { Certificates } from './certificates.ts';
import { type JobFile, Jobs } from './jobs.ts';
import { Parties } from './parties.ts';

/** Batches of certificates. */
export class EntryBatches extends Jobs<
  'readEntryBatch',
  'readEntryBatchResult',
  'listEntryBatches',
  'removeEntryBatch',
  'listEntryBatchLines'
> {
  constructor(caller: Caller) {
    super(caller, {
      read: 'readEntryBatch',
      result: 'readEntryBatchResult',
      list: 'listEntryBatches',
      remove: 'removeEntryBatch',
      lines: 'listEntryBatchLines',
    });
  }

  /** Begins a batch: one certificate for each row, up to 5,000. */
  create(
    what: EntryBatchRequest | JobFile,
    { call, ...query }: EntryBatchOptions & { call?: CreateOptions } = {},
  ): ApiPromise<EntryBatch> {
    return this.caller.json('createEntryBatch', this.upload(what, query), call);
  }
}

export class Gcc {
  readonly #caller: Caller;
  readonly #certificates: Certificates;

  constructor(caller: Caller, certificates: Certificates) {
    this.#caller = caller;
    this.#certificates = certificates;
  }

  /** Makes a General Certificate of Conformity. Retries are safe, because all attempts carry one idempotency key. */
  generate(request: GccRequest, options: CreateOptions = {}): ApiPromise<Certificate> {
    return ApiPromise.run(async (keep) => {
      const asked = this.#caller.json('generateCertificate', { body: request, fits: isCertificate }, options);
      const { data, responses } = await asked.withRawResponse();
      responses.forEach(keep);
      return new Certificate(data.gcc_id, data.gcc_pdf_url, data.meta, this.#caller, this.#certificates);
    });
  }

  /** A certificate that was stored as JSON, to download it. */
  restore(stored: StoredCertificate): Certificate {
    return restored(stored, this.#caller, this.#certificates);
  }
}

function isCertificate(body: unknown): boolean {
  const { gcc_id, gcc_pdf_url } = Object(body) as { gcc_id?: unknown; gcc_pdf_url?: unknown };
  return typeof gcc_id === 'string' && typeof gcc_pdf_url === 'string';
}

export class EntryResource {
  readonly gcc: Gcc;
  readonly certificates: Certificates;
  readonly batches: EntryBatches;
  readonly parties: Parties;

  constructor(caller: Caller) {
    this.certificates = new Certificates(caller);
    this.gcc = new Gcc(caller, this.certificates);
    this.batches = new EntryBatches(caller);
    this.parties = new Parties(caller);
  }
}
