import { eq } from 'drizzle-orm';
import type { SettingsStore } from '../../domain/settings-store.ts';
import { settings } from './schema/settings.ts';
import type { Tables } from './tables.ts';

/** Stores a setting, inside a transaction or by itself. */
function writeSetting(tables: Pick<Tables, 'insert'>, name: string, value: string): void {
  tables.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } }).run();
}

export function settingsStore(records: Tables): SettingsStore {
  const read = (tables: Pick<Tables, 'select'>, name: string) =>
    tables.select().from(settings).where(eq(settings.name, name)).get()?.value;
  return {
    async get(name) {
      return read(records, name);
    },

    async keep(name, make) {
      // What is there is read without the write lock, which another process may hold.
      const known = read(records, name);
      if (known !== undefined) return known;
      return records.transaction(
        (tables) => {
          const stored = read(tables, name);
          if (stored !== undefined) return stored;
          const made = make();
          writeSetting(tables, name, made);
          return made;
        },
        { behavior: 'immediate' },
      );
    },
  };
}
