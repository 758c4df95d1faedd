/**
 * Citations of CPSC rules: their grammar, the catalogue, and notes on them. Nothing here refuses a request: a citation is
 * printed as given.
 */
import { LRUCache } from 'lru-cache';
import codes from '../../../data/entry/citation-codes.json' with { type: 'json' };
import rules from '../../../data/entry/cpsc-rules.json' with { type: 'json' };
import type { Note } from '../../domain/certificate.ts';
import { type CitationKeys, parseBare, severalCitations } from './citation-grammar.ts';
import { isLike, isTitle, titlePlaces } from './citation-title.ts';
import { isGeneral, namesOthers } from './general-statement.ts';
import { findRules } from './rule-search.ts';

/** An entry of `data/entry/cpsc-rules.json`. The README there explains each basis. */
export interface Rule {
  citation: string;
  title: string;
  appliesTo: string;
  certificate: 'GCC' | 'CPC' | 'GCC+CPC';
  basis: 'cpsc-list-excerpt' | 'other-document-excerpt' | 'knowledge';
  /** What was read of it. Null if nothing was. */
  source: string | null;
  /** Other citations of the same rule, such as the section of the act that became a section of the code. */
  alsoCited?: string[];
  /** Everyday words for what it applies to, for the search alone. */
  words?: string[];
  vacated?: boolean;
  note?: string;
}

const catalogue = rules as Rule[];

/** What the provisions are about that exclude from testing. */
const exclusionTitles = new Map(
  codes.flatMap(({ citation, title }) => (title === undefined ? [] : [[parseBare(citation)![0], title] as const])),
);
const index = new Map(
  catalogue.flatMap((rule) =>
    [rule.citation, ...(rule.alsoCited ?? [])].map((citation) => [parseBare(citation)![0], rule] as const),
  ),
);
const TITLES = catalogue.map(({ title }) => title);

/** Parses a citation in any usual spelling. Undefined for anything else, including foreign rules. */
export function parseCitation(text: string): CitationKeys | undefined {
  const plain = plainText(text);
  return readTitled(plain)?.keys ?? parseBare(plain);
}

/**
 * Whether the words behind a citation have nothing in common with what is known of its rule, as in `16 CFR part 1203 - lead paint`.
 * They may speak of another rule, in words that nothing here recognises.
 */
export function hasForeignTitle(text: string): boolean {
  const read = readTitled(plainText(text));
  const own = read ? titlesOf(read.keys) : [];
  return own.length > 0 && !isLike(read!.title, own);
}

function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .replace(/[‐‑–—]/g, '-')
    .replace(/\s+/g, ' ');
}

/** The citation before a title, as in `16 CFR part 1203 - Bicycle helmets` or `16 CFR part 1203 (Bicycle helmets)`. */
function readTitled(text: string): { keys: CitationKeys; title: string } | undefined {
  for (const { citation, title } of titlePlaces(text)) {
    const keys = parseBare(citation);
    if (keys && isTitle(title, { own: titlesOf(keys), all: TITLES })) return { keys, title };
  }
  return undefined;
}

/** The catalogue entry of the narrowest key that has one. */
function entryOf(keys: CitationKeys | undefined): Rule | undefined {
  const key = keys?.find((each) => index.has(each));
  return key === undefined ? undefined : index.get(key);
}

function titlesOf(keys: CitationKeys): string[] {
  const rule = entryOf(keys);
  const exclusion = exclusionTitles.get(keys[0]);
  return [...(rule ? [rule.title, rule.appliesTo] : []), ...(exclusion === undefined ? [] : [exclusion])];
}

/** What one text cites. */
interface Citation {
  /** Undefined for a text that cites nothing, or several. */
  keys?: CitationKeys;
  /** Each citation of a text that cites several. */
  several?: string[];
  /** The narrowest catalogue entry that includes it. */
  rule?: Rule;
  /** The entry of exactly this citation. For a section of a part that has an entry, there is none. */
  exact?: Rule;
}

/** A request may have a hundred rules and a hundred exclusions, and each rule is compared with each exclusion: read each once. */
const citations = new LRUCache<string, Citation>({ max: 1000 });

function readCitation(text: string): Citation {
  const known = citations.get(text);
  if (known) return known;
  const keys = parseCitation(text);
  const rule = entryOf(keys);
  const several = keys ? undefined : severalCitations(plainText(text));
  const citation = { keys, rule, exact: keys && index.get(keys[0]), ...(several && { several }) };
  citations.set(text, citation);
  return citation;
}

/** The narrowest catalogue entry that includes the citation: for `16 CFR 1610.1(d)(1)` that is part 1610. */
export function findRule(text: string): Rule | undefined {
  return readCitation(text).rule;
}

/** The keys of a citation, as `parseCitation`, which reads each text once. */
export function citationKeys(text: string): CitationKeys | undefined {
  return readCitation(text).keys;
}

/**
 * Our short title of the cited rule, from the entry of exactly this citation: the title of a part is not the title of its sections.
 * Undefined if its basis is only `knowledge`: an unverified title must not be printed.
 */
