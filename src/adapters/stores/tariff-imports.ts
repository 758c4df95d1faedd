import { desc, eq, inArray, max } from 'drizzle-orm';
import type { TariffImportStore } from '../../domain/tariff-import-store.ts';
import type { Database } from '../database.ts';
import { recordActivity } from './activity-log.ts';
import { announce } from './announce.ts';

export function tariffImportStore(database: Database): TariffImportStore {
  const { tariffImports } = database.schema;
  const { id, listId, version, importedAt, sha256, summary, body } = tariffImports;
  const columns = { id, listId, version, importedAt, sha256, summary };
  return {
    add: (row, activity) =>
      database.write(async (tables) => {
        await tables.insert(tariffImports).values(row);
        await recordActivity(database, tables, activity);
        await announce(database, tables, 'tariff');
      }),

    list: (limit) =>
      database.read((tables) => tables.select(columns).from(tariffImports).orderBy(desc(id)).limit(limit)),

    newest: () =>
      database.read((tables) => {
        const newest = tables
          .select({ id: max(id) })
          .from(tariffImports)
          .groupBy(listId);
        return tables.select(columns).from(tariffImports).where(inArray(id, newest)).orderBy(listId);
      }),

    body: (list) =>
      database.read(async (tables) => {
        const [newest] = await tables
          .select({ body })
          .from(tariffImports)
          .where(eq(listId, list))
          .orderBy(desc(id))
          .limit(1);
        return newest?.body;
      }),
  };
}
