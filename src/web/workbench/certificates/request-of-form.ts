/** Between the flat fields of the form and the request of the API. */
import type { AddressParts } from '../../../domain/certificate.ts';
import { FIELDS } from './form-fields.ts';

/** What is in the form, by the name of the field. */
export type Values = Readonly<Record<string, string>>;
type Node = { [name: string]: unknown };

export function valuesOf(form: URLSearchParams): Values {
  return Object.fromEntries(FIELDS.map(({ name }) => [name, (form.get(name) ?? '').trim()]));
}

export const rulesOf = (values: Values): string[] => linesOf(values.cpsc_rules_cited ?? '');

function linesOf(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What was left empty is left out: it is printed as not stated. */
export function requestOf(values: Values): Node {
  const request: Node = { product_info: {}, manufacturer: {} };
  for (const { name, type } of FIELDS) {
    const text = values[name] ?? '';
    if (text === '' || name === 'cpsc_rules_cited') continue;
    put(request, name.split('.'), type === 'check' ? text === 'on' : text);
  }
  const rules = rulesOf(values);
  if (rules.length > 0) request.cpsc_rules_cited = rules;
  // Which rules it tested is not asked, so it is not stated either.
  if (request.testing_labs) request.testing_labs = Object.values(request.testing_labs as Node);
  return request;
}

function put(into: Node, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) into[name] = value;
  else {
    into[name] ??= {};
    put(into[name] as Node, rest, value);
  }
}

/** The form of a certificate that exists. An address that is one text has no parts: it is put into the street. */
export function valuesOfRequest(request: unknown): Values {
  const { testing_lab, testing_labs, ...others } = request as Node;
  const source = { ...others, testing_labs: testing_labs ?? (testing_lab ? [testing_lab] : []) };
  return Object.fromEntries(
    FIELDS.map(({ name, type }) => {
      const value =
        at(source, name.split('.')) ??
        (name.endsWith('.address_parts.line1') ? at(source, [...name.split('.').slice(0, -2), 'address']) : undefined);
      if (Array.isArray(value)) return [name, value.join('\n')];
      if (type === 'check') return [name, value === true ? 'on' : ''];
      return [name, typeof value === 'string' ? value : ''];
    }),
  );
}

function at(node: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return node;
  return at((Object(node) as Node)[name], rest);
}

/** JSON pointers of what a request states and the form has no field for. */
export function leftOut(request: unknown): string[] {
  const { testing_lab: lab, testing_labs = lab && [lab], cpsc_rules_cited: rules = [], ...others } = request as Node;
  const labs = (testing_labs ?? []) as Node[];
  const isForAll = ((labs[0]?.rules ?? rules) as string[]).length === (rules as string[]).length;
  return [...leaves({ ...others, testing_labs: labs }, '')].filter((pointer) => {
    const name = pointer.slice(1).replaceAll('/', '.');
    if (FIELDS.some((field) => field.name === name)) return false;
    // The form says of the first laboratory nothing about rules, which means all of them.
    if (name.startsWith('testing_labs.0.rules.')) return !isForAll;
    if (!name.endsWith('.address')) return true;
    const party = at({ ...others, testing_labs: labs }, name.split('.').slice(0, -1)) as Node;
    // As one text it is in the street, or it is what its parts make.
    return party.address_parts !== undefined && saysMore(String(party.address), party.address_parts as AddressParts);
  });
}

/** Whether an address as one text has words that its parts have not. One that was made of them ends with a line of the country. */
function saysMore(address: string, parts: AddressParts): boolean {
  const [, ...lines] = address.split('\n').reverse();
  if (lines.length < 2) return true;
  const texts = Object.values(parts as object as Record<string, string>).sort((a, b) => b.length - a.length);
  const rest = texts.reduce((text, part) => text.replace(part, ''), lines.join('\n'));
  return /[\p{L}\p{N}]/u.test(rest);
}

function* leaves(node: unknown, pointer: string): Generator<string> {
  if (typeof node !== 'object' || node === null) yield pointer;
  else for (const [name, value] of Object.entries(node)) yield* leaves(value, `${pointer}/${name}`);
}

/** The field of the form that a JSON pointer of the API is about. */
export function fieldOf(pointer: string): string | undefined {
  const path = pointer.slice(1).replaceAll('/', '.');
  const similar = path.replace(/^testing_lab\./, 'testing_labs.0.').replace(/\.address$/, '.address_parts.line1');
  if (path === 'identifiers') return 'product_info.model';
  return (
    FIELDS.find(({ name }) => name === similar)?.name ?? FIELDS.find(({ name }) => name.startsWith(`${similar}.`))?.name
  );
}
