/**
 * Every operation of the three documents: its method, its path, and how it may be sent. The tests compare this table with the documents.
 * The types of what is sent and answered are generated.
 */
import type { operations as V0 } from './generated/v0.ts';
import type { operations as V1 } from './generated/v1.ts';
import type { operations as V2 } from './generated/v2.ts';

type Operations = V0 & V1 & V2;
export type OperationId = keyof Operations;

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Takes no key. */
  isPublic?: true;
  /** Takes an `Idempotency-Key`, so a retry makes nothing twice. */
  idempotent?: true;
  /** Changes something and takes no such key: it is not sent again unless it was refused before any work. */
  unsafe?: true;
  /** Takes as long as other servers take. */
  slow?: true;
}

const get = (path: string): Operation => ({ method: 'GET', path });
const open = (path: string): Operation => ({ method: 'GET', path, isPublic: true });
const create = (path: string): Operation => ({ method: 'POST', path, idempotent: true });
const change = (path: string): Operation => ({ method: 'POST', path, unsafe: true });
const remove = (path: string): Operation => ({ method: 'DELETE', path });

export const OPERATIONS: Record<OperationId, Operation> = {
  explainHtsCode: open('/api/v0/tariff/hts/{code}'),
  readTariffHistory: open('/api/v0/tariff/hts/{code}/history'),
  workOutDuty: open('/api/v0/tariff/hts/{code}/duties'),
  listTariffLists: open('/api/v0/tariff/lists'),
  downloadTariffListJson: open('/api/v0/tariff/lists/{list_id}.json'),
  downloadTariffListCsv: open('/api/v0/tariff/lists/{list_id}.csv'),
  listTariffChanges: open('/api/v0/tariff/changes'),
  listTariffChapters: open('/api/v0/tariff/schedule'),
  browseTariffSchedule: open('/api/v0/tariff/schedule/{code}'),
  searchTariffSchedule: open('/api/v0/tariff/search'),
  listPixelRules: open('/api/v0/pixel/rules'),
  scanStorefrontOnce: { method: 'POST', path: '/api/v0/pixel/scan', isPublic: true, slow: true },
  searchCitations: open('/api/v0/entry/citations'),
  verifyCertificate: open('/verify/{gcc_id}'),

  lookupHtsCodes: { method: 'POST', path: '/api/v1/tariff/hts/lookup' },
  scanStorefront: { method: 'POST', path: '/api/v1/pixel/scan', slow: true },
  generateCertificate: create('/api/v1/entry/gcc/generate'),

  readAccount: get('/api/v2/account'),
  rotateOwnKey: create('/api/v2/account/rotation'),
  workOutDuties: { method: 'POST', path: '/api/v2/tariff/duties' },
  scanPixels: { method: 'POST', path: '/api/v2/pixel/scans', slow: true },
  createCertificate: create('/api/v2/entry/certificates'),
  listCertificates: get('/api/v2/entry/certificates'),
  readCertificate: get('/api/v2/entry/certificates/{id}'),
  readCertificatePdf: get('/api/v2/entry/certificates/{id}/pdf'),
  // Another link is another text, and does no harm.
  linkCertificate: { method: 'POST', path: '/api/v2/entry/certificates/{id}/links' },
  revokeCertificate: change('/api/v2/entry/certificates/{id}/revocation'),
  readRegistryEnvelope: get('/api/v2/entry/certificates/{id}/registry'),
  // It writes a text, and changes nothing.
  writeRegistryEnvelope: { method: 'POST', path: '/api/v2/entry/registry' },
  publishCertificatePdf: { method: 'PUT', path: '/api/v2/entry/certificates/{id}/public-pdf' },
  unpublishCertificatePdf: { method: 'DELETE', path: '/api/v2/entry/certificates/{id}/public-pdf' },
  fileCertificate: change('/api/v2/entry/certificates/{id}/filings'),
  listFilings: get('/api/v2/entry/certificates/{id}/filings'),
  listParties: get('/api/v2/entry/parties'),
  readParty: get('/api/v2/entry/parties/{alternate_id}'),
  putParty: { method: 'PUT', path: '/api/v2/entry/parties/{alternate_id}' },
  deleteParty: remove('/api/v2/entry/parties/{alternate_id}'),
  createWatch: create('/api/v2/watches'),
  listWatches: get('/api/v2/watches'),
  readWatch: get('/api/v2/watches/{id}'),
  changeWatch: { method: 'PATCH', path: '/api/v2/watches/{id}' },
  deleteWatch: remove('/api/v2/watches/{id}'),
  listWatchEvents: get('/api/v2/watches/{id}/events'),
  testWatch: create('/api/v2/watches/{id}/tests'),
  rotateWatchSecret: create('/api/v2/watches/{id}/secrets'),
  listEvents: get('/api/v2/events'),
  redeliverEvent: change('/api/v2/events/{id}/redelivery'),
  createTariffAudit: create('/api/v2/tariff/audits'),
  listTariffAudits: get('/api/v2/tariff/audits'),
  readTariffAudit: get('/api/v2/tariff/audits/{id}'),
  listTariffAuditLines: get('/api/v2/tariff/audits/{id}/lines'),
  listTariffAuditHeadings: get('/api/v2/tariff/audits/{id}/headings'),
  removeTariffAudit: remove('/api/v2/tariff/audits/{id}'),
  readTariffAuditResult: get('/api/v2/tariff/audits/{id}/result'),
  createPixelAudit: create('/api/v2/pixel/audits'),
  listPixelAudits: get('/api/v2/pixel/audits'),
  readPixelAudit: get('/api/v2/pixel/audits/{id}'),
  listPixelAuditLines: get('/api/v2/pixel/audits/{id}/lines'),
  removePixelAudit: remove('/api/v2/pixel/audits/{id}'),
  readPixelAuditResult: get('/api/v2/pixel/audits/{id}/result'),
  createEntryBatch: create('/api/v2/entry/batches'),
  listEntryBatches: get('/api/v2/entry/batches'),
  readEntryBatch: get('/api/v2/entry/batches/{id}'),
  listEntryBatchLines: get('/api/v2/entry/batches/{id}/lines'),
  removeEntryBatch: remove('/api/v2/entry/batches/{id}'),
  readEntryBatchResult: get('/api/v2/entry/batches/{id}/result'),
};

/** What is sent as the JSON body. */
export type BodyOf<Id extends OperationId> = Operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** A query is text. Numbers and booleans may be given where the text is one. */
type Given<Value> = Value | (string extends Value ? number : never) | ('true' extends Value ? boolean : never);

/** The parameters of the query. */
export type QueryOf<Id extends OperationId> = Operations[Id] extends { parameters: { query?: infer Query } }
  ? { [Name in keyof NonNullable<Query>]: Given<NonNullable<Query>[Name]> }
  : never;

/** The parameters of the path. */
export type PathOf<Id extends OperationId> = Operations[Id] extends { parameters: { path?: infer Path } }
  ? NonNullable<Path>
  : never;

type Succeeded = 200 | 201 | 202;

/** The JSON of a successful answer. */
export type AnswerOf<Id extends OperationId> = Operations[Id] extends { responses: infer Responses }
  ? {
      [Status in keyof Responses]: Status extends Succeeded
        ? Responses[Status] extends { content: { 'application/json': infer Body } }
          ? Body
          : never
        : never;
    }[keyof Responses]
  : never;
