/** The settings of a theme: `config/settings_data.json`, and the defaults in `config/settings_schema.json`. */
import { getNodeValue } from 'jsonc-parser';
import { themeJson } from './theme-json.ts';

export interface ThemeSettings {
  /** Null if the setting is empty. Undefined if the files do not decide it. */
  value(name: string): string | boolean | null | undefined;
  /** App embeds that the theme switches on, by their names. Their code is not in the theme. */
  readonly appEmbeds: readonly string[];
}

const NO_SETTINGS: ThemeSettings = { value: () => undefined, appEmbeds: [] };

/** Both files may have comments (Shopify writes one at the top). A file that is not JSON decides nothing. */
export function readSettings(data: string | undefined, schema: string | undefined): ThemeSettings {
  const current = currentOf(valueIn(data));
  if (current === undefined) return NO_SETTINGS;
  const defaults = new Map<string, unknown>();
  for (const group of listOf(valueIn(schema))) {
    for (const setting of listOf(objectOf(group)?.settings)) {
      const { id, default: value } = objectOf(setting) ?? {};
      if (typeof id === 'string') defaults.set(id, value ?? null);
    }
  }
  return {
    appEmbeds: appEmbedsOf(current),
    value: (name) => scalarOf(Object.hasOwn(current, name) ? current[name] : defaults.get(name)),
  };
}

function valueIn(text: string | undefined): unknown {
  const root = text === undefined ? undefined : themeJson(text);
  return root && getNodeValue(root);
}

/** `current` is the settings themselves, or the name of a preset. */
function currentOf(data: unknown): Record<string, unknown> | undefined {
  const current = objectOf(data)?.current;
  if (typeof current !== 'string') return objectOf(current);
  const presets = objectOf(objectOf(data)?.presets);
  return presets && Object.hasOwn(presets, current) ? objectOf(presets[current]) : undefined;
}

/** Blocks such as `shopify://apps/klarna/blocks/osm/0193…`, unless they are disabled. */
function appEmbedsOf(current: Record<string, unknown>): string[] {
  const names = new Set<string>();
  for (const block of Object.values(objectOf(current.blocks) ?? {})) {
    const { type, disabled } = objectOf(block) ?? {};
    const match =
      typeof type === 'string' ? /^shopify:\/\/apps\/([\w.-]{1,80})\/blocks\/([\w.-]{1,80})/.exec(type) : null;
    if (match && disabled !== true) names.add(match[1]!);
  }
  return [...names].sort();
}

function scalarOf(value: unknown): string | boolean | null | undefined {
  // Liquid takes an empty text for true. But a tag with an empty id sends nothing, so an empty setting counts as off.
  if (value === '') return null;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  return typeof value === 'number' ? String(value) : undefined;
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
