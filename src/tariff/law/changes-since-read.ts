import type { Tariff } from '../tariff.ts';
import { leavesOpen, unreadChanges } from './announced.ts';

/** Programmes whose announced day has come since the law was read, as `polysilicon on 2026-12-04`. */
export function changesSinceRead(tariff: Tariff): string[] {
  const today = tariff.today();
  const begun = unreadChanges(tariff.data).filter((change) => leavesOpen(change, today, tariff.lawRead().to));
  return [...new Set(begun.map(({ programme, date }) => `${programme} on ${date}`))];
}
