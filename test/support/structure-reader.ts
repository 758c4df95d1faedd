/**
 * Reads a PDF as assistive technology does: the text of each structure element in the order of the tree, with the replacement
 * texts of elements and spans. qpdf takes the file apart; what the objects mean is read here, and not by the code that wrote them.
 */
import { $ } from 'bun';

type Pdf = string | number | boolean | null | Pdf[] | { [key: string]: Pdf };
type Dictionary = { [key: string]: Pdf };

export interface StructureElement {
  type: string;
  /** The element's own replacement text, or the texts of its kids in order. */
  text: string;
  /** What is drawn in the element, as its fonts say, whatever the replacement text is. */
  drawn: string;
  lang?: string;
  kids: StructureElement[];
  /** Of an element that contains a link annotation. */
  link?: { uri: string; contents: string; pageIndex: number };
  /** Index of the page of its first marked content; -1 if it has none of its own. */
  pageIndex: number;
}

interface Bookmark {
  title: string;
  pageIndex: number;
}

export interface ReadStructure {
  root: StructureElement;
  bookmarks: Bookmark[];
  pages: number;
}

/** Every element below `element`, in the order of the tree. */
export function elementsOf(element: StructureElement): StructureElement[] {
  return [element, ...element.kids.flatMap(elementsOf)];
}

export async function readStructure(file: string): Promise<ReadStructure> {
  const json = await $`qpdf --json=2 --json-stream-data=inline --decode-level=generalized ${file}`.quiet().json();
  return new StructureReader(json.qpdf[1]).read();
}

interface StoredObject {
  value?: Pdf;
  stream?: { dict: Dictionary; data: string };
}

const REFERENCE = /^\d+ 0 R$/;

class StructureReader {
  readonly #pages: string[];
  /** The text of each marked content, by page and mark. */
  readonly #marked: Map<number, string>[];

  constructor(private readonly objects: Record<string, StoredObject>) {
    const catalogue = this.#catalogue();
    this.#pages = (this.#dictionary(catalogue['/Pages'])['/Kids'] as Pdf[]).map(String);
    this.#marked = this.#pages.map((page) => this.#contentOf(this.#dictionary(page)));
  }

  read(): ReadStructure {
    const treeRoot = this.#dictionary(this.#catalogue()['/StructTreeRoot']);
    const [document] = treeRoot['/K'] as Pdf[];
    return { root: this.#element(String(document)), bookmarks: this.#bookmarks(), pages: this.#pages.length };
  }

  #catalogue(): Dictionary {
    return this.#dictionary((this.objects.trailer!.value as Dictionary)['/Root']);
  }

