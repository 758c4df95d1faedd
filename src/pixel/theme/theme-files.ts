/** The files of a theme: which of them are read, and what each of them says. */
import type { Node } from 'jsonc-parser';
import type { Effort } from '../../domain/effort.ts';
import { noReferences, type References, readLiquid, type WrittenText } from './liquid.ts';
import type { Value } from './liquid-values.ts';
import { themeJson } from './theme-json.ts';
import type { ThemeSettings } from './theme-settings.ts';

export interface ThemeFile {
  /** From the root of the theme, with `/`: `snippets/pixel.liquid`. */
  path: string;
  text: string;
}

/** A piece of a theme that holds page code or a script. */
export interface ThemePiece {
  path: string;
  kind: 'liquid' | 'script';
  written: WrittenText;
  /** Where the piece begins in its file: the value of a setting in a JSON file. 0 for a whole file. */
  from: number;
  /** In a JSON file, all of the piece has the place of `from`, because escapes move its offsets. */
  isSetting: boolean;
  /** Of `config/settings_data.json`: the name of the setting. It runs only where the theme writes it. */
  setting?: string;
}

/** What a file takes from others, and its pieces. */
export interface ReadFile {
  isUnread?: boolean;
  references: References;
  pieces: ThemePiece[];
}

const FOLDERS = ['layout', 'templates', 'sections', 'snippets', 'blocks', 'assets', 'config'] as const;
/** Locales and pictures hold no code. */
const READ =
  /^(?:layout|templates|sections|snippets|blocks)\/.*\.(?:liquid|json)$|^assets\/.*\.m?js(?:\.liquid)?$|^config\/settings_(?:data|schema)\.json$/;

/** The path of a file inside its theme. Undefined if the file is not in a folder of a theme, or holds no code. */
export function themePath(path: string): string | undefined {
  const parts = path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  const at = parts.findIndex((part) => (FOLDERS as readonly string[]).includes(part));
  if (at < 0 || parts.includes('..') || parts.includes('node_modules') || parts.includes('__MACOSX')) return undefined;
  const inside = parts.slice(at).join('/');
  return READ.test(inside) ? inside : undefined;
}

/** @param passed what a snippet gets from the file that loads it */
export function readFile(
  { path, text }: ThemeFile,
  settings: ThemeSettings,
  effort: Effort,
  passed?: ReadonlyMap<string, Value>,
): ReadFile {
  if (path.endsWith('.json')) return readJson(path, text, settings, effort);
  const isScript = path.startsWith('assets/');
  const written =
    isScript && !path.endsWith('.liquid') ? asItIs(text, effort) : readLiquid(text, settings, effort, passed);
  const { references } = written;
  // A theme block is named in the settings of its section, and Horizon themes name it nowhere else.
  if (/\{%-?\s*content_for\s+['"]blocks['"]/.test(text))
    for (const name of blockTypes(text)) references.files.add(name);
  return { references, pieces: [{ path, kind: isScript ? 'script' : 'liquid', written, from: 0, isSetting: false }] };
}

function asItIs(text: string, effort: Effort): WrittenText {
  effort.done += text.length;
  const assets = new Set<string>();
  // A module imports other assets by name.
  for (const match of text.matchAll(/['"`/]([\w.-]{1,100}\.m?js)['"`?]/g)) assets.add(match[1]!);
  return {
    text,
    references: { ...noReferences(), assets },
    originOf: (offset) => offset,
    isConditional: () => false,
    checkoutWords: [],
  };
}

function blockTypes(text: string): string[] {
  return [...text.matchAll(/"type"\s*:\s*"([\w-]{1,100})"/g)].map((match) => `blocks/${match[1]}.liquid`);
}

/**
 * Templates and section groups name sections and blocks, in the order in which they are shown. Merchants paste code into the
 * settings of custom Liquid sections.
 */
function readJson(path: string, text: string, settings: ThemeSettings, effort: Effort): ReadFile {
  effort.done += 4 * text.length;
  const references = noReferences();
  const pieces: ThemePiece[] = [];
  const isSettings = path === 'config/settings_data.json';
  let setting: string | undefined;
  const read = (node: Node, depth: number): void => {
    if (depth > 64 || isDisabled(node)) return;
    if (isSettings && depth === 1) setting = String(node.children?.[0]?.value);
    if (node.type === 'string' && typeof node.value === 'string' && /[<{]/.test(node.value)) {
      const written = readLiquid(node.value, settings, effort);
      for (const file of written.references.files) references.files.add(file);
      for (const asset of written.references.assets) references.assets.add(asset);
      references.calls.push(...written.references.calls);
      const named = setting !== undefined && { setting };
      pieces.push({ path, kind: 'liquid', written, from: node.offset, isSetting: true, ...named });
      return;
    }
    if (node.type === 'property') {
      const [key, value] = node.children ?? [];
      const name = value?.type === 'string' ? String(value.value) : '';
      if (key?.value === 'type' && /^[\w-]{1,100}$/.test(name)) {
        references.files.add(`sections/${name}.liquid`).add(`blocks/${name}.liquid`);
      } else if (key?.value === 'layout' && depth === 1)
        references.layout = /^[\w.-]{1,100}$/.test(name) ? name : value?.value === false ? null : 'theme';
      const shown = key?.value === 'sections' ? 'order' : key?.value === 'blocks' ? 'block_order' : undefined;
      const order = shown === undefined ? undefined : orderIn(node.parent, shown);
      if (value?.type === 'object' && order)
        for (const child of value.children ?? []) {
          if (order.has(String(child.children?.[0]?.value))) read(child, depth + 2);
        }
      else if (value) read(value, depth + 1);
      return;
    }
    for (const child of node.children ?? []) read(child, depth + 1);
  };
  // The schema only describes settings.
  if (path === 'config/settings_schema.json') return { references, pieces };
  const root = themeJson(text);
  if (root) read(isSettings ? currentNode(root) : root, 0);
  return { references, pieces, isUnread: root === undefined };
}

/** The names in the list `order` of a template, or in the `block_order` of a section. What is not in it is not shown. */
function orderIn(object: Node | undefined, name: string): Set<string> | undefined {
  const list = object?.children?.find(({ children }) => children?.[0]?.value === name)?.children?.[1];
  return list?.type === 'array' ? new Set((list.children ?? []).map(({ value }) => String(value))) : undefined;
}

/** Presets that are not in use hold old settings. */
function currentNode(root: Node): Node {
  const current = root.children?.find((property) => property.children?.[0]?.value === 'current')?.children?.[1];
  return current?.type === 'object' ? current : root;
}

function isDisabled(node: Node): boolean {
  return (
    node.type === 'object' &&
    (node.children ?? []).some(({ children }) => children?.[0]?.value === 'disabled' && children[1]?.value === true)
  );
}
