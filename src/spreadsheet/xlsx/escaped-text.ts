/** `_x000D_` stands for a character that XML cannot hold (ECMA-376, ST_Xstring). `_x005F_` stands for an underscore before such a form. */

export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}
