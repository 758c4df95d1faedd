/**
 * The registry's import calls over HTTPS. Experimental: the paths, the names of the headers and the shapes of the answers come from
 * public clients and were not read in CPSC's own specification, so the first two are settings. The query parameter `doCertify` is
 * never sent: certifying is the certifier's own step.
 */
import type { FilingError, RegistryAccount } from '../../domain/filing.ts';
import {
  type ImportVerdict,
  type ProductRegistry,
  type ProductVersion,
  RegistryFault,
  type RegistryFaultKind,
} from '../../domain/product-registry.ts';
import { readImportId, readVerdict, showsVersion } from './registry-answers.ts';

interface RegistrySettings extends RegistryAccount {
  /** The address that the paths are below. https, or http on loopback. */
  url: string;
  importPath: string;
  /** With `{importId}`. */
  logPath: string;
  /** With `{productId}` and `{versionId}`. */
  versionPath: string;
  tokenHeader: string;
  secretHeader: string;
}

export interface RegistryClientParts {
  settings: RegistrySettings;
  /** The two secrets, read for each call: one of them expires. @throws when a file cannot be read */
  secrets(): { token: string; secret: string };
  send: (url: string, init: BunFetchRequestInit) => Promise<Response>;
}

const SUBMIT_MS_MAX = 30_000;
const READ_MS_MAX = 15_000;
const ANSWER_BYTES_MAX = 1_000_000;
/** Failures before a byte of the request is sent: no connection, or no trust in the other side. */
const NOT_SENT =
  /^(?:ConnectionRefused|FailedToOpenSocket|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|DNSException|DNS_\w+|CERT_\w+|ERR_TLS_\w+|UNABLE_TO_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+)$/;

export class RegistryClient implements ProductRegistry {
  constructor(private readonly parts: RegistryClientParts) {}

  async submit(envelope: unknown): Promise<string> {
    const { importPath } = this.parts.settings;
    const answer = await this.#call('POST', importPath, SUBMIT_MS_MAX, JSON.stringify(envelope));
    const importId = readImportId(answer);
    if (importId === undefined) throw new RegistryFault('unknown', 'The registry answered without an import id.');
    return importId;
  }

  async verdict(importId: string, version: ProductVersion): Promise<ImportVerdict> {
    const path = this.parts.settings.logPath.replace('{importId}', () => encodeURIComponent(importId));
    return readVerdict(await this.#call('GET', path, READ_MS_MAX), version);
  }

  async has({ productId, versionId }: ProductVersion): Promise<boolean> {
    const path = this.parts.settings.versionPath
      .replace('{productId}', () => encodeURIComponent(productId))
      .replace('{versionId}', () => encodeURIComponent(versionId));
    try {
      return showsVersion(await this.#call('GET', path, READ_MS_MAX), { productId, versionId });
    } catch (error) {
      if (error instanceof RegistryFault && error.status === 404) return false;
      throw error;
    }
  }

  /** @returns the parsed JSON @throws RegistryFault */
  async #call(method: 'GET' | 'POST', path: string, msMax: number, body?: string): Promise<unknown> {
    const response = await this.#send(method, path, msMax, body);
    const { status } = response;
    if (!response.ok) {
      await response.body?.cancel().catch(() => {});
      // A server that fails may have taken the request before.
      throw fault(status < 500 ? 'not taken' : 'unknown', `The registry answered with HTTP status ${status}.`, status);
    }
    const text = await boundedText(response);
    try {
      return JSON.parse(text);
    } catch {
      throw fault('unknown', 'The registry answered with something that is not JSON.');
    }
  }

  async #send(method: string, path: string, msMax: number, body: string | undefined): Promise<Response> {
    const { settings, send } = this.parts;
    const secrets = this.#secrets();
    const url = new URL(settings.url.replace(/\/+$/, '') + path);
    url.searchParams.set('certifierId', settings.certifierId);
    url.searchParams.set('collectionId', settings.collectionId);
    try {
      return await send(url.href, {
        method,
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          [settings.tokenHeader]: secrets.token,
          [settings.secretHeader]: secrets.secret,
        },
        ...(body !== undefined && { body }),
        // The secrets are for this address alone.
        redirect: 'error',
        // On a connection that was used before, a request that fails may be sent a second time.
        keepalive: false,
        signal: AbortSignal.timeout(msMax),
      });
    } catch (error) {
      const { name, code = '' } = error as Error & { code?: string };
      if (name === 'TimeoutError') throw fault('unknown', `The registry did not answer in ${msMax / 1000} seconds.`);
      if (NOT_SENT.test(code)) throw fault('not taken', `The registry could not be reached (${code}).`);
      throw fault('unknown', 'The connection to the registry failed.');
    }
  }

  #secrets() {
    try {
      return this.parts.secrets();
    } catch {
      throw fault(
        'not taken',
        'The secrets of the registry could not be read. Check the two files that the settings name.',
      );
    }
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > ANSWER_BYTES_MAX) break;
      chunks.push(chunk);
    }
  } catch {
    throw fault('unknown', 'The answer of the registry broke off.');
  }
  if (bytes > ANSWER_BYTES_MAX) throw fault('unknown', 'The answer of the registry is larger than 1 MB.');
  return Buffer.concat(chunks).toString('utf8');
}

function fault(kind: RegistryFaultKind, message: string, status?: number): RegistryFault {
  return new RegistryFault(kind, message, status);
}

/** A failed call as an error of the filing. */
export function errorOf({ message, status }: RegistryFault): FilingError {
  return { code: status === undefined ? '' : `HTTP ${status}`, field: '', message };
}
