import { eq } from 'drizzle-orm';
import type { SettingsStore } from '../../domain/settings-store.ts';
import type { Database, Tables } from '../database.ts';

export function settingsStore(database: Database): SettingsStore {
  const { settings } = database.schema;
  const read = async (tables: Tables, name: string) =>
    (await tables.select().from(settings).where(eq(settings.name, name)))[0]?.value;
  return {
    get: (name) => database.read((tables) => read(tables, name)),

    async keep(name, make) {
      // Looked up without the write lock, which another process may hold.
      const known = await database.read((tables) => read(tables, name));
      if (known !== undefined) return known;
      return database.write(async (tables) => {
        const stored = await read(tables, name);
        if (stored !== undefined) return stored;
        await tables.insert(settings).values({ name, value: make() }).onConflictDoNothing();
        return (await read(tables, name))!;
      });
    },
  };
}
