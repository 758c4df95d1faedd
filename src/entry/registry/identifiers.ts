/** The identifiers of a product: the one that the registry knows it by, and the others. */
import type { GccRequest, IDENTIFIER_TYPES } from '../../domain/certificate.ts';
import { rowOf } from './fields.ts';

type IdentifierType = (typeof IDENTIFIER_TYPES)[number];

/** The registry's spellings. Its CSV template has others (`registry-csv.ts`). */
const IDENTIFIER_NAMES = {
  gtin: 'GTIN',
  upc: 'UPC',
  sku: 'SKU',
  model: 'Model #',
  serial: 'Serial #',
  registered: 'Registered #',
  alternate: 'Alternate ID',
} as const satisfies Record<IdentifierType, string>;

/** Which identifier is the primary one where several fit: this order, then that of the request. */
const FIRST: readonly IdentifierType[] = ['gtin', 'sku', 'model'];

export interface Identifier {
  /** JSON pointer into the request. */
  path: string;
  name: (typeof IDENTIFIER_NAMES)[IdentifierType];
  value: string;
}

export interface ChosenIdentifiers {
  /** Undefined if none fits. */
  primary: Identifier | undefined;
  others: Identifier[];
  /** Too long for any field. The product is identified without them. */
  tooLong: Identifier[];
}

const PRIMARY_MAX = maxOf('/productList/0/coreProduct/primaryProductId');
const IDENTIFIER_MAX = maxOf('/productList/0/coreProduct/identifiers/0/identifier');

export function chooseIdentifiers(request: GccRequest): ChosenIdentifiers {
  const all = statedIdentifiers(request);
  const primary = all.find(({ value }) => charsOf(value) <= PRIMARY_MAX);
  const rest = all.filter((each) => each !== primary);
  return {
    primary,
    others: rest.filter(({ value }) => charsOf(value) <= IDENTIFIER_MAX),
    tooLong: rest.filter(({ value }) => charsOf(value) > IDENTIFIER_MAX),
  };
}

/** In the order in which they may be the primary one, without repetitions. */
function statedIdentifiers({ product_info: product, identifiers = [] }: GccRequest): Identifier[] {
  const stated = [
    ...FIRST.map((type) => ({ type, value: product[type as 'gtin'], path: `/product_info/${type}` })),
    ...identifiers.map(({ type, value }, index) => ({
      type,
      value: value as string | undefined,
      path: `/identifiers/${index}/value`,
    })),
  ];
  const rank = (type: IdentifierType) => (FIRST.includes(type) ? FIRST.indexOf(type) : FIRST.length);
  const seen = new Set<string>();
  return stated
    .filter((each): each is typeof each & { value: string } => each.value !== undefined)
    .sort((a, b) => rank(a.type) - rank(b.type))
    .map(({ type, value, path }) => ({ path, name: IDENTIFIER_NAMES[type], value }))
    .filter(({ name, value }) => {
      const key = `${name} ${value}`;
      return seen.has(key) ? false : seen.add(key);
    });
}

function maxOf(pointer: string): number {
  return rowOf(pointer)!.max!;
}

function charsOf(text: string): number {
  return [...text].length;
}
