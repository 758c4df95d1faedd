/** The cells of the table of the destination graph: who sends an event to a destination, and what of it counts twice. */
import type { DestinationGraph, DoubleSending, Sending, SendingGrade } from '../../domain/scan-report.ts';
import type { Style } from '../terminal.ts';
import type { GridCell } from './grid.ts';
import { plain } from './plain-text.ts';

/** From the surest to the least sure. */
export const GRADES: Record<SendingGrade, { mark: string; words: string; double: string; style: Style }> = {
  always: { mark: '', words: '', double: 'DOUBLE', style: ['bold', 'red'] },
  some: { mark: '*', words: 'under a condition', double: 'DOUBLE*', style: ['bold', 'red'] },
  perhaps: { mark: '?', words: 'perhaps', double: 'double?', style: 'yellow' },
  paused: { mark: '~', words: 'once Shopify resumes it', double: 'double~', style: 'yellow' },
};

/** The letter of each sender that sends, by its index. */
export type Letters = ReadonlyMap<number, string>;

/** A sending with its index in the graph. */
type IndexedSending = Sending & { index: number };

/** The letter of the sender with the mark of the grade: `c*`. */
export function markOf({ sender, grade }: Pick<Sending, 'sender' | 'grade'>, letters: Letters): string {
  return letters.get(sender)! + GRADES[grade].mark;
}

/** The cells of each destination, by row. */
export function cellsOf({ sendings, doubles }: DestinationGraph, events: readonly string[], letters: Letters) {
  const rows = new Map(events.map((event, row) => [event, row]));
  const eventOf = ({ event }: Sending | DoubleSending) => event;
  const doublesOf = Map.groupBy(doubles, ({ destination }) => destination);
  const columns = Map.groupBy(
    sendings.map((sending, index): IndexedSending => ({ ...sending, index })),
    ({ destination }) => destination,
  );
  return new Map(
    Array.from(columns, ([destination, column]) => {
      const found = Map.groupBy(doublesOf.get(destination) ?? [], eventOf);
      const cells = Array.from(
        Map.groupBy(column, eventOf),
        ([event, cell]) => [rows.get(event)!, cellOf(cell, found.get(event) ?? [], letters)] as const,
      );
      return [destination, new Map(cells)] as const;
    }),
  );
}

/** A conversion of Google Ads is an account and a label, so what is sent with each label stands by itself. Other events stand under the vendor's name. */
function cellOf(sendings: readonly IndexedSending[], doubles: readonly DoubleSending[], letters: Letters): GridCell {
  const sent = Map.groupBy(sendings, ({ label, sent_as }) =>
    JSON.stringify([label, label === undefined ? sent_as : '']),
  );
  const text = Array.from(sent.values(), (own) => {
    const { label, sent_as } = own[0]!;
    const found = doubles.filter(
      (double) => double.label === label && double.sendings.some((index) => own.some((one) => one.index === index)),
    );
    return `${plain(label ?? sent_as)}: ${sendersText(own, found, letters)}`;
  }).join(', ');
  const grade = (Object.keys(GRADES) as SendingGrade[]).find((one) => doubles.some((double) => double.grade === one));
  return grade === undefined ? { text } : { text, style: GRADES[grade].style };
}

/** `a+b DOUBLE c`: what a and b send counts twice, and what c sends does not. */
function sendersText(sendings: readonly IndexedSending[], doubles: readonly DoubleSending[], letters: Letters): string {
  const marks = (of: readonly Sending[]) => [...new Set(of.map((sending) => markOf(sending, letters)))].sort();
  const doubled = new Set(doubles.flatMap((double) => double.sendings));
  const groups = doubles.map((double) => {
    const own = sendings.filter(({ index }) => double.sendings.includes(index));
    const names = marks(own);
    // One sender may send an event twice.
    return `${names.length === 1 ? `${names[0]}×${own.length}` : names.join('+')} ${GRADES[double.grade].double}`;
  });
  return [...new Set(groups), ...marks(sendings.filter(({ index }) => !doubled.has(index)))].join(' ');
}
