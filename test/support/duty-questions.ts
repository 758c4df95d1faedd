/** Counts the questions that a duty needs until it is settled, or until only the law is open. */
import type { DutyItem, FactValue, MissingFact } from '../../src/tariff/duties/answer.ts';
import { Duties } from '../../src/tariff/duties/answer-duties.ts';
import type { DutyDecision } from '../../src/tariff/duties/decision.ts';
import { scheduleOf } from '../../src/tariff/duties/schedule-facts.ts';
import type { TariffData } from '../../src/tariff/tariff-data.ts';
import { mulberry32 } from './random.ts';

export const QUESTION_DATE = '2026-10-09';
export const QUESTION_ORIGINS = ['CN', 'DE', 'GB', 'JP', 'KR', 'MX', 'CA', 'RU'];
/** How often an importer has none of the certifications or approvals of a list. */
const WITHOUT_MEMBER = 0.8;
/** Values on both sides of every threshold of the rules. */
const NUMBERS: Record<string, readonly number[]> = {
  share: [0, 0.1, 0.5, 0.9, 0.97],
  percent: [0, 12, 20],
  integer: [2, 30],
  number: [10_000],
};

export interface Counted {
  code: string;
  origin: string;
  /** Questions that are expected. */
  mean: number;
  /** Questions that one answerer needed, whose answers are drawn at random. */
  drawn: number;
  /** The most questions that any answers lead to. */
  longest: number;
  /** Alternatives before the first answer. */
  alternatives: number;
}

interface Answer {
  value: FactValue;
  /** How likely it is. */
  share: number;
}

interface Counts {
  mean: number;
  longest: number;
}

export interface QuestionCounts {
  lines: number;
  mean: number;
  drawn: number;
  longest: number;
  alternatives: number;
}

export function sumUp(rows: readonly Counted[]): QuestionCounts {
  const meanOf = (count: (row: Counted) => number) => rows.reduce((sum, row) => sum + count(row), 0) / rows.length;
  return {
    lines: rows.length,
    mean: meanOf((row) => row.mean),
    drawn: meanOf((row) => row.drawn),
    longest: Math.max(...rows.map(({ longest }) => longest)),
    alternatives: meanOf((row) => row.alternatives),
  };
}

/** All numbers of all lists, as digits. */
export function listedNumbers({ lists }: TariffData): string[] {
  return [...new Set(lists.flatMap(({ listings }) => listings.map(({ digits }) => digits)))].sort();
}

/** Numbers that only a longer number answers are left out. @param codes digits */
export function measureQuestions(codes: readonly string[], data: TariffData, origins = QUESTION_ORIGINS): Counted[] {
  const duties = new Duties(data);
  const schedule = scheduleOf(data);
  const random = mulberry32(232);
  const known = new Map<DutyDecision, Counts>();
  return codes.flatMap((code) =>
    origins.flatMap((origin): Counted[] => {
      const item: DutyItem = { code, origin, entry_date: QUESTION_DATE, facts: {} };
      const first = decide(item);
      if (first === null) return [];
      const alternatives = first.declared === null ? first.alternatives.length : 1;
      return [{ code, origin, ...countsOf(item, first), drawn: draw(item), alternatives }];
    }),
  );

  function decide(item: DutyItem): DutyDecision | null {
    return duties.decision(item, { today: QUESTION_DATE, ...schedule });
  }

  function countsOf(item: DutyItem, decision: DutyDecision): Counts {
    let counts = known.get(decision);
    if (!counts) {
      const [question] = decision.declared === null ? decision.missing : [];
      counts = question ? countsAfter(item, question) : { mean: 0, longest: 0 };
      known.set(decision, counts);
    }
    return counts;
  }

  function countsAfter(item: DutyItem, question: MissingFact): Counts {
    const counts: Counts = { mean: 1, longest: 1 };
    for (const { value, share } of answersTo(question)) {
      const next = withFact(item, question.fact, value);
      const after = countsOf(next, decide(next)!);
      counts.mean += share * after.mean;
      counts.longest = Math.max(counts.longest, 1 + after.longest);
    }
    return counts;
  }

  function draw(start: DutyItem): number {
    let item = start;
    for (let asked = 0; ; asked++) {
      const decision = decide(item)!;
      const [question] = decision.declared === null ? decision.missing : [];
      if (!question) return asked;
      item = withFact(item, question.fact, drawnFrom(answersTo(question), random()));
    }
  }
}

function drawnFrom(answers: readonly Answer[], at: number): FactValue {
  let below = 0;
  for (const { value, share } of answers) {
    below += share;
    if (at < below) return value;
  }
  return answers.at(-1)!.value;
}

function withFact(item: DutyItem, fact: string, value: FactValue): DutyItem {
  return { ...item, facts: { ...item.facts, [fact]: value } };
}

/** Each answer that can differ from the others. Of a list: nothing, each member alone, and all. */
function answersTo({ type, values = [] }: MissingFact): Answer[] {
  if (type === 'list') {
    const share = (1 - WITHOUT_MEMBER) / (values.length + 1);
    const some = [...values.map((value) => [value]), [...values]];
    return [{ value: [], share: WITHOUT_MEMBER }, ...some.map((value) => ({ value, share }))];
  }
  const all: readonly FactValue[] = type === 'boolean' ? [true, false] : type === 'choice' ? values : NUMBERS[type]!;
  return all.map((value) => ({ value, share: 1 / all.length }));
}
