/**
 * Audits lines: each gets what a single lookup of its number says on its date, and what a single question about its duty says. Pure.
 */
import { countryAdvice, readCountry } from '../../domain/country-names.ts';
import { type Cell, cellText, type TableRow } from '../../domain/table.ts';
import type { DutyOutcome } from '../duties/answer.ts';
import { Duties, type LinesByOrigin } from '../duties/answer-duties.ts';
import { scheduleOf } from '../duties/schedule-facts.ts';
import { explain } from '../explain/explain.ts';
import { parseCode } from '../hts-code.ts';
import { FIRST_DATE, Tariff, type TariffOnDate } from '../tariff.ts';
import type { TariffData } from '../tariff-data.ts';
import { dutyCells, type LineCells, lineCells, outcomeOf } from './answer-line.ts';
import { type AddedCell, addedColumns } from './columns.ts';
import type { AuditColumns } from './find-columns.ts';
import { NOT_LOOKED_UP, OUTCOMES, type Outcome } from './outcome.ts';
import { type CodeReading, isBlank, readCode } from './read-code.ts';
import { readDate } from './read-date.ts';
import { readValue } from './read-value.ts';
import { type AuditSummary, countLine, emptySummary } from './summary.ts';

/** The same for every line of an audit. */
export interface AuditOptions {
  /** The day of lines without an entry date, `YYYY-MM-DD`. Fixed when the audit begins. */
  as_of: string;
  columns: AuditColumns;
  /** A day whose answer is compared with that of `as_of`. */
  since?: string;
  /** A person accepted the probable numbers: of these lines, or of all. */
  accepted?: 'all' | readonly number[];
}

export interface AuditedRows {
  /** Cells of `addedColumns`, for each line in order. */
  rows: AddedCell[][];
  /** With `since`: the cells of `LINE_COLUMNS` on that day; null for lines that were not looked up. */
  earlier?: (AddedCell[] | null)[];
  summary: AuditSummary;
}

/** A number on one day, answered. */
interface Answered {
  outcome: Outcome;
  cells: LineCells;
  /** What is said of the duty. Absent if there is no column of origins. */
  duty?: LinesByOrigin;
}

interface AnsweredLine {
  outcome: Outcome;
  cells: LineCells;
  /** Absent if there is no column of origins, or nothing was looked up. */
  duty?: LineCells;
  /** In dollars; null if there is none, undefined if it is unclear. */
  value: number | null | undefined;
}

/** More numbers on more days than this are answered again. */
const ANSWERS_MAX = 60_000;

/** Answers the lines of audits from the same data. Remembers what it answered: a parts list repeats its numbers. */
export class Auditor {
  readonly #tariff: Tariff;
  readonly #answers = new Map<string, Answered>();
  readonly #duties: Duties;
  /** Of outcomes that many lines share. */
  readonly #dutyCells = new WeakMap<DutyOutcome, LineCells>();
  readonly #onDate = new Map<string, TariffOnDate>();
  readonly #exists: (digits: string) => boolean;

  constructor(readonly data: TariffData) {
    // The day of every answer is given, so there is no clock.
    this.#tariff = new Tariff(data, { now: () => Number.NaN });
    this.#duties = new Duties(data);
    this.#exists = (digits) => data.numbers.exists(digits);
  }

