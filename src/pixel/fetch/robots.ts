/**
 * Reads a robots.txt and says which paths of a site a scan may fetch (RFC 9309). Runs in a worker, because a stranger wrote the file.
 * Work is counted. If a file costs more than any real one, the answer for the paths that are left is no: the shop then loses nothing
 * but pages of its report.
 */
import { Effort } from '../../domain/effort.ts';
import { ROBOTS_BYTES_MAX } from './robots-answer.ts';

const SITEMAPS_MAX = 5;
const ADDRESS_CHARS_MAX = 2048;
const WORK_MIN = 2_000_000;
const WORK_PER_CHAR = 12;

interface PathRule {
  allow: boolean;
  /** The parts of the pattern between its asterisks. */
  parts: string[];
  /** The pattern ends with `$`. */
  whole: boolean;
  /** Octets of the pattern. The longest pattern that matches decides. */
  length: number;
}

/** The rules of one agent. */
interface Robots {
  rules: PathRule[];
  /** Of the same groups as the rules. */
  crawlDelaySeconds?: number;
  /** Addresses as written, at most five. */
  sitemaps: string[];
  effort: Effort;
}

/** The product token of a user agent: `PortsideScan` of `PortsideScan/1.0 (+mail)`. A robots.txt names us by it. */
export function productToken(userAgent: string): string {
  return /^[a-z_-]*/i.exec(userAgent)![0];
}

/**
 * The rules for the agent with this product token: those of all groups that name it, else of all groups for `*`. An unknown line is
 * ignored and does not end a group. A file that `isCut` loses its last line, which may be half a pattern.
 */
export function parseRobots(text: string, token: string, isCut = false): Robots {
  const effort = new Effort(WORK_MIN + WORK_PER_CHAR * Math.min(text.length, ROBOTS_BYTES_MAX));
  const own: Robots = { rules: [], sitemaps: [], effort };
  const any: Robots = { rules: [], sitemaps: [], effort };
  const agent = token.toLowerCase();
  let isNamed = false;
  let [forOwn, forAny, inRules] = [false, false, false];
  for (const [key, value] of linesOf(text, isCut)) {
    if (key === 'user-agent') {
      if (inRules) [forOwn, forAny, inRules] = [false, false, false];
      if (/^\*(\s|$)/.test(value)) forAny = true;
      else if (productToken(value).toLowerCase() === agent) forOwn = isNamed = true;
    } else if (key === 'sitemap') {
      if (any.sitemaps.length < SITEMAPS_MAX && value.length <= ADDRESS_CHARS_MAX) any.sitemaps.push(value);
    } else if (key === 'allow' || key === 'disallow') {
      inRules = true;
      const rule = value === '' ? undefined : ruleOf(key === 'allow', value);
      if (rule && forOwn) own.rules.push(rule);
      if (rule && forAny) any.rules.push(rule);
    } else if (key === 'crawl-delay' && /^\d{1,9}(\.\d{1,9})?$/.test(value)) {
      for (const group of [forOwn ? own : [], forAny ? any : []].flat())
        group.crawlDelaySeconds = Math.max(group.crawlDelaySeconds ?? 0, Number(value));
    }
  }
  return { ...(isNamed ? own : any), sitemaps: any.sitemaps };
}

/** Names in lower case and values of the lines `name: value # comment`. Lines of another form are left out. */
function* linesOf(text: string, isCut: boolean): Generator<[string, string]> {
  const lines = text
    .slice(0, ROBOTS_BYTES_MAX)
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/);
  if (isCut || text.length > ROBOTS_BYTES_MAX) lines.pop();
  for (const line of lines) {
    const comment = line.indexOf('#');
    const content = comment < 0 ? line : line.slice(0, comment);
    const colon = content.indexOf(':');
    if (colon > 0) yield [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()];
  }
}

/** A pattern begins with `/`, or with `*` as in Shopify's own file. Anything else matches no path. */
function ruleOf(allow: boolean, value: string): PathRule | undefined {
  if (!/^[/*]/.test(value)) return undefined;
  const whole = value.endsWith('$');
  const pattern = whole ? value.slice(0, -1) : value;
  const parts = pattern.split('*').map(normal);
  return { allow, parts, whole, length: parts.join('*').length + Number(whole) };
}

/**
 * Whether a path with its query, such as `/search?q=a`, may be fetched. The longest pattern that matches decides, and `Allow` wins
 * a tie. `/robots.txt` itself is always allowed.
 */
export function isAllowed({ rules, effort }: Robots, path: string): boolean {
  if (path === '/robots.txt') return true;
  if (path.length > ADDRESS_CHARS_MAX) return false;
  const wanted = normal(path);
  let allowed = true;
  let longest = -1;
  for (const rule of rules) {
    effort.done++;
    if (effort.spent) return false;
    if (rule.length < longest || (rule.length === longest && !rule.allow)) continue;
    if (matches(rule, wanted, effort)) [longest, allowed] = [rule.length, rule.allow];
  }
  return !effort.spent && allowed;
}

/** Each part is looked for from the end of the one before it. The first place is the best one, so nothing is tried twice. */
function matches({ parts, whole }: PathRule, path: string, effort: Effort): boolean {
  const last = parts.length - 1;
  let at = 0;
  for (const [i, part] of parts.entries()) {
    if (i === last && whole && i > 0)
      return path.length - part.length >= at && startsAt(path, part, path.length - part.length, effort);
    const found = i === 0 ? (startsAt(path, part, 0, effort) ? 0 : -1) : find(path, part, at, effort);
    if (found < 0) return false;
    at = found + part.length;
  }
  return !whole || at === path.length;
}

function find(path: string, part: string, from: number, effort: Effort): number {
  for (let at = from; at + part.length <= path.length && !effort.spent; at++)
    if (startsAt(path, part, at, effort)) return at;
  return -1;
}

/** Compares one character after another, so that what it costs is known. */
function startsAt(path: string, part: string, at: number, effort: Effort): boolean {
  let same = 0;
  while (same < part.length && path.charCodeAt(at + same) === part.charCodeAt(same)) same++;
  effort.done += same + 1;
  return same === part.length;
}

/**
 * The one spelling of a path or a part of a pattern (RFC 9309, 2.2.2): an escaped unreserved character stands for itself, everything
 * that is not printable ASCII is escaped, and so are `*` and `$`, which are themselves in a path and at most escaped in a pattern.
 */
function normal(text: string): string {
  return text.replace(/%[0-9a-f]{2}|[^!-~]+|[*$]/gi, (piece) => {
    if (piece === '*') return '%2A';
    if (piece === '$') return '%24';
    if (piece[0] !== '%') return encodeURIComponent(piece.toWellFormed());
    const character = String.fromCharCode(Number.parseInt(piece.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : piece.toUpperCase();
  });
}

/** A page in the place of the file: a challenge, or the home page of a site without a robots.txt. It says nothing about paths. */
export function isPage(text: string): boolean {
  return /^[\s\ufeff]*</.test(text.slice(0, 1024));
}
