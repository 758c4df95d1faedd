/** What the operator did, for the audit: rows are only ever added, the database refuses anything else. */
import { and, desc, like, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../keys/register.ts';
import type { Storage, Tables } from '../storage/open.ts';
import { audit } from '../storage/schema.ts';

export type AuditRow = typeof audit.$inferSelect;

export interface AuditSearch {
  /** Part of subject, origin or detail. */
  text: string;
  /** How the action begins: `key.` is all that happened to keys. */
  action: string;
  /** Rows before this id: the next page. */
  before?: number;
  limit: number;
}

export function recordAudit(
  tables: Pick<Tables, 'insert'>,
  atMs: number,
  actor: Actor,
  action: string,
  subject: string,
  detail = '',
): void {
  tables.insert(audit).values({ atMs, actor: actor.name, origin: actor.origin, action, subject, detail }).run();
}

/** Newest first. */
export function searchAudit(storage: Storage, { text, action, before, limit }: AuditSearch): AuditRow[] {
  const part = `%${text.replace(/[%_\\]/g, '\\$&')}%`;
  const filters: (SQL | undefined)[] = [
    before === undefined ? undefined : lt(audit.id, before),
    action ? like(audit.action, `${action}%`) : undefined,
    text
      ? or(...[audit.subject, audit.origin, audit.detail].map((column) => sql`${column} LIKE ${part} ESCAPE '\\'`))
      : undefined,
  ];
  return storage.records
    .select()
    .from(audit)
    .where(and(...filters))
    .orderBy(desc(audit.id))
    .limit(limit)
    .all();
}
