/**
 * Writes the table of `issue/drawable.ts` from the fonts. Run it when a face is added or has another version:
 *   bun src/entry/pdf/write-coverage.ts
 */
import { join } from 'node:path';
import { writeCoverage } from '../issue/drawable.ts';
import { FACE_NAMES, face } from './faces.ts';

const LINE_CHARS = 118;

/** Every code point that a face in the binary has. */
export function coveredCodePoints(): Set<number> {
  const covered = new Set<number>();
  for (const name of FACE_NAMES) {
    const { font } = face(name);
    // The set of a face also names U+FFFF, which ends its table and has no glyph.
    for (const codePoint of font.characterSet) if (font.hasGlyphForCodePoint(codePoint)) covered.add(codePoint);
  }
  return covered;
}

function source(coverage: string): string {
  const lines: string[] = [];
  for (let at = 0; at < coverage.length; at += LINE_CHARS) lines.push(coverage.slice(at, at + LINE_CHARS));
  return [
    '/** Made by `write-coverage.ts` from the fonts in the binary. `drawable.ts` has its form. */',
    'export const COVERAGE = [',
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    '',
  ].join('\n');
}

if (import.meta.main) {
  const covered = coveredCodePoints();
  await Bun.write(join(import.meta.dir, '../issue/drawable-coverage.ts'), source(writeCoverage(covered)));
  process.stdout.write(`${covered.size} characters\n`);
}
