import { desc } from 'drizzle-orm';
import type { AuditEntry, AuditLog } from '../../domain/audit.ts';
import { auditFilter } from '../audit-filter.ts';
import type { Connections } from './connections.ts';
import { audit } from './schema.ts';
import type { Tables } from './tables.ts';

/** Call inside the transaction of the change that the entry records. */
export async function recordAudit(tables: Pick<Tables, 'insert'>, entry: AuditEntry): Promise<void> {
  await tables.insert(audit).values(entry);
}

export function auditLog(connections: Connections): AuditLog {
  return {
    record: (entry) => connections.read((tables) => recordAudit(tables, entry)),

    search({ limit, ...search }) {
      const filter = auditFilter(audit, search, 'ILIKE');
      return connections.read((tables) =>
        tables.select().from(audit).where(filter).orderBy(desc(audit.id)).limit(limit),
      );
    },
  };
}
