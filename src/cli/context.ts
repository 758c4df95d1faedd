/** What every command shares: the configuration, an open storage, and the three ways to speak. */
import type { Command } from 'commander';
import { storageCause } from '../adapters/faults.ts';
import { type DatabaseLocation, openStorage } from '../adapters/open.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { databasePath } from '../app.ts';
import { type Config, loadConfig, readSettings, type SettingInForce, type SettingName } from '../config.ts';
import type { Actor } from '../domain/audit.ts';
import type { Storage } from '../domain/storage.ts';

/** A command beside a running server may wait for the server's lock; it blocks nobody but itself. */
export const LOCK_WAIT_MS = 5000;

/** Options that almost every command has. */
export interface CommonOptions {
  dataDir?: string;
  json?: boolean;
}

export function withCommonOptions(command: Command): Command {
  return command.option('--data-dir <path>', 'folder of the database').option('--json', 'print JSON');
}

export const cliActor: Actor = { name: 'cli', origin: 'command line' };

/** Results and secrets: standard output, so that they can be piped. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prose for the person: standard error, so that it never ends up in a pipe. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** Whether standard output is a terminal that shows colours. */
export function showsColour(): boolean {
  return process.stdout.isTTY === true && !process.env.NO_COLOR;
}

/** A failure that the person can act on: its message is printed without a stack, exit code 1. */
export class CommandError extends Error {}

/** What the person is told of a failure: a sentence, or, for what should not have happened, all there is to know. */
export function failureText(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  const cause = storageCause(error);
  return cause ? `The database cannot be used: ${cause}.` : `portside failed: ${(error as Error).stack ?? error}`;
}

interface ConfigOptions {
  dataDir?: string;
  host?: string;
  port?: string;
  workers?: string;
}

export function configFrom(options: ConfigOptions): Config {
  return loadConfig({ flags: flagsOf(options) });
}

/** The same, with where each value came from. */
export function settingsFrom(options: ConfigOptions): SettingInForce[] {
  return readSettings({ flags: flagsOf(options) });
}

function flagsOf(options: ConfigOptions): Partial<Record<SettingName, string>> {
  const flags: Partial<Record<SettingName, string>> = {};
  if (options.dataDir !== undefined) flags.data_dir = options.dataDir;
  if (options.host !== undefined) flags.host = options.host;
  if (options.port !== undefined) flags.port = options.port;
  if (options.workers !== undefined) flags.workers = options.workers;
  return flags;
}

export function databasePlace(config: Config): DatabaseLocation {
  return { path: databasePath(config), url: config.database_url };
}

export async function withStorage<T>(
  options: CommonOptions,
  work: (storage: Storage, config: Config) => T | Promise<T>,
): Promise<T> {
  const config = configFrom(options);
  const storage = await openStorage(databasePlace(config), { lockWaitMs: LOCK_WAIT_MS });
  try {
    return await work(storage, config);
  } finally {
    await storage.close();
  }
}

export const clock = systemClock;
