import type { TariffList } from '../../domain/tariff-list.ts';
import { announcedOf } from '../../tariff/list-summary.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import type { OperatorRequest } from '../operator-request.ts';
import { upcomingChanges } from './upcoming.ts';
import { type ImportSummary, listsPage } from './view.tsx';

const IMPORTS_MAX = 50;
const DAY_MS = 86_400_000;

export async function showLists(
  { tariff, tariffStore }: OperatorDependencies,
  request: OperatorRequest,
): Promise<Response> {
  const today = tariff.today();
  const imports = await tariffStore.imports(IMPORTS_MAX);
  const lists = tariff.data.lists.map((list) => ({
    list,
    rowsInForce: rowsInForce(list, today),
    ageDays: Math.round((Date.parse(today) - Date.parse(list.as_of)) / DAY_MS),
    upcoming: upcomingChanges(list, announcedOf(list, tariff.data), today),
    imported: imports.find((row) => row.listId === list.list_id && row.version === list.version),
  }));
  return listsPage(request, {
    today,
    lawReadTo: tariff.lawRead().to,
    lists,
    imports: imports.map((row) => ({ row, summary: JSON.parse(row.summary) as ImportSummary })),
  });
}

function rowsInForce({ listings }: TariffList, today: string): number {
  return listings.filter(({ from, to }) => from <= today && (to === null || today <= to)).length;
}
