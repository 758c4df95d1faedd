/**
 * Citations of CPSC rules: their grammar, the catalogue, and notes on them. Nothing here refuses a request: a citation is
 * printed as given.
 */
import { LRUCache } from 'lru-cache';
import rules from '../../../data/entry/cpsc-rules.json' with { type: 'json' };
import type { Note } from '../../domain/certificate.ts';
import { isGeneral, namesOthers } from './general-statement.ts';

/** An entry of `data/entry/cpsc-rules.json`. The README there explains each basis. */
export interface Rule {
  citation: string;
  title: string;
  appliesTo: string;
  certificate: 'GCC' | 'CPC' | 'GCC+CPC';
  basis: 'cpsc-list-excerpt' | 'other-document-excerpt' | 'knowledge';
  vacated?: boolean;
  note?: string;
}

const catalogue = rules as Rule[];

/** A parsed citation: its canonical spelling, then broader ones (`16 CFR 1610.1(d)`, `16 CFR 1610.1`, `16 CFR 1610`). */
export type CitationKeys = [canonical: string, ...broader: string[]];

const CFR =
  /^(?:title\s*)?16\s*C\.?\s?F\.?\s?R\.?\s*(?:(?:parts?|pt\.?|§|section|sec\.?)\s*)?(\d{4})(?:\.(\d{1,4}[a-z]?))?((?:\([a-z0-9]{1,5}\))*)$/i;
/** A part of a part. The catalogue lists none. */
const SUBPART = /,? \(?subpart ([a-z]{1,2})\)?$/i;
const USC =
  /^15\s*U\.?\s?S\.?\s?C\.?\s*(?:(?:§|section|sec\.?)\s*)?(\d{4}[a-z]?)((?:\([a-z0-9]{1,5}\))*)(?:\s+note)?$/i;
const ASTM =
  /^ASTM\s+([A-G]\d{1,4}M?)(?:-\d{2,4}[a-z]?\d?)?(?:\s+(?:§|section|sec\.?)\s*(\d{1,3}(?:\.\d{1,3}){0,5}))?$/i;
