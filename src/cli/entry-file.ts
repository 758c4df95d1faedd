/** `portside entry file`: sends certificates to the CPSC Product Registry. */
import type { Command } from 'commander';
import { systemClock as clock } from '../adapters/system/clock.ts';
import type { CertificateRecord } from '../domain/certificate-store.ts';
import { PortsideError } from '../domain/errors.ts';
import type { Filing } from '../domain/filing.ts';
import type { Filer } from '../entry/registry/filer.ts';
import { missingSettings, openFiler } from '../entry/registry/open-filer.ts';
import { CommandError, UsageError } from './command-error.ts';
import { findCertificates } from './entry-registry.ts';
import { type CommonOptions, withCommonOptions } from './options.ts';
import { print, printJson, say } from './output.ts';
import { cliActor, withStorage } from './storage-access.ts';

interface FileOptions extends CommonOptions {
  status?: boolean;
  again?: boolean;
}

/** After that a running server goes on asking. */
const WAIT_MS_MAX = 30_000;
const ASK_EVERY_MS = 2000;

const HELP = `
Experimental: CPSC's specification of the import calls was not read, so the
address, paths and header names are settings (PORTSIDE_REGISTRY_...). It never
certifies. A certificate that was perhaps sent is never sent again: --status
asks about it. Inferred citation codes are not sent: see "entry codes import".
The exit code is 0 when every certificate is sent or accepted.`;

export function addFileCommand(entry: Command): void {
  withCommonOptions(entry.command('file').description('send certificates to the CPSC Product Registry (experimental)'))
    .argument('<id...>', 'ids of certificates')
    .option('--status', 'send nothing: ask the registry, and show what it said')
    .option('--again', 'send again one whose answer was lost, after you looked in the registry and did not find it')
    .addHelpText('after', HELP)
    .action((ids: string[], options: FileOptions) =>
      withStorage(options, async (storage, config) => {
        if (options.status && options.again) throw new UsageError('Use either --status or --again.');
        const filer = openFiler(config, storage.filings, clock);
        if (!filer)
          throw new CommandError(
            `Nothing can be filed. These settings are empty: ${missingSettings(config).join(', ')}.`,
          );
        const records = await findCertificates(storage, ids);
        const results: FiledResult[] = [];
        for (const record of records) {
          const result = await filed(record, options, filer, async () =>
            (await storage.filings.all(record.gccId)).at(-1),
          );
          if (!options.json) print(resultText(result));
          results.push(result);
        }
        if (options.json) printJson(results.map(resultJson));
        if (results.some(({ filing, refusal }) => refusal !== undefined || filing?.state === 'refused')) {
          throw new CommandError('Not every certificate was filed.');
        }
      }),
    );
}

interface FiledResult {
  gccId: string;
  filing: Filing | undefined;
  /** Why it was not sent. */
  refusal?: PortsideError;
}

async function filed(
  record: CertificateRecord,
  { status, again }: FileOptions,
  filer: Filer,
  newest: () => Promise<Filing | undefined>,
): Promise<FiledResult> {
  const { gccId } = record;
  try {
    if (status) {
      const filing = await newest();
      return { gccId, filing: filing && (await filer.ask(filing)) };
    }
    if (again) await filer.giveUp(gccId, cliActor);
    return { gccId, filing: await decided(await filer.file(record, cliActor), filer) };
  } catch (error) {
    if (!(error instanceof PortsideError)) throw error;
    return { gccId, filing: await newest(), refusal: error };
  }
}

async function decided(sent: Filing, filer: Filer): Promise<Filing> {
  let filing = sent;
  const deadlineMs = clock.monotonic() + WAIT_MS_MAX;
  if (filing.state === 'sent' && filing.importId !== undefined)
    say(`Import ${filing.importId} is sent. Waiting for the registry…`);
  while (filing.state === 'sent' && filing.importId !== undefined && clock.monotonic() < deadlineMs) {
    filing = await filer.ask(filing);
    if (filing.state === 'sent') await clock.sleep(ASK_EVERY_MS);
  }
  return filing;
}

function resultText({ gccId, filing, refusal }: FiledResult): string {
  const lines = [`${gccId}: ${filing?.state ?? 'none'}`];
  if (filing) {
    const { certifierId, productId, versionId, importId, errors } = filing;
    lines.push(
      `  Certifier ID ${certifierId}, Product ID ${productId}, Version ID ${versionId}, import ${importId ?? 'not known'}`,
    );
    lines.push(...errors.map(({ code, field, message }) => `  ${[code, field, message].filter(Boolean).join('  ')}`));
  }
  if (refusal) {
    lines.push(`  ${refusal.message}`, ...(refusal.details ?? []).map(({ path, message }) => `  ${path}  ${message}`));
  }
  return lines.join('\n');
}

function resultJson({ gccId, filing, refusal }: FiledResult) {
  return {
    gcc_id: gccId,
    filing: filing?.state ?? 'none',
    certifier_id: filing?.certifierId,
    product_id: filing?.productId,
    version_id: filing?.versionId,
    import_id: filing?.importId,
    errors: filing?.errors ?? [],
    ...(refusal && { message: refusal.message, details: refusal.details ?? [] }),
  };
}
