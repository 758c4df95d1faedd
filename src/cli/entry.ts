/** `portside entry generate | verify | revoke | export`. The commands about the registry are in `entry-registry.ts` and beside it. */
import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { fileCause } from '../adapters/faults.ts';
import { systemClock as clock } from '../adapters/system/clock.ts';
import type { GccRequest } from '../domain/certificate.ts';
import { certificateStatus } from '../domain/certificate-life.ts';
import { PortsideError } from '../domain/errors.ts';
import { type FieldsSchema, ignoredFields } from '../domain/ignored-fields.ts';
import { unmetered } from '../domain/resource-meter.ts';
import { makeCertificate } from '../entry/issue/certificate.ts';
import { CSV_HEADER, exportedRecord, exportedRow } from '../entry/issue/export.ts';
import { dateFault } from '../entry/issue/formats.ts';
import { CertificateRequestSchema } from '../entry/issue/request-schema.ts';
import { readReason } from '../entry/issue/revocation-reason.ts';
import { fileFault, verifyFile } from '../entry/verify/verify-file.ts';
import { CommandError } from './command-error.ts';
import { withCommandPool } from './command-pool.ts';
import { type FormatOptions, formatOf } from './csv-output.ts';
import { addBatchCommand } from './entry-batch.ts';
import { addCodesCommand } from './entry-codes.ts';
import { addFileCommand } from './entry-file.ts';
import { addRegistryCommand } from './entry-registry.ts';
import { formatCertificate, formatVerdict, signatureJson } from './entry-text.ts';
import { readInputFile } from './input-file.ts';
import { openIssuer, requireBaseUrl } from './issuer.ts';
import { type CommonOptions, withCommonOptions } from './options.ts';
import { print, printJson, say, write } from './output.ts';
import { cliActor, withStorage } from './storage-access.ts';
import { terminalOptions } from './terminal.ts';

/** The largest PDF or request that is read. Our certificates have at most 2 MB. */
const FILE_BYTES_MAX = 32_000_000;

const EXPORT_PAGE = 500;
/** Unknown fields of a request that are named. */
const IGNORED_MAX = 100;
const STATE_HELP = `
The exit code is 0 whatever the state of the certificate. The output names the
state (incomplete, stated_with_defects, stated), what is missing, each defect,
and each field of the file that is unknown and was ignored: with --json, in
"state", "missing", "defects" and "ignored".`;

