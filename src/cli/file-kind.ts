/** What a file is, by its content: a PDF may be called page.html, and a scan of it would find nothing wrong. */
import { extname } from 'node:path';
import { type TrackingKind, trackingKind } from '../pixel/files/tracking-kind.ts';

/** HTML to scan, text that may be a list, tracking code, or something else with its name, such as `a PDF`. */
export type FileContent =
  | { kind: 'page' }
  | { kind: 'text'; text: string; hasTags: boolean }
  | { kind: 'tracking'; is: TrackingKind }
  | { kind: 'other'; what: string };

const SIGNATURES: [start: string, what: string][] = [
  ['%PDF-', 'a PDF'],
  ['\x7fELF', 'a program'],
  ['MZ', 'a program'],
  ['\xcf\xfa\xed\xfe', 'a program'],
  ['\xca\xfe\xba\xbe', 'a program'],
  ['SQLite format 3\0', 'a database'],
  ['PK\x03\x04', 'a ZIP archive or an Office document'],
  ['\xd0\xcf\x11\xe0', 'an Office document'],
  ['\x1f\x8b', 'a compressed file'],
  ['\x89PNG', 'an image'],
  ['\xff\xd8\xff', 'an image'],
  ['GIF8', 'an image'],
];
const HEAD_BYTES = 4096;
const SCRIPT_FILES: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs']);
const SOURCE_FILES = new Map<string, string>(
  Object.entries({
    '.js': 'a script',
    '.mjs': 'a script',
    '.cjs': 'a script',
    '.ts': 'a script',
    '.css': 'a style sheet',
    '.md': 'Markdown',
  }),
);
/** The elements of HTML that a page or a piece of one can begin with. Any other first tag is XML, or a custom element. */
const HTML_ELEMENTS = new Set(
  (
    '!doctype html head body title base link meta style script noscript template slot header footer main nav section article ' +
    'aside hgroup search address h1 h2 h3 h4 h5 h6 p hr pre blockquote ol ul menu li dl dt dd figure figcaption div a em strong ' +
    'small s cite q dfn abbr ruby data time code var samp kbd sub sup i b u mark bdi bdo span br wbr ins del picture source img ' +
    'iframe embed object video audio track map area table caption colgroup col tbody thead tfoot tr td th form label input ' +
    'button select datalist optgroup option textarea output progress meter fieldset legend details summary dialog canvas ' +
    'center font frameset frame noframes'
  ).split(' '),
);

/** @param name only decides between text that contains tags and source code that writes them */
export function fileContent(bytes: Uint8Array, name: string): FileContent {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  if (head === '') return { kind: 'other', what: 'empty' };
  const isWide = head.startsWith('\xff\xfe') || head.startsWith('\xfe\xff');
  const isBinary = !isWide && head.includes('\0');
  const signature = SIGNATURES.find(([start]) => head.startsWith(start) && (start !== 'MZ' || isBinary));
  if (signature) return { kind: 'other', what: signature[1] };
  if (isBinary) return { kind: 'other', what: 'a binary file' };
  const text = new TextDecoder(isWide ? (head.startsWith('\xff') ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes);
  const extension = extname(name).toLowerCase();
  const source = SOURCE_FILES.get(extension) ?? sourceOf(text);
  const isOther = source !== undefined && !SCRIPT_FILES.has(extension) && source !== 'JSON';
  const is = isOther ? undefined : trackingKind(text, SCRIPT_FILES.has(extension));
  if (is) return { kind: 'tracking', is };
  const tag = firstTag(text);
  if (tag !== undefined) {
    return HTML_ELEMENTS.has(tag) || tag.includes('-') ? { kind: 'page' } : { kind: 'other', what: 'XML' };
  }
  if (source) return { kind: 'other', what: source };
  return { kind: 'text', text, hasTags: /<(?:!doctype html|html|head|body|script|div)[\s>]/i.test(text) };
}

/** The name of the tag that a text begins with, behind comments and declarations of XML; undefined if it begins otherwise. */
function firstTag(text: string): string | undefined {
  let rest = text.trimStart();
  for (;;) {
    const end = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '>' : undefined;
    if (!end) return /^<\/?(!doctype|[a-z][a-z0-9:-]*)/i.exec(rest)?.[1]?.toLowerCase();
    const at = rest.indexOf(end);
    if (at === -1) return undefined;
    rest = rest.slice(at + end.length).trimStart();
  }
}

function sourceOf(text: string): string | undefined {
  const head = text.slice(0, HEAD_BYTES);
  if (/^mime-version:/im.test(head) && head.includes('multipart/related'))
    return 'a web archive (save the page as HTML)';
  if (!/^\s*[{[]/.test(head)) return undefined;
  try {
    JSON.parse(text);
    return 'JSON';
  } catch {
    return undefined;
  }
}
