/** What separates the cells of a CSV file: spreadsheets write commas, semicolons (where the comma is the decimal point), or tabs. */

export type Delimiter = ',' | ';' | '\t';

const DELIMITERS: readonly Delimiter[] = ['\t', ';', ','];
const LINES_MAX = 50;

/**
 * The delimiter that most lines have equally often. A cell may hold the others: `4,5` in a file with semicolons, `steel; zinc` in one
 * with commas.
 *
 * @param sample the first characters of the file. Its last line may be incomplete.
 */
export function delimiterOf(sample: string): Delimiter {
  const lines = countsByLine(sample);
  let best: Delimiter = ',';
  let bestLines = 0;
  for (const delimiter of DELIMITERS) {
    const agreeing = mostCommon(lines.map((counts) => counts[delimiter]));
    if (agreeing > bestLines) [best, bestLines] = [delimiter, agreeing];
  }
  return best;
}

type Counts = Record<Delimiter, number>;

/** How often each delimiter stands outside quotes, in each line that has content. */
function countsByLine(sample: string): Counts[] {
  const lines: Counts[] = [];
  let counts: Counts = { ',': 0, ';': 0, '\t': 0 };
  let isEmpty = true;
  let isQuoted = false;
  for (const char of `${sample}\n`) {
    if (char === '"') isQuoted = !isQuoted;
    if ((char === '\n' || char === '\r') && !isQuoted) {
      if (!isEmpty) lines.push(counts);
      if (lines.length === LINES_MAX) break;
      counts = { ',': 0, ';': 0, '\t': 0 };
      isEmpty = true;
    } else {
      isEmpty = false;
      if (!isQuoted && (char === ',' || char === ';' || char === '\t')) counts[char]++;
    }
  }
  return lines;
}

/** How many lines have the count that most have, of those that have any. */
function mostCommon(counts: readonly number[]): number {
  const lines = new Map<number, number>();
  for (const count of counts) if (count > 0) lines.set(count, (lines.get(count) ?? 0) + 1);
  return Math.max(0, ...lines.values());
}
