/** Each operation of the documents is sent by a public method: its method, its path with the arguments in it, its query, key and body. */
import { expect, test } from 'bun:test';
import { Portside, PortsidePublic } from '../src/index.ts';
import { OPERATIONS, type OperationId } from '../src/operations.ts';
import { API_KEY } from '../src/testing/index.ts';

interface Sent {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: unknown;
}

const sent: Sent[] = [];
/** Answers nothing that fits: what is sent is enough here. */
async function fetch(url: string, { method = 'GET', headers = {}, body }: RequestInit = {}): Promise<Response> {
  sent.push({ method, url: new URL(url), headers: headers as Record<string, string>, body });
  return Response.json({ error: 'not_found', message: 'Nothing.', contact: '' }, { status: 404 });
}

const options = { baseUrl: 'http://portside.test/base', fetch: fetch as never };
const { tariff, pixel, entry, watches, events, account } = new Portside({ apiKey: API_KEY, ...options });
const open = new PortsidePublic(options);

const ID = 'a/b c?d';
const ANY = {} as never;
const FILE = { file: 'a,b\n', format: 'csv' } as const;

/** A call of each operation, and what its query is. */
const CALLS: Record<OperationId, [() => PromiseLike<unknown>, query?: string]> = {
  explainHtsCode: [() => open.explain(ID, { asOf: '2026-01-02' }), 'as_of=2026-01-02'],
  readTariffHistory: [() => open.history(ID)],
  workOutDuty: [() => open.duties(ID, { origin: 'CN' } as never), 'origin=CN'],
  listTariffLists: [() => open.lists()],
  downloadTariffListJson: [() => open.list(ID)],
  downloadTariffListCsv: [() => open.listCsv(ID)],
  listTariffChanges: [() => open.changes('2026-01-02', { to: '2026-02-03' }), 'from=2026-01-02&to=2026-02-03'],
  listTariffChapters: [() => open.chapters({ asOf: '2026-01-02' }), 'as_of=2026-01-02'],
  browseTariffSchedule: [() => open.schedule(ID, { asOf: '2026-01-02' }), 'as_of=2026-01-02'],
  searchTariffSchedule: [() => open.search('steel & wire', { limit: 3 }), 'q=steel+%26+wire&limit=3'],
  listPixelRules: [() => open.pixelRules()],
  scanStorefrontOnce: [() => open.scan('https://store.invalid/')],
  searchCitations: [() => open.citations('lead'), 'q=lead'],
  verifyCertificate: [() => open.verify(ID)],

  lookupHtsCodes: [() => tariff.hts.lookup(['7326.90.8688'])],
  scanStorefront: [() => pixel.scan('https://store.invalid/', { deep: true }), 'deep=true'],
  generateCertificate: [() => entry.gcc.generate(ANY)],

  readAccount: [() => account.get()],
  rotateOwnKey: [() => account.rotate({ overlap_hours: 1 })],
  workOutDuties: [() => tariff.duties([])],
  scanPixels: [() => pixel.report(ANY)],
  createCertificate: [() => entry.certificates.create(ANY)],
  listCertificates: [() => entry.certificates.list({ limit: 2 }).page('c'), 'limit=2&cursor=c'],
  readCertificate: [() => entry.certificates.get(ID)],
  readCertificatePdf: [() => entry.certificates.download(ID)],
  linkCertificate: [() => entry.certificates.link(ID)],
  revokeCertificate: [() => entry.certificates.revoke(ID, ANY)],
  readRegistryEnvelope: [() => entry.certificates.registry(ID)],
  writeRegistryEnvelope: [() => entry.certificates.registryOf(ANY)],
  publishCertificatePdf: [() => entry.certificates.publish(ID)],
  unpublishCertificatePdf: [() => entry.certificates.unpublish(ID)],
  fileCertificate: [() => entry.certificates.file(ID)],
  listFilings: [() => entry.certificates.filings(ID)],
  listParties: [
    () => entry.parties.list({ role: 'testing_lab', limit: 2 }).page('c'),
    'role=testing_lab&limit=2&cursor=c',
  ],
  readParty: [() => entry.parties.get(ID)],
  putParty: [() => entry.parties.put(ID, ANY)],
  deleteParty: [() => entry.parties.delete(ID)],
  createWatch: [() => watches.create(ANY)],
  listWatches: [() => watches.list({ limit: 2 }).page(), 'limit=2'],
  readWatch: [() => watches.get(ID)],
  changeWatch: [() => watches.update(ID, ANY)],
  deleteWatch: [() => watches.delete(ID)],
  listWatchEvents: [() => watches.events(ID, { limit: 2 }).page('c'), 'limit=2&cursor=c'],
  testWatch: [() => watches.test(ID)],
  rotateWatchSecret: [() => watches.rotateSecret(ID)],
  listEvents: [() => events.list({ limit: 2 }).page('c'), 'limit=2&cursor=c'],
  redeliverEvent: [() => events.redeliver(ID)],
  createTariffAudit: [() => tariff.audits.create(FILE, { as_of: '2026-01-02' }), 'as_of=2026-01-02'],
  listTariffAudits: [() => tariff.audits.list({ status: 'finished' }).page(), 'status=finished'],
  readTariffAudit: [() => tariff.audits.get(ID)],
  listTariffAuditLines: [
    () => tariff.audits.lines(ID, { status: ['applies', 'unsettled'] }).page('c'),
    'status=applies&status=unsettled&cursor=c',
  ],
  listTariffAuditHeadings: [() => tariff.audits.headings(ID)],
  removeTariffAudit: [() => tariff.audits.remove(ID)],
  readTariffAuditResult: [() => tariff.audits.result(ID, 'csv'), 'format=csv'],
  createPixelAudit: [() => pixel.audits.create({ stores: ['https://store.invalid/'] })],
  listPixelAudits: [() => pixel.audits.list().page()],
  readPixelAudit: [() => pixel.audits.get(ID)],
  listPixelAuditLines: [() => pixel.audits.lines(ID, { limit: 2 }).page('c'), 'limit=2&cursor=c'],
  removePixelAudit: [() => pixel.audits.remove(ID)],
  readPixelAuditResult: [() => pixel.audits.result(ID, 'json'), 'format=json'],
  createEntryBatch: [() => entry.batches.create({ rows: [] as never })],
  listEntryBatches: [() => entry.batches.list().page()],
  readEntryBatch: [() => entry.batches.get(ID)],
  listEntryBatchLines: [() => entry.batches.lines(ID, { limit: 2 }).page('c'), 'limit=2&cursor=c'],
  removeEntryBatch: [() => entry.batches.remove(ID)],
  readEntryBatchResult: [() => entry.batches.result(ID, 'csv'), 'format=csv'],
};

test.each(Object.entries(CALLS))('%s', async (id, [call, query = '']) => {
  sent.length = 0;
  const failed = await Promise.resolve(call()).then(
    () => false,
    () => true,
  );
  expect(failed).toBe(true);
  const operation = OPERATIONS[id as OperationId];
  const path = operation.path.replace(/\{\w+\}/g, encodeURIComponent(ID));
  const { method, url, headers, body } = sent[0]!;
  expect([sent.length, method, url.pathname, url.search.slice(1)]).toEqual([
    1,
    operation.method,
    `/base${path}`,
    query,
  ]);
  expect(headers.Authorization).toBe(operation.isPublic ? undefined : `Bearer ${API_KEY}`);
  expect(headers['Idempotency-Key'] !== undefined).toBe(operation.idempotent === true);
  expect(body !== undefined).toBe(headers['Content-Type'] !== undefined);
});
