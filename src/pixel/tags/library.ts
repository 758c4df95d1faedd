/** Recognises the libraries and images of the vendors by the host, path and `id` of their addresses. */

import type { Vendor } from './facts.ts';
import { mirroredAddress } from './mirrored-address.ts';

export interface Library {
  vendor: Vendor;
  /** Short name for messages, such as `fbevents.js`. */
  name: string;
  id?: string;
  firstParty: boolean;
  /** Name of the data layer, if it is not `dataLayer`. */
  dataLayer?: string;
  /** A running tag added the script to the page: its address has a form that no author writes. */
  injected: boolean;
}

/** What the address of an image, a frame or a request sends to. */
export interface PixelImage {
  vendor: Vendor;
  /** Empty if the address ends where the id begins. Absent if the id is not in the address. */
  id?: string;
  /** `tr?ev=<digits>`: the conversion pixel from 2014. */
  retired?: boolean;
  /** The address contains customer data that is not hashed. */
  customerData?: boolean;
  /** A running tag added it to a saved page: it has parameters that no author writes. */
  injected?: boolean;
}

export interface Address {
  host: string;
  path: string;
  query: string;
}

/** Longer addresses are not read. */
export const ADDRESS_CHARS_MAX = 4096;

/** Splits an address into host, path and query. A relative address has an empty host. */
export function splitAddress(text: string): Address | undefined {
  const trimmed = text.trim();
  if (trimmed.length === 0 || trimmed.length > ADDRESS_CHARS_MAX) return undefined;
  const match = /^(?:https?:)?\/\/([^/?#\\]*)([^?#]*)(\?[^#]*)?/i.exec(trimmed);
  if (match) return { host: match[1]!.toLowerCase().replace(/:\d+$/, ''), path: match[2]!, query: match[3] ?? '' };
  if (/^[a-z][a-z0-9+.-]*:/i.test(trimmed)) return undefined;
  const local = /^([^?#]*)(\?[^#]*)?/.exec(trimmed)!;
  return { host: '', path: local[1]!, query: local[2] ?? '' };
}

function parametersOf(query: string): URLSearchParams {
  return new URLSearchParams(query.slice(1));
}

/** `l=` of a loader of Google. */
function dataLayerOf(query: string): string | undefined {
  const name = /[?&]l=([\w$]{1,64})(?:&|$)/.exec(query)?.[1];
  return name === 'dataLayer' ? undefined : name;
}

function isHost(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

const PREFIXES: [string, Vendor][] = [
  ['GTM-', 'gtm'],
  ['GT-', 'google_tag'],
  ['G-', 'ga4'],
  ['UA-', 'ua'],
  ['AW-', 'google_ads'],
  ['OPT-', 'optimize'],
  ['DC-', 'floodlight'],
];

/** Vendor of a Google id by its prefix. Undefined if the text is not such an id. */
export function vendorOf(id: string): Vendor | undefined {
  return PREFIXES.find(([prefix]) => id.startsWith(prefix))?.[1];
}

/** Whether the origin of a fact is a container or Google tag, such as `GTM-ABC123` or `UA-1234-1`. If not, it is the address of a loader. */
export function isContainerId(origin: string): boolean {
  return /^[A-Z]{1,3}-[\w-]+$/.test(origin);
}

/** The library that a script address loads. Undefined if it is none of the vendors'. */
export function libraryOf(text: string): Library | undefined {
  const address = splitAddress(mirroredAddress(text.trim()) ?? text);
  if (!address) return undefined;
  const { host, query } = address;
  const path = address.path.toLowerCase();
  const file = path.slice(path.lastIndexOf('/') + 1);
  const make = (vendor: Vendor, name: string, id?: string, firstParty = false, injected = false): Library => ({
    vendor,
    name,
    id: id || undefined,
    firstParty,
    injected,
    dataLayer: dataLayerOf(query),
  });

  if (file === 'fbevents.js') return make('meta', file, undefined, !isHost(host, 'facebook.net'));
  if (isHost(host, 'facebook.net')) {
    if (file === 'fbds.js') return make('meta', file);
    const config = /\/signals\/config\/(\d{8,20})/.exec(path);
    return config ? make('meta', 'signals/config', config[1], false, true) : undefined;
  }
  if (isHost(host, 'google-analytics.com') && /^(analytics(_debug)?|ga|ga_debug|urchin)\.js$|^__utm\.gif$/.test(file)) {
    return make('ua', file);
  }
  if (isHost(host, 'doubleclick.net') && file === 'dc.js') return make('ua', file);
  if (isHost(host, 'googleadservices.com') && file === 'conversion.js') return make('google_ads', file);

  const id = query === '' ? undefined : (parametersOf(query).get('id') ?? undefined);
  if (file === 'optimize.js' && (isHost(host, 'googleoptimize.com') || /^(GTM|OPT)-/.test(id ?? ''))) {
    return make('optimize', file, id);
  }
  const firstParty = !isHost(host, 'googletagmanager.com');
  if (path.endsWith('gtag/js')) {
    const vendor = vendorOf(id ?? '');
    if (vendor || !firstParty)
      return make(vendor ?? 'google_tag', 'gtag/js', id, firstParty, /[?&]cx=c(&|$)/.test(query));
  }
  if (file === 'gtm.js' && (id?.startsWith('GTM-') || !firstParty)) return make('gtm', file, id, firstParty);
  // The Google tag gateway and server-side containers serve the tag from any path on the shop's own host.
  if (firstParty && id !== undefined && /^(GTM-[A-Z0-9]{5,9}|G-[A-Z0-9]{8,12})$/.test(id)) {
    return make(vendorOf(id)!, id.startsWith('GTM-') ? 'gtm.js' : 'gtag/js', id, true);
  }
  return undefined;
}

/** The pixel that an address loads: Meta's `tr`, GTM's `ns.html`, a hit of Google Analytics, a conversion of Google Ads. */
export function imageOf(text: string): PixelImage | undefined {
  const address = splitAddress(text);
  if (!address) return undefined;
  const { host, path, query } = address;
  if (isHost(host, 'facebook.com') && /^\/tr\/?$/.test(path)) {
    const parameters = parametersOf(query);
    const event = parameters.get('ev') ?? '';
    const id = parameters.get('id') ?? undefined;
    if (id === undefined && !/^\d{8,20}$/.test(event)) return undefined;
    return { vendor: 'meta', id: id ?? event, retired: id === undefined, customerData: hasCustomerData(parameters) };
  }
  if (path.endsWith('/ns.html')) {
    const id = parametersOf(query).get('id') ?? undefined;
    const isGtm = id !== undefined && (id.startsWith('GTM-') || isHost(host, 'googletagmanager.com'));
    return isGtm ? { vendor: 'gtm', id } : undefined;
  }
  return analyticsHit(address) ?? adsConversion(address);
}

/** Google Analytics since Universal: `/collect?tid=UA-…`, `/g/collect?tid=G-…`, `/mp/collect?measurement_id=G-…`. */
function analyticsHit({ host, path, query }: Address): PixelImage | undefined {
  const version = /^\/(?:([rjg]|mp|debug\/mp)\/)?collect$/.exec(path);
  if (!version || !(isHost(host, 'google-analytics.com') || isHost(host, 'analytics.google.com'))) return undefined;
  const parameters = parametersOf(query);
  const id = parameters.get('tid') ?? parameters.get('measurement_id') ?? undefined;
  const isUniversal = version[1] === undefined || version[1] === 'r' || version[1] === 'j';
  const vendor = vendorOf(id ?? '') ?? (isUniversal ? 'ua' : 'google_tag');
  return { vendor, ...(id !== undefined && { id }), injected: parameters.has('_v') || parameters.has('gtm') };
}

/** `googleadservices.com/pagead/conversion/123456789/?label=…`, `doubleclick.net/pagead/viewthroughconversion/123456789/`. */
function adsConversion({ host, path, query }: Address): PixelImage | undefined {
  const account = /^\/pagead\/(?:1p-|viewthrough)?conversion\/(\d{6,12})(?:\/|$)/.exec(path)?.[1];
  if (account === undefined || !ADS_HOSTS.some((domain) => isHost(host, domain))) return undefined;
  return { vendor: 'google_ads', id: `AW-${account}`, injected: parametersOf(query).has('random') };
}

const ADS_HOSTS = ['googleadservices.com', 'doubleclick.net', 'google.com'];

/** Values such as `ud[em]` must be SHA-256 in hexadecimal (developers.facebook.com, advanced matching). */
function hasCustomerData(parameters: URLSearchParams): boolean {
  for (const [name, value] of parameters) {
    if (/^ud\[(em|ph|fn|ln|db|zp)\]$/.test(name) && /[@\d]/.test(value) && !/^[0-9a-f]{64}$/i.test(value)) return true;
  }
  return false;
}

/** Whether an id is a placeholder: `YOUR_PIXEL_ID`, `GTM-XXXX`, an unrendered `{{ … }}`, or empty. */
export function isPlaceholder(id: string): boolean {
  return (
    id.trim() === '' ||
    /\{\{|\}\}|\{%|%\}|\$\{|<%/.test(id) ||
    /X{4,}|^[A-Z]{1,3}-(?:X+|[x.*#?_-]+|)$|[<>[\]#*]|\.\.\./i.test(id) ||
    /YOUR|PIXEL_?ID|TAG_?ID|MEASUREMENT|TRACKING_?ID|CONTAINER_?ID|INSERT|REPLACE|EXAMPLE|PLACEHOLDER|TODO/i.test(id) ||
    /^(UA-0{4,}|G-0{6,}|GTM-0{4,}|0{8,}|1234567890?)/.test(id) ||
    /^(?:AW|UA|G|GT|GTM)-(\w)\1{5,}$/.test(id)
  );
}

/** What is wrong with a Meta pixel id. Undefined if it can work (13 to 17 digits). */
export function faultOfMetaId(id: string): 'placeholder' | 'shape' | undefined {
  if (/^\d{13,17}$/.test(id)) return undefined;
  return isPlaceholder(id) || !/\d/.test(id) ? 'placeholder' : 'shape';
}

/** What is wrong with a Google id. Undefined if it can work. `G-` with digits only is a property number, not a tag id. */
export function faultOfGoogleId(id: string): 'placeholder' | 'shape' | undefined {
  if (isPlaceholder(id)) return 'placeholder';
  if (/^G-\d+$/.test(id)) return 'shape';
  if (
    /^(G-[A-Z0-9]{5,14}|GT-[A-Z0-9]{5,12}|GTM-[A-Z0-9]{4,10}|UA-\d{4,10}-\d{1,4}|AW-\d{6,12}|DC-\d{4,12}|OPT-\w{4,12})$/i.test(
      id,
    )
  )
    return undefined;
  return 'shape';
}