export function addEntryCommand(program: Command): void {
  const entry = program.command('entry').description('General Certificates of Conformity');
  withCommonOptions(entry.command('generate').description('make a certificate and store it'))
    .argument('<file.json>', 'the request, with the fields of v2 or v1 of the API')
    .option('--out <file.pdf>', 'where to write the PDF (default: GCC-<id>.pdf)')
    .option('--base-url <url>', 'public address of the server; the PDF links to it')
    .addHelpText('after', STATE_HELP)
    .action((file: string, options: CommonOptions & { out?: string; baseUrl?: string }) =>
      withStorage(options, async (storage, config) => {
        const store = storage.certificates;
        requireBaseUrl(config);
        const body = readJson(file);
        // Checked first, because a certificate cannot be deleted once it is made.
        requireWritable(options.out ?? 'GCC-*.pdf');
        const record = await withCommandPool('entry-once', async (pool) => {
          const issuer = await openIssuer(config, storage, pool);
          return issuer.issue({
            body,
            form: 'file',
            keyId: 'cli',
            lineage: 'cli',
            requestId: 'cli',
            baseUrl: config.base_url,
            meter: unmetered,
          });
        });
        const out = options.out ?? `GCC-${record.gccId}.pdf`;
        writePdf(out, (await store.pdf(record.gccId))!, record.gccId);
        const certificate = makeCertificate(JSON.parse(record.requestJson) as GccRequest, record);
        const ignored = ignoredFields(CertificateRequestSchema as FieldsSchema, body, IGNORED_MAX);
        if (!options.json)
          return print(formatCertificate(certificate, record, { file: out, ignored }, terminalOptions()));
        const { gccId, sha256, state } = record;
        printJson({
          gcc_id: gccId,
          sha256,
          state,
          file: out,
          missing: certificate.missing,
          defects: certificate.defects,
          ignored,
          notes: certificate.notes,
        });
      }).catch(asCommandError),
    );

  withCommonOptions(
    entry
      .command('verify')
      .description('find the certificate a PDF belongs to, and say whether it is unchanged, signed and in effect'),
  )
    .argument('<file.pdf>', 'the PDF')
    .action((file: string, options: CommonOptions) =>
      withStorage(options, async (storage) => {
        const pdf = readInputFile(file, FILE_BYTES_MAX);
        const verdict = await withCommandPool('pdf-file', (pool) => verifyFile(pdf, storage, pool));
        if (options.json) {
          const record = verdict.kind === 'unknown' ? undefined : verdict.record;
          printJson({
            verdict: verdict.kind,
            gcc_id: record?.gccId,
            state: record?.state,
            revoked: record && record.revokedAtMs !== undefined,
            successor_id: record?.successorId,
            verify_url: record?.verifyUrl,
            signature: signatureJson(verdict.signature),
          });
        } else print(formatVerdict(verdict, terminalOptions()));
        const fault = fileFault(verdict);
        if (fault) throw new CommandError(fault);
      }),
    );

  withCommonOptions(entry.command('revoke').description('revoke a certificate for good; its verify page says so'))
    .argument('<id>', 'id of the certificate')
    .option('--reason <text>', 'why, in one line; kept with the certificate and in the audit')
    .option('--successor <id>', 'the certificate that replaces it, made by the same key')
    .action((id: string, options: CommonOptions & { reason?: string; successor?: string }) =>
      withStorage(options, async (storage) => {
        const store = storage.certificates;
        const gccId = id.toLowerCase();
        const { reason, successor } = options;
        const said = {
          ...(reason !== undefined && { reason: readReason(reason) }),
          ...(successor !== undefined && { successorId: successor.toLowerCase() }),
        };
        const revoked = await store.revoke({ gccId, atMs: clock.now(), ...said }, cliActor);
        if (!revoked) throw new CommandError(`${id}: no certificate has this id.`);
        const revokedAt = new Date(revoked.revokedAtMs!).toISOString();
        const { revocationReason, successorId } = revoked;
        if (options.json) {
          const status = certificateStatus(revoked);
          printJson({
            gcc_id: gccId,
            status,
            revoked_at: revokedAt,
            reason: revocationReason,
            successor_id: successorId,
          });
        } else if (successorId === undefined) print(`${gccId} was revoked at ${revokedAt}.`);
        else print(`${gccId} was superseded by ${successorId} at ${revokedAt}.`);
      }).catch(asCommandError),
    );

  entry
    .command('export')
    .description('write all certificates issued since a day, with the known fields of the CPSC Product Registry')
    .requiredOption('--since <date>', 'the first day, YYYY-MM-DD (UTC)', parseDay)
    .option('--data-dir <path>', 'folder of the database')
    .option('--json', 'one JSON object per line; short for --format json')
    .addOption(
      new Option('--format <format>', 'one row or one JSON object per line (default: csv)')
        .choices(['csv', 'json'])
        .conflicts('json'),
    )
    .action((options: CommonOptions & FormatOptions & { since: number }) =>
      withStorage(options, async (storage) => {
        const store = storage.certificates;
        let written = 0;
        const isJson = formatOf(options, 'csv') === 'json';
        if (!isJson) await write(CSV_HEADER);
        let page = await store.list({ sinceMs: options.since, limit: EXPORT_PAGE });
        while (page.length > 0) {
          for (const record of page) {
            const exported = exportedRecord(record);
            await write(isJson ? `${JSON.stringify(exported)}\n` : exportedRow(exported));
          }
          written += page.length;
          page = await store.list({ sinceMs: options.since, after: page.at(-1), limit: EXPORT_PAGE });
        }
        say(`${written} certificates.`);
      }),
    );

  addBatchCommand(entry);
  addRegistryCommand(entry);
  addFileCommand(entry);
  addCodesCommand(entry);
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readInputFile(path, FILE_BYTES_MAX).toString('utf8'));
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${path} is not valid JSON.`);
  }
}

/** @throws CommandError when no file can be written there: no such folder, no permission, or it is a folder. */
function requireWritable(path: string): void {
  try {
    const exists = existsSync(path);
    const target = exists ? path : dirname(path);
    accessSync(target, constants.W_OK);
    if (statSync(target).isDirectory() === exists) throw new Error('a folder where a file should be, or the reverse');
  } catch {
    throw new CommandError(`${path} cannot be written. Nothing was made.`);
  }
}

function writePdf(path: string, pdf: Uint8Array, gccId: string): void {
  try {
    writeFileSync(path, pdf);
  } catch (error) {
    throw new CommandError(
      `Certificate ${gccId} was made and stored, but ${path} could not be written: ${fileCause(error)}.`,
    );
  }
}

function parseDay(text: string): number {
  const fault = dateFault(text, clock.now());
  if (fault !== undefined) throw new InvalidArgumentError(fault);
  return Date.parse(`${text}T00:00:00Z`);
}

function asCommandError(error: unknown): never {
  if (!(error instanceof PortsideError)) throw error;
  const faults = (error.details ?? []).map(({ path, message }) => `\n  ${path}  ${message}`);
  throw new CommandError(error.message + faults.join(''));
}
