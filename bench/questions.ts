/**
 * How many questions a duty needs until no answer can change what is declared, for every listed number: `bun bench/questions.ts`.
 * Every answer to every question is followed, so the longest count and the mean are exact. The mean has all answers of a question
 * equally likely, and most importers without a certification or an approval; `drawn` are the answers of one such answerer.
 */
import { embeddedTariff } from '../src/tariff/embedded.ts';
import {
  type Counted,
  listedNumbers,
  measureQuestions,
  QUESTION_DATE,
  QUESTION_ORIGINS,
  sumUp,
} from '../test/support/duty-questions.ts';

const data = embeddedTariff();
const counted = measureQuestions(listedNumbers(data), data);
const chapters = [...Map.groupBy(counted, ({ code }) => code.slice(0, 2))];
const lines = [
  `Numbers of all lists, from ${QUESTION_ORIGINS.join(', ')}, entered on ${QUESTION_DATE}.`,
  'chapter  lines   mean  drawn  longest  alternatives',
  lineOf('all', counted),
  ...chapters.map(([chapter, rows]) => lineOf(chapter, rows)),
];
process.stdout.write(`${lines.join('\n')}\n`);

function lineOf(name: string, rows: readonly Counted[]): string {
  const { lines: count, mean, drawn, longest, alternatives } = sumUp(rows);
  return [
    name.padEnd(7),
    String(count).padStart(6),
    mean.toFixed(2).padStart(6),
    drawn.toFixed(2).padStart(6),
    String(longest).padStart(8),
    alternatives.toFixed(1).padStart(13),
  ].join(' ');
}
