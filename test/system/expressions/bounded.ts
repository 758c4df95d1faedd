/**
 * Expressions that the checker cannot prove in its time, or that are quadratic, each with the longest text it can meet. Counts such
 * as `{1,253}` and case-insensitive words with many branches take the checker too long.
 */
export interface Bounded {
  pattern: string;
  /** The longest text in characters, or null if the expression is linear by its shape, which `why` explains. */
  charsMax: number | null;
  why: string;
}

const ANCHORED = 'anchored, and each part ends where the next begins, so there is one way to match';
const CITATION = 'one citation of a certificate request; the schema limits its length';

export const BOUNDED: readonly Bounded[] = [
  // entry
  { pattern: String.raw`^[\x20-\x7e]{1,255}$`, charsMax: null, why: ANCHORED },
  {
    pattern: String.raw`\/+$`,
    charsMax: 2048,
    why: 'the base address, which the operator sets or a checked Host header gives',
  },
  {
    pattern:
      '^(?:title\\s*)?16\\s*C\\.?\\s?F\\.?\\s?R\\.?\\s*(?:(?:parts?|pt\\.?|§|section|sec\\.?)\\s*)?(\\d{4})(?:\\.(\\d{1,4}[a-z]?))?((?:\\([a-z0-9]{1,5}\\))*)$',
    charsMax: 300,
    why: CITATION,
  },
  {
    pattern:
      '^ASTM\\s+([A-G]\\d{1,4}M?)(?:-\\d{2,4}[a-z]?\\d?)?(?:\\s+(?:§|section|sec\\.?)\\s*(\\d{1,3}(?:\\.\\d{1,3}){0,5}))?$',
    charsMax: 300,
    why: CITATION,
  },
  { pattern: '^(?:UL|ANSI|NFPA|CSA|ISO)[ /](?=.{0,40}\\d)[A-Z0-9][A-Z0-9 ./:-]{0,40}$', charsMax: 300, why: CITATION },
  { pattern: String.raw`\([^)]+\)`, charsMax: 300, why: CITATION },
  { pattern: String.raw`\b1[56]\s*(?:C\.?\s?F\.?\s?R|U\.?\s?S\.?\s?C)\b.*\d{4}`, charsMax: 300, why: CITATION },
  {
    pattern:
      '^(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]{0,61}[\\p{L}\\p{N}\\p{M}])?[.。．｡])+[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}-]{0,61}[\\p{L}\\p{N}\\p{M}]$',
    charsMax: 508,
    why: 'the domain of a mail address; the schema limits the address to 254 code points',
  },
  {
    pattern: String.raw`^\/api\/v1\/entry\/gcc\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.pdf$`,
    charsMax: null,
    why: ANCHORED,
  },
  { pattern: String.raw`^[\w-]{1,32}$`, charsMax: null, why: ANCHORED },
  {
    pattern: '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}',
    charsMax: null,
    why: 'a fixed length of 36, so each place costs at most 36 characters',
  },
  // http
  {
    pattern: '^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$',
    charsMax: null,
    why: ANCHORED,
  },
  // pixel
  {
    pattern: String.raw`charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r "';]+))`,
    charsMax: 65_536,
    why: 'a header, or the first 1,024 bytes of a page; a match begins only at the word, and a quoted value ends at the next one',
  },
  {
    pattern: String.raw`([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r "'>][^\t\n\f\r >]*)?))?`,
    charsMax: 1024,
    why: 'the first 1,024 bytes of a page',
  },
  {
    pattern: String.raw`^<\?xml[^>]*\sencoding\s*=\s*(?:"([^"]*)"|'([^']*)')`,
    charsMax: 1024,
    why: 'the first 1,024 bytes of a page',
  },
  { pattern: String.raw`^[0-9a-f]{8,64}-(?:(?:text|application)\/javascript|module)$`, charsMax: null, why: ANCHORED },
  {
    pattern: String.raw`^\s*BEGIN app (block|snippet):\s*(?:shopify:\/\/apps\/)?([\w.-]+)`,
    charsMax: 512,
    why: 'a comment; longer ones are ignored',
  },
  {
    pattern: String.raw`cdn\.shopify\.com\/extensions\/[\w-]+\/([\w.-]+)\/`,
    charsMax: null,
    why: 'a match begins only at the host, and neither name can contain the slash that ends it',
  },
  { pattern: String.raw`^(?:https?:)?\/\/([\w.-]{1,253})`, charsMax: null, why: ANCHORED },
  { pattern: String.raw`^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,80}$`, charsMax: null, why: ANCHORED },
  { pattern: '^[0-9a-f]{64}$', charsMax: null, why: ANCHORED },
  { pattern: '^(UA-0{4,}|G-0{6,}|GTM-0{4,}|0{8,}|1234567890?)', charsMax: null, why: ANCHORED },
  {
    pattern: String.raw`\/\/[^/]*googletagmanager\.com\/`,
    charsMax: 512,
    why: 'the address of a container, whose host and path are limited',
  },
  {
    pattern: `(secret|token|password)["'\`]?\\s*[:=]\\s*["'\`]?[^\\s"'\`&,)]+`,
    charsMax: 120,
    why: 'an excerpt',
  },
];
