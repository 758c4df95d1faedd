/**
 * Finds the product and the collection to visit in the delivered text of a page. Two scans of one page choose the same ones: of the
 * links in document order, the first. Runs in a worker.
 */
import { Effort } from '../../domain/effort.ts';
import { BaseAddress } from '../html/base-address.ts';
import { WORK_MIN, WORK_PER_CHAR } from '../html/page-extractor.ts';
import { type Element, PageTokenizer, type ScriptElement, type TokenSink } from '../html/tokenizer.ts';
import { parseLiteral } from '../javascript/static-evaluator.ts';
import type { ReaderFaults } from '../reader-faults.ts';
import { structuredProducts } from './structured-products.ts';

/** Paths of the page's own host, without a query. */
export interface PageLinks {
  product?: string;
  collection?: string;
}

const LINKS_MAX = 2000;
const PATH_CHARS_MAX = 512;
const PRODUCT = /\/products\/([^/]+)\/?$/;
const COLLECTION = /^(?:\/[a-z]{2}(?:-[a-z]{2,4})?)?\/collections\/([^/]+)\/?$/i;
/** Collections that each shop has, or that are lists of something else. */
const NOT_COLLECTIONS = new Set(['all', 'frontpage', 'vendors', 'types']);
const JSON_LD = /^application\/ld\+json\b/i;

export class LinkCollector implements TokenSink {
  readonly effort = new Effort(WORK_MIN);
  readonly #page: URL;
  readonly #tokenizer: PageTokenizer;
  #base: BaseAddress | undefined;
  readonly #paths: string[] = [];
  readonly #structured: { path: string; inStock: boolean | undefined }[] = [];

  /** @param page final address of the page */
  constructor(page: string) {
    this.#page = new URL(page);
    this.#tokenizer = new PageTokenizer(this, this.effort, undefined, true);
  }

  push(text: string): void {
    this.effort.max += WORK_PER_CHAR * text.length;
    this.#tokenizer.push(text);
  }

  end(): PageLinks {
    this.#tokenizer.end();
    const stock = new Map(this.#structured.map(({ path, inStock }) => [handleOf(path), inStock]));
    const product =
      firstProduct(this.#paths, stock) ??
      firstProduct(
        this.#structured.map(({ path }) => path),
        stock,
      );
    const collection = this.#paths.find((path) => isCollection(path));
    return { ...(product !== undefined && { product }), ...(collection !== undefined && { collection }) };
  }

  element({ name, attributes }: Element): void {
    const href = attributes.get('href');
    if (href === undefined || this.effort.spent) return;
    if (name === 'base') this.#base ??= new BaseAddress(href);
    else if (name === 'a' && this.#paths.length < LINKS_MAX && /\/(products|collections)\//.test(href)) {
      const path = this.#pathOf(href);
      if (path !== undefined) this.#paths.push(path);
    }
  }

  script({ attributes, text }: ScriptElement): void {
    if (!JSON_LD.test(attributes.get('type') ?? '') || !text.includes('/products/')) return;
    this.effort.done += text.length;
    if (this.effort.spent) return;
    for (const { url, inStock } of structuredProducts(parseLiteral(text, this.effort), this.effort)) {
      const path = this.#pathOf(url);
      if (path !== undefined) this.#structured.push({ path, inStock });
    }
  }

  comment(): void {}

  /** The path of an address on the host of the page. Other hosts are other shops. */
  #pathOf(address: string): string | undefined {
    this.effort.done += address.length + BaseAddress.work;
    const based = this.#base === undefined ? address : this.#base.resolve(address);
    const url = URL.parse(based, this.#page);
    if (url?.host !== this.#page.host || !/^https?:$/.test(url.protocol)) return undefined;
    return url.pathname.length <= PATH_CHARS_MAX ? url.pathname : undefined;
  }
}

/** Links of a page for a worker. If collecting them throws, the page has none, and the rest of it is read all the same. */
export class ContainedLinks {
  readonly #faults: ReaderFaults;
  #links: LinkCollector | undefined;

  constructor(page: string, faults: ReaderFaults) {
    this.#faults = faults;
    this.#links = new LinkCollector(page);
  }

  push(text: string): void {
    this.#contain(() => this.#links?.push(text));
  }

  end(): PageLinks {
    return this.#contain(() => this.#links?.end()) ?? {};
  }

  #contain<T>(work: () => T): T | undefined {
    return this.#faults.contain(work, () => {
      this.#links = undefined;
      return undefined;
    });
  }
}

/** The first product that is not known to be sold out, else the first. Of the paths to one product, the shortest. */
function firstProduct(
  paths: readonly string[],
  stock: ReadonlyMap<string | undefined, boolean | undefined>,
): string | undefined {
  const products = paths.filter((path) => PRODUCT.test(path) && !handleOf(path)!.endsWith('-remote'));
  const first = products.find((path) => stock.get(handleOf(path)) !== false) ?? products[0];
  if (first === undefined) return undefined;
  const same = products.filter((path) => handleOf(path) === handleOf(first));
  return same.reduce((best, path) => (path.length < best.length ? path : best));
}

function handleOf(path: string): string | undefined {
  return PRODUCT.exec(path)?.[1];
}

function isCollection(path: string): boolean {
  const handle = COLLECTION.exec(path)?.[1];
  return handle !== undefined && !NOT_COLLECTIONS.has(handle.toLowerCase());
}
