/** Escaped markup. Only `html` makes it, so a plain string is never mistaken for it. */
export class Html {
  constructor(readonly markup: string) {}
}

export type HtmlValue = string | number | Html | readonly HtmlValue[] | undefined;

/** Template tag that escapes every value, for text and for quoted attributes, unless the value is `Html`. Undefined adds nothing. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(parts.map((part, index) => (index === 0 ? '' : markupOf(values[index - 1])) + part).join(''));
}

function markupOf(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.markup;
  return typeof value === 'object' ? value.map(markupOf).join('') : Bun.escapeHTML(value);
}
