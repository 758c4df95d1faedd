/** The table of SECURITY.md: what each boundary promises, the test that shows it, and how many inputs it was tried with. */
import { join } from 'node:path';
import { root } from './paths.ts';

export const securityFile = join(root, 'SECURITY.md');

export interface Promised {
  boundary: string;
  promise: string;
  /** File of the test, from the root. */
  file: string;
  /** Name of the test, as in its source. `%s`, `%p`, `%d` and `${…}` in it stand for any text. */
  test: string;
  tried: number;
  held: number;
}

const ROW = /^\| ([^|]+) \| ([^|]+) \| `((?:src|test)\/[^`]+)` "([^"]+)" \| (\d+) \| (\d+) \|$/;

/** One row of the table; undefined for any other line. */
export function readRow(line: string): Promised | undefined {
  const [, boundary, promise, file, test, tried, held] = ROW.exec(line) ?? [];
  if (!boundary || !promise || !file || !test) return undefined;
  return { boundary, promise, file, test, tried: Number(tried), held: Number(held) };
}

export function writeRow({ boundary, promise, file, test, tried, held }: Promised): string {
  return `| ${boundary} | ${promise} | \`${file}\` "${test}" | ${tried} | ${held} |`;
}

/** The rows of the table. @throws Error for a row that names no test or has no counts */
export async function securityTable(): Promise<Promised[]> {
  const text = await Bun.file(securityFile).text();
  const section = text.slice(text.indexOf('## What each boundary refuses'), text.indexOf('## Known limits'));
  const lines = section.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:boundary|---)/.test(line));
  return lines.map((line) => {
    const row = readRow(line);
    if (!row) throw new Error(`SECURITY.md: this row names no test or has no counts: ${line}`);
    return row;
  });
}
