/** What a finding says, for reports that show its places and its remedy apart. */
import type { DetailedFinding } from '../../domain/scan-report.ts';
import { FIXED_WITH_ANOTHER } from './lesser.ts';

/** The message without its places and pages, its remedy, and that another finding is graver. */
export function statementOf({ message, remedy }: Pick<DetailedFinding, 'message' | 'remedy'>): string {
  const what = message.endsWith(remedy) ? message.slice(0, message.length - remedy.length).trimEnd() : message;
  return withoutPlaces(withoutPages(what.replace(` ${FIXED_WITH_ANOTHER}`, '')));
}

/** `… is loaded (line 7, column 3). Seen on /, /cart.` without its pages. They are a part of each place. */
function withoutPages(sentences: string): string {
  const at = sentences.lastIndexOf(' Seen on /');
  return at === -1 ? sentences : sentences.slice(0, at);
}

/** `… is loaded (line 7, column 3).` and `… is loaded (5 places: lines 12, 40, 88 and 2 more).` without their places. */
function withoutPlaces(sentence: string): string {
  if (!sentence.endsWith(').')) return sentence;
  const many = / \(\d{1,6} places: /.exec(sentence)?.index ?? -1;
  // The file of a theme.
  const file = / \([^() ]{1,200}, line \d{1,8}, column \d{1,8}\)\.$/.exec(sentence)?.index ?? -1;
  const starts = [many, file, sentence.indexOf(' (line '), sentence.indexOf(' (inside the ')].filter((at) => at >= 0);
  return starts.length === 0 ? sentence : `${sentence.slice(0, Math.min(...starts))}.`;
}
