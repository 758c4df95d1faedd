/** The PDF tools of poppler that tests read documents with. On a user's machine they may be absent; in CI they may not. */
import { $ } from 'bun';

export function hasTool(name: string): boolean {
  if (Bun.which(name)) return true;
  if (process.env.CI === 'true') throw new Error(`${name} is missing: install poppler-utils and qpdf`);
  process.stderr.write(`skipped: ${name} is not installed\n`);
  return false;
}

/** The text of a PDF file in the order in which it is drawn, without what repeats on each page. */
export async function extractText(file: string): Promise<string> {
  const text = await $`pdftotext -raw ${file} -`.quiet().text();
  return text
    .replaceAll('\f', '')
    .split('\n')
    .filter((line) => !FURNITURE.test(line))
    .join('\n');
}

const FURNITURE =
  /^(General Certificate of Conformity [0-9a-f-]{36}|Made from data supplied in a request\. .*|Page \d+ of \d+|.* \(continued\))$/;

/** For comparison: compatibility forms resolved, blanks and the direction marks that pdftotext adds removed. */
export function squash(text: string): string {
  return text.normalize('NFKC').replace(/[\s\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, '');
}

/** Every text that a caller wrote, anywhere in a request. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}
