import { refuse } from '../table-refused.ts';
import { BUILT_IN_FORMATS } from './built-in-formats.ts';
import { readPart } from './read-part.ts';
import type { WorkbookPackage } from './workbook-package.ts';

/** Excel's own limit is 65,490. */
const STYLES_MAX = 70_000;
const FORMAT_CHARS_MAX = 1000;

/** The number format of each style by its index. Undefined for `General`. */
export async function readStyles(zip: WorkbookPackage, part: string): Promise<(string | undefined)[]> {
  const own = new Map<string, string>();
  const styles: (string | undefined)[] = [];
  let isCellStyle = false;
  await readPart(zip, part, {
    open(name, attributes) {
      if (name === 'numFmt') {
        if (own.size === STYLES_MAX) refuse('The workbook has too many number formats.', { part });
        own.set(attributes.numFmtId ?? '', (attributes.formatCode ?? '').slice(0, FORMAT_CHARS_MAX));
      } else if (name === 'cellXfs') isCellStyle = true;
      else if (name === 'xf' && isCellStyle) {
        if (styles.length === STYLES_MAX) refuse('The workbook has too many styles.', { part });
        const id = attributes.numFmtId ?? '0';
        const format = own.get(id) ?? BUILT_IN_FORMATS[Number(id)];
        styles.push(format === undefined || /^general$/i.test(format) ? undefined : format);
      }
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return styles;
}
