import { desc } from 'drizzle-orm';
import type { AuditEntry, AuditLog } from '../../domain/audit.ts';
import { auditFilter } from '../audit-filter.ts';
import { audit } from './schema/audit.ts';
import type { Tables } from './tables.ts';

/** Call inside the transaction of the change that the entry records. */
export function recordAudit(tables: Pick<Tables, 'insert'>, entry: AuditEntry): void {
  tables.insert(audit).values(entry).run();
}

export function auditLog(records: Tables): AuditLog {
  return {
    async record(entry) {
      recordAudit(records, entry);
    },

    async search({ limit, ...search }) {
      const filter = auditFilter(audit, search, 'LIKE');
      return records.select().from(audit).where(filter).orderBy(desc(audit.id)).limit(limit).all();
    },
  };
}
