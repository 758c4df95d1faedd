/**
 * All tables. Times are Unix milliseconds UTC, days are days since 1970-01-01 UTC. Migrations are generated from this file. A store imports
 * only its own tables, because making all of them takes a tenth of a start.
 */

export * from './schema/activity.ts';
export * from './schema/alerts.ts';
export * from './schema/certificates.ts';
export * from './schema/changes.ts';
export * from './schema/filings.ts';
export * from './schema/instances.ts';
export * from './schema/jobs.ts';
export * from './schema/keys.ts';
export * from './schema/operators.ts';
export * from './schema/party-profiles.ts';
export * from './schema/request-log.ts';
export * from './schema/resources.ts';
export * from './schema/scan-log.ts';
export * from './schema/settings.ts';
export * from './schema/signing-certificates.ts';
export * from './schema/tariff-imports.ts';
export * from './schema/usage.ts';
export * from './schema/watches.ts';
export * from './schema/workbench-sessions.ts';
