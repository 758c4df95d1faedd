/** Text from top to bottom over as many pages as it needs, with the same head and foot on each. Heads and feet are artifacts. */
import { breakLines, type Line } from './lines.ts';
import { type Colour, PAGE_WIDTH, type PageCanvas, type TextStyle } from './page-canvas.ts';
import { CONTENT_WIDTH, HAIRLINE, MARK, NAVY, PAGE, RUST, STYLES } from './paper-style.ts';
import type { PdfDocument } from './pdf-document.ts';
import { child, type Tag } from './tags.ts';

/** The words outside of the content. */
export interface RunningWords {
  title: string;
  gccId: string;
  footer: string;
  /** At the top of every page, if the document is only a test. */
  test?: string | undefined;
}

export interface TextOptions {
  /** Of the column, in points. A text that begins from right to left ends at its right edge, all lines of it. */
  width?: number | undefined;
  /** Draws a bar left of the text, so that it stands out without colour. */
  marked?: boolean | undefined;
  /** The heading to repeat on a further page. Without it, the text stays on its page. */
  continued?: string | undefined;
  /** An absolute URL of printable ASCII that the text leads to. */
  link?: string | undefined;
}

const bandHeight = 7;
const testBandHeight = 22;
/** Lines of a text that is split, on each of the two pages. */
const linesTogether = 2;

export const heightOf = (lines: readonly Line[]) => lines.reduce((sum, line) => sum + line.height, 0);

export class PageFlow {
  readonly canvases: PageCanvas[] = [];
  readonly #rules: { canvas: PageCanvas; y: number; thickness: number; colour: Colour }[] = [];
  /** Where the next content starts, in points from the top edge of the current page. */
  y = 0;

  /** Starts the first page. On it the words of a test are content of `root`. */
  constructor(
    private readonly pdf: Pick<PdfDocument, 'addPage'>,
    private readonly words: RunningWords,
    root: Tag,
  ) {
    this.#addPage();
    this.canvas.artifact(() => this.#band());
    if (words.test) this.canvas.tagged(child(root, 'P'), () => this.#testWords());
  }

  get canvas(): PageCanvas {
    return this.canvases.at(-1)!;
  }

  /** Points left on the current page. */
  get space(): number {
    return PAGE.bottom - this.y;
  }

  /** Goes to a new page with a running head and, if given, the heading that continues there. */
  startNextPage(continued?: string): void {
    this.#addPage();
    const { canvas } = this;
    canvas.artifact(() => {
      this.#band();
      if (this.words.test) this.#testWords();
      const [title] = breakLines(this.words.title, STYLES.small, 300);
      const [id] = breakLines(this.words.gccId, STYLES.small, 250);
      canvas.line(title!, PAGE.left, PAGE.top - 10, STYLES.small);
      canvas.line(id!, PAGE.right - id!.width, PAGE.top - 10, STYLES.small);
      if (continued) {
        const [heading] = breakLines(continued, STYLES.heading, CONTENT_WIDTH);
        canvas.rectangle(PAGE.left, PAGE.top + 8, CONTENT_WIDTH, 0.9, NAVY);
        canvas.line(heading!, PAGE.left, PAGE.top + 12 + heading!.baseline, STYLES.heading);
      }
    }, 'Pagination');
    this.y = PAGE.top + (continued ? 32 : 4);
  }

  /** Draws lines downwards as content of `element`. */
  text(element: Tag, lines: readonly Line[], style: TextStyle, left: number, options: TextOptions = {}): void {
    const { continued, link, width, marked } = options;
    const right = lines[0]?.rtl && width !== undefined ? left + width : undefined;
    let rest = lines;
    while (rest.length) {
      if (continued !== undefined && rest[0]!.height > this.space) this.startNextPage(continued);
      const count = continued === undefined ? rest.length : this.#fitting(rest);
      const part = link === undefined ? element : child(element, 'Link');
      const top = this.y;
      const drawn = rest.slice(0, count);
      const { canvas } = this;
      if (marked) canvas.artifact(() => canvas.rectangle(MARK.left, top, MARK.width, heightOf(drawn), RUST));
      canvas.tagged(part, () => {
        for (const line of drawn) {
          canvas.line(line, right === undefined ? left : right - line.width, this.y + line.baseline, style);
          this.y += line.height;
        }
      });
      if (link !== undefined) this.#link(part, link, drawn, left, top);
      rest = rest.slice(count);
    }
  }

  /** A line over the width of the page. All of a page are drawn at once, when it is finished. */
  rule(colour: Colour, thickness: number): void {
    this.#rules.push({ canvas: this.canvas, y: this.y, thickness, colour });
  }

  /** Draws rules and feet. Called last, when the number of pages is known. */
  finishPages(): void {
    const rules = this.#rules.toSorted((a, b) => (a.colour < b.colour ? -1 : Number(a.colour > b.colour)));
    for (const canvas of this.canvases) {
      const y = PAGE.bottom + 22;
      canvas.artifact(() => {
        for (const { y, thickness, colour } of rules.filter((rule) => rule.canvas === canvas))
          canvas.rectangle(PAGE.left, y, CONTENT_WIDTH, thickness, colour);
      });
      canvas.artifact(() => {
        canvas.rectangle(PAGE.left, PAGE.bottom + 8, CONTENT_WIDTH, 0.5, HAIRLINE);
        const [note] = breakLines(this.words.footer, STYLES.small, 400);
        const [number] = breakLines(`Page ${canvas.index + 1} of ${this.canvases.length}`, STYLES.small, 100);
        canvas.line(note!, PAGE.left, y, STYLES.small);
        canvas.line(number!, PAGE.right - number!.width, y, STYLES.small);
      }, 'Pagination');
    }
  }

  /** How many of `lines` to draw on this page: at least one, and never so many that a single line is left for the next. */
  #fitting(lines: readonly Line[]): number {
    let count = 0;
    let height = 0;
    while (count < lines.length && height + lines[count]!.height <= this.space) height += lines[count++]!.height;
    const left = lines.length - count;
    return left > 0 && left < linesTogether && count > linesTogether
      ? lines.length - linesTogether
      : Math.max(1, count);
  }

  #link(element: Tag, link: string, lines: readonly Line[], x: number, top: number): void {
    let y = top;
    const rectangles = lines.map(({ width, height }) => {
      const rectangle = { x, y, width, height };
      y += height;
      return rectangle;
    });
    element.kids.push({ page: this.canvas.index, link: { target: link, lines: rectangles } });
  }

  #addPage(): void {
    this.canvases.push(this.pdf.addPage());
    this.y = PAGE.top;
  }

  /** A strip across the top edge of the page. */
  #band(): void {
    const [height, colour] = this.words.test ? [testBandHeight, RUST] : [bandHeight, NAVY];
    this.canvas.rectangle(0, 0, PAGE_WIDTH, height, colour);
  }

  #testWords(): void {
    const [line] = breakLines(this.words.test!, STYLES.test, CONTENT_WIDTH);
    this.canvas.line(line!, PAGE.left, 14.2, STYLES.test);
  }
}
