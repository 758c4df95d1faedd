/** A rate that was announced for a day by now, and not read: the answer has it as a second reading beside the rate that was read. */
import type { AnnouncedView } from '../law/announced.ts';
import type { Alternative, Declaration, OpenQuestion } from './answer.ts';

interface AnnouncedReading {
  question: OpenQuestion;
  /** Splits the alternatives that declare the changed heading. */
  apply(alternatives: readonly Alternative[]): Alternative[];
}

/** @param unread the announced changes that may be in force on the entry date */
export function announcedReadings(
  declarations: readonly Declaration[],
  unread: readonly AnnouncedView[],
): AnnouncedReading[] {
  return unread
    .filter((change) => change.rate !== null && declarations.some((declaration) => isChanged(declaration, change)))
    .map(readingOf);
}

function isChanged({ heading }: Declaration, { headings }: AnnouncedView): boolean {
  return heading !== null && headings.includes(heading);
}

function readingOf(change: AnnouncedView): AnnouncedReading {
  const id = `announced ${change.programme} ${change.subdivisions.join(' ')} ${change.date}`;
  const name = `reading:${id}`;
  return {
    question: {
      id,
      question: `Announced for ${change.date}, and not read in the tariff schedule: ${change.what}.`,
      readings: ['as last read', 'as announced'],
      source: change.source,
    },
    apply: (alternatives) =>
      alternatives.flatMap((alternative) => {
        const { when, declare } = alternative;
        if (!declare.some((declaration) => isChanged(declaration, change))) return [alternative];
        return [
          { ...alternative, when: { ...when, [name]: 'as last read' } },
          {
            ...alternative,
            when: { ...when, [name]: 'as announced' },
            declare: declare.map((row) => changed(row, change)),
          },
        ];
      }),
  };
}

/** The heading of a rate of another kind was not read. */
function changed(declaration: Declaration, change: AnnouncedView): Declaration {
  if (!isChanged(declaration, change) || !change.rate) return declaration;
  const { after, after_kind } = change.rate;
  const rate_kind = after_kind === 'total_incl_column1' ? 'total' : 'added';
  const heading = rate_kind === declaration.rate_kind ? declaration.heading : null;
  return { ...declaration, heading, rate: after, rate_kind, basis: 'full value', source: change.source };
}