  audit(rows: readonly TableRow[], options: AuditOptions): AuditedRows {
    const names = addedColumns({ hasOrigin: options.columns.origin !== undefined }).map(({ name }) => name);
    const summary = emptySummary();
    const audited: AuditedRows = { rows: [], summary, ...(options.since !== undefined && { earlier: [] }) };
    const isAccepted = acceptedLines(options.accepted);
    for (const { line, cells } of rows) {
      const { outcome, cells: own, duty, value } = this.#line(cells, options, isAccepted(line));
      countLine(summary, outcome, { cells: own, duty, value });
      const added = duty === undefined ? own : { ...own, ...duty };
      audited.rows.push(names.map((name) => added[name as keyof LineCells] ?? null));
      audited.earlier?.push(this.#earlier(cells, outcome, options, names, isAccepted(line)));
    }
    return audited;
  }

  #earlier(
    row: readonly Cell[],
    outcome: Outcome,
    { columns, since }: AuditOptions,
    names: readonly string[],
    isAccepted: boolean,
  ) {
    const code = numberOf(readCode(row[columns.code], this.#exists), isAccepted);
    if (code.kind !== 'code' || NOT_LOOKED_UP.includes(outcome)) return null;
    const { cells } = this.#answer(code.text, code.digits, since!, false);
    return names.map((name) => cells[name as keyof LineCells] ?? null);
  }

  #line(row: readonly Cell[], { columns, as_of }: AuditOptions, isAccepted: boolean): AnsweredLine {
    const value = columns.value === undefined ? null : moneyIn(row, columns.value, columns);
    const reading = readCode(row[columns.code], this.#exists);
    const code = numberOf(reading, isAccepted);
    const accepted = reading.kind === 'damaged' && code.kind === 'code' ? `because ${reading.what}` : null;
    if (code.kind === 'blank') return { ...notLookedUp('blank', 'blank', 'The cell is empty.'), value };
    if (code.kind === 'invalid') {
      return { ...notLookedUp('invalid', 'invalid', `"${shown(row[columns.code])}" ${code.what}.`), value };
    }
    if (code.kind === 'damaged') {
      const advice =
        code.acceptable !== null
          ? 'Accept the probable number, or compare it with the original.'
          : code.probably.length > 0
            ? 'Compare it with the original.'
            : 'Take it from the original.';
      const { outcome, cells } = notLookedUp(
        code.acceptable === null ? 'damaged' : 'probable',
        'damaged',
        `Damaged: ${code.what}. ${advice}`,
      );
      return { outcome, cells: { ...cells, probably: code.probably.join(' or ') }, value };
    }
    const { date: dateAt, dateOrder, mayBeSwapped } = columns;
    const entered = dateAt === undefined ? { kind: 'blank' as const } : readDate(row[dateAt], dateOrder, mayBeSwapped);
    if (entered.kind === 'unclear') {
      return { ...notLookedUp('undated', 'undated', `The entry date ${entered.what}.`), value };
    }
    const date = entered.kind === 'date' ? entered.date : as_of;
    if (date < FIRST_DATE) {
      const why = `The entry date ${date} is before ${FIRST_DATE}, where the lists begin.`;
      return { ...notLookedUp('undated', 'undated', why), value };
    }
    const { outcome, cells: answered, duty } = this.#answer(code.text, code.digits, date, columns.origin !== undefined);
    const cells = accepted === null ? answered : { ...answered, accepted };
    if (duty === undefined) return { outcome, cells, value };
    return { outcome, cells, duty: this.#dutyOf(duty, row[columns.origin!], value), value };
  }

  #answer(text: string, digits: string, date: string, withDuty: boolean): Answered {
    const key = `${digits} ${date} ${withDuty}`;
    let answered = this.#answers.get(key);
    if (!answered) {
      if (this.#answers.size >= ANSWERS_MAX) this.#answers.clear();
      const explanation = explain(this.#at(date).lookup(text), date, this.data);
      answered = { outcome: outcomeOf(explanation), cells: lineCells(explanation, this.data) };
      if (withDuty) {
        answered.duty = this.#duties.lines(digits, date, explanation, scheduleOf(this.data));
      }
      this.#answers.set(key, answered);
    }
    return answered;
  }

  #dutyOf(duty: LinesByOrigin, cell: Cell | undefined, value: number | null | undefined): LineCells {
    const text = cellText(cell).slice(0, 80);
    const origin = isBlank(text) ? undefined : readCountry(text);
    if (origin === null) return { duty: 'not asked', duty_open: countryAdvice(text) };
    const line = duty(origin);
    const outcome = line.outcomeFor(value ?? null);
    if (line.dependsOnValue) return dutyCells(outcome);
    let cells = this.#dutyCells.get(outcome);
    if (!cells) {
      cells = dutyCells(outcome);
      this.#dutyCells.set(outcome, cells);
    }
    return cells;
  }

  #at(date: string): TariffOnDate {
    let onDate = this.#onDate.get(date);
    if (!onDate) {
      if (this.#onDate.size >= 1000) this.#onDate.clear();
      onDate = this.#tariff.at(date);
      this.#onDate.set(date, onDate);
    }
    return onDate;
  }
}

function acceptedLines(accepted: AuditOptions['accepted']): (line: number) => boolean {
  if (accepted === 'all') return () => true;
  const lines = new Set(accepted);
  return (line) => lines.has(line);
}

/** The number of a cell: also a probable one that a person accepted. */
function numberOf(reading: CodeReading, isAccepted: boolean): CodeReading {
  if (!isAccepted || reading.kind !== 'damaged' || reading.acceptable === null) return reading;
  return { kind: 'code', text: reading.acceptable, digits: parseCode(reading.acceptable)! };
}

/** In dollars; null if there is none, undefined if it is unclear. */
function moneyIn(row: readonly Cell[], at: number, { decimalSign, currency }: AuditColumns): number | null | undefined {
  const reading = readValue(row[at], decimalSign, currency === undefined ? undefined : (row[currency] ?? ''));
  return reading.kind === 'value' ? reading.value : reading.kind === 'blank' ? null : undefined;
}

function notLookedUp(outcome: Outcome, status: string, missing: string): Pick<Answered, 'outcome' | 'cells'> {
  return { outcome, cells: { status, result: OUTCOMES[outcome], missing } };
}

function shown(cell: Cell | undefined): string {
  const text = cellText(cell).trim();
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
