import { PageError } from '../../../http/browser/page-error.ts';
import { isDay } from '../shell/days.ts';
import type { SignedInRequest } from '../workbench-request.ts';
import { readCalendar } from './calendar.ts';
import { changesPage } from './changes-view.tsx';
import { dayPage } from './day-view.tsx';
import { compareMyLists } from './my-lists.ts';

export async function showChanges(request: SignedInRequest): Promise<Response> {
  const [calendar, comparison] = await Promise.all([readCalendar(request.ask), compareMyLists(request)]);
  return changesPage(request, { calendar, comparison });
}

/** One day of the calendar, with all numbers. */
export async function showDay(request: SignedInRequest): Promise<Response> {
  const date = request.params.date!;
  if (!isDay(date)) throw new PageError(404, 'Not found', 'There is no such day.');
  const [calendar, comparison] = await Promise.all([readCalendar(request.ask), compareMyLists(request)]);
  // The first day has none before it to be compared with. Later than today nothing is read as in force.
  const past = calendar.past.find((day) => day.date === date);
  const day = past ?? { date, changes: { added: [], removed: [], rerated: [], moved: [] } };
  return dayPage(request, { calendar, comparison, day });
}
