/**
 * What a server reads before its first answer. It is plain SQL, because drizzle and its tables take a quarter of a start to load
 * (docs/adr/0141-the-first-answer-waits-for-no-library.md).
 */
import type { Database } from 'bun:sqlite';
import type { ApiKey } from '../../domain/key.ts';
import type { KeyStore } from '../../domain/key-store.ts';
import type { Operator } from '../../domain/operator.ts';
import type { OperatorStore } from '../../domain/operator-store.ts';
import type { TariffImport, TariffImportStore } from '../../domain/tariff-import-store.ts';

export function firstKeyReads(records: Database): Pick<KeyStore, 'findByHash'> {
  // Prepared, because every key in use is looked up again after any key has changed.
  const byHash = records.prepare<ApiKey, [string]>(
    `SELECT id, lineage_id AS lineageId, name, scope, notes, hash, prefix, last_four AS lastFour, per_minute AS perMinute,
            per_day AS perDay, created_at AS createdAt, expires_at AS expiresAt, revoked_at AS revokedAt,
            successor_id AS successorId, last_used_at AS lastUsedAt, networks, owner, tags
     FROM keys WHERE hash = ?`,
  );
  return {
    async findByHash(hash) {
      return byHash.get(hash) ?? undefined;
    },
  };
}

export function firstOperatorReads(records: Database): Pick<OperatorStore, 'list'> {
  return {
    async list() {
      return records
        .query<Operator, []>(
          'SELECT id, name, role, created_at AS createdAt, password_set_at AS passwordSetAt FROM operators ORDER BY id',
        )
        .all();
    },
  };
}

export function firstTariffImportReads(records: Database): Pick<TariffImportStore, 'list'> {
  return {
    async list(limit) {
      return records
        .query<TariffImport, [number]>(
          `SELECT id, list_id AS listId, version, imported_at AS importedAt, sha256, summary
           FROM tariff_imports ORDER BY id DESC LIMIT ?`,
        )
        .all(limit);
    },
  };
}
