/** Finds the products in the structured data of a page (schema.org in JSON-LD). */
import type { Effort } from '../../domain/effort.ts';
import { type Literal, listOf, objectOf, textOf } from '../javascript/literal.ts';

export interface StructuredProduct {
  url: string;
  /** Undefined: not said. */
  inStock: boolean | undefined;
}

const PRODUCTS_MAX = 200;
const DEPTH_MAX = 12;

/** Products with an address, in document order. */
export function structuredProducts(data: Literal | undefined, effort: Effort): StructuredProduct[] {
  const found: StructuredProduct[] = [];
  const visit = (value: Literal | undefined, depth: number): void => {
    effort.done++;
    if (effort.spent || depth > DEPTH_MAX || found.length >= PRODUCTS_MAX) return;
    for (const item of listOf(value)) visit(item, depth + 1);
    const object = objectOf(value);
    if (!object) return;
    const url = textOf(object, 'url') ?? textOf(object, '@id');
    if (url !== undefined && isProduct(object.get('@type')))
      found.push({ url, inStock: stockOf(object.get('offers')) });
    for (const item of object.values()) visit(item, depth + 1);
  };
  visit(data, 0);
  return found;
}

function isProduct(type: Literal | undefined): boolean {
  const types: (Literal | undefined)[] = [type, ...listOf(type)];
  return types.some((name) => name === 'Product' || name === 'ProductGroup');
}

function stockOf(offers: Literal | undefined): boolean | undefined {
  const all: (Literal | undefined)[] = [offers, ...listOf(offers)];
  const said = all.map((offer) => textOf(offer, 'availability')).filter((text) => text !== undefined);
  return said.length === 0
    ? undefined
    : said.some((text) => /InStock|LimitedAvailability|OnlineOnly|PreOrder|BackOrder/.test(text));
}