const STANDARD = /^(?:UL|ANSI|NFPA|CSA|ISO)[ /](?=.{0,40}\d)[A-Z0-9][A-Z0-9 ./:-]{0,40}$/i;
const ACT = /^(CPSIA|CPSA|FHSA|FFA|PPPA)\s*(?:§|section|sec\.?)\s*(\d{1,3}[a-z]?(?:\([a-z0-9]{1,5}\))*)$/i;
const PUBLIC_LAW = /^(?:P\.?\s?L\.?|Pub\.?\s?L\.?|Public Law)\s*(?:No\.?\s*)?(\d{2,3}-\d{1,4})$/i;
/** What stands between a citation and its title. */
const TITLE_SEPARATOR = / - |: |, | \(/g;
/** What begins with a small word or has the number of a part or a section is no title: `, § 4` and `, 1303` cite more. */
const CITES_MORE =
  /^(?:also|and|or|plus|through|to|with)\b|\b1[0-7]\d\d\b|§|\b(?:parts?|sections?|sec|paragraphs?|C\.?F\.?R|U\.?S\.?C)\b/i;
/** `16 CFR part 1203 - not applicable` cites nothing. */
const DENIAL =
  /^(?:inapplicable|n\/a|no|none|not|waived)\b|^(?:except|exempt|exclud)|\b(?:does|do|did|is|are|was) not\b|n['’]t\b|\bnot (?:appl|cover|requir|subject|test)/i;

/** The citation before a title, as in `16 CFR part 1203 - Bicycle helmets` or `16 CFR part 1203 (Bicycle helmets)`. */
function withoutTitle(text: string): string {
  for (const { 0: separator, index } of text.matchAll(TITLE_SEPARATOR)) {
    const title = text.slice(index + separator.length);
    if (isTitle(title, separator)) return text.slice(0, index);
  }
  return text;
}

function isTitle(title: string, separator: string): boolean {
  if (title === '' || DENIAL.test(title) || namesOthers(title) || /^subpart /i.test(title)) return false;
  if (separator === ' - ') return true;
  // A number in a title is a limit, or of a standard that the rule takes up.
  return /^\p{L}\P{Nd}+$/u.test(title) || (/^\p{L}\p{Ll}/u.test(title) && !CITES_MORE.test(title));
}

/** Parses a citation in any usual spelling. Undefined for anything else, including foreign rules. */
export function parseCitation(text: string): CitationKeys | undefined {
  const spaced = text
    .normalize('NFKC')
    .trim()
    .replace(/[‐‑–—]/g, '-')
    .replace(/\s+/g, ' ');
  const bare = withoutTitle(spaced).replace(/[.,;]$/, '');

  const subpart = SUBPART.exec(bare);
  const cfr = CFR.exec(subpart ? bare.slice(0, subpart.index) : bare);
  if (cfr) {
    const [, part = '', section, paragraphs = ''] = cfr;
    const partKey = `16 CFR ${part}`;
    if (subpart)
      return section === undefined ? [`${partKey} subpart ${subpart[1]!.toUpperCase()}`, partKey] : undefined;
    return narrowestFirst(section === undefined ? [partKey] : [partKey, `${partKey}.${section}`], paragraphs);
  }
  const usc = USC.exec(bare);
  if (usc) return narrowestFirst([`15 U.S.C. ${usc[1]!.toLowerCase()}`], usc[2] ?? '');
  const astm = ASTM.exec(bare);
  if (astm) {
    const standard = `ASTM ${astm[1]!.toUpperCase()}`;
    return astm[2] === undefined ? [standard] : [`${standard} ${astm[2]}`, standard];
  }
  const act = ACT.exec(bare);
  if (act) return [`${act[1]!.toUpperCase()} § ${act[2]!.toLowerCase()}`];
  const law = PUBLIC_LAW.exec(bare);
  if (law) return [`P.L. ${law[1]}`];
  return STANDARD.test(bare) ? [bare.toUpperCase()] : undefined;
}

function narrowestFirst(broad: [string, ...string[]], paragraphs: string): CitationKeys {
  const keys: CitationKeys = [...broad];
  for (const paragraph of paragraphs.toLowerCase().match(/\([^)]+\)/g) ?? []) keys.push(keys.at(-1) + paragraph);
  return keys.reverse() as CitationKeys;
}

let index: Map<string, Rule> | undefined;

/** What one text cites. */
interface Citation {
  keys?: CitationKeys;
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
  index ??= new Map(catalogue.map((rule) => [parseCitation(rule.citation)?.[0] ?? rule.citation, rule]));
  const keys = parseCitation(text);
  const key = keys?.find((each) => index!.has(each));
  const rule = key === undefined ? undefined : index.get(key);
  const citation = { keys, rule, exact: key === keys?.[0] ? rule : undefined };
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

export function evaluateCitation(text: string): CitationStatus {
  const { keys, rule, exact } = readCitation(text);
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

/** Catalogue entries that contain every word of `query`, preceded by the one that `query` cites. Each has its basis. */
export function searchCitations(query: string, limit = 20): Rule[] {
  const cited = findRule(query);
  const words = query
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  const found = catalogue.filter((rule) => {
    const text = `${rule.citation} ${rule.title} ${rule.appliesTo}`.toLowerCase();
    return rule !== cited && words.length > 0 && words.every((word) => text.includes(word));
  });
  return (cited ? [cited, ...found] : found).slice(0, limit);
}

/** Text that names a part or section, such as "all requirements of 16 CFR part 1203". */
const NAMES_PART = /\b1[56]\s*(?:C\.?\s?F\.?\s?R|U\.?\s?S\.?\s?C)\b.*\d{4}/is;

/**
 * Whether a text is a general statement of compliance in place of a citation, or behind one. CPSC calls this a defect, because each
 * rule must be listed separately.
 */
export function isBlanket(text: string): boolean {
  if (citationKeys(text) !== undefined) return false;
  return NAMES_PART.test(text) ? namesOthers(text) : isGeneral(text);
}

/**
 * Whether a text cites a rule, even in a spelling that we cannot parse. A general statement does not, and neither does a text
 * without a number ("CPSIA compliant", "none"), because every citation contains one.
 */
export function citesRule(text: string): boolean {
  return citationKeys(text) !== undefined || NAMES_PART.test(text) || (/\p{Nd}/u.test(text) && !isBlanket(text));
}

/** Notes on the cited rules (16 CFR 1110.11(a)(2)), in order; at most two for each. Defects are in `conditions.ts`. */
export function citationNotes(cited: readonly string[]): Note[] {
  const notes: Note[] = [];
  const seen = new Set<string>();
  for (const [position, text] of cited.entries()) {
    const note = (kind: string, message: string) =>
      notes.push({ path: `/cpsc_rules_cited/${position}`, kind, message });
    const { keys, rule } = readCitation(text);

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
