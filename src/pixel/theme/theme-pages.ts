/**
 * The pages of a theme as Shopify renders them: a template, its one layout, and what these load. Two templates are never on one page,
 * and neither are two layouts. Templates that load the same pieces are one page here, with the name of the first.
 */
import type { Effort } from '../../domain/effort.ts';
import type { SnippetCall } from './liquid.ts';
import { type ReadFile, readFile, type ThemeFile, type ThemePiece } from './theme-files.ts';
import type { ThemeSettings } from './theme-settings.ts';

/** A piece on a page. */
export interface PagePiece {
  piece: ThemePiece;
  /** It is written only under a condition that the files do not decide. */
  isConditional: boolean;
  /** The name of its snippet is known only when the page is rendered, so it is perhaps not there at all. */
  isPerhaps: boolean;
}

export interface ThemePage {
  /** Paths of the templates. Of a layout if the theme has no templates. */
  templates: string[];
  pieces: PagePiece[];
}

export interface ThemePages {
  pages: ThemePage[];
  /** Nothing in the theme loads these files, so their code does not run. */
  unused: ThemePiece[];
  /** JSON files that cannot be read. */
  unread: string[];
}

const TEMPLATE = /^templates\//;
const LAYOUT = /^layout\//;
/** Shopify stopped using it in 2025 at the latest. */
export const CHECKOUT_LAYOUT = 'layout/checkout.liquid';
/** A snippet is read for each set of values that is passed to it, up to this many. After that the values are not known. */
const READINGS_MAX = 8;

export function pagesOf(files: readonly ThemeFile[], settings: ThemeSettings, effort: Effort): ThemePages {
  return new Theme(files, settings, effort).read();
}

class Theme {
  readonly #files: ReadonlyMap<string, ThemeFile>;
  readonly #settings: ThemeSettings;
  readonly #effort: Effort;
  /** By path, and by what is passed to it. */
  readonly #read = new Map<string, Map<string, ReadFile>>();

  constructor(files: readonly ThemeFile[], settings: ThemeSettings, effort: Effort) {
    this.#files = new Map(files.map((file) => [file.path, file]));
    this.#settings = settings;
    this.#effort = effort;
  }

