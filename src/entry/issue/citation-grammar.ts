/** The grammar of citations: of the CFR, statutes and standards, in any usual spelling. It knows no rule. */

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

/** Undefined for anything that is not one citation alone, including foreign rules. */
export function parseBare(text: string): CitationKeys | undefined {
  const bare = text.replace(/[.,;]$/, '');
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
