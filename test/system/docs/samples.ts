/**
 * Every sample of the reference, in four languages, against a server: it ends well and prints what the request asked for. Needs curl,
 * python3 and go.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { $ } from 'bun';
import { describeV0 } from '../../../src/api/v0/document.ts';
import { describeV1 } from '../../../src/api/v1/document.ts';
import { FIRST_REQUESTS } from '../../../src/api/v1/first-requests.ts';
import { describeV2 } from '../../../src/api/v2/document.ts';
import { type OpenApi, type Operation, readDocument } from '../../../src/web/reference/document.ts';
import { LANGUAGES, type Language, samplesOf } from '../../../src/web/reference/samples.ts';
import { root } from '../../support/paths.ts';
import { issueKey, type RunningServer, serve } from '../../support/program.ts';
import { installPythonClient } from '../../support/python-client.ts';
import { fileableBody } from '../../support/registry-requests.ts';
import { RegistryStandIn, SECRET, TOKEN } from '../../support/registry-stand-in.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';

const clients = join(root, 'clients');
const documents = [await describeV1('x'), describeV2('x'), describeV0('x')] as unknown as OpenApi[];
const operations = documents.flatMap((document) => readDocument(document).operations);

/** What the output of each operation contains, whatever the language prints of it. */
const PRINTED: Record<string, RegExp> = {
  lookupHtsCodes: /7326\.90\.8688/,
  scanStorefront: /meta|gtm/i,
  generateCertificate: /[0-9a-f]{8}-[0-9a-f]{4}-/,
  workOutDuties: /results/,
  scanPixels: /score_explanation/,
  createCertificate: /gcc_pdf_url/,
  listCertificates: /next_cursor/,
  readCertificate: /sha256/,
  readCertificatePdf: /application\/pdf/,
  linkCertificate: /gcc_pdf_url_expires_at/,
  revokeCertificate: /revocation_reason/,
  publishCertificatePdf: /certificate\.pdf/,
  unpublishCertificatePdf: /public_pdf_url/,
  readRegistryEnvelope: /productList/,
  writeRegistryEnvelope: /productList/,
  fileCertificate: /import_id/,
  listFilings: /filings/,
  listParties: /next_cursor/,
  readParty: /FACTORY-12/,
  putParty: /FACTORY-12/,
  deleteParty: /deleted/,
  createWatch: /wat_/,
  listWatches: /next_cursor/,
  readWatch: /wat_/,
  changeWatch: /paused/,
  deleteWatch: /deleted/,
  listWatchEvents: /next_cursor/,
  testWatch: /evt_/,
  rotateWatchSecret: /whsec_/,
  listEvents: /next_cursor/,
  redeliverEvent: /evt_/,
  createTariffAudit: /queued|running|finished/,
  listTariffAudits: /next_cursor/,
  readTariffAudit: /law_read_to/,
  removeTariffAudit: /^\s*$/,
  listTariffAuditLines: /law_read_to/,
  listTariffAuditHeadings: /lines_counted/,
  readTariffAuditResult: /7318\.15\.2065/,
  createPixelAudit: /queued|running|finished/,
  listPixelAudits: /next_cursor/,
  readPixelAudit: /errors_omitted/,
  removePixelAudit: /^\s*$/,
  listPixelAuditLines: /lines_total/,
  readPixelAuditResult: /store/,
  createEntryBatch: /queued|running|finished/,
  listEntryBatches: /next_cursor/,
  readEntryBatch: /errors_omitted/,
  removeEntryBatch: /^\s*$/,
  listEntryBatchLines: /lines_total/,
  readEntryBatchResult: /issued/,
  readAccount: /open_jobs/,
  rotateOwnKey: /old_key_until/,
  explainHtsCode: /0101\.21\.0010/,
  workOutDuty: /7326\.90\.8688/,
  readTariffHistory: /2025-06-03/,
  listTariffLists: /note-16c/,
  downloadTariffListJson: /note-16c/,
  downloadTariffListCsv: /7326/,
  listTariffChanges: /2026-06-09/,
  searchTariffSchedule: /7616\.99\.5130/,
  listTariffChapters: /list_versions/,
  browseTariffSchedule: /7326\.90/,
  listPixelRules: /legacy_meta_pixel_call/,
  scanStorefrontOnce: /score_explanation/,
  searchCitations: /16 CFR part 1203/,
  verifyCertificate: /sha256/,
};

