import { and, desc, ilike, like, lt, or } from 'drizzle-orm';
import type { AuditEntry, AuditLog } from '../../domain/audit.ts';
import type { Connections } from './connections.ts';
import { audit } from './schema.ts';
import type { Tables } from './tables.ts';

/** Call inside the transaction of what is recorded. */
export async function recordAudit(tables: Pick<Tables, 'insert'>, entry: AuditEntry): Promise<void> {
  await tables.insert(audit).values(entry);
}

export function auditLog(connections: Connections): AuditLog {
  return {
    record: (entry) => connections.read((tables) => recordAudit(tables, entry)),

    search({ text, action, before, limit }) {
      const part = `%${text.replace(/[%_\\]/g, '\\$&')}%`;
      const filters = [
        before === undefined ? undefined : lt(audit.id, before),
        action ? like(audit.action, `${action}%`) : undefined,
        text ? or(...[audit.subject, audit.origin, audit.detail].map((column) => ilike(column, part))) : undefined,
      ];
      return connections.read((tables) =>
        tables
          .select()
          .from(audit)
          .where(and(...filters))
          .orderBy(desc(audit.id))
          .limit(limit),
      );
    },
  };
}
