/** The command line options that several commands share, and the configuration that they are part of. */
import type { Command } from 'commander';
import { type Config, loadConfig, type ResolvedSetting, resolveSettings, type SettingName } from '../config.ts';

export interface CommonOptions {
  dataDir?: string;
  json?: boolean;
}

export function withDataDirOption(command: Command): Command {
  return command.option('--data-dir <path>', 'folder of the database');
}

export function withCommonOptions(command: Command): Command {
  return withDataDirOption(command).option('--json', 'print JSON');
}

/** Options that override a setting. */
interface SettingOptions {
  dataDir?: string;
  host?: string;
  port?: string;
  workers?: string;
  baseUrl?: string;
}

/** The configuration with the options of a command. @throws ConfigError */
export function configFrom(options: SettingOptions): Config {
  return loadConfig({ flags: flagsOf(options) });
}

/** Every setting with the origin of its value. @throws ConfigError */
export function settingsFrom(options: SettingOptions): ResolvedSetting[] {
  return resolveSettings({ flags: flagsOf(options) });
}

function flagsOf(options: SettingOptions): Partial<Record<SettingName, string>> {
  const flags: Partial<Record<SettingName, string>> = {};
  if (options.dataDir !== undefined) flags.data_dir = options.dataDir;
  if (options.host !== undefined) flags.host = options.host;
  if (options.port !== undefined) flags.port = options.port;
  if (options.baseUrl !== undefined) flags.base_url = options.baseUrl;
  if (options.workers !== undefined) flags.workers = options.workers;
  return flags;
}
