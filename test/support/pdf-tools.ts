/** Poppler's PDF tools, with which tests read documents. */
import { $ } from 'bun';

/**
 * Whether to run the tests that need these programs. On a machine where one is missing they are skipped. In CI they are not:
 * there this throws, so that a missing program cannot go unnoticed.
 */
export function hasPrograms(...programs: string[]): boolean {
  const missing = programs.filter((program) => !Bun.which(program));
  if (missing.length === 0) return true;
  const message = `${missing.join(', ')} not found. The script .ci/run names the packages.`;
  if (process.env.CI) throw new Error(message);
  process.stderr.write(`Tests skipped: ${message}\n`);
  return false;
}

/** The text of a PDF file in drawing order, without the lines that are repeated on each page. */
export async function extractText(file: string): Promise<string> {
  const text = await $`pdftotext -raw ${file} -`.quiet().text();
  return text
    .replaceAll('\f', '')
    .split('\n')
    .filter((line) => !REPEATED.test(line))
    .join('\n');
}

/** The text of each page of a PDF file, with all of its lines. */
export async function extractPages(file: string): Promise<string[]> {
  const text = await $`pdftotext -raw ${file} -`.quiet().text();
  return text.split('\f').filter((page) => page.trim() !== '');
}

const REPEATED =
  /^(TEST DOCUMENT: .*|General Certificate of Conformity [0-9a-f-]{36}|Made from data supplied in a request\. .*|Page \d+ of \d+|.* \(continued\))$/;

/** For comparison: resolves compatibility forms, and removes blanks and the direction marks that pdftotext adds. */
export function squash(text: string): string {
  return text.normalize('NFKC').replace(/[\s\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, '');
}

/** Every text in a request, at any depth. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}
