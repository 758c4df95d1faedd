/** The server behind `portside mcp`. Only that command loads it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { version } from '../../package.json';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { systemNetwork } from '../adapters/system/network.ts';
import type { Config } from '../config.ts';
import { unmetered } from '../domain/resource-meter.ts';
import type { Storage } from '../domain/storage.ts';
import { CertificateIssuer } from '../entry/issue/certificate-issuer.ts';
import { CertificateRenderer } from '../entry/pdf/renderer.ts';
import { loadSigner } from '../entry/sign/load-signer.ts';
import { SignerFault } from '../entry/sign/signer-fault.ts';
import { verifyFile } from '../entry/verify/verify-file.ts';
import { type CommandPool, openCommandPool } from '../isolation/open-pools.ts';
import type { WorkerPool } from '../isolation/worker-pool.ts';
import { type EntryToolParts, entryTools } from '../mcp/entry-tools.ts';
import { pixelTools } from '../mcp/pixel-tools.ts';
import { mcpServer } from '../mcp/server.ts';
import { tariffTools } from '../mcp/tariff-tools.ts';
import { ToolRefusal } from '../mcp/tool.ts';
import { openScanners } from '../pixel/open-scanner.ts';
import { IsolatedDuties } from '../tariff/duties/isolated-duties.ts';
import { Tariff } from '../tariff/tariff.ts';
import { TariffStore } from '../tariff/tariff-store.ts';
import { asCommandError, CommandError } from './command-error.ts';
import { readInputFile } from './input-file.ts';
import { output, say } from './output.ts';
import { NO_IMPORTS } from './tariff.ts';

/** The largest PDF that is read. Ours have at most 2 MB. */
const PDF_BYTES_MAX = 32 * 1024 * 1024;
const NO_DATABASE =
  'There is no database here, so no certificate can be made or verified. Start `portside mcp` with --data-dir FOLDER, the data ' +
  'folder of a server.';
const NO_BASE_URL =
  'No certificate can be made: its PDF links to its verify page for good. Set PORTSIDE_BASE_URL to the public address of the server.';

/** Serves until the client closes standard input, or a signal ends the process. */
export async function serve(config: Config, storage: Storage | undefined): Promise<void> {
  const pools = new Map<CommandPool, WorkerPool>();
  const pool = (group: CommandPool): WorkerPool => {
    const open = pools.get(group) ?? openCommandPool(group, say);
    pools.set(group, open);
    return open;
  };
  const onFault = (error: unknown) => say(`A tool failed: ${error instanceof Error ? error.message : String(error)}`);
  const watch = await storage?.changes.watch(onFault);
  const store = new TariffStore({ tariffImports: storage?.tariffImports ?? NO_IMPORTS }, clock);
  const tariff = new Tariff(await store.load(), clock);
  watch?.on('tariff', async () => tariff.replace(await store.load()));
  const scanWorkers = pool('pixel');
  const { keyed: scanner } = openScanners(config, clock, systemNetwork, { keyed: scanWorkers, anonymous: scanWorkers });
  const tools = [
    ...tariffTools(tariff, new IsolatedDuties(tariff, pool('duties'))),
    ...pixelTools(scanner),
    ...entryTools(await entryParts(config, storage, pool)),
  ];
  const server = mcpServer(tools, version, onFault);
  const closed = Promise.withResolvers<void>();
  process.stdin.once('end', () => closed.resolve());
  server.onclose = () => closed.resolve();
  await server.connect(new StdioServerTransport(process.stdin, output()));
  say(
    `${tools.length} tools on standard input and output. ${storage ? config.data_dir : 'No database: the lists inside this binary answer.'}`,
  );
  await closed.promise;
  watch?.stop();
  await Promise.all([...pools.values()].map((each) => each.close()));
}

async function entryParts(
  config: Config,
  storage: Storage | undefined,
  pool: (group: CommandPool) => WorkerPool,
): Promise<EntryToolParts> {
  if (!storage) return { clock, whyNot: NO_DATABASE };
  const verify = (file: string) => verifyFile(readPdf(file), storage, pool('pdf-file'));
  if (!config.base_url) return { clock, verify, whyNot: NO_BASE_URL };
  const signer = await loadSigner(config, storage, clock, { fault: (message) => say(message) }).catch((error) => {
    throw asCommandError(error, SignerFault);
  });
  const renderer = new CertificateRenderer(pool('entry-once'));
  const issuer = new CertificateIssuer({
    signer,
    requireRoom: () => storage.disk?.require('storing'),
    store: storage.certificates,
    clock,
    render: (...args) => renderer.render(...args),
  });
  return {
    clock,
    verify,
    whyNot: '',
    async issue(body) {
      const record = await issuer.issue({
        body,
        form: 'v2',
        keyId: 'mcp',
        lineage: 'mcp',
        requestId: 'mcp',
        baseUrl: config.base_url,
        meter: unmetered,
      });
      const file = join(config.data_dir, 'certificates', `GCC-${record.gccId}.pdf`);
      return { record, file: writePdf(file, (await storage.certificates.pdf(record.gccId))!) };
    },
  };
}

function readPdf(file: string): Buffer {
  try {
    return readInputFile(file, PDF_BYTES_MAX);
  } catch (error) {
    throw error instanceof CommandError ? new ToolRefusal(error.message) : error;
  }
}

/** The path, or why there is none: the certificate is stored in any case. */
function writePdf(file: string, pdf: Uint8Array): string {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, pdf);
    return file;
  } catch {
    return 'could not be written; the certificate is stored';
  }
}
