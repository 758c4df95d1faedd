/** `portside doctor`: looks at everything a server needs, beside a running one or before the first start. Changes nothing. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { version } from '../../package.json';
import { openSchema, openStorage } from '../adapters/open.ts';
import { systemNetwork } from '../adapters/system/network.ts';
import { databasePath } from '../app.ts';
import { type Config, ConfigError, type SettingInForce } from '../config.ts';
import type { SchemaVersion, Storage } from '../domain/storage.ts';
import {
  CommandError,
  type CommonOptions,
  clock,
  configFrom,
  databasePlace,
  LOCK_WAIT_MS,
  print,
  printJson,
  settingsFrom,
  showsColour,
} from './context.ts';
import { checkConfiguration } from './doctor/configuration.ts';
import {
  checkClock,
  checkDatabase,
  checkDisk,
  checkFolder,
  checkPassword,
  checkSchema,
  checkServerDatabase,
  checkSigningKey,
} from './doctor/data.ts';
import { type Finding, failed, look, skipped, warning } from './doctor/finding.ts';
import { printFindings, shownValue } from './doctor/print.ts';
import { checkReady, checkServer } from './doctor/server.ts';

interface DoctorOptions extends CommonOptions {
  host?: string;
  port?: string;
  fast?: boolean;
  ready?: boolean;
}

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check configuration, disk, clock, database, lists, fonts, guard and server')
    .option('--data-dir <path>', 'folder of the database')
    .option('--host <address>', 'address the server listens on')
    .option('--port <n>', 'port the server listens on')
    .option('--fast', 'do not read the whole database, draw no certificate')
    .option('--ready', 'ask the running server alone whether it is ready: a health check for containers')
    .option('--json', 'print JSON')
    .action(doctor);
}

async function doctor(options: DoctorOptions): Promise<void> {
  const { settings, findings } = await examine(options);
  const broken = findings.some(({ status }) => status === 'failed');
  if (options.json) {
    const shown = settings.map((setting) => ({
      name: setting.name,
      value: shownValue(setting),
      origin: setting.origin,
    }));
    printJson({ status: broken ? 'failed' : 'ok', version, checks: findings, settings: shown });
  } else {
    print(printFindings(`Portside ${version}`, findings, options.ready ? [] : settings, showsColour()));
  }
  if (broken) throw new CommandError('portside doctor: something failed.');
}

async function examine(options: DoctorOptions): Promise<{ settings: SettingInForce[]; findings: Finding[] }> {
  let config: Config;
  let settings: SettingInForce[];
  try {
    config = configFrom(options);
    settings = settingsFrom(options);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { settings: [], findings: [failed('configuration', error.message, 'Nothing else was looked at.')] };
  }
  if (options.ready) return { settings, findings: [await look('server', () => checkReady(config))] };
  // Loaded here: it draws certificates, and no other command should wait for that to be read.
  const { checkFonts, checkGuard, checkLists } = await import('./doctor/products.ts');
  const findings = [
    checkConfiguration(config, settings),
    ...(config.database_url
      ? [skipped('data folder', 'the data is in PostgreSQL')]
      : [await look('data folder', () => checkFolder(config)), await look('disk', () => checkDisk(config))]),
    ...(await checkStored(config, options.fast === true, checkLists)),
    options.fast ? skipped('fonts', 'not with --fast') : await look('fonts', checkFonts),
    await look('guard', () => checkGuard(systemNetwork)),
    await look('server', () => checkServer(config)),
  ];
  return { settings, findings };
}

type ListsCheck = typeof import('./doctor/products.ts')['checkLists'];

/** What needs the database, or says what it would be without. */
async function checkStored(config: Config, fast: boolean, checkLists: ListsCheck): Promise<Finding[]> {
  const path = databasePath(config);
  const place = databasePlace(config);
  const database: Finding[] = [];
  let schema: SchemaVersion | undefined;
  let storage: Storage | undefined;
  if (!config.database_url && !existsSync(path)) {
    database.push(warning('database', 'not initialised yet', '`portside serve` makes it.'));
  } else {
    const finding = await look('database', async () => {
      schema = await openSchema(place, { lockWaitMs: LOCK_WAIT_MS });
      return config.database_url ? checkServerDatabase(schema) : checkDatabase(path, schema, !fast);
    });
    database.push(finding);
    // Assigned inside the look, which the compiler does not see.
    const opened = schema as SchemaVersion | undefined;
    if (opened) database.push(await look('schema', () => checkSchema(opened)));
    // To open more would bring the schema up to date, and this command changes nothing.
    if (database.every(({ status }) => status === 'ok')) {
      storage = await openStorage(place, { lockWaitMs: LOCK_WAIT_MS });
    }
  }
  try {
    return [
      ...database,
      await look('clock', () => checkClock(clock, schema)),
      await look('lists', () => checkLists(config, storage, clock)),
      await look('signing key', () => checkSigningKey(config, storage)),
      await look('operator', () => checkPassword(config, storage)),
    ];
  } finally {
    await storage?.close();
    await schema?.close();
  }
}
