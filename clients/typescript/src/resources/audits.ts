import type { Caller } from '../caller.ts';
import type { CallOptions, CreateOptions } from '../options.ts';
import type { ApiPromise } from '../promise.ts';
import type { TariffAudit, TariffAuditOptions, TariffAuditRequest, TariffHeadings } from '../types.ts';
import { type JobFile, Jobs } from './jobs.ts';

/** Audits of parts lists. */
export class TariffAudits extends Jobs<
  'readTariffAudit',
  'readTariffAuditResult',
  'listTariffAudits',
  'removeTariffAudit',
  'listTariffAuditLines'
> {
  constructor(caller: Caller) {
    super(caller, {
      read: 'readTariffAudit',
      result: 'readTariffAuditResult',
      list: 'listTariffAudits',
      remove: 'removeTariffAudit',
      lines: 'listTariffAuditLines',
    });
  }

  /** Begins an audit of rows, or of a file: CSV or XLSX, up to 32 MB. */
  create(
    what: TariffAuditRequest | JobFile,
    options: TariffAuditOptions & { call?: CreateOptions | undefined } = {},
  ): ApiPromise<TariffAudit> {
    const { call, ...query } = options;
    return this.caller.json('createTariffAudit', this.upload(what, query), call);
  }

  /** Its lines counted by chapter 99 heading. */
  headings(id: string, options: CallOptions = {}): ApiPromise<TariffHeadings> {
    return this.caller.json('listTariffAuditHeadings', { path: { id } }, options);
  }
}
