/**
 * A stand-in for the CPSC Product Registry on this machine, with the calls and error codes that public clients show. It decides an
 * import when its log is read, and a test can make any call fail.
 */
import { checkEnvelope } from '../../src/entry/registry/check-envelope.ts';
import type { RegistryEnvelope } from '../../src/entry/registry/registry-format.ts';

/** What the next call does instead of answering. `taken`: the import is kept, and its answer is lost. */
export type Mishap = 'hang' | 'taken' | 'not JSON' | 'no id' | 'oversize' | 'redirect' | 401 | 403 | 404 | 429 | 500;

interface RegistryError {
  errorCode: string;
  errorField: string;
  errorMessage: string;
}

export interface RegistryCall {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: string;
}

export const TOKEN = 'token-that-expires-1f0c';
export const SECRET = 'second-secret-77ab';

export class RegistryStandIn {
  readonly calls: RegistryCall[] = [];
  /** Keys of parties that it has. */
  readonly parties = new Set<string>();
  readonly versions = new Set<string>();
  /** What it does at the next calls of a path, in order. */
  readonly mishaps: { path: RegExp; mishap: Mishap }[] = [];
  /** Codes that it does not know. */
  readonly unknownCodes = new Set<string>();
  /** How often a log says that it is not decided. */
  pending = 0;
  /** Errors that it finds in the next import, whatever it holds. */
  errors: RegistryError[] = [];
  /** Called when it has a request that it will not answer. */
  onHang: () => void = () => {};
  readonly #imports = new Map<string, { envelope: RegistryEnvelope; errors?: RegistryError[] }>();
  readonly #held: (() => void)[] = [];
  readonly #server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: (request) => this.#answer(request),
  });

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}/api`;
  }

  get submissions(): number {
    return this.calls.filter(({ method }) => method === 'POST').length;
  }

  next(path: RegExp, ...mishaps: Mishap[]): void {
    this.mishaps.push(...mishaps.map((mishap) => ({ path, mishap })));
  }

  async close(): Promise<void> {
    for (const release of this.#held) release();
    await this.#server.stop(true);
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname: path, searchParams } = new URL(request.url);
    const body = await request.text();
    const headers = Object.fromEntries(request.headers);
    this.calls.push({ method: request.method, path, query: Object.fromEntries(searchParams), headers, body });
    const at = this.mishaps.findIndex((one) => one.path.test(`${request.method} ${path}`));
    const mishap = at < 0 ? undefined : this.mishaps.splice(at, 1)[0]!.mishap;
    if (mishap !== undefined) return this.#mishap(mishap, body);
    if (headers.authorization !== TOKEN || headers['x-api-key'] !== SECRET) return new Response('', { status: 401 });
    if (request.method === 'POST' && path === '/api/import')
      return Response.json({ importId: this.#import(body), importStatus: 'Received' });
    const [, kind, ...ids] = path.split('/').slice(1).map(decodeURIComponent);
    if (kind === 'import') return this.#log(ids[0]!);
    if (kind === 'certificates' && this.versions.has(ids.join('\n'))) {
      return Response.json({ coreProduct: { primaryProductId: ids[0], versionId: ids[1] } });
    }
    return new Response('', { status: 404 });
  }

  async #mishap(mishap: Mishap, body: string): Promise<Response> {
    if (typeof mishap === 'number') return new Response(`<p>${SECRET}</p>`, { status: mishap });
    if (mishap === 'not JSON') return new Response('<html>');
    if (mishap === 'no id') return Response.json({ importStatus: 'Received' });
    if (mishap === 'oversize') return new Response(`{"importId":"${'1'.repeat(2_000_000)}"}`);
    if (mishap === 'redirect') return Response.redirect('http://127.0.0.1:1/elsewhere', 307);
    if (mishap === 'taken') {
      this.#decide(this.#import(body));
      return new Response('', { status: 504 });
    }
    this.onHang();
    await new Promise<void>((release) => this.#held.push(release));
    return new Response('');
  }

  #import(body: string): string {
    const importId = `I-${this.#imports.size + 1}`;
    this.#imports.set(importId, { envelope: JSON.parse(body) as RegistryEnvelope });
    return importId;
  }

  #log(importId: string): Response {
    const entry = this.#imports.get(importId);
    if (!entry) return new Response('', { status: 404 });
    if (this.pending > 0) {
      this.pending--;
      return Response.json({ importStatus: 'Processing', percentComplete: '40', productList: [] });
    }
    const errors = this.#decide(importId);
    const [{ coreProduct }] = entry.envelope.productList as [RegistryEnvelope['productList'][0]];
    return Response.json({
      importStatus: 'Completed',
      percentComplete: '100',
      productList: [
        {
          coreProduct,
          validations: {
            importedInd: errors.length === 0 ? 'Y' : 'N',
            errorDetectedInd: errors.length === 0 ? 'N' : 'Y',
            errors,
          },
        },
      ],
    });
  }

  /** All texts, as the registry answers. */
  #decide(importId: string): RegistryError[] {
    const entry = this.#imports.get(importId)!;
    if (entry.errors) return entry.errors;
    const found = [...this.errors];
    this.errors = [];
    const error = (errorCode: string, errorField: string, errorMessage: string) =>
      found.push({ errorCode, errorField, errorMessage });
    for (const { coreProduct: core, directives } of entry.envelope.productList) {
      if (checkEnvelope(entry.envelope, Date.now()).length > 0)
        error('1004', 'envelope', 'The envelope breaks the format.');
      if (!core.labs?.length && !core.exemptions?.length) error('2026', '', 'Neither laboratories nor exclusions.');
      for (const code of core.labs?.flatMap(({ citationCodes }) => citationCodes) ?? []) {
        if (this.unknownCodes.has(code)) error('3006', 'citationCodes', `The code ${code} is not known.`);
      }
      const told = [directives.manufacturer, ...(directives.labs ?? []), directives.poc];
      for (const { isNew, alternateId } of told) {
        if (alternateId === undefined) continue;
        if (isNew === 'Y' && this.parties.has(alternateId)) error('2005', 'alternateId', `${alternateId} is taken.`);
        if (isNew === 'N' && !this.parties.has(alternateId))
          error('2024', 'alternateId', `${alternateId} was not found.`);
      }
      const version = `${core.primaryProductId}\n${core.versionId}`;
      if (this.versions.has(version)) error('1025', 'versionId', 'This version exists.');
      if (found.length > 0) continue;
      for (const { alternateId } of told) if (alternateId !== undefined) this.parties.add(alternateId);
      this.versions.add(version);
    }
    entry.errors = found;
    return found;
  }
}
