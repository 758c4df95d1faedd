/** The routes that need a key. The API guard finds one by the path of a request. */
import type { Product, Scope } from '../domain/key.ts';
import { routePattern } from './metrics/request-metrics.ts';

/** What an operation takes instead of a small JSON body. Its handler reads the body itself, as a stream and within this bound. */
export interface Upload {
  bytesMax: number;
  /** In lower case, without parameters. */
  mediaTypes: readonly string[];
}

/** An operation that needs a key. */
export interface KeyedOperation {
  /** In Elysia's syntax: `/a/:id`. */
  path: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** The scope that a key needs, and the product that the request counts for. */
  product: Product;
  /** A key of any scope may ask. The request counts for the product of its scope, and of a key for all for `product`. */
  anyScope?: true;
  /** Whether a body must be sent. */
  needsBody: boolean;
  upload?: Upload | undefined;
}

export class KeyedRoute {
  /** As `Allow` names them. */
  readonly allow: string;
  readonly product: Product;
  readonly #anyScope: boolean;
  readonly #needsBody: ReadonlyMap<string, boolean>;
  readonly #upload: Upload | undefined;

  constructor(operations: readonly KeyedOperation[]) {
    this.product = operations[0]!.product;
    this.#anyScope = operations[0]!.anyScope === true;
    if (operations.some(({ product, anyScope }) => product !== this.product || (anyScope === true) !== this.#anyScope))
      throw new Error(`the operations of ${operations[0]!.path} need different scopes`);
    const needsBody = operations.map(({ method, needsBody }) => [method.toUpperCase(), needsBody] as const);
    this.#needsBody = new Map([...needsBody, ...(operations.some(isGet) ? [['HEAD', false] as const] : [])]);
    this.allow = [...this.#needsBody.keys()].sort().join(', ');
    this.#upload = operations.find(({ upload }) => upload !== undefined)?.upload;
  }

  /** The product that a request of a key with this scope is for. */
  productFor(scope: Scope): Product {
    return this.#anyScope && scope !== 'all' ? scope : this.product;
  }

  answers(method: string): boolean {
    return this.#needsBody.has(method);
  }

  needsBody(method: string): boolean {
    return this.#needsBody.get(method) === true;
  }

  /** What a POST may upload; undefined if it takes a small JSON body. */
  upload(method: string): Upload | undefined {
    return method === 'POST' ? this.#upload : undefined;
  }
}

export class KeyedRoutes {
  /** Product by pattern, for the metrics. */
  readonly products: ReadonlyMap<string, Product>;
  /** Most requests have a path without parameters, so that one look finds their route. */
  readonly #byPath = new Map<string, KeyedRoute>();
  readonly #byPattern: { pattern: RegExp; route: KeyedRoute }[] = [];
  readonly #prefixes: string[];

  constructor(operations: readonly KeyedOperation[]) {
    const patterns = new Set<string>();
    for (const [path, ofPath] of Map.groupBy(operations, ({ path }) => path)) {
      const route = new KeyedRoute(ofPath);
      if (!path.includes(':')) this.#byPath.set(path, route);
      else {
        this.#byPattern.push({ pattern: routePattern(path), route });
        patterns.add(path.slice(0, path.indexOf(':')));
      }
    }
    this.#prefixes = [...patterns];
    this.products = new Map(operations.map(({ path, product }) => [path, product]));
  }

  /** The route of a path; undefined if no operation that needs a key has it. */
  find(path: string): KeyedRoute | undefined {
    const exact = this.#byPath.get(path);
    if (exact || !this.#prefixes.some((prefix) => path.startsWith(prefix))) return exact;
    return this.#byPattern.find(({ pattern }) => pattern.test(path))?.route;
  }
}

function isGet({ method }: KeyedOperation): boolean {
  return method === 'get';
}
