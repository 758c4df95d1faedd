/** How the state, the score and the findings of a scan are named and coloured. */
import type { DetailedReport, ScanState, Severity } from '../../domain/scan-report.ts';

export const SEVERITY_WORDS: Record<Severity, string> = { error: 'Error', warn: 'Warning', info: 'Note' };
export const STATE_WORDS: Record<ScanState, string> = {
  judged: 'The page was read, with the containers and pixels that it names.',
  partly_judged: 'Only a part was read. What was not read can send events too.',
  not_judged: 'The store was not judged. Nothing can be said about its tags.',
};

/** A page that was not read in full is never shown like a clean one. */
export function toneOf({ state, score }: Pick<DetailedReport, 'state' | 'score'>): 'good' | 'mild' | 'bad' {
  if (state !== 'judged' || score === null) return score !== null && score < 80 ? 'bad' : 'mild';
  return score >= 90 ? 'good' : score >= 80 ? 'mild' : 'bad';
}