/** As the document shows it. */
const JOB_ID = 'job_7Kq2Zr9sVb4XwNcE1mTfYh3d';

const WATCH_ID = 'wat_4QmZk7XbN2sVt9RfLc3HwPyD';
const EVENT_ID = 'evt_8RtYp2WqLz6NcVb4XsKd9FhJ';

const OF_THE_REGISTRY = new Set(['readRegistryEnvelope', 'writeRegistryEnvelope', 'fileCertificate', 'listFilings']);

const dir = tempDir();
let server: RunningServer;
let env: Record<string, string>;
/** The id in the example of the verify page is nobody's. */
let gccId: string;
const registry = new RegistryStandIn();
/** Takes webhooks. */
const hook = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });

/** A certificate that can be filed, each with a version of its own. Its code is one that was read. */
async function fileableId(): Promise<string> {
  const body = fileableBody();
  Object.assign(body.product_info, { version_id: crypto.randomUUID().slice(0, 8) });
  const response = await fetch(`${server.url}/api/v2/entry/certificates`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env.PORTSIDE_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body).replaceAll('part 1203', 'part 1201'),
  });
  return ((await response.json()) as { id: string }).id;
}

/** A finished job of the operation's family, made of its own example. */
async function finishedJob({ path }: Operation): Promise<string> {
  const collection = path.slice(0, path.indexOf('/{id}'));
  const example = operations.find(
    (operation) => operation.path === collection && operation.method === 'post',
  )!.bodyExample;
  const headers = { authorization: `Bearer ${env.PORTSIDE_API_KEY}`, 'content-type': 'application/json' };
  const begun = await fetch(server.url + collection, { method: 'POST', headers, body: JSON.stringify(example) });
  const { id } = (await begun.json()) as { id: string };
  await until('the job is finished', async () => {
    const job = (await (await fetch(`${server.url}${collection}/${id}`, { headers })).json()) as { status: string };
    return job.status === 'finished';
  });
  return id;
}

