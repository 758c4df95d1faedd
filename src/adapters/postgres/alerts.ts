import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import { ALERT_CHANGES_KEPT, type AlertStore } from '../../domain/alert-store.ts';
import { changedStates, isKnownChange, isNews, storedAlerts } from '../alert-rows.ts';
import { recordActivity } from './activity-log.ts';
import type { Connections } from './connections.ts';
import { alertChanges, alerts } from './schema.ts';
import type { Tables } from './tables.ts';

export function alertStore(connections: Connections): AlertStore {
  const read = async (tables: Tables) => storedAlerts(await tables.select().from(alerts));
  /** Two servers that evaluate at once must not both record the same change. A row may be missing, so the table is locked. */
  const lock = (tables: Tables) => tables.execute(sql`LOCK TABLE ${alerts} IN SHARE ROW EXCLUSIVE MODE`);
  return {
    read: () => connections.read(read),

    set: (decide) =>
      connections.write(async (tables) => {
        await lock(tables);
        for (const { name, setting, activity } of decide((await read(tables)).settings)) {
          await tables
            .insert(alerts)
            .values({ name, ...setting })
            .onConflictDoUpdate({ target: alerts.name, set: setting });
          await recordActivity(tables, activity);
        }
      }),

    async record(evaluations, atMs) {
      // Most of the time nothing changed, and then nothing is written and no lock is taken.
      if (changedStates(await connections.read(read), evaluations).length === 0) return;
      await connections.write(async (tables) => {
        await lock(tables);
        const stored = await read(tables);
        for (const evaluation of changedStates(stored, evaluations)) {
          const { name, state, text } = evaluation;
          const set = { state, sinceMs: atMs };
          await tables
            .insert(alerts)
            .values({ name, ...set })
            .onConflictDoUpdate({ target: alerts.name, set });
          if (!isNews(stored, evaluation)) continue;
          await tables.insert(alertChanges).values({ atMs, name, state, detail: text });
          const kept = tables
            .select({ id: alertChanges.id })
            .from(alertChanges)
            .where(eq(alertChanges.name, name))
            .orderBy(desc(alertChanges.id))
            .limit(ALERT_CHANGES_KEPT);
          await tables.delete(alertChanges).where(and(eq(alertChanges.name, name), notInArray(alertChanges.id, kept)));
        }
      });
    },

    changes: async (limit) =>
      (
        await connections.read((tables) =>
          tables.select().from(alertChanges).orderBy(desc(alertChanges.id)).limit(limit),
        )
      ).filter(isKnownChange),
  };
}
