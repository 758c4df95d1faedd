/** `portside keys edit`: changes of a key that exists. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { systemClock as clock } from '../adapters/system/clock.ts';
import { SCOPES, type Scope, statusOf } from '../domain/key.ts';
import type { KeyEdit } from '../keys/key-edit.ts';
import { EXPIRY_FORMS, readExpiry } from '../keys/key-expiry.ts';
import { findKey, isKeyReference } from '../keys/key-finder.ts';
import { KeyIssuer } from '../keys/key-issuer.ts';
import { parseDuration } from './duration.ts';
import { keyFault } from './key-fault.ts';
import { printable, publicKey } from './key-text.ts';
import { type CommonOptions, withCommonOptions } from './options.ts';
import { printJson, say } from './output.ts';
import { parseSize } from './size.ts';
import { cliActor, withStorage } from './storage-access.ts';

interface EditOptions extends CommonOptions {
  name?: string;
  scope?: Scope;
  owner?: string;
  tags?: string;
  notes?: string;
  delegate?: 'on' | 'off';
  perMinute?: number | null;
  perDay?: number | null;
  expires?: number | null;
  revive?: boolean;
  allowNetwork?: string[];
  storedMax?: number | null;
  cpuPerDay?: number | null;
  fetchedPerDay?: number | null;
}

export function addEditCommand(keys: Command, keyArgument: string): void {
  withCommonOptions(keys.command('edit').description('change a key; running servers use it within a second'))
    .argument('<key>', keyArgument, parseKeyReference)
    .option('--name <name>', 'who or what the key is for')
    .addOption(new Option('--scope <scope>', 'the products that the key can use').choices(SCOPES))
    .option('--owner <text>', 'who answers for the key; "" for nobody')
    .option('--tags <words>', 'all its tags, separated by commas; "" for none')
    .option('--notes <text>', 'free text, in place of the present one')
    .addOption(new Option('--delegate <switch>', 'whether the key is enrolled in the beta').choices(['on', 'off']))
    .option('--per-minute <n>', 'requests a minute of the key and its lineage, or default', orDefault(parseLimit))
    .option('--per-day <n>', 'requests a UTC day of the key and its lineage, or default', orDefault(parseLimit))
    .option('--expires <when>', 'when it ends: 90d from now, its last day as 2027-01-31, or never', parseExpiry)
    .option('--revive', 'let an expired key work again until its new expiry')
    .option('--allow-network <cidr...>', 'all networks that it may be used from, or any')
    .option('--stored-max <size>', 'what certificates of its lineage may take, or default', orDefault(parseSize))
    .option(
      '--cpu-per-day <duration>',
      'processor time of its lineage per UTC day, or default',
      orDefault(parseDuration),
    )
    .option(
      '--fetched-per-day <size>',
      'what scans of its lineage may fetch per UTC day, or default',
      orDefault(parseSize),
    )
    .action((text: string, options: EditOptions, command: Command) => {
      const edit = editOf(options);
      if (Object.values(edit).every((value) => value === undefined)) {
        return command.error('error: name what to change, such as --scope or --delegate');
      }
      return withStorage(options, async (storage) => {
        try {
          const found = await findKey(storage.keys, text);
          const { row, changes } = await new KeyIssuer(storage, clock).edit(found.id, edit, cliActor);
          if (options.json) return printJson({ ...publicKey(row), changes });
          say(`Key ${row.id} (${printable(row.name)}): ${printable(changes) || 'nothing changed, it is so already'}.`);
          for (const other of await storage.keys.relatives(row)) {
            if (!['active', 'rotating'].includes(statusOf(other, clock.now()))) continue;
            say(`Key ${other.id} of the same lineage works too. It shares the limits; everything else is its own.`);
          }
        } catch (error) {
          throw keyFault(error);
        }
      });
    });
}

function editOf(options: EditOptions): KeyEdit {
  const { name, scope, owner, tags, notes, delegate, perMinute, perDay, expires, revive, allowNetwork } = options;
  const { storedMax, cpuPerDay, fetchedPerDay } = options;
  const resources = { storedBytes: storedMax, cpuMs: cpuPerDay, bytesFetched: fetchedPerDay };
  return {
    name,
    scope,
    owner,
    tags,
    notes,
    delegate: delegate === undefined ? undefined : delegate === 'on',
    perMinute,
    perDay,
    expiresAt: expires,
    networks: allowNetwork?.join(' ') === 'any' ? '' : allowNetwork?.join(' '),
    resources: Object.values(resources).some((limit) => limit !== undefined) ? resources : undefined,
    revive,
  };
}

/** A text that names a key. It is not looked up yet, and a key is never repeated in a message. */
export function parseKeyReference(text: string): string {
  if (isKeyReference(text)) return text;
  throw new InvalidArgumentError('This does not name a key. Use its id, or its beginning and end as svc_ab12…wxyz.');
}

export function parseLimit(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('This is not a limit. Use a whole number above 0.');
  return Number(text);
}

/** Unix milliseconds; null for never. */
export function parseExpiry(text: string): number | null {
  const expiresAt = readExpiry(text, clock.now());
  if (expiresAt === undefined) throw new InvalidArgumentError(`This is not an expiry. ${EXPIRY_FORMS}`);
  return expiresAt;
}

function orDefault(parse: (text: string) => number): (text: string) => number | null {
  return (text) => (text === 'default' ? null : parse(text));
}
