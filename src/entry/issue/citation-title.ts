/**
 * What may stand behind a citation: the title of its rule. Anything else there may cite a second rule, or say that the product was not
 * tested or has failed, and must not pass as the rule before it (16 CFR 1110.11(a)(2) asks for each rule separately).
 */
import { namesOthers } from './general-statement.ts';

/** What stands between a citation and its title. */
const SEPARATOR = / - |: |, | \(/g;
/** Words that nobody writes in the title of a rule: the product failed, or was not tested yet. */
const NOT_DONE = wordSet(
  'await awaited awaiting canceled cancelled doubtful except excepting excluding expired fail failed failing fails failure ' +
    'failures inapplicable incomplete inconclusive invalid later missing noncompliance noncompliant nonconforming ongoing outstanding ' +
    'partially partly pending planned preliminary provisional refused rejected revoked scheduled should soon tba tbc tbd unconfirmed ' +
    'unknown untested until unverified void waived will withdrawn without would',
);
/** Several such words. `to be` may belong to a title if it goes on as `articles intended to be used by children` does. */
const NOT_DONE_PHRASES =
  /\bto (?:be(?! (?:used|worn)\b)|follow\b)|\b(?:in pro(?:gress|cess)|under (?:test|review|evaluation)|n\/a|non[- ](?:appl|compl|conform))|\?/i;
/** `16 CFR part 1203 - not applicable` cites nothing. */
const DENIAL =
  /^(?:no|none|not)\b|^(?:exempt|exclud)|\b(?:does|do|did|is|are|was|has|have|had) not\b|n['’]t\b|\bnot (?:appl|certif|compl|confirm|conform|cover|done|known|me[et]t?|pass|relevant|requir|subject|test|yet)|\bnot\)?$/i;
/** What begins with a small word, or has the number of a part or a section: `, § 4` and `, 1303` cite more. */
const CITES_MORE =
  /^(?:also|and|or|plus|subpart|through|to|with)\b|\b1[0-7]\d\d\b|[§;+]|\b(?:parts?|subparts?|sections?|sec|paragraphs?)\.? ?\(?\d|\b(?:C\.?F\.?R|U\.?S\.?C|public law)\b/i;
const JOINS = / (?:and|plus) |[&,/]/i;
const NAMES_RULE = /\b(?:acts?|bans?|regulations?|rules?)\b/i;
/** A number in a title is a limit, or of a standard that the rule takes up. What begins with a standard cites it. */
const BEGINS_TITLE = /^(?:\p{L}\P{Nd}+$|\p{L}\p{Ll}|\d[\d.,]* ?(?:oz|ounces?|g|mg|ppm)\b)/u;
/** Of words that differ in number or spelling: helmets, fabric, labelling. */
const STEM_CHARS = 4;
/** Words that say nothing of which rule it is. */
const OF_ANY_RULE = wordSet(
  'a act and articles ban banned certain cfr consumer cpsc for from in its item materials of on or our part product products ' +
    'regulation requirement requirements rule rules safety standard standards test testing the their this to under with',
);

/** Which words may stand behind a citation. */
export interface TitleWords {
  /** What is known of the rule: its titles, and what it applies to. Empty if it is not in the catalogue. */
  own: readonly string[];
  /** The titles of all rules. */
  all: readonly string[];
}

/** Where a text can be parted into a citation and what stands behind it. */
export function* titlePlaces(text: string): Generator<{ citation: string; title: string }> {
  for (const { 0: separator, index } of text.matchAll(SEPARATOR)) {
    const rest = text.slice(index + separator.length);
    const title = separator === ' (' ? withinBrackets(rest) : rest;
    if (title !== undefined) yield { citation: text.slice(0, index), title };
  }
}

/** The title in brackets, and a second title behind them. Undefined if other words follow the brackets. */
function withinBrackets(text: string): string | undefined {
  let depth = 1;
  for (const [index, character] of [...text].entries()) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (depth > 0) continue;
    const behind = [...text].slice(index + 1).join('');
    return behind === '' || /^[.,;]$|^(?: -|:|,| \() ?/.test(behind) ? text : undefined;
  }
  return undefined;
}

/** Whether a text can be the title of the rule, and nothing else. */
export function isTitle(text: string, { own, all }: TitleWords): boolean {
  if (!/\p{L}{2}/u.test(text)) return false;
  const words = spaced(text);
  if (own.some((title) => spaced(title).includes(words))) return true;
  return (
    BEGINS_TITLE.test(text) &&
    !NOT_DONE_PHRASES.test(text) &&
    !DENIAL.test(text) &&
    !CITES_MORE.test(text) &&
    !words.split(' ').some((word) => NOT_DONE.has(word)) &&
    !namesOthers(text) &&
    !namesSecondRule(text, own) &&
    !all.some((title) => words.includes(spaced(title)) && !own.includes(title))
  );
}

/** `bicycle helmets & lead paint rule`: what is joined on speaks of a rule, in words that are not those of this one. */
function namesSecondRule(text: string, own: readonly string[]): boolean {
  const [, ...joined] = text.split(JOINS);
  return own.length > 0 && joined.some((part) => NAMES_RULE.test(part) && !isLike(part, own));
}

/** Whether a title shares a word with the known ones. A title of general words alone, such as `Safety standard`, passes. */
export function isLike(title: string, known: readonly string[]): boolean {
  const stems = (text: string) =>
    spaced(text)
      .split(' ')
      .filter((word) => word !== '' && !OF_ANY_RULE.has(word))
      .map((word) => word.slice(0, STEM_CHARS));
  const knownStems = new Set(known.flatMap(stems));
  const said = stems(title);
  return said.length === 0 || said.some((stem) => knownStems.has(stem));
}

/** The words of a text between blanks, so that a phrase is found only as whole words. */
function spaced(text: string): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return ` ${words?.join(' ') ?? ''} `;
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
