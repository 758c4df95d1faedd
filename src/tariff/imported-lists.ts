/** Which list counts: the embedded one or its import. A newer binary may embed a newer list; then the import is ignored. */
import { embeddedTariff } from './embedded.ts';
import { TariffFileError } from './json-fields.ts';
import { parseList } from './parse-list.ts';
import type { ImportPlan } from './plan-import.ts';
import { type TariffData, withList } from './tariff-data.ts';

/**
 * The embedded data, with the imported lists in place of the embedded ones of the same id that are not newer.
 * @throws TariffFileError if this binary cannot read a list that another version accepted
 */
export function tariffOf(importedLists: readonly string[]): TariffData {
  let data = embeddedTariff();
  for (const text of importedLists) {
    const list = parseList(text, data.articles);
    const embedded = data.lists.find((known) => known.list_id === list.list_id);
    if (!embedded || list.as_of >= embedded.as_of) data = withList(data, list);
  }
  return data;
}

/** @throws TariffFileError if the embedded list is newer, because the import would be ignored */
export function requireNotOlder(plan: ImportPlan): void {
  if (plan.kind !== 'list') return;
  const embedded = embeddedTariff().lists.find((known) => known.list_id === plan.list.list_id);
  if (!embedded || plan.list.as_of >= embedded.as_of) return;
  const reason = `the file is as of ${plan.list.as_of}, but this version of Portside contains the list as of ${embedded.as_of}`;
  throw new TariffFileError(null, reason);
}
