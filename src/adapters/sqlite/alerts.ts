import { and, desc, eq, notInArray } from 'drizzle-orm';
import { ALERT_CHANGES_KEPT, type AlertStore } from '../../domain/alert-store.ts';
import { changedStates, isKnownChange, isNews, storedAlerts } from '../alert-rows.ts';
import { recordActivity } from './activity-log.ts';
import { alertChanges, alerts } from './schema/alerts.ts';
import type { Tables } from './tables.ts';

export function alertStore(records: Tables): AlertStore {
  const read = (tables: Pick<Tables, 'select'>) => storedAlerts(tables.select().from(alerts).all());
  return {
    async read() {
      return read(records);
    },

    async set(decide) {
      records.transaction(
        (tables) => {
          for (const { name, setting, activity } of decide(read(tables).settings)) {
            tables
              .insert(alerts)
              .values({ name, ...setting })
              .onConflictDoUpdate({ target: alerts.name, set: setting })
              .run();
            recordActivity(tables, activity);
          }
        },
        { behavior: 'immediate' },
      );
    },

    async record(evaluations, atMs) {
      // Most of the time nothing changed, and then nothing is written and no lock is taken.
      if (changedStates(read(records), evaluations).length === 0) return;
      records.transaction(
        (tables) => {
          const stored = read(tables);
          for (const evaluation of changedStates(stored, evaluations)) {
            const { name, state, text } = evaluation;
            const set = { state, sinceMs: atMs };
            tables
              .insert(alerts)
              .values({ name, ...set })
              .onConflictDoUpdate({ target: alerts.name, set })
              .run();
            if (!isNews(stored, evaluation)) continue;
            tables.insert(alertChanges).values({ atMs, name, state, detail: text }).run();
            const kept = tables
              .select({ id: alertChanges.id })
              .from(alertChanges)
              .where(eq(alertChanges.name, name))
              .orderBy(desc(alertChanges.id))
              .limit(ALERT_CHANGES_KEPT);
            tables
              .delete(alertChanges)
              .where(and(eq(alertChanges.name, name), notInArray(alertChanges.id, kept)))
              .run();
          }
        },
        { behavior: 'immediate' },
      );
    },

    async changes(limit) {
      return records
        .select()
        .from(alertChanges)
        .orderBy(desc(alertChanges.id))
        .limit(limit)
        .all()
        .filter(isKnownChange);
    },
  };
}
