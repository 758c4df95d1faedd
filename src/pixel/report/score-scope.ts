import type { DetailedReport } from '../../domain/scan-report.ts';

/**
 * What a score is of, in one sentence. A first page, a page with its containers and a visit of several pages each see another part
 * of one store, so their scores differ. Undefined for what is not a page, and without a score.
 */
export function scoreScope({ score, pages, not_looked_at: unread }: DetailedReport): string | undefined {
  if (score === null || pages.length === 0) return undefined;
  if (pages.length > 1)
    return `This score is of ${pages.length} pages together. A scan of one page sees less, so its score can be higher.`;
  const isAlone = unread.some(({ kind }) => kind === 'container' || kind === 'custom_pixel' || kind === 'loader');
  return isAlone
    ? 'This score is of one page by itself. A scan with its containers and custom pixels, or of more pages, sees more, so that score can be lower.'
    : 'This score is of one page, with what it loads. A visit of more pages sees more, so that score can be lower.';
}