export function printableTitle(text: string): string | undefined {
  const { exact } = readCitation(text);
  return exact && exact.basis !== 'knowledge' ? exact.title : undefined;
}

/** A citation as the catalogue spells it, or else as it is. */
export function canonicalCitation(text: string): string {
  return readCitation(text).exact?.citation ?? text;
}

/** Whether the catalogue has a rule of exactly this citation. */
export function isRule(text: string): boolean {
  return readCitation(text).exact !== undefined;
}

/** What the catalogue knows of one citation. Several may hold at once. */
export interface CitationStatus {
  /** Exactly this citation is in the catalogue as a rule for general-use products, and was not vacated. */
  isRecognised: boolean;
  /** It is, or is part of, a rule that is only for children's products. */
  isChildrensOnly: boolean;
  isVacated: boolean;
  /** A section or paragraph that the catalogue does not list, so nothing says that it exists. */
  isUnknownSection: boolean;
}

/** The citations of a text: itself, or each of several that stand in it (16 CFR 1110.11(a)(2) asks for each rule separately). */
export function citationsIn(text: string): readonly string[] {
  return readCitation(text).several ?? [text];
}

/** Of a text that cites several, what holds of any of them. */
export function evaluateCitation(text: string): CitationStatus {
  const { keys, rule, exact, several } = readCitation(text);
  if (several) {
    const each = several.map(evaluateCitation);
    return {
      isRecognised: each.some(({ isRecognised }) => isRecognised),
      isChildrensOnly: each.some(({ isChildrensOnly }) => isChildrensOnly),
      isVacated: each.some(({ isVacated }) => isVacated),
      isUnknownSection: each.some(({ isUnknownSection }) => isUnknownSection),
    };
  }
  const isCfrSection = keys?.[0].startsWith('16 CFR') === true && keys.length > 1;
  return {
    isRecognised: exact !== undefined && exact.certificate !== 'CPC' && !exact.vacated,
    isChildrensOnly: rule?.certificate === 'CPC',
    isVacated: rule?.vacated === true,
    isUnknownSection: keys !== undefined && exact === undefined && (rule !== undefined || isCfrSection),
  };
}

/** Every entry of the catalogue. */
export function allCitations(): readonly Rule[] {
  return catalogue;
}

/** Catalogue entries that fit the words of `query` best, preceded by those that it cites. Each has its basis. */
export function searchCitations(query: string, limit = 20): Rule[] {
  const cited = citationsIn(query).flatMap((text) => findRule(text) ?? []);
  const found = findRules(query, catalogue);
  // The beginning of a citation has no word.
  const begun = query.trim().toLowerCase();
  const named = (rule: Rule) => begun !== '' && rule.citation.toLowerCase().includes(begun);
  return [...new Set([...cited, ...(found.length > 0 ? found : catalogue.filter(named))])].slice(0, limit);
}

/** Text that names a part or section, such as "all requirements of 16 CFR part 1203". */
const NAMES_PART = /\b1[56]\s*(?:C\.?\s?F\.?\s?R|U\.?\s?S\.?\s?C)\b.*\d{4}/is;

/**
 * Whether a text is a general statement of compliance in place of a citation, or behind one. CPSC calls this a defect, because each
 * rule must be listed separately.
 */
export function isBlanket(text: string): boolean {
  if (citationKeys(text) !== undefined || readCitation(text).several) return false;
  return NAMES_PART.test(text) ? namesOthers(text) : isGeneral(text);
}

/**
 * Whether a text cites a rule, even in a spelling that we cannot parse. A general statement does not, and neither does a text
 * without a number ("CPSIA compliant", "none"), because every citation contains one.
 */
export function citesRule(text: string): boolean {
  const { keys, several = keys } = readCitation(text);
  return several !== undefined || NAMES_PART.test(text) || (/\p{Nd}/u.test(text) && !isBlanket(text));
}

/** Notes on the cited rules (16 CFR 1110.11(a)(2)), in order; at most two for each. Defects are in `conditions.ts`. */
export function citationNotes(cited: readonly string[]): Note[] {
  const notes: Note[] = [];
  const seen = new Set<string>();
  for (const [position, text] of cited.entries()) {
    const note = (kind: string, message: string) =>
      notes.push({ path: `/cpsc_rules_cited/${position}`, kind, message });
    const { keys, rule, several } = readCitation(text);
    // A defect says what is wrong with it.
    if (several) continue;

    // Two sections of a CFR part are one rule if the catalogue lists the part. Sections of a voluntary standard are not.
    const identity = (keys?.[0].startsWith('16 CFR') && rule?.citation) || keys?.[0] || text.toLowerCase();
    if (seen.has(identity)) note('duplicate', 'The same rule is cited above.');
    seen.add(identity);

    if (!keys && !isBlanket(text)) {
      note('unknown', 'Not recognised as a citation of a CPSC rule. Printed as given.');
    } else if (keys && !rule && !evaluateCitation(text).isUnknownSection) {
      note('unknown', 'Well formed, but not in the catalogue used here, which has gaps. Check the citation.');
    }
  }
  return notes;
}
