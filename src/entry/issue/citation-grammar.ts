/** The grammar of citations: of the CFR, statutes and standards, in any usual spelling. It knows no rule. */

/** A parsed citation: its canonical spelling, then broader ones (`16 CFR 1610.1(d)`, `16 CFR 1610.1`, `16 CFR 1610`). */
export type CitationKeys = [canonical: string, ...broader: string[]];

const CFR =
  /^(?:title\s*)?16\s*C\.?\s?F\.?\s?R\.?\s*(?:(?:parts?|pt\.?|§|section|sec\.?)\s*)?(\d{4})(?:\.(\d{1,4}[a-z]?))?((?:\([a-z0-9]{1,5}\))*)$/i;
/** A part of a part. The catalogue lists none. */
const SUBPART = /,? \(?subpart ([a-z]{1,2})\)?$/i;
const USC =
  /^15\s*U\.?\s?S\.?\s?C\.?\s*(?:(?:§|section|sec\.?)\s*)?(\d{4}[a-z]?(?:-\d{1,2})?)((?:\([a-z0-9]{1,5}\))*)(?:\s+\(?notes?\)?)?$/i;
const ASTM =
  /^ASTM\s+([A-G]\d{1,4}M?)(?:-\d{2,4}[a-z]?\d?)?(?:\s+(?:§|section|sec\.?)\s*(\d{1,3}(?:\.\d{1,3}){0,5}))?$/i;
const STANDARD = /^(?:UL|ANSI|NFPA|CSA|ISO)[ /](?=.{0,40}\d)[A-Z0-9][A-Z0-9 ./:-]{0,40}$/i;
/** Acts by their names, which are longer than what they are called for short. */
const ACT_NAMES: readonly (readonly [name: RegExp, short: string])[] = [
  [/(?:the )?Consumer Product Safety Improvement Act(?: of 2008)?(?:,? \(CPSIA\))?/i, 'CPSIA'],
  [/(?:the )?Consumer Product Safety Act(?:,? \(CPSA\))?/i, 'CPSA'],
  [/(?:the )?Federal Hazardous Substances Act(?:,? \(FHSA\))?/i, 'FHSA'],
  [/(?:the )?Flammable Fabrics Act(?:,? \(FFA\))?/i, 'FFA'],
  [/(?:the )?Poison Prevention Packaging Act(?: of 1970)?(?:,? \(PPPA\))?/i, 'PPPA'],
];
const ACT =
  /^(CPSIA|CPSA|FHSA|FFA|PPPA)(?: of (?:19|20)\d\d)?,? ?(?:(?:§|section|sec\.?) ?)?(\d{1,3}[a-z]?)((?:\([a-z0-9]{1,5}\))*)$/i;
/** `Section 101 of the CPSIA`. */
const OF_ACT =
  /^(?:§|section|sec\.?)\s*(\d{1,3}[a-z]?(?:\([a-z0-9]{1,5}\))*)(?: of(?: the)?|,)? (CPSIA|CPSA|FHSA|FFA|PPPA)(?: of (?:19|20)\d\d)?$/i;
const PUBLIC_LAW =
  /^(?:P\.?\s?L\.?|Pub\.?\s?L\.?|Public Law)\s*(?:No\.?\s*)?(\d{2,3}-\d{1,4})(?:,?\s*(?:§|section|sec\.?)\s*(\d{1,3}[a-z]?)((?:\([a-z0-9]{1,5}\))*))?$/i;
/** Where a statute was put into the code, as CPSC adds it: `P.L. 117-171 (codified at 15 U.S.C. § 2056e Notes)`. */
const CODIFIED = /^(.{1,60}?),? \(?codified (?:at|as|in) (.{1,60}?)\)?$/i;

/** Undefined for anything that is not one citation alone, including foreign rules. */
export function parseBare(text: string): CitationKeys | undefined {
  const bare = withShortActs(text.replace(/[.,;]$/, ''));
  const codified = CODIFIED.exec(bare);
  if (codified) {
    const [law, code] = [parseBare(codified[1]!), parseBare(codified[2]!)];
    return law && code && [law[0], ...law.slice(1), ...code];
  }
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
  const ofAct = OF_ACT.exec(bare);
  const act = ACT.exec(ofAct ? `${ofAct[2]} § ${ofAct[1]}` : bare);
  if (act) return narrowestFirst([`${act[1]!.toUpperCase()} § ${act[2]!.toLowerCase()}`], act[3] ?? '');
  const law = PUBLIC_LAW.exec(bare);
  if (law) {
    const [, number, section, paragraphs = ''] = law;
    const whole = `P.L. ${number}`;
    return narrowestFirst(section === undefined ? [whole] : [whole, `${whole} § ${section.toLowerCase()}`], paragraphs);
  }
  return STANDARD.test(bare) ? [bare.toUpperCase()] : undefined;
}

function withShortActs(text: string): string {
  return ACT_NAMES.reduce((shorter, [name, short]) => shorter.replace(name, short), text);
}

/** What joins two citations, or the numbers of two. */
const JOINED =
  / ?(?:[;&/\n]|,(?: ?(?:and|or|&)(?= ))?|\b(?:and|or|plus|as well as|through|to)\b| [-–] |(?<=\b1[0-7]\d\d) ?[-–] ?(?=1[0-7]\d\d\b)) ?/i;
/** The kind of a citation, which its further numbers share: `16 CFR`, `15 U.S.C.`, `CPSIA`. */
const SHARED = /^(?:(?:title\s*)?16\s*C\.?\s?F\.?\s?R\.?|15\s*U\.?\s?S\.?\s?C\.?|CPSIA|CPSA|FHSA|FFA|PPPA|ASTM)(?=\W)/i;
const SEVERAL_MAX = 20;

/**
 * Each of several citations that stand in one text, as `16 CFR part 1632` and `16 CFR part 1633` of `16 CFR Parts 1632 and 1633`.
 * Undefined for a text that cites one, or that has anything else beside its citations.
 */
export function severalCitations(text: string): string[] | undefined {
  const plain = withShortActs(text.replace(/[.,;]$/, ''))
    .replace(/\b(part|section|paragraph)s\b/gi, '$1')
    .replace(/§ ?§/g, '§');
  const pieces = plain.split(JOINED).filter((piece) => piece !== '');
  if (pieces.length < 2 || pieces.length > SEVERAL_MAX) return undefined;
  const found: string[] = [];
  for (const piece of pieces) {
    const before = found.at(-1);
    const kind = before && SHARED.exec(before)?.[0];
    // `(8)` behind `16 CFR 1500.86(a)(7)` is another paragraph of the same.
    const beside =
      before && piece.startsWith('(') && before.endsWith(')')
        ? before.slice(0, before.lastIndexOf('(')) + piece
        : undefined;
    const tries = [piece, ...(kind ? [`${kind} ${piece}`, `${kind} § ${piece}`] : []), ...(beside ? [beside] : [])];
    const cited = tries.find((each) => parseBare(each) !== undefined);
    if (cited === undefined) return undefined;
    found.push(cited);
  }
  return found;
}

function narrowestFirst(broad: [string, ...string[]], paragraphs: string): CitationKeys {
  const keys: CitationKeys = [...broad];
  for (const paragraph of paragraphs.toLowerCase().match(/\([^)]+\)/g) ?? []) keys.push(keys.at(-1) + paragraph);
  return keys.reverse() as CitationKeys;
}
