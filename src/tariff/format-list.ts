import type { TariffList, Terms } from '../domain/tariff-list.ts';

/** JSON on one line with a blank after `:` and `,`, as people write it. */
function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}: ${onOneLine(field)}`);
  return `{${fields.join(', ')}}`;
}

function block(open: string, lines: string[], close: string): string {
  return `${open}\n${lines.map((line) => `    ${line}`).join(',\n')}\n  ${close}`;
}

/** The canonical text of a list, one row a line so that a revision shows as a readable diff. `parseList` reads it back. */
export function formatList(list: TariffList): string {
  const keyed = (table: object, of = (value: unknown) => value) =>
    Object.entries(table).map(([key, value]) => `${JSON.stringify(key)}: ${onOneLine(of(value))}`);
  const withoutCommonSource = (terms: unknown) => {
    const { source, ...rest } = terms as Terms;
    return source === list.source ? rest : { ...rest, source };
  };
  const rows = list.listings.map(({ code, terms_id, from, to }) =>
    onOneLine({ code, terms: terms_id, from, ...(to !== null && { to }) }),
  );
  const { list_id, title, version, as_of, source } = list;
  const parts = keyed({ list_id, title, version, as_of, source });
  if (list.scheduled.length > 0) parts.push(`"scheduled": ${block('[', list.scheduled.map(onOneLine), ']')}`);
  if (Object.keys(list.articles).length > 0) parts.push(`"articles": ${block('{', keyed(list.articles), '}')}`);
  parts.push(`"terms": ${block('{', keyed(list.terms, withoutCommonSource), '}')}`);
  parts.push(`"rows": ${block('[', rows, ']')}`);
  return `{\n${parts.map((part) => `  ${part}`).join(',\n')}\n}\n`;
}
