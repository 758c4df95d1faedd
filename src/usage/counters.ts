/** What a key has used, read from the file: for commands and pages, not for decisions. */
import { utcDay } from '../clock.ts';
import { Journal } from '../storage/journal.ts';
import type { Storage } from '../storage/open.ts';
import { MINUTE_MS } from './window.ts';

export interface KeyUsage {
  /** Requests counted in the last 60 seconds, over the key's whole line of rotations, as its limit is. */
  minute: number;
  /** Requests counted this UTC day, over the line of rotations. */
  today: number;
  /** Requests counted with this key itself since it was issued. */
  total: number;
}

/** One consistent reading of `usage` and journal together. */
export function readKeyUsage(storage: Storage, key: { id: number; lineageId: number }, nowMs: number): KeyUsage {
  const journal = new Journal(storage.counters);
  return storage.counters.transaction(() => {
    const day = utcDay(nowMs);
    const folded = journal.foldedUsage(key.id, key.lineageId, day);
    const used: KeyUsage = { minute: 0, ...folded };
    for (const { atMs, entries } of journal.after(0)) {
      for (const [keyId, lineageId, , requests] of entries) {
        if (keyId === key.id) used.total += requests;
        if (lineageId !== key.lineageId) continue;
        if (utcDay(atMs) === day) used.today += requests;
        if (atMs > nowMs - MINUTE_MS) used.minute += requests;
      }
    }
    return used;
  })();
}
