/** A list that was pasted into a form, as a table for the API. */

/**
 * Rows that were copied from a spreadsheet keep their tabs and commas. A bare column of numbers gets a header, because the API takes the first
 * row for one.
 */
export function tableOfPasted(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const isColumn = lines.every((line) => !/[\t,;"]/.test(line));
  const [first = ''] = lines;
  return isColumn && /\d/.test(first) ? ['hts', ...lines].join('\n') : lines.join('\n');
}
