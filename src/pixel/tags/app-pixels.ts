/** Names the app of a web pixel, and reads the ids of vendors from its configuration, by the table `data/pixel/app-pixels.json`. */

import table from '../../../data/pixel/app-pixels.json' with { type: 'json' };
import { type Literal, objectOf, textOf } from '../javascript/literal.ts';
import { hasShape, type IdShape } from './id-shape.ts';
import { faultOfGoogleId } from './library.ts';

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

/** An id of Google: in settings without a meaning of their own, only its exact shape counts. `GT-` is too often another name. */
const GOOGLE = /^(?:GTM-[A-Z0-9]{6,8}|G-(?=\d*[A-Z])[A-Z0-9]{10}|AW-\d{9,11}|UA-\d{4,10}-\d{1,4})$/;
const META = /^\d{15,16}$/;
const META_KEY = /facebook|\bfb|^fb|meta|pixel/i;
const SETTINGS_MAX = 256;
const NAMED_MAX = 16;

/**
 * Ids of Google and Meta in the settings of an app of which it is not known what it does with them. Digits may be anything, so the key of
 * a Meta pixel must say so.
 */
export function namedIdsOf(settings: readonly (Literal | undefined)[]): string[] {
  const found = new Set<string>();
  const left = settings.map((value) => ({ key: '', value }));
  for (let at = 0; at < left.length && at < SETTINGS_MAX && found.size < NAMED_MAX; at++) {
    const { key, value } = left[at]!;
    const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
    if ((GOOGLE.test(text) && faultOfGoogleId(text) === undefined) || (META.test(text) && META_KEY.test(key)))
      found.add(text);
    else if (Array.isArray(value)) for (const item of value.slice(0, SETTINGS_MAX)) left.push({ key, value: item });
    else if (value instanceof Map)
      for (const [name, item] of value.entries().take(SETTINGS_MAX)) left.push({ key: name, value: item });
  }
  return [...found];
}