  #value(value: Pdf | undefined): Pdf | undefined {
    return typeof value === 'string' && REFERENCE.test(value) ? this.objects[`obj:${value}`]?.value : value;
  }

  #dictionary(value: Pdf | undefined): Dictionary {
    return this.#value(value) as Dictionary;
  }

  #element(reference: string): StructureElement {
    const dictionary = this.#dictionary(reference);
    const home = dictionary['/Pg'];
    const element: StructureElement = {
      type: String(dictionary['/S']).slice(1),
      text: '',
      drawn: '',
      kids: [],
      pageIndex: -1,
    };
    if (dictionary['/Lang']) element.lang = textOf(dictionary['/Lang']);
    const parts: string[] = [];
    const drawn: string[] = [];
    const marked = (page: Pdf | undefined, mark: number) => {
      const index = this.#pages.indexOf(String(page));
      if (element.pageIndex < 0) element.pageIndex = index;
      const text = this.#marked[index]?.get(mark);
      if (text === undefined) throw new Error(`mark ${mark} of page ${index} is not drawn`);
      parts.push(text);
      drawn.push(text);
    };
    for (const kid of [dictionary['/K'] ?? []].flat()) {
      if (typeof kid === 'number') marked(home, kid);
      else if (typeof kid === 'string') {
        const below = this.#element(kid);
        element.kids.push(below);
        parts.push(below.text);
        drawn.push(below.drawn);
      } else if ((kid as Dictionary)['/Type'] === '/MCR') {
        marked((kid as Dictionary)['/Pg'], (kid as Dictionary)['/MCID'] as number);
      } else element.link = this.#link((kid as Dictionary)['/Obj']!, reference);
    }
    element.drawn = drawn.join('');
    element.text = dictionary['/ActualText'] === undefined ? parts.join('') : textOf(dictionary['/ActualText']);
    return element;
  }

  /** The annotation must be on its page, and the parent tree must lead back to the element. */
  #link(annotation: Pdf, element: string): NonNullable<StructureElement['link']> {
    const dictionary = this.#dictionary(annotation);
    const treeRoot = this.#dictionary(this.#catalogue()['/StructTreeRoot']);
    const numbers = this.#dictionary(treeRoot['/ParentTree'])['/Nums'] as Pdf[];
    const parent = numbers[numbers.findIndex((key, i) => i % 2 === 0 && key === dictionary['/StructParent']) + 1];
    if (parent !== element) throw new Error('the parent tree does not lead from the annotation to its element');
    const pageIndex = this.#pages.findIndex((page) =>
      [this.#value(this.#dictionary(page)['/Annots']) ?? []].flat().includes(annotation),
    );
    const action = this.#dictionary(dictionary['/A']);
    return { uri: textOf(action['/URI']!), contents: textOf(dictionary['/Contents']!), pageIndex };
  }

  #bookmarks(): Bookmark[] {
    const outline = this.#dictionary(this.#catalogue()['/Outlines'] ?? null);
    const found: Bookmark[] = [];
    for (let item = outline?.['/First']; item; item = this.#dictionary(item)['/Next']) {
      const { '/Title': title, '/Dest': destination } = this.#dictionary(item);
      found.push({ title: textOf(title!), pageIndex: this.#pages.indexOf(String((destination as Pdf[])[0])) });
    }
    return found;
  }

  /** The text of each marked content of a page. A span's replacement text stands for what is drawn in it. */
  #contentOf(page: Dictionary): Map<number, string> {
    const fonts = this.#dictionary(this.#dictionary(page['/Resources'])['/Font']);
    const maps = new Map<string, Map<string, string>>();
    const marked = new Map<number, string>();
    const open: { mark?: number; replaced?: string }[] = [];
    let font = '';
    const show = (text: string) => {
      if (open.some(({ replaced }) => replaced !== undefined)) return;
      const mark = open.findLast((each) => each.mark !== undefined)?.mark;
      if (mark !== undefined) marked.set(mark, (marked.get(mark) ?? '') + text);
    };
    for (const [operator] of this.#stream(page['/Contents']!).matchAll(OPERATOR)) {
      if (operator.endsWith('BDC')) {
        const [, mark] = /\/MCID (\d+)/.exec(operator) ?? [];
        const [, actual] = /\/ActualText\s*<([0-9a-f]*)>/i.exec(operator) ?? [];
        if (mark !== undefined) marked.set(Number(mark), '');
        if (actual !== undefined) show(utf16(actual.slice(4)));
        open.push({
          ...(mark === undefined ? {} : { mark: Number(mark) }),
          ...(actual === undefined ? {} : { replaced: actual }),
        });
      } else if (operator === 'EMC') open.pop();
      else if (operator.endsWith('Tf')) font = operator.split(' ')[0]!;
      else {
        const map = maps.get(font) ?? this.#toUnicode(this.#dictionary(fonts[font]));
        maps.set(font, map);
        for (const [, codes] of operator.matchAll(STRING)) {
          for (const code of codes!.match(/.{4}/g) ?? []) show(map.get(code) ?? '\ufffd');
        }
      }
    }
    return marked;
  }

  #stream(reference: Pdf): string {
    return Buffer.from(this.objects[`obj:${reference}`]!.stream!.data, 'base64').toString('latin1');
  }

  #toUnicode(font: Dictionary): Map<string, string> {
    const map = new Map<string, string>();
    for (const [, first, texts] of this.#stream(font['/ToUnicode']!).matchAll(/<(\w+)>\s*<\w+>\s*\[([^\]]*)\]/g)) {
      [...texts!.matchAll(/<([^>]*)>/g)].forEach(([, hex], index) => {
        const code = (Number.parseInt(first!, 16) + index).toString(16).padStart(4, '0');
        map.set(code, utf16(hex!.replaceAll(' ', '')));
      });
    }
    return map;
  }
}

/** Marked content, choice of font, and shown text. Texts are only in hexadecimal in our files, so no string hides an operator. */
const OPERATOR = /\/\w+ <<(?:[^<>]|<[0-9a-f]*>)*>> BDC|EMC|\/\w+ [\d.]+ Tf|\[(?:<[0-9a-f]*>|[-\d. ])*\] TJ/gi;
/** What is between the brackets of a string. */
const STRING = /<([0-9a-f]*)>/gi;

function utf16(hex: string): string {
  return (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');
}

/** qpdf writes a text string as `u:` and its characters, and other bytes as `b:` and hexadecimal. */
function textOf(value: Pdf): string {
  const text = String(value);
  return text.startsWith('u:') ? text.slice(2) : Buffer.from(text.slice(2), 'hex').toString('latin1');
}
