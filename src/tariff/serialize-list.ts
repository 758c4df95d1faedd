import type { TariffList, Terms } from '../domain/tariff-list.ts';

/** JSON on one line with a space after each `:` and `,`. */
function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}: ${onOneLine(field)}`);
  return `{${fields.join(', ')}}`;
}

function block(open: string, lines: string[], close: string): string {
  return `${open}\n${lines.map((line) => `    ${line}`).join(',\n')}\n  ${close}`;
}

/** The canonical text of a list. Each row is one line, so that a revision is a readable diff. `parseList` reads it back. */
export function serializeList(list: TariffList): string {
  const entries = (table: object, map = (value: unknown) => value) =>
    Object.entries(table).map(([key, value]) => `${JSON.stringify(key)}: ${onOneLine(map(value))}`);
  const withoutCommonSource = (terms: unknown) => {
    const { source, ...rest } = terms as Terms;
    return source === list.source ? rest : { ...rest, source };
  };
  const rows = list.listings.map(({ code, terms_id, from, to }) =>
    onOneLine({ code, terms: terms_id, from, ...(to !== null && { to }) }),
  );
  const { list_id, title, version, as_of, source } = list;
  const parts = entries({ list_id, title, version, as_of, source });
  if (list.scheduled.length > 0) parts.push(`"scheduled": ${block('[', list.scheduled.map(onOneLine), ']')}`);
  if (Object.keys(list.articles).length > 0) parts.push(`"articles": ${block('{', entries(list.articles), '}')}`);
  parts.push(`"terms": ${block('{', entries(list.terms, withoutCommonSource), '}')}`);
  parts.push(`"rows": ${block('[', rows, ']')}`);
  return `{\n${parts.map((part) => `  ${part}`).join(',\n')}\n}\n`;
}
