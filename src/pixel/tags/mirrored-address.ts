/**
 * Addresses that a program has rewritten which saved the page: HTTrack and wget put the host into the path and the query into the
 * name of the file, browsers keep only the name. The original address is put together again.
 */

const VENDOR_HOSTS = [
  'googletagmanager.com',
  'facebook.net',
  'google-analytics.com',
  'googleadservices.com',
  'doubleclick.net',
];
const ARCHIVE = 'web.archive.org/web/';
/** What is added to the name of a file: a number of the copy, four digits of a hash, another ending. */
const ADDED =
  /^(js|gtm|fbevents|analytics|optimize)(?:[-_]\d{1,2}|\(\d{1,2}\)|[0-9a-f]{4})?(?:\.(?:js|html?|download)){0,3}$/i;
/** Longer paths are no scripts of a vendor. */
const PATH_CHARS_MAX = 512;

/**
 * The address before the page was saved: `https://www.googletagmanager.com/gtag/js?id=…`. Undefined if the path does not look like
 * one of a saved page. `text` is a relative address, or one of the Wayback Machine.
 */
export function mirroredAddress(text: string): string | undefined {
  if (text.length > PATH_CHARS_MAX || !mayBeMirrored(text)) return undefined;
  const archived = archivedAddress(text);
  if (archived !== undefined) return archived;
  if (text.startsWith('//') || /^[a-z][a-z0-9+.-]*:/i.test(text)) return undefined;
  const parts = text.replace(/%3F/gi, '?').split('/');
  const hostAt = parts.findIndex(isVendorHost);
  if (hostAt < 0) return undefined;
  const host = parts[hostAt]!.toLowerCase();
  const rest = parts.slice(hostAt + 1).join('/');
  const [path = '', query = ''] = rest.replace(/@(?=id=)/, '?').split('?', 2);
  const slash = path.lastIndexOf('/') + 1;
  const name = originalName(path.slice(slash));
  const cleanQuery = query.replace(/\.(?:js|html?|download)$/i, '');
  return `https://${host}/${path.slice(0, slash)}${name}${cleanQuery === '' ? '' : `?${cleanQuery}`}`;
}

/** `https://web.archive.org/web/2021js_/https://…` */
function archivedAddress(text: string): string | undefined {
  const at = text.indexOf(ARCHIVE);
  const from = at < 0 || at > 'https://'.length ? -1 : text.indexOf('/', at + ARCHIVE.length) + 1;
  const address = from > 0 ? text.slice(from) : '';
  return /^(?:https?:)?\/\//i.test(address) ? address : undefined;
}

function isVendorHost(part: string): boolean {
  const host = part.toLowerCase();
  return VENDOR_HOSTS.some((known) => host === known || host.endsWith(`.${known}`));
}

function originalName(file: string): string {
  const known = ADDED.exec(file)?.[1]?.toLowerCase();
  if (known !== undefined) return known === 'js' ? 'js' : `${known}.js`;
  // `signals/config/<id>`: the digits of a hash follow those of the id, which has at most 17.
  const [, id, hash] = /^(\d{13,17})([0-9a-f]{4})\.(?:js|html)$/.exec(file) ?? [];
  return id !== undefined && hash !== undefined && (/[a-f]/.test(hash) || id.length + hash.length > 17) ? id : file;
}

/** A cheap test: every address of a page is asked. */
function mayBeMirrored(text: string): boolean {
  const first = text.charCodeAt(0);
  const isRelative = first === 46 || (!text.startsWith('http') && first !== 47);
  if (isRelative || (first === 47 && text.charCodeAt(1) !== 47))
    return VENDOR_HOSTS.some((host) => text.includes(host));
  return text.includes(ARCHIVE);
}
