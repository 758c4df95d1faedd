import { and, desc, like, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AuditEntry, AuditLog } from '../../domain/audit.ts';
import { audit } from './schema.ts';
import type { Tables } from './tables.ts';

/** Call inside the transaction of what is recorded. */
export function recordAudit(tables: Pick<Tables, 'insert'>, entry: AuditEntry): void {
  tables.insert(audit).values(entry).run();
}

export function auditLog(records: Tables): AuditLog {
  return {
    async record(entry) {
      recordAudit(records, entry);
    },

    async search({ text, action, before, limit }) {
      const part = `%${text.replace(/[%_\\]/g, '\\$&')}%`;
      const filters: (SQL | undefined)[] = [
        before === undefined ? undefined : lt(audit.id, before),
        action ? like(audit.action, `${action}%`) : undefined,
        text
          ? or(...[audit.subject, audit.origin, audit.detail].map((column) => sql`${column} LIKE ${part} ESCAPE '\\'`))
          : undefined,
      ];
      return records
        .select()
        .from(audit)
        .where(and(...filters))
        .orderBy(desc(audit.id))
        .limit(limit)
        .all();
    },
  };
}
