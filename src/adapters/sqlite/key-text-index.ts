import { sql } from 'drizzle-orm';
import type { KeyTextIndex } from '../stores/key-search.ts';

/** Migration 0007 makes it, and the triggers that keep it. */
export const keyTextIndex: KeyTextIndex = {
  table: sql`key_search`,
  keyId: sql`key_search.rowid`,
  // In quotes the text is one phrase: none of its characters is an operator.
  contains: (part) => sql`key_search MATCH ${`"${part.replaceAll('"', '""')}"`}`,
};
