/** Small durable values by name. */
import { eq } from 'drizzle-orm';
import type { Tables } from './open.ts';
import { settings } from './schema.ts';

export function readSetting(tables: Tables, name: string): string | undefined {
  return tables.select().from(settings).where(eq(settings.name, name)).get()?.value;
}

export function writeSetting(tables: Pick<Tables, 'insert'>, name: string, value: string): void {
  tables.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } }).run();
}
