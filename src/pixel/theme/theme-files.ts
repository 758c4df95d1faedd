/** The files of a theme: which of them are read, and which of them the theme uses. */
import type { Node } from 'jsonc-parser';
import type { Effort } from '../../domain/effort.ts';
import { type References, readLiquid, type WrittenText } from './liquid.ts';
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
}

export interface ThemePieces {
  used: ThemePiece[];
  /** Nothing in the theme loads these files, so their code does not run. */
  unused: ThemePiece[];
  /** JSON files that cannot be read. */
  unread: string[];
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

/**
 * The pieces of a theme, used and unused. Layouts, templates and the settings are used. Sections, snippets, blocks and assets are
 * used if a used file names them.
 */
export function piecesOf(files: readonly ThemeFile[], settings: ThemeSettings, effort: Effort): ThemePieces {
  const read = new Map(files.map((file) => [file.path, readFile(file, settings, effort)]));
  const used = new Set<string>();
  const waiting: string[] = [];
  const use = (path: string) => {
    if (!read.has(path) || used.has(path)) return;
    used.add(path);
    waiting.push(path);
  };
  for (const path of read.keys()) if (/^(?:layout|templates|config)\//.test(path)) use(path);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { references } = read.get(path)!;
    for (const file of references.files) use(file);
    for (const asset of references.assets) {
      use(`assets/${asset}`);
      use(`assets/${asset}.liquid`);
    }
    if (references.anySnippet) for (const name of read.keys()) if (name.startsWith('snippets/')) use(name);
  }
  const pieces = [...read].flatMap(([path, { pieces }]) => pieces.map((piece) => ({ piece, isUsed: used.has(path) })));
  return {
    used: pieces.flatMap(({ piece, isUsed }) => (isUsed ? piece : [])),
    unused: pieces.flatMap(({ piece, isUsed }) => (isUsed ? [] : piece)),
    unread: [...read].flatMap(([path, { isUnread }]) => (isUnread ? path : [])),
  };
}

interface ReadFile {
  isUnread?: boolean;
  references: References;
  pieces: ThemePiece[];
}

function readFile({ path, text }: ThemeFile, settings: ThemeSettings, effort: Effort): ReadFile {
  if (path.endsWith('.json')) return readJson(path, text, settings, effort);
  const isScript = path.startsWith('assets/');
  const written = isScript && !path.endsWith('.liquid') ? asItIs(text, effort) : readLiquid(text, settings, effort);
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
    references: { files: new Set(), assets, anySnippet: false },
    originOf: (offset) => offset,
    isConditional: () => false,
    checkoutWords: [],
  };
}

function blockTypes(text: string): string[] {
  return [...text.matchAll(/"type"\s*:\s*"([\w-]{1,100})"/g)].map((match) => `blocks/${match[1]}.liquid`);
}

/** Templates and section groups name sections and blocks. Merchants paste code into the settings of custom Liquid sections. */
function readJson(path: string, text: string, settings: ThemeSettings, effort: Effort): ReadFile {
  effort.done += 4 * text.length;
  const references: References = { files: new Set(), assets: new Set(), anySnippet: false };
  const pieces: ThemePiece[] = [];
  const read = (node: Node, depth: number): void => {
    if (depth > 64 || isDisabled(node)) return;
    if (node.type === 'string' && typeof node.value === 'string' && /[<{]/.test(node.value)) {
      const written = readLiquid(node.value, settings, effort);
      for (const file of written.references.files) references.files.add(file);
      for (const asset of written.references.assets) references.assets.add(asset);
      references.anySnippet ||= written.references.anySnippet;
      pieces.push({ path, kind: 'liquid', written, from: node.offset, isSetting: true });
      return;
    }
    if (node.type === 'property') {
      const [key, value] = node.children ?? [];
      const name = value?.type === 'string' ? String(value.value) : '';
      if (key?.value === 'type' && /^[\w-]{1,100}$/.test(name)) {
        references.files.add(`sections/${name}.liquid`).add(`blocks/${name}.liquid`);
      } else if (key?.value === 'layout' && /^[\w.-]{1,100}$/.test(name)) references.files.add(`layout/${name}.liquid`);
      if (value) read(value, depth + 1);
      return;
    }
    for (const child of node.children ?? []) read(child, depth + 1);
  };
  // The schema only describes settings.
  if (path === 'config/settings_schema.json') return { references, pieces };
  const root = themeJson(text);
  if (root) read(path === 'config/settings_data.json' ? currentNode(root) : root, 0);
  return { references, pieces, isUnread: root === undefined };
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
