/** General statements of compliance, such as "Complies with all CPSC rules". They are recognised by their words, in English. */

const QUANTIFIERS = wordSet('all any applicable each entire every everything pertinent relevant whole');
const LAWS = wordSet(
  'act acts ban bans law laws regulation regulations requirement requirements rule rules standard standards statute statutes',
);
const AUTHORITIES = wordSet('american federal national us usa');
const COMPLIANCE = wordSet(
  'accordance compliance compliant complied complies comply complying conform conformity conforms fulfills fulfils meets satisfies',
);
const CONJUNCTIONS = wordSet('and as plus with');
/** Of an act, an agency or a title of the code as a whole, in any script around it. */
const WHOLE_LAW = /CPS(?:A|C|IA)|consumer product safety|\b1[56]\s?(?:C\.?\s?F\.?\s?R|U\.?\s?S\.?\s?C)/i;
/** The numbers in a text that are not those of a rule: of a title of the code, and of a year. */
const NOT_A_RULE = /\b1[56]\s?(?:C\.?\s?F\.?\s?R|U\.?\s?S\.?\s?C)|\b(?:19|20)\d\d\b/gi;
const RANGE = /\d{4} ?(?:-|–|to\b|through\b|et seq)/i;

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** "U.S." is one word. */
function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('.', '')
      .match(/\p{L}+/gu) ?? []
  );
}

/** Whether a text that cites no rule is general: about all rules, or about compliance without the number of a rule. */
export function isGeneral(text: string): boolean {
  const words = wordsOf(text);
  const quantifier = words.findIndex((word) => QUANTIFIERS.has(word));
  const law = words.findLastIndex((word) => LAWS.has(word));
  if (quantifier >= 0 && law > quantifier) return true;
  if (/\p{Nd}/u.test(text.replace(NOT_A_RULE, ''))) return false;
  return (
    quantifier >= 0 ||
    WHOLE_LAW.test(text) ||
    words.some((word) => COMPLIANCE.has(word)) ||
    (law >= 0 && words[law]!.endsWith('s') && words.some((word) => AUTHORITIES.has(word)))
  );
}

/** Whether a text goes beyond the rule it names: "and all other rules", "any rule of parts 1000 to 1799", "as applicable". */
export function namesOthers(text: string): boolean {
  const words = wordsOf(text);
  return (
    (words.includes('other') && words.some((word) => LAWS.has(word))) ||
    words.some((word, index) => QUANTIFIERS.has(word) && CONJUNCTIONS.has(words[index - 1] ?? '')) ||
    (words.some((word) => QUANTIFIERS.has(word)) && RANGE.test(text))
  );
}
