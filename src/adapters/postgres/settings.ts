import { eq } from 'drizzle-orm';
import type { SettingsStore } from '../../domain/settings-store.ts';
import type { Connections } from './connections.ts';
import { settings } from './schema.ts';
import type { Tables } from './tables.ts';

/** Stores a setting, inside a transaction or by itself. */
export async function writeSetting(tables: Pick<Tables, 'insert'>, name: string, value: string): Promise<void> {
  await tables.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } });
}

export function settingsStore(connections: Connections): SettingsStore {
  const read = async (tables: Tables, name: string) =>
    (await tables.select().from(settings).where(eq(settings.name, name)))[0]?.value;
  return {
    get: (name) => connections.read((tables) => read(tables, name)),

    keep: (name, make) =>
      connections.read(async (tables) => {
        const stored = await read(tables, name);
        if (stored !== undefined) return stored;
        await tables.insert(settings).values({ name, value: make() }).onConflictDoNothing();
        return (await read(tables, name))!;
      }),
  };
}