/** Keeps the party of the examples. */
async function keepParty(path: string): Promise<void> {
  const { bodyExample } = operations.find((operation) => operation.id === 'putParty')!;
  const response = await fetch(server.url + path.replace('{alternate_id}', 'FACTORY-12'), {
    method: 'PUT',
    headers: { authorization: `Bearer ${env.PORTSIDE_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(bodyExample),
  });
  expect(response.status).toBe(200);
}

/** A new watch with a webhook, and a test event of it. */
async function watchWithEvent(): Promise<[watch: string, event: string]> {
  const post = async (path: string, body?: object) => {
    const response = await fetch(`${server.url}/api/v2/watches${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${env.PORTSIDE_API_KEY}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return ((await response.json()) as { id: string }).id;
  };
  const watch = await post('', { codes: ['7318.15.20'], webhook: { url: hook.url.href } });
  return [watch, await post(`/${watch}/tests`)];
}

beforeAll(async () => {
  // Waiting for the end of a job takes many requests.
  const { key } = await issueKey(dir, '--per-minute', '100000', '--per-day', '100000');
  await $`bun run --silent generate`.cwd(join(clients, 'typescript'));
  writeFileSync(join(dir, 'token'), TOKEN);
  writeFileSync(join(dir, 'secret'), SECRET);
  server = await serve(dir, [], {
    PORTSIDE_SCAN_ALLOW: hook.url.host,
    PORTSIDE_KEY_ROTATION: 'on',
    PORTSIDE_REGISTRY_URL: registry.url,
    PORTSIDE_REGISTRY_CERTIFIER_ID: 'C-1',
    PORTSIDE_REGISTRY_COLLECTION_ID: '0b9c6d1e-5a55-4f0c-9d57-0d6b2f3c1a11',
    PORTSIDE_REGISTRY_TOKEN_FILE: join(dir, 'token'),
    PORTSIDE_REGISTRY_SECRET_FILE: join(dir, 'secret'),
  });
  env = {
    PATH: `${installPythonClient(dir)}:${process.env.PATH}`,
    HOME: process.env.HOME ?? dir,
    PORTSIDE_BASE_URL: server.url,
    PORTSIDE_API_KEY: key,
    GOFLAGS: '-mod=mod',
  };
  const { path, body } = FIRST_REQUESTS.entry;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  gccId = ((await response.json()) as { gcc_id: string }).gcc_id;
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await registry.close();
  await hook.stop(true);
});

/** Writes the sample into a project of its language, and returns the command that runs it. */
function project(language: Language, sample: string, folder: string): string[] {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  switch (language) {
    case 'curl':
      write('sample.sh', sample.replace('curl ', 'curl --fail-with-body '));
      return ['bash', 'sample.sh'];
    case 'TypeScript': {
      const client = join(folder, 'node_modules/@portside/client');
      mkdirSync(client, { recursive: true });
      writeFileSync(join(client, 'package.json'), '{"name":"@portside/client","type":"module","main":"index.ts"}');
      writeFileSync(join(client, 'index.ts'), `export * from '${join(clients, 'typescript/src/index.ts')}';\n`);
      write('sample.ts', sample);
      return [process.execPath, 'sample.ts'];
    }
    case 'Python':
      write('sample.py', sample);
      return ['python3', 'sample.py'];
    case 'Go': {
      const module = 'github.com/portside/portside/clients/go';
      const needs = `require ${module} v0.0.0\n\nreplace ${module} => ${join(clients, 'go')}\n`;
      write('go.mod', `module sample\n\ngo 1.21\n\n${sample.includes(module) ? needs : ''}`);
      write('main.go', `${sample}\n`);
      return ['go', 'run', '.'];
    }
  }
}

async function run(command: string[], cwd: string, more = {}): Promise<{ code: number; printed: string }> {
  const child = Bun.spawn(command, { cwd, env: { ...env, ...more }, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const texts = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, printed: texts.join('') };
}

test('every operation has an expectation', () => {
  expect(Object.keys(PRINTED)).toEqual(operations.map(({ id }) => id));
});

describe.each(operations.map((operation): [string, Operation] => [operation.id, operation]))('%s', (id, operation) => {
  test.each(LANGUAGES)('in %s', async (language) => {
    const folder = join(dir, id, language);
    mkdirSync(folder, { recursive: true });
    const certificate = OF_THE_REGISTRY.has(id) ? await fileableId() : gccId;
    const written = samplesOf(operation)[language].replaceAll('7c9e6679-7425-40de-944b-e07fc1f90ae7', certificate);
    const ofJob = written.includes(JOB_ID) ? written.replaceAll(JOB_ID, await finishedJob(operation)) : written;
    const [watch, event] = /wat_|evt_/.test(written) ? await watchWithEvent() : ['', ''];
    const sample = ofJob.replaceAll(WATCH_ID, watch).replaceAll(EVENT_ID, event);
    // Each sample that deletes it needs it again.
    if (id === 'readParty' || id === 'deleteParty') await keepParty(operation.path);
    // A key rotates once.
    const own = id === 'rotateOwnKey' ? { PORTSIDE_API_KEY: (await issueKey(dir)).key } : {};
    const { code, printed } = await run(project(language, sample, folder), folder, own);
    expect([code, printed]).toEqual([0, expect.stringMatching(PRINTED[id]!)]);
    if (language === 'Go') expect((await run(['gofmt', '-l', '.'], folder)).printed).toBe('');
    rmSync(folder, { recursive: true });
  });
});
