/**
 * Which list and which schedule count: the embedded one or its import. A newer binary may embed a newer one; then the import is
 * ignored.
 */
import { embeddedTariff } from '../embedded.ts';
import { TariffFileError } from '../json-fields.ts';
import { parseList } from '../parse-list.ts';
import { Schedule } from '../schedule/schedule.ts';
import { ScheduleFile } from '../schedule/schedule-file.ts';
import { compareRevisions } from '../schedule/schedule-revision.ts';
import { type TariffData, withList, withSchedule } from '../tariff-data.ts';
import type { ImportPlan } from './plan-import.ts';

/**
 * The embedded data, with the imported lists in place of the embedded ones of the same id that are not newer, and the imported
 * schedule.
 * @throws TariffFileError if this binary cannot read a list that another version accepted
 */
export function tariffOf(importedLists: readonly string[], importedSchedule?: string): TariffData {
  let data = embeddedTariff();
  for (const text of importedLists) {
    const list = parseList(text, data.articles);
    const embedded = data.lists.find((known) => known.list_id === list.list_id);
    if (!embedded || list.as_of >= embedded.as_of) data = withList(data, list);
  }
  const schedule = importedSchedule === undefined ? null : importedScheduleOf(importedSchedule, data.schedule);
  return schedule ? withSchedule(data, schedule) : data;
}

/** Schedules that version 0.1 stored are JSON. They lack the special and column 2 rates, and the embedded one is newer. */
const STORED_AS_JSON = '[';

/** The imported schedule; null if the embedded one counts, because a later binary brought a newer one. */
function importedScheduleOf(text: string, embedded: Schedule): Schedule | null {
  if (text.startsWith(STORED_AS_JSON)) return null;
  const imported = new Schedule(new ScheduleFile(Buffer.from(text, 'base64')));
  const { revision, importedOver = '' } = imported.edition;
  const broughtLater = embedded.edition.revision !== importedOver;
  return broughtLater && compareRevisions(embedded.edition.revision, revision) > 0 ? null : imported;
}

/** @throws TariffFileError if the embedded list is newer, because the import would be ignored */
export function requireNotOlder(plan: ImportPlan): void {
  if (plan.kind !== 'list') return;
  const embedded = embeddedTariff().lists.find((known) => known.list_id === plan.list.list_id);
  if (!embedded || plan.list.as_of >= embedded.as_of) return;
  const reason = `the file is as of ${plan.list.as_of}, but this version of Portside contains the list as of ${embedded.as_of}`;
  throw new TariffFileError(null, reason);
}
