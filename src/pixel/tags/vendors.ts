/**
 * Vendors without rules of their own, by the table `data/pixel/vendors.json`: by the addresses of their scripts and requests, and by
 * the fields of container tags. Never by the shape of an id alone.
 */

import table from '../../../data/pixel/vendors.json' with { type: 'json' };
import { hasShape, type IdShape } from './id-shape.ts';
import { type Address, splitAddress } from './library.ts';

export interface OtherVendor {
  /** Key in `data/pixel/vendors.json`. */
  vendor: string;
  id?: string;
}

interface ContainerFields {
  /** Values of `function` of Google's own tags for this vendor. */
  functions: readonly string[];
  fields: readonly string[];
  /** No other vendor has such fields. Otherwise a host that the tag may load must agree. */
  distinct?: boolean;
}

interface VendorRow {
  vendor: string;
  name: string;
  shape: IdShape;
  addresses: readonly AddressPattern[];
  container: ContainerFields;
}

/** `host/path?parameter`. The host also matches its subdomains. A path may have `{id}` in it, or end with `*`. */
interface AddressPattern {
  host: string;
  before: string;
  after: string;
  hasId: boolean;
  isPrefix: boolean;
  parameter?: string;
}

const VENDORS: readonly VendorRow[] = table.map((row) => ({
  ...row,
  shape: row.shape as IdShape,
  addresses: row.addresses.map(patternOf),
}));

const BY_KEY = new Map(VENDORS.map((row) => [row.vendor, row]));

function patternOf(text: string): AddressPattern {
  const [address, parameter] = text.split('?');
  const slash = address!.indexOf('/');
  const path = address!.slice(slash);
  const isPrefix = path.endsWith('*');
  const [before, after] = (isPrefix ? path.slice(0, -1) : path).split('{id}');
  return {
    host: address!.slice(0, slash),
    before: before!,
    after: after ?? '',
    hasId: after !== undefined,
    isPrefix,
    parameter,
  };
}

/** Rows by the last two labels of their hosts, so that an address meets few of them. */
const BY_DOMAIN = new Map<string, [VendorRow, AddressPattern][]>();
for (const row of VENDORS) {
  for (const pattern of row.addresses) {
    const domain = domainOf(pattern.host);
    BY_DOMAIN.set(domain, [...(BY_DOMAIN.get(domain) ?? []), [row, pattern]]);
  }
}

function domainOf(host: string): string {
  const labels = host.split('.');
  return labels.slice(-2).join('.');
}

/** The name of a vendor for messages, such as `TikTok Pixel`. */
export function vendorName(vendor: string): string {
  return BY_KEY.get(vendor)?.name ?? vendor;
}

/** Whether a text has the shape of an id of the vendor. */
export function isIdOf(vendor: string, id: string): boolean {
  const row = BY_KEY.get(vendor);
  return row !== undefined && hasShape(id, row.shape);
}

/** The vendor whose script, image or request an address loads, with the id in it. Undefined if it is none of the table. */
export function vendorIn(text: string): OtherVendor | undefined {
  const address = splitAddress(text);
  if (!address || address.host === '') return undefined;
  const rows = BY_DOMAIN.get(domainOf(address.host));
  for (const [row, pattern] of rows ?? []) {
    const id = matchOf(address, pattern, row.shape);
    if (id !== undefined) return id === '' ? { vendor: row.vendor } : { vendor: row.vendor, id };
  }
  return undefined;
}

/** The id in an address that a pattern matches, or an empty text if it has none. Undefined if the pattern does not match. */
function matchOf({ host, path, query }: Address, pattern: AddressPattern, shape: IdShape): string | undefined {
  if (host !== pattern.host && !host.endsWith(`.${pattern.host}`)) return undefined;
  if (pattern.hasId) {
    const id = path.slice(pattern.before.length, path.length - pattern.after.length);
    const isWhole = path === pattern.before + id + pattern.after && path.startsWith(pattern.before);
    return isWhole && hasShape(id, shape) ? id : undefined;
  }
  if (pattern.isPrefix ? !path.startsWith(pattern.before) : path !== pattern.before) return undefined;
  const id = pattern.parameter === undefined ? null : new URLSearchParams(query.slice(1)).get(pattern.parameter);
  return id !== null && hasShape(id, shape) ? id : '';
}

/** A field of a template may have any name, if its hosts name the vendor. But these shapes fit too many texts. */
const LOOSE_SHAPES: readonly IdShape[] = ['klaviyo', 'x', 'word', 'host'];

/**
 * The vendor of a container tag by one of its fields. Undefined for Meta and Google, and where nothing but the shape of the id agrees.
 * @param field `vtp_pixelCode`.
 * @param id the resolved value of the field.
 * @param hosts what the tag may load: `permissions[function].inject_script.urls`, addresses or host names. Empty for Google's own tags.
 * @param kind the `function` of the tag. Google's own tags, such as `__baut`, name their vendor by it.
 */
export function vendorOfField(
  field: string,
  id: string,
  hosts: readonly string[] = [],
  kind = '__cvt_',
): OtherVendor | undefined {
  const own = vendorOfFunction(kind);
  const named = own === undefined ? new Set(hosts.flatMap((host) => vendorsOfHost(host))) : undefined;
  const row = VENDORS.find(({ vendor, shape, container }) => {
    if (!hasShape(id, shape)) return false;
    const isField = container.fields.includes(field);
    if (own !== undefined) return vendor === own && isField;
    if (hosts.length === 0) return isField && container.distinct === true;
    return named!.has(vendor) && (isField || (/id|code|account/i.test(field) && !LOOSE_SHAPES.includes(shape)));
  });
  return row && { vendor: row.vendor, id };
}

/** The vendor of one of Google's own tag functions, such as `__baut`. Undefined for Google's own products and for templates. */
export function vendorOfFunction(kind: string): string | undefined {
  return VENDORS.find(({ container }) => container.functions.includes(kind))?.vendor;
}

/** Vendors with a script or request on a host: `https://analytics.tiktok.com/*`, `*.clarity.ms`, `bat.bing.com`. */
function vendorsOfHost(text: string): string[] {
  const host = text
    .replace(/^(?:https?:)?\/\//, '')
    .split(/[/?#:]/)[0]!
    .replace(/^\*\./, '')
    .toLowerCase();
  const rows = BY_DOMAIN.get(domainOf(host)) ?? [];
  const found = rows.filter(
    ([, pattern]) => host === pattern.host || host.endsWith(`.${pattern.host}`) || pattern.host.endsWith(`.${host}`),
  );
  return [...new Set(found.map(([row]) => row.vendor))];
}
