/** `portside doctor` checks everything that a server needs, before the first start or next to a running server. It changes nothing. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { version } from '../../package.json';
import { openSchema, openStorage } from '../adapters/open.ts';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { systemNetwork } from '../adapters/system/network.ts';
import { type Config, databasePath, type ResolvedSetting } from '../config.ts';
import { ConfigError } from '../domain/config-error.ts';
import type { SchemaVersion, Storage } from '../domain/storage.ts';
import { CommandError } from './command-error.ts';
import { type FormatOptions, printResult, withFormatOptions } from './csv-output.ts';
import { checkAlerts } from './doctor/alerts.ts';
import { checkBackup, checkCertificates } from './doctor/certificates.ts';
import { type CheckResult, failed, runCheck, skipped, warning } from './doctor/check-result.ts';
import { checkConfiguration } from './doctor/configuration.ts';
import {
  checkBackupKey,
  checkClock,
  checkDisk,
  checkFolder,
  checkPassword,
  checkPostgres,
  checkSchema,
  checkSigner,
  checkSigningKey,
  checkSqlite,
} from './doctor/data.ts';
import { checkJobs } from './doctor/jobs.ts';
import { formatReport, settingText } from './doctor/report-text.ts';
import { checkReady, checkServer } from './doctor/server.ts';
import { checkWatches } from './doctor/watches.ts';
import { type CommonOptions, configFrom, settingsFrom, withDataDirOption } from './options.ts';
import { COMMAND_LOCK_WAIT_MS, databasePlace } from './storage-access.ts';
import { terminalOptions } from './terminal.ts';

interface DoctorOptions extends CommonOptions, FormatOptions {
  host?: string;
  port?: string;
  fast?: boolean;
  ready?: boolean;
  backup?: string;
}

export function addDoctorCommand(program: Command): void {
  const command = program
    .command('doctor')
    .description(
      'check configuration, disk, clock, database, lists, certificates, backup, alerts, fonts, guard and server',
    );
  withFormatOptions(withDataDirOption(command))
    .option('--host <address>', 'address the server listens on')
    .option('--port <n>', 'port the server listens on')
    .option('--fast', 'do not check the integrity of the database, and render no certificate')
    .option('--backup <path>', 'a backup, or a folder of them: check that the newest has every certificate')
    .option('--ready', 'only check whether the running server is ready; for the health check of a container')
    .action(doctor);
}

async function doctor(options: DoctorOptions): Promise<void> {
  const { settings, results } = await runChecks(options);
  const hasFailed = results.some(({ status }) => status === 'failed');
  const shown = settings.map((setting) => ({
    name: setting.name,
    value: settingText(setting),
    origin: setting.origin,
  }));
  await printResult(options, {
    rows: results,
    columns: {
      check: ({ check }) => check,
      status: ({ status }) => status,
      text: ({ text }) => text,
      advice: ({ advice }) => advice,
    },
    json: { status: hasFailed ? 'failed' : 'ok', version, checks: results, settings: shown },
    table: () => formatReport(`Portside ${version}`, results, options.ready ? [] : settings, terminalOptions()),
  });
  if (hasFailed) throw new CommandError('portside doctor: a check failed.');
}

async function runChecks(options: DoctorOptions): Promise<{ settings: ResolvedSetting[]; results: CheckResult[] }> {
  let config: Config;
  let settings: ResolvedSetting[];
  try {
    config = configFrom(options);
    settings = settingsFrom(options);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const outcome = failed(error.message, 'Correct this first. No other check was run.');
    return { settings: [], results: [{ check: 'configuration', ...outcome }] };
  }
  if (options.ready) return { settings, results: [await runCheck('server', () => checkReady(config))] };
  // Loaded only here, because loading the certificate renderer would delay the other commands.
  const { checkFonts, checkLists, checkOutboundGuard } = await import('./doctor/products.ts');
  const results = [
    await runCheck('configuration', () => checkConfiguration(config, settings, process.env)),
    ...(config.database_url
      ? [await runCheck('data folder', () => skipped('the data is in PostgreSQL'))]
      : [
          await runCheck('data folder', () => checkFolder(config)),
          await runCheck('disk', () => checkDisk(config)),
          await runCheck('backup key', () => checkBackupKey(config)),
        ]),
    ...(await checkStorage(config, options, checkLists)),
    await runCheck('fonts', () => (options.fast ? skipped('not with --fast') : checkFonts())),
    await runCheck('guard', () => checkOutboundGuard(systemNetwork)),
    await runCheck('server', () => checkServer(config)),
  ];
  return { settings, results };
}

type ListsCheck = typeof import('./doctor/products.ts')['checkLists'];

/** The checks that use the database, if there is one. */
async function checkStorage(config: Config, options: DoctorOptions, checkLists: ListsCheck): Promise<CheckResult[]> {
  const fast = options.fast === true;
  const path = databasePath(config);
  const place = databasePlace(config);
  const results: CheckResult[] = [];
  let schema: SchemaVersion | undefined;
  let storage: Storage | undefined;
  if (!config.database_url && !existsSync(path)) {
    results.push(await runCheck('database', () => warning('does not exist yet', '`portside serve` creates it.')));
  } else {
    const opening = openSchema(place, { lockWaitMs: COMMAND_LOCK_WAIT_MS });
    results.push(
      await runCheck('database', async () => {
        const opened = await opening;
        return config.database_url ? checkPostgres(opened) : checkSqlite(path, opened, !fast);
      }),
    );
    const opened = await opening.catch(() => undefined);
    schema = opened;
    if (opened) results.push(await runCheck('schema', () => checkSchema(opened)));
    // Opening the storage applies missing migrations, and this command must change nothing.
    if (results.every(({ status }) => status === 'ok')) {
      storage = await openStorage(place, { lockWaitMs: COMMAND_LOCK_WAIT_MS });
    }
  }
  try {
    return [
      ...results,
      await runCheck('clock', () => checkClock(clock, schema)),
      await runCheck('lists', () => checkLists(config, storage, clock)),
      await runCheck('certificates', () => checkCertificates(storage, !fast)),
      await runCheck('jobs', () => checkJobs(storage, clock)),
      await runCheck('watches', () => checkWatches(storage, clock)),
      await runCheck('backup', () => checkBackup(config, storage, clock, options.backup)),
      await runCheck('signing key', () => checkSigningKey(config, storage)),
      await runCheck('signer', () => checkSigner(config, storage, clock)),
      await runCheck('operator', () => checkPassword(config, storage)),
      await runCheck('alerts', () => checkAlerts(config, storage, clock)),
    ];
  } finally {
    await storage?.close();
    await schema?.close();
  }
}
