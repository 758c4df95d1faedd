/** `portside entry generate | verify | revoke | export`. */
import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { ownAddress } from '../config.ts';
import type { GccRequest } from '../domain/certificate.ts';
import { PortsideError } from '../domain/errors.ts';
import { makeCertificate } from '../entry/issue/certificate.ts';
import { CertificateIssuer } from '../entry/issue/certificate-issuer.ts';
import { CSV_HEADER, csvLine, exportedRecord } from '../entry/issue/export.ts';
import { dateFault } from '../entry/issue/formats.ts';
import { registryRecord } from '../entry/issue/registry-record.ts';
import { verifyFile } from '../entry/verify/verify-file.ts';
import {
  CommandError,
  type CommonOptions,
  cliActor,
  clock,
  print,
  printJson,
  say,
  withCommonOptions,
  withStorage,
} from './context.ts';
import { printCertificate, printVerdict } from './entry-text.ts';

const EXPORT_PAGE = 500;

export function addEntryCommand(program: Command): void {
  const entry = program.command('entry').description('General Certificates of Conformity');
  withCommonOptions(entry.command('generate').description('make and keep a certificate'))
    .argument('<file.json>', 'the request, as the API takes it')
    .option('--out <file.pdf>', 'where to write the document (default: GCC-<id>.pdf)')
    .action((file: string, options: CommonOptions & { out?: string }) =>
      withStorage(options, async (storage, config) => {
        const store = storage.certificates;
        // Fonts and layout are for this command alone: every other one starts without them.
        const { renderCertificate } = await import('../entry/pdf/document.ts');
        const press = new CertificateIssuer({
          store,
          clock,
          render: async (made) => renderCertificate(made, JSON.stringify(registryRecord(made))),
        });
        const baseUrl = config.base_url || ownAddress(config, config.port);
        const body = readJson(file);
        // A certificate is kept for good once it is made: no place for its file is a reason not to make it.
        requireWritable(options.out ?? 'GCC-*.pdf');
        const record = await press.generate({ body, keyId: 'cli', lineage: 'cli', requestId: 'cli', baseUrl });
        const out = options.out ?? `GCC-${record.gccId}.pdf`;
        writeDocument(out, (await store.pdf(record.gccId))!, record.gccId);
        const certificate = makeCertificate(JSON.parse(record.requestJson) as GccRequest, record);
        if (!options.json) return print(printCertificate(certificate, record, out));
        const { gccId, sha256, complete } = record;
        printJson({
          gcc_id: gccId,
          sha256,
          complete,
          file: out,
          missing: certificate.missing,
          notes: certificate.notes,
        });
      }).catch(asCommandError),
    );

  withCommonOptions(entry.command('verify').description('which certificate a PDF is, and whether it is unchanged'))
    .argument('<file.pdf>', 'the document')
    .action((file: string, options: CommonOptions) =>
      withStorage(options, async (storage) => {
        const verdict = await verifyFile(readFile(file), storage.certificates);
        if (options.json) {
          const record = verdict.kind === 'unknown' ? undefined : verdict.record;
          printJson({
            verdict: verdict.kind,
            gcc_id: record?.gccId,
            revoked: record && record.revokedAtMs !== undefined,
            verify_url: record?.verifyUrl,
          });
        } else print(printVerdict(verdict));
        if (verdict.kind !== 'genuine') throw new CommandError('The file is not a certificate on record.');
      }),
    );

  withCommonOptions(entry.command('revoke').description('say on its verify page that a certificate no longer stands'))
    .argument('<id>', 'number of the certificate')
    .action((id: string, options: CommonOptions) =>
      withStorage(options, async (storage) => {
        const store = storage.certificates;
        const gccId = id.toLowerCase();
        const found = await store.revoke(gccId, clock.now(), cliActor);
        if (!found) throw new CommandError('There is no certificate with this number.');
        const revokedAt = new Date((await store.get(gccId))!.revokedAtMs!).toISOString();
        if (options.json) printJson({ gcc_id: gccId, revoked_at: revokedAt });
        else print(`${gccId} is revoked since ${revokedAt}.`);
      }),
    );

  entry
    .command('export')
    .description('write all certificates since a day, for the CPSC Product Registry, as far as its fields are known')
    .requiredOption('--since <date>', 'a day, YYYY-MM-DD (UTC)', parseDay)
    .option('--data-dir <path>', 'folder of the database')
    .option('--json', 'one JSON object a line instead of CSV')
    .action((options: CommonOptions & { since: number }) =>
      withStorage(options, async (storage) => {
        const store = storage.certificates;
        let written = 0;
        if (!options.json) process.stdout.write(CSV_HEADER);
        let page = await store.list({ sinceMs: options.since, limit: EXPORT_PAGE });
        while (page.length > 0) {
          for (const record of page) {
            const exported = exportedRecord(record);
            process.stdout.write(options.json ? `${JSON.stringify(exported)}\n` : csvLine(exported));
          }
          written += page.length;
          page = await store.list({ sinceMs: options.since, after: page.at(-1), limit: EXPORT_PAGE });
        }
        say(`${written} certificates.`);
      }),
    );
}

function readFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new CommandError(`${path} cannot be read.`);
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFile(path).toString('utf8'));
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${path} is not valid JSON.`);
  }
}

/** @throws CommandError when a file could not be put there: no such folder, not allowed, or a folder itself. */
function requireWritable(path: string): void {
  try {
    const exists = existsSync(path);
    const written = exists ? path : dirname(path);
    accessSync(written, constants.W_OK);
    if (statSync(written).isDirectory() === exists) throw new Error('a folder where a file should be, or the reverse');
  } catch {
    throw new CommandError(`${path} cannot be written. Nothing was made.`);
  }
}

function writeDocument(path: string, pdf: Uint8Array, gccId: string): void {
  try {
    writeFileSync(path, pdf);
  } catch {
    throw new CommandError(`Certificate ${gccId} is made and kept, but ${path} could not be written.`);
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
