import type { Caller } from '../caller.ts';
import type { CallOptions, CreateOptions } from '../options.ts';
import type { ApiPromise } from '../promise.ts';
import type {
  PixelAudit,
  PixelAuditOptions,
  PixelAuditRequest,
  PixelReport,
  PixelScanRequest,
  ScanReport,
} from '../types.ts';
import { type JobFile, Jobs } from './jobs.ts';

export interface ScanOptions extends CallOptions {
  /** Also read what the page names: tag containers, Google tags and custom pixels. Takes up to a minute. */
  deep?: boolean | undefined;
  /** Fetch the page again even if the server scanned it minutes ago. */
  fresh?: boolean | undefined;
}

/** Audits of many stores. */
export class PixelAudits extends Jobs<
  'readPixelAudit',
  'readPixelAuditResult',
  'listPixelAudits',
  'removePixelAudit',
  'listPixelAuditLines'
> {
  constructor(caller: Caller) {
    super(caller, {
      read: 'readPixelAudit',
      result: 'readPixelAuditResult',
      list: 'listPixelAudits',
      remove: 'removePixelAudit',
      lines: 'listPixelAuditLines',
    });
  }

  /** Begins an audit of up to 500 stores. */
  create(
    what: PixelAuditRequest | JobFile,
    { call, ...query }: PixelAuditOptions & { call?: CreateOptions } = {},
  ): ApiPromise<PixelAudit> {
    return this.caller.json('createPixelAudit', this.upload(what, query), call);
  }
}

export class PixelResource {
  readonly audits: PixelAudits;
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
    this.audits = new PixelAudits(caller);
  }

  /** Scans a storefront page for legacy Meta Pixel, GA4 and GTM code. An attempt may take two minutes, and is not made again after that. */
  scan(url: string, { deep, fresh, ...options }: ScanOptions = {}): ApiPromise<ScanReport> {
    const query = deep ? { deep: true } : {};
    return this.#caller.json(
      'scanStorefront',
      { body: { url }, query, ...noCache(fresh), fits: isScanReport },
      options,
    );
  }

  /** Everything that a scan finds: places, causes, remedies, what was looked at and what could not be. */
  report(
    request: PixelScanRequest,
    { fresh, ...options }: CallOptions & { fresh?: boolean } = {},
  ): ApiPromise<PixelReport> {
    return this.#caller.json('scanPixels', { body: request, ...noCache(fresh), fits: isScanReport }, options);
  }
}

function noCache(fresh: boolean | undefined): { headers?: Record<string, string> } {
  return fresh ? { headers: { 'Cache-Control': 'no-cache' } } : {};
}

export function isScanReport(body: unknown): boolean {
  const { score, findings, severity_counts } = Object(body) as Partial<ScanReport>;
  return Number.isInteger(score) && Array.isArray(findings) && typeof severity_counts === 'object';
}
