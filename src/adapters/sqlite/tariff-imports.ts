import { desc, eq } from 'drizzle-orm';
import type { TariffImport, TariffImportStore } from '../../domain/tariff-import-store.ts';
import { recordActivity } from './activity-log.ts';
import { announce } from './announce.ts';
import { tariffImports } from './schema/tariff-imports.ts';
import type { Tables } from './tables.ts';

export function tariffImportStore(records: Tables): TariffImportStore {
  const { id, listId, version, importedAt, sha256, summary } = tariffImports;
  const select = () => records.select({ id, listId, version, importedAt, sha256, summary }).from(tariffImports);
  return {
    async add(row, activity) {
      records.transaction(
        (tables) => {
          tables.insert(tariffImports).values(row).run();
          recordActivity(tables, activity);
          announce(tables, 'tariff');
        },
        { behavior: 'immediate' },
      );
    },

    async list(limit) {
      return select().orderBy(desc(id)).limit(limit).all();
    },

    async newest() {
      const newest = new Map<string, TariffImport>();
      for (const row of select().orderBy(id).all()) newest.set(row.listId, row);
      return [...newest.values()];
    },

    async body(list) {
      const { body } = tariffImports;
      return records.select({ body }).from(tariffImports).where(eq(listId, list)).orderBy(desc(id)).limit(1).get()
        ?.body;
    },
  };
}
