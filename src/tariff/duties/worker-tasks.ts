/** What a worker process does for duties: answer items from the data of the server. */
import type { TaskGroup, TaskOutput } from '../../domain/isolated-tasks.ts';
import { embeddedTariff } from '../embedded.ts';
import { parseList } from '../parse-list.ts';
import { ScheduleNumbers } from '../schedule/schedule-numbers.ts';
import { type TariffData, withList } from '../tariff-data.ts';
import type { DutyItem } from './answer.ts';
import { Duties } from './answer-duties.ts';

export interface DutiesInput {
  items: readonly DutyItem[];
  /** New York date. */
  today: string;
  /** The column 1 general rate of each item, as the schedule in use prints it. */
  column1Rates: readonly (string | null)[];
  /** The descriptions of the number of each item, from the heading down. */
  descriptions: readonly (readonly string[])[];
  /** Differs if the attachments do. */
  dataKey: string;
}

let loaded: { key: string; duties: Duties } | undefined;

export const dutyTasks: TaskGroup = {
  warmUp: () => embeddedTariff(),
  tasks: {
    /** @param attachments the lists that are not embedded, as a JSON array, and the packed numbers of the schedule; empty if there are none */
    duties(
      { items, today, column1Rates, descriptions, dataKey }: DutiesInput,
      attachments: Uint8Array[],
    ): Partial<TaskOutput> {
      if (loaded?.key !== dataKey) loaded = { key: dataKey, duties: new Duties(dataOf(attachments)) };
      const { duties } = loaded;
      const results = items.map((item, at) =>
        duties.answer(item, {
          today,
          column1Rate: () => column1Rates[at] ?? null,
          descriptionsOf: () => descriptions[at] ?? [],
        }),
      );
      return { text: JSON.stringify(results) };
    },
  },
};

function dataOf([lists, numbers]: Uint8Array[]): TariffData {
  let data = embeddedTariff();
  const texts = lists!.length > 0 ? (JSON.parse(new TextDecoder().decode(lists)) as string[]) : [];
  for (const text of texts) data = withList(data, parseList(text, data.articles));
  return numbers!.length > 0 ? { ...data, numbers: ScheduleNumbers.unpack(numbers!) } : data;
}
