import { and, desc, eq, notInArray } from 'drizzle-orm';
import { ALERT_CHANGES_KEPT, type AlertStore } from '../../domain/alert-store.ts';
import { changedStates, isKnownChange, isNews, storedAlerts } from '../alert-rows.ts';
import type { Database, Tables } from '../database.ts';
import { recordActivity } from './activity-log.ts';

export function alertStore(database: Database): AlertStore {
  const { alertChanges, alerts } = database.schema;
  const read = async (tables: Tables) => storedAlerts(await tables.select().from(alerts));
  const put = (tables: Tables, name: string, set: Partial<typeof alerts.$inferInsert>) =>
    tables
      .insert(alerts)
      .values({ name, ...set })
      .onConflictDoUpdate({ target: alerts.name, set });

  return {
    read: () => database.read(read),

    set: (decide) =>
      database.write(async (tables) => {
        await database.lock(tables, 'alerts');
        for (const { name, setting, activity } of decide((await read(tables)).settings)) {
          await put(tables, name, setting);
          await recordActivity(database, tables, activity);
        }
      }),

    async record(evaluations, atMs) {
      // Most of the time nothing changed, and then nothing is written and no lock is taken.
      if (changedStates(await database.read(read), evaluations).length === 0) return;
      await database.write(async (tables) => {
        // Two servers that evaluate at once must not both record the same change.
        await database.lock(tables, 'alerts');
        const stored = await read(tables);
        for (const evaluation of changedStates(stored, evaluations)) {
          const { name, state, text } = evaluation;
          await put(tables, name, { state, sinceMs: atMs });
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

    changes: async (limit) => {
      const rows = await database.read((tables) =>
        tables.select().from(alertChanges).orderBy(desc(alertChanges.id)).limit(limit),
      );
      return rows.filter(isKnownChange);
    },
  };
}
