/** `portside entry registry`: certificates in the import format of the CPSC Product Registry. */
import { realpathSync, statSync, writeFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { fileCause } from '../adapters/faults.ts';
import { systemClock as clock } from '../adapters/system/clock.ts';
import type { Config } from '../config.ts';
import { certificateStatus } from '../domain/certificate-life.ts';
import type { CertificateRecord } from '../domain/certificate-store.ts';
import type { Storage } from '../domain/storage.ts';
import { citationCodes } from '../entry/registry/citation-codes.ts';
import { importedCodes } from '../entry/registry/code-table.ts';
import { filedCertificates, withKnownParties } from '../entry/registry/filed-certificates.ts';
import type { Gap } from '../entry/registry/gaps.ts';
import { loadHistory } from '../entry/registry/load-history.ts';
import { type NamedGap, namedGaps } from '../entry/registry/named-gaps.ts';
import { accountOf } from '../entry/registry/open-filer.ts';
import { listOf } from '../entry/registry/parties.ts';
import { csvGaps, registryCsv } from '../entry/registry/registry-csv.ts';
import { draftEnvelope } from '../entry/registry/registry-envelope.ts';
import { CommandError, UsageError } from './command-error.ts';
import { type CommonOptions, withCommonOptions } from './options.ts';
import { printJson, say, write } from './output.ts';
import { withStorage } from './storage-access.ts';
import { replaceFile } from './whole-file.ts';

interface RegistryOptions extends CommonOptions {
  format?: 'json' | 'csv';
  knownParty: string[];
  updates?: string;
  out?: string;
}

const HELP = `
Nothing is sent, and nothing is certified: the certifier does that in the
registry. If any certificate cannot be filed, nothing is written, every gap is
named, and the exit code is 1. CSV holds less than JSON. CPSC's own documents on
the format were not read: see docs/certificates.md.`;

export function addRegistryCommand(entry: Command): void {
  withCommonOptions(
    entry.command('registry').description('write certificates as the CPSC Product Registry imports them'),
  )
    .argument('<id...>', 'ids of certificates')
    .addOption(
      new Option('--format <format>', 'the envelope, or the template for bulk upload (default: json)').choices([
        'json',
        'csv',
      ]),
    )
    .option('--known-party <key>', 'key of a party that the registry has already; repeatable', collected, [])
    .option(
      '--updates <version>',
      'version in the registry that the certificate replaces; of one certificate',
      versionOf,
    )
    .option('-o, --out <file>', 'where to write it; with --json a report goes to standard output')
    .addHelpText('after', HELP)
    .action((ids: string[], options: RegistryOptions) =>
      withStorage(options, async (storage, config) => {
        if (options.json && options.out === undefined)
          throw new UsageError('--json prints a report: name the file with --out.');
        if (options.updates !== undefined && ids.length > 1)
          throw new UsageError('--updates is about one certificate. Name one.');
        const { text, report } = await exported(storage, config, ids, options);
        if (options.json) printJson({ file: text === undefined ? null : options.out, certificates: report });
        if (text === undefined) throw new CommandError(refusalText(report));
        if (options.out === undefined) await write(text);
        else writeWhole(options.out, text);
        sayMarks(report);
      }),
    );
}

/** Of the registry: at most 19 characters. */
function versionOf(text: string): string {
  if (text.trim() === '' || [...text].length > VERSION_MAX)
    throw new InvalidArgumentError(`A version has 1 to ${VERSION_MAX} characters.`);
  return text;
}

const VERSION_MAX = 19;

function collected(key: string, keys: string[]): string[] {
  return [...keys, key];
}

interface ReportedCertificate {
  gcc_id: string;
  product_id: string | null;
  version_id: string;
  gaps: NamedGap[];
  left_out: { field: string; reason: string }[];
  inferred_codes: string[];
}

/** @returns without a text if any certificate has a gap */
async function exported(
  storage: Storage,
  config: Config,
  ids: readonly string[],
  { format = 'json', knownParty, updates }: Pick<RegistryOptions, 'format' | 'knownParty' | 'updates'>,
) {
  const records = await findCertificates(storage, ids);
  const certificates = (await filedCertificates(records, storage.certificates)).map((certificate) => ({
    ...certificate,
    ...(updates !== undefined && { updates }),
  }));
  const codes = citationCodes(importedCodes(await storage.filings.codes()));
  const filed = await loadHistory(storage.filings, accountOf(config), certificates);
  const history = withKnownParties(filed, knownParty);
  const { drafts, envelope } = draftEnvelope(certificates, history, codes, clock.now());
  const keys = drafts.flatMap(({ parties }) => listOf(parties).map(({ party }) => party.alternateId));
  const strange = knownParty.find((key) => !keys.includes(key));
  if (strange !== undefined) throw new CommandError(`${strange} is the key of no party of these certificates.`);
  const report = drafts.map(({ entry, gaps, leftOut, inferredCodes }, index): ReportedCertificate => {
    const { gccId, request } = certificates[index]!;
    return {
      gcc_id: gccId,
      product_id: entry.coreProduct.primaryProductId ?? null,
      version_id: entry.coreProduct.versionId,
      gaps: namedGaps(
        [...statusGaps(records[index]!), ...gaps, ...(format === 'csv' ? csvGaps(entry, request) : [])],
        request,
      ),
      left_out: leftOut,
      inferred_codes: inferredCodes,
    };
  });
  if (!envelope || report.some(({ gaps }) => gaps.length > 0)) return { report };
  const text = format === 'csv' ? registryCsv(envelope.productList) : `${JSON.stringify(envelope, null, 2)}\n`;
  return { text, report };
}

/** The certificates with these ids, in order. @throws CommandError */
export async function findCertificates(storage: Storage, ids: readonly string[]): Promise<CertificateRecord[]> {
  const wanted = ids.map((id) => id.toLowerCase());
  const twice = wanted.find((id, at) => wanted.indexOf(id) < at);
  if (twice !== undefined) throw new CommandError(`${twice} is named twice.`);
  const records: CertificateRecord[] = [];
  for (const id of wanted) {
    const record = await storage.certificates.get(id);
    if (!record) throw new CommandError(`${id}: no certificate has this id.`);
    records.push(record);
  }
  return records;
}

function statusGaps(record: CertificateRecord): Gap[] {
  const status = certificateStatus(record);
  return status === 'active' ? [] : [{ field: '', reason: `The certificate is ${status}.`, for: 'certificate' }];
}

function refusalText(report: readonly ReportedCertificate[]): string {
  const refused = report.filter(({ gaps }) => gaps.length > 0);
  const lines = refused.flatMap(({ gcc_id: id, gaps }) => [
    `${id} cannot be filed:`,
    ...gaps.map(({ field, label, column, reason }) => {
      const place = column === undefined ? label : `${label} (${column})`;
      return field === '' ? `  ${reason}` : `  ${place}  ${field}  ${reason}`;
    }),
  ]);
  return ['Nothing was written.', ...lines].join('\n');
}

function sayMarks(report: readonly ReportedCertificate[]): void {
  for (const {
    gcc_id: id,
    product_id: product,
    version_id: version,
    left_out: leftOut,
    inferred_codes: codes,
  } of report) {
    say(`${id}: product ${product}, version ${version}.`);
    for (const { field, reason } of leftOut) say(`  ${field} is left out. ${reason}`);
    if (codes.length > 0) {
      say(
        `  Inferred citation codes: ${codes.join(', ')}. Compare them with the table of CPSC, or import it: portside entry codes import FILE.`,
      );
    }
  }
}

/**
 * A file that is there is replaced by the whole of the new one, or stays. What a link leads to is replaced, not the link. A device or
 * a pipe is written to: a file in its place would break every other program that uses it.
 */
function writeWhole(path: string, text: string): void {
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    if (there && !there.isFile()) writeFileSync(path, text);
    else replaceFile(there ? realpathSync(path) : path, text);
  } catch (error) {
    throw new CommandError(`${path} cannot be written: ${fileCause(error)}.`);
  }
}
