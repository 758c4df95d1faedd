/** Markup that was built here. Only `html` makes it, so a plain string can never pass for it. */
export class Html {
  constructor(readonly markup: string) {}
}

export type HtmlValue = string | number | Html | readonly HtmlValue[] | undefined;

/** A template whose values are escaped, in text and in quoted attributes, unless they are `Html` themselves. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(parts.map((part, index) => (index === 0 ? '' : markupOf(values[index - 1])) + part).join(''));
}

function markupOf(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.markup;
  return typeof value === 'object' ? value.map(markupOf).join('') : Bun.escapeHTML(value);
}
