/** `portside entry generate | verify | export`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import type { Config } from '../config.ts';
import { makeCertificate } from '../entry/certificate.ts';
import { CSV_HEADER, csvLine, exportedRecord } from '../entry/export.ts';
import type { GccRequest } from '../entry/gcc.ts';
import { CertificatePress } from '../entry/press.ts';
import { printCertificate, printVerdict } from '../entry/print.ts';
import { registryRecord } from '../entry/registry.ts';
import { sqliteCertificateStore } from '../entry/sqlite-store.ts';
import { verifyFile } from '../entry/verify-file.ts';
import { PortsideError } from '../errors.ts';
import {
  CommandError,
  type CommonOptions,
  clock,
  print,
  printJson,
  say,
  withCommonOptions,
  withStorage,
} from './context.ts';

const EXPORT_PAGE = 500;

export function addEntryCommand(program: Command): void {
  const entry = program.command('entry').description('General Certificates of Conformity');
  withCommonOptions(entry.command('generate').description('make and keep a certificate'))
    .argument('<file.json>', 'the request, as the API takes it')
    .option('--out <file.pdf>', 'where to write the document (default: GCC-<id>.pdf)')
    .action((file: string, options: CommonOptions & { out?: string }) =>
      withStorage(options, async (storage, config) => {
        const store = sqliteCertificateStore(storage);
        // Fonts and layout are for this command alone: every other one starts without them.
        const { renderCertificate } = await import('../entry/document.ts');
        const press = new CertificatePress({
          store,
          clock,
          render: async (made) => renderCertificate(made, JSON.stringify(registryRecord(made))),
        });
        const baseUrl = publicAddress(config);
        const body = readJson(file);
        const record = await press.generate({ body, keyId: 'cli', lineage: 'cli', requestId: 'cli', baseUrl });
        const out = options.out ?? `GCC-${record.gccId}.pdf`;
        writeFileSync(out, (await store.pdf(record.gccId))!);
        const certificate = makeCertificate(JSON.parse(record.requestJson) as GccRequest, { ...record, baseUrl });
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
        const verdict = await verifyFile(readFile(file), sqliteCertificateStore(storage));
        if (options.json) {
          const record = verdict.kind === 'unknown' ? undefined : verdict.record;
          printJson({
            verdict: verdict.kind,
            gcc_id: record?.gccId,
            revoked: record && record.revokedAtMs !== undefined,
          });
        } else print(printVerdict(verdict));
        if (verdict.kind !== 'genuine') throw new CommandError('The file is not a certificate on record.');
      }),
    );

  entry
    .command('export')
    .description('write all certificates since a day, for the CPSC Product Registry, as far as its fields are known')
    .requiredOption('--since <date>', 'a day, YYYY-MM-DD (UTC)', parseDay)
    .option('--data-dir <path>', 'folder of the database')
    .option('--json', 'one JSON object a line instead of CSV')
    .action((options: CommonOptions & { since: number }) =>
      withStorage(options, async (storage, config) => {
        const store = sqliteCertificateStore(storage);
        const baseUrl = publicAddress(config);
        let written = 0;
        if (!options.json) process.stdout.write(CSV_HEADER);
        let page = await store.list({ sinceMs: options.since, limit: EXPORT_PAGE });
        while (page.length > 0) {
          for (const record of page) {
            const exported = exportedRecord(record, baseUrl);
            process.stdout.write(options.json ? `${JSON.stringify(exported)}\n` : csvLine(exported));
          }
          written += page.length;
          page = await store.list({ sinceMs: options.since, after: page.at(-1), limit: EXPORT_PAGE });
        }
        say(`${written} certificates.`);
      }),
    );
}

function publicAddress(config: Config): string {
  return config.base_url || `http://${config.host}:${config.port}`;
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

function parseDay(text: string): number {
  const ms = Date.parse(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(ms)) throw new InvalidArgumentError('A day is YYYY-MM-DD.');
  return ms;
}

function asCommandError(error: unknown): never {
  if (!(error instanceof PortsideError)) throw error;
  const faults = (error.details ?? []).map(({ path, message }) => `\n  ${path}  ${message}`);
  throw new CommandError(error.message + faults.join(''));
}