  read(): ThemePages {
    const paths = [...this.#files.keys()];
    const templates = paths.filter((path) => TEMPLATE.test(path)).sort(homeFirst);
    // A folder with layouts alone shows no templates. Each layout is then on some page.
    const roots =
      templates.length > 0 ? templates : paths.filter((path) => LAYOUT.test(path) && path !== CHECKOUT_LAYOUT);
    const pages = new Map<string, ThemePage>();
    const used = new Set<string>();
    const ids = new Map<ThemePiece, number>();
    for (const root of roots) {
      const pieces = this.#page(root, used);
      // Two readings of a page with the same pieces that hold something are the same page.
      const key = pieces
        .map(({ piece, isConditional, isPerhaps }) => {
          if (!ids.has(piece)) ids.set(piece, ids.size);
          return `${ids.get(piece)} ${isConditional} ${isPerhaps}`;
        })
        .join();
      const known = pages.get(key);
      if (known) known.templates.push(root);
      else pages.set(key, { templates: [root], pieces });
    }
    const unusedPaths = paths.filter((path) => !used.has(path) && !path.startsWith('config/'));
    return {
      pages: [...pages.values()],
      unused: unusedPaths.flatMap((path) => (path === CHECKOUT_LAYOUT ? [] : this.#fileOf(path)!.pieces)),
      unread: paths.filter((path) => path.endsWith('.json') && this.#fileOf(path)!.isUnread),
    };
  }

  /** The pieces of the page of a template that may hold tags, in the order of their files. */
  #page(root: string, used: Set<string>): PagePiece[] {
    const found = new Map<ReadFile, { isConditional: boolean; isPerhaps: boolean }>();
    const waiting: ReadFile[] = [];
    const use = (path: string, isConditional: boolean, isPerhaps: boolean, passed?: SnippetCall['passed']) => {
      const file = this.#fileOf(path, passed);
      if (!file) return;
      used.add(path);
      const known = found.get(file);
      const isSurer = known && ((known.isConditional && !isConditional) || (known.isPerhaps && !isPerhaps));
      if (known && !isSurer) return;
      const standing = {
        isConditional: isConditional && (known?.isConditional ?? true),
        isPerhaps: isPerhaps && (known?.isPerhaps ?? true),
      };
      found.set(file, standing);
      waiting.push(file);
    };
    use(root, false, false);
    const layout = LAYOUT.test(root) ? null : this.#fileOf(root)!.references.layout;
    if (layout !== null) use(`layout/${layout ?? 'theme'}.liquid`, false, false);
    use('config/settings_data.json', false, false);
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { references } = next;
      const { isConditional, isPerhaps } = found.get(next)!;
      this.#effort.done += references.files.size + references.assets.size + references.calls.length;
      if (this.#effort.spent) break;
      for (const file of references.files) use(file, isConditional, isPerhaps);
      for (const asset of references.assets) {
        use(`assets/${asset}`, isConditional, isPerhaps);
        use(`assets/${asset}.liquid`, isConditional, isPerhaps);
      }
      for (const call of references.calls) {
        const isUnder = isConditional || call.isConditional;
        if (typeof call.name === 'string') use(`snippets/${call.name}.liquid`, isUnder, isPerhaps, call.passed);
        else for (const path of this.#snippets(call.name)) use(path, isUnder, true);
      }
    }
    const settingsWritten = new Set([...found.keys()].flatMap(({ references }) => [...references.settings]));
    return [...this.#files.keys()].flatMap((path) =>
      [...(this.#read.get(path)?.values() ?? [])].flatMap((file) => {
        const standing = found.get(file);
        if (!standing) return [];
        return file.pieces
          .filter(({ setting }) => setting === undefined || this.#mayWrite(setting, settingsWritten, found))
          .map((piece) => ({ piece, ...standing }));
      }),
    );
  }

  /** Whether a setting with code in it may run apart from where its value was put in: a used file names it. */
  #mayWrite(setting: string, written: ReadonlySet<string>, found: ReadonlyMap<ReadFile, unknown>): boolean {
    if (setting === 'sections' || setting === 'blocks') return true;
    if (written.has(setting)) return false;
    return [...found.keys()].some(({ pieces }) =>
      pieces.some(({ path }) => {
        const text = path.startsWith('config/') ? '' : (this.#files.get(path)?.text ?? '');
        this.#effort.done += text.length;
        return text.includes(`settings.${setting}`) || text.includes(`settings['${setting}']`);
      }),
    );
  }

  *#snippets({ begin, end }: { begin: string; end: string }): Iterable<string> {
    for (const path of this.#files.keys()) {
      this.#effort.done++;
      const isOne = path.startsWith(`snippets/${begin}`) && path.endsWith(`${end}.liquid`);
      if (isOne) yield path;
    }
  }

  #fileOf(path: string, passed?: SnippetCall['passed']): ReadFile | undefined {
    const file = this.#files.get(path);
    if (!file) return undefined;
    const readings = this.#read.get(path) ?? new Map<string, ReadFile>();
    this.#read.set(path, readings);
    const named = passed !== undefined && passed.size > 0 ? JSON.stringify([...passed].sort()) : '';
    const key = readings.has(named) || readings.size < READINGS_MAX ? named : '';
    const known = readings.get(key);
    if (known) return known;
    const read = readFile(file, this.#settings, this.#effort, key === '' ? undefined : passed);
    readings.set(key, read);
    return read;
  }
}

/** The home page names what most pages have. */
function homeFirst(a: string, b: string): number {
  const rank = (path: string) => (/^templates\/index\./.test(path) ? 0 : 1);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}
