/** Markdown of this repository to HTML, by the parser that is part of Bun. What strangers write never comes here. */

export interface Rendered {
  /** The text of the first heading. */
  title: string;
  /** The first paragraph as plain text, at most a sentence or two. */
  summary: string;
  /** The second level. */
  headings: { id: string; text: string }[];
  html: string;
}

const SUMMARY_CHARS_MAX = 160;

/**
 * @param linkTo the address for a link of the source: a path of this server, or undefined for a file that is not served, of which
 *   only the text remains
 */
export function renderMarkdown(source: string, linkTo: (href: string) => string | undefined): Rendered {
  const rewriter = new HTMLRewriter();
  const titles = collectTexts(rewriter, 'h1');
  const headings = collectTexts(rewriter, 'h2');
  const paragraphs = collectTexts(rewriter, 'p');
  rewriter
    .on('a', {
      element(element) {
        const address = linkTo(element.getAttribute('href')!);
        if (address === undefined) element.removeAndKeepContent();
        else element.setAttribute('href', address);
      },
    })
    // The pictures of the repository are not part of the program.
    .on('img', {
      element(element) {
        element.remove();
      },
    })
    // A wide table or a long line scrolls by itself, also with the keyboard.
    .on('table', {
      element(element) {
        element.before('<div class="wide" tabindex="0">', { html: true });
        element.after('</div>', { html: true });
      },
    })
    .on('pre', {
      element(element) {
        element.setAttribute('tabindex', '0');
      },
    });
  // A header cell without text is no header: the first column of a table may have none.
  const plain = Bun.markdown.html(source, { tables: true }).replaceAll('<th></th>', '<td></td>');
  const html = rewriter.transform(withIds(plain));
  return { title: titles[0]?.text ?? '', summary: shortened(paragraphs[0]?.text ?? ''), headings, html };
}

/** Gives headings the ids that GitHub gives them, so that links between the files work in both places. */
function withIds(html: string): string {
  const used = new Map<string, number>();
  return html.replace(/<h([1-6])>(.*?)<\/h\1>/gs, (_, level: string, inner: string) => {
    const words = decoded(inner.replace(/<[^>]+>/g, '')).toLowerCase();
    const id = words.replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-');
    const times = used.get(id) ?? 0;
    used.set(id, times + 1);
    return `<h${level} id="${times === 0 ? id : `${id}-${times}`}">${inner}</h${level}>`;
  });
}

interface Text {
  id: string;
  text: string;
}

/** Fills the list with the texts of the elements while the rewriter runs. */
function collectTexts(rewriter: HTMLRewriter, selector: 'h1' | 'h2' | 'p'): Text[] {
  const found: Text[] = [];
  rewriter.on(selector, {
    element(element) {
      found.push({ id: element.getAttribute('id') ?? '', text: '' });
    },
    text(chunk) {
      found.at(-1)!.text += decoded(chunk.text);
    },
  });
  return found;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > SUMMARY_CHARS_MAX ? `${line.slice(0, SUMMARY_CHARS_MAX).replace(/\s\S*$/, '')}…` : line;
}

/** The five references that the parser writes for text. */
function decoded(text: string): string {
  const characters = new Map(Object.entries({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }));
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters.get(name)!);
}
