/** Names the app of a web pixel, and reads the ids of vendors from its configuration, by the table `data/pixel/app-pixels.json`. */

import table from '../../../data/pixel/app-pixels.json' with { type: 'json' };
import { type Literal, objectOf, textOf } from '../javascript/literal.ts';
import { hasShape, type IdShape } from './id-shape.ts';

interface NamedRow {
  name: string;
  vendor: string;
  confidence: string;
}

interface ConfigurationRow extends NamedRow {
  key: string;
  /** The whole value. */
  value?: string;
  /** A part of the value. */
  contains?: string;
  shape?: string;
  /** Another key that must be present. */
  with?: string;
}

interface IdRow {
  key: string;
  shape: string;
  vendor: string;
  client?: string;
  requires?: string;
}

const CONFIGURATIONS: readonly ConfigurationRow[] = table.configurations.filter(isShown);
const CLIENTS = new Map(table.clients.filter(isShown).map((row) => [row.client, row]));
const IDS: readonly IdRow[] = table.ids;

function isShown({ confidence }: { confidence: string }): boolean {
  return confidence === 'certain' || confidence === 'high';
}

/**
 * The name of an app, if it is certain. The configuration is tested before the client id. If both tell the same vendor, the name is
 * that of the app.
 * @param settings the configuration and the JSON texts in it.
 */
export function appNameOf(client: string, settings: readonly (Literal | undefined)[]): string | undefined {
  const byClient = CLIENTS.get(client);
  const byConfiguration = CONFIGURATIONS.find((row) => settings.some((object) => meets(row, object)));
  if (byConfiguration === undefined || byConfiguration.vendor === byClient?.vendor) return byClient?.name;
  return byConfiguration.name;
}

function meets(row: ConfigurationRow, settings: Literal | undefined): boolean {
  const object = objectOf(settings);
  if (!object?.has(row.key) || (row.with !== undefined && !object.has(row.with))) return false;
  const value = textOf(object, row.key);
  if (row.value !== undefined) return value === row.value;
  if (row.contains !== undefined) return value?.includes(row.contains) ?? false;
  return row.shape === undefined || (value !== undefined && hasShape(value.trim(), row.shape as IdShape));
}

/** Ids of vendors without rules of their own, in a configuration. The keys of vendors are those of `data/pixel/vendors.json`. */
export function otherIdsOf(client: string, configuration: Literal | undefined): { vendor: string; id: string }[] {
  const object = objectOf(configuration);
  if (!object) return [];
  return IDS.flatMap(({ key, shape, vendor, client: only, requires }) => {
    const id = textOf(object, key)?.trim();
    if (id === undefined || !hasShape(id, shape as IdShape)) return [];
    if ((only !== undefined && only !== client) || (requires !== undefined && !object.has(requires))) return [];
    return [{ vendor, id }];
  });
}
