/** The frame of every Go sample. */

export const IF_ERR = ['if err != nil {', '\tlog.Fatal(err)', '}'];

/** @param imports of the standard library, ascending */
export function goProgram(imports: readonly string[], lines: readonly string[], client?: string): string {
  const quoted = imports.map((name) => `\t"${name}"`);
  const own = client === undefined ? [] : ['', `\t"${client}"`];
  return [
    'package main',
    '',
    'import (',
    ...quoted,
    ...own,
    ')',
    '',
    'func main() {',
    ...lines.map((line) => `\t${line}`),
    '}',
  ].join('\n');
}
