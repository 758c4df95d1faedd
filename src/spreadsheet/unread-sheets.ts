/** How a workbook's sheets are named to its sender. */

const NAMES_MAX = 10;
const NAME_CHARS_MAX = 40;

/** `"Parts", "Old" and 3 more`. */
export function listedSheets(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX).map((name) => `"${name}"`.slice(0, NAME_CHARS_MAX));
  return names.length > shown.length ? `${shown.join(', ')} and ${names.length - shown.length} more` : shown.join(', ');
}

/** What is said where one sheet was read and others were not. */
export function onlySheetRead(sheet: string, others: readonly string[]): string {
  return `Only the sheet "${sheet}" was read, not ${listedSheets(others)}.`;
}
