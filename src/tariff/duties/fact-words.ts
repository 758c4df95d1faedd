/** How facts, their values and conditions over them are said to people (`words` of `data/tariff/facts.json`). JSON keeps the names. */
import factsJson from '../../../data/tariff/facts.json' with { type: 'text' };
import { countryLabel } from '../../domain/country-names.ts';
import { percentText } from '../../domain/share.ts';

interface Words {
  label: string;
  values?: Record<string, string>;
}

interface FactsFile {
  words: ({ fact: string } & Words)[];
}

let words: ReadonlyMap<string, Words> | undefined;

function wordsOf(fact: string): Words | undefined {
  words ??= new Map((JSON.parse(factsJson as unknown as string) as FactsFile).words.map((row) => [row.fact, row]));
  return words.get(fact);
}

/** `Contains aluminum, steel or copper`. A fact without words is said by its name. */
export function factLabel(fact: string): string {
  const label = wordsOf(fact)?.label ?? fact.replaceAll('_', ' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** One value of a choice or list: `passenger vehicle or light truck`. */
export function valueLabel(fact: string, value: string): string {
  const { values = {} } = wordsOf(fact) ?? {};
  if (Object.hasOwn(values, value)) return values[value]!;
  return fact === 'origin' ? countryLabel(value) : value.replaceAll('_', ' ');
}

const COUNTRIES_SHOWN = 6;
const BOUNDS = [
  ['gte', 'at least'],
  ['gt', 'above'],
  ['lt', 'below'],
  ['lte', 'at most'],
] as const;

/** A condition of `when` as people say it: `Contains aluminum, steel or copper: yes`, `US content in the value: at least 40%`. */
export function conditionWords(fact: string, condition: unknown): string {
  if (fact.startsWith('reading:')) return `If the law is read as “${String(condition)}”`;
  return `${factLabel(fact)}: ${valueWords(fact, condition)}`;
}

function valueWords(fact: string, condition: unknown): string {
  if (typeof condition === 'boolean') return condition ? 'yes' : 'no';
  if (typeof condition === 'number') return numberWords(fact, condition);
  if (typeof condition !== 'object' || condition === null) return valueLabel(fact, String(condition));
  const { one_of, none_of, includes, excludes } = condition as Record<string, string[] | undefined>;
  if (one_of) return someOf(fact, one_of, ' or ');
  if (none_of) return `not ${someOf(fact, none_of, ' or ')}`;
  if (includes || excludes) {
    const has = includes ? [someOf(fact, includes, ' and ')] : [];
    return [...has, ...(excludes ? [`not ${someOf(fact, excludes, ', not ')}`] : [])].join(', ');
  }
  const bounds = condition as Record<string, number | undefined>;
  return BOUNDS.flatMap(([name, word]) => {
    const bound = bounds[name];
    return bound === undefined ? [] : [`${word} ${numberWords(fact, bound)}`];
  }).join(' and ');
}

function numberWords(fact: string, value: number): string {
  return fact.endsWith('_share') ? percentText(value) : fact === 'column_1_rate' ? `${value}%` : String(value);
}

function someOf(fact: string, values: readonly string[], word: string): string {
  const shown = values.slice(0, values.length > COUNTRIES_SHOWN ? COUNTRIES_SHOWN : undefined);
  const rest = values.length - shown.length;
  return shown.map((value) => valueLabel(fact, value)).join(word) + (rest > 0 ? ` and ${rest} others` : '');
}
