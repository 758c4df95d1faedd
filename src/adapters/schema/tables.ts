/**
 * All tables that both databases have, each described once. Times are Unix milliseconds UTC, days are days since 1970-01-01 UTC.
 */
import { activityTables } from './activity.ts';
import { alertTables } from './alerts.ts';
import { certificateTables } from './certificates.ts';
import { changeTables } from './changes.ts';
import type { Columns } from './columns.ts';
import { filingTables } from './filings.ts';
import { instanceTables } from './instances.ts';
import { jobTables } from './jobs.ts';
import { keyTables } from './keys.ts';
import { operatorTables } from './operators.ts';
import { partyProfileTables } from './party-profiles.ts';
import { requestLogTables } from './request-log.ts';
import { resourceTables } from './resources.ts';
import { scanLogTables } from './scan-log.ts';
import { settingTables } from './settings.ts';
import { signingCertificateTables } from './signing-certificates.ts';
import { tariffImportTables } from './tariff-imports.ts';
import { usageTables } from './usage.ts';
import { watchTables } from './watches.ts';
import { workbenchSessionTables } from './workbench-sessions.ts';

/** The tables in the columns of one database. */
export function tablesOf(columns: Columns) {
  return {
    ...activityTables(columns),
    ...alertTables(columns),
    ...certificateTables(columns),
    ...changeTables(columns),
    ...filingTables(columns),
    ...instanceTables(columns),
    ...jobTables(columns),
    ...keyTables(columns),
    ...operatorTables(columns),
    ...partyProfileTables(columns),
    ...requestLogTables(columns),
    ...resourceTables(columns),
    ...scanLogTables(columns),
    ...settingTables(columns),
    ...signingCertificateTables(columns),
    ...tariffImportTables(columns),
    ...usageTables(columns),
    ...watchTables(columns),
    ...workbenchSessionTables(columns),
  };
}

export type Schema = ReturnType<typeof tablesOf>;
