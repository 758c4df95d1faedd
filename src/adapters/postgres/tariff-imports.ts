import { asc, desc, eq } from 'drizzle-orm';
import type { TariffImportStore } from '../../domain/tariff-import-store.ts';
import { recordActivity } from './activity-log.ts';
import { announce } from './changes.ts';
import type { Connections } from './connections.ts';
import { tariffImports } from './schema.ts';

export function tariffImportStore(connections: Connections): TariffImportStore {
  const { id, listId, version, importedAt, sha256, summary, body } = tariffImports;
  const columns = { id, listId, version, importedAt, sha256, summary };
  return {
    add: (row, activity) =>
      connections.write(async (tables) => {
        await tables.insert(tariffImports).values(row);
        await recordActivity(tables, activity);
        await announce(tables, 'tariff');
      }),

    list: (limit) =>
      connections.read((tables) => tables.select(columns).from(tariffImports).orderBy(desc(id)).limit(limit)),

    newest: () =>
      connections.read((tables) =>
        tables.selectDistinctOn([listId], columns).from(tariffImports).orderBy(asc(listId), desc(id)),
      ),

    async body(list) {
      const [newest] = await connections.read((tables) =>
        tables.select({ body }).from(tariffImports).where(eq(listId, list)).orderBy(desc(id)).limit(1),
      );
      return newest?.body;
    },
  };
}
