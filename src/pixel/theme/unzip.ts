/** The files of a theme in a ZIP file, as the theme editor downloads it. */
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import type { ThemeFile } from './theme-files.ts';
import { themePath } from './theme-files.ts';

/** Themes have a few hundred files of code with a few megabytes. Shopify's own limit for a theme is 50 MB. */
export const THEME_FILES_MAX = 5000;
export const THEME_BYTES_MAX = 50 * 1024 * 1024;
const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** Not a theme, or one that is too large. The message is a sentence for a person. */
export class ThemeFault extends Error {}

/**
 * Unpacks only the files that hold code. Sizes are counted as they come out, whatever the file says of itself.
 * @throws ThemeFault
 */
export async function unzipTheme(bytes: Uint8Array): Promise<ThemeFile[]> {
  const zip = await open(bytes);
  const files: ThemeFile[] = [];
  let total = 0;
  let entries = 0;
  try {
    for await (const entry of entriesOf(zip)) {
      if (++entries > THEME_FILES_MAX) throw new ThemeFault(`The ZIP file has more than ${THEME_FILES_MAX} files.`);
      const path = themePath(entry.fileName);
      if (path === undefined || entry.fileName.endsWith('/')) continue;
      const content = await unpacked(zip, entry, Math.min(FILE_BYTES_MAX, THEME_BYTES_MAX - total));
      total += content.length;
      files.push({ path, text: new TextDecoder().decode(content) });
    }
  } catch (error) {
    if (error instanceof ThemeFault) throw error;
    throw new ThemeFault('The ZIP file is damaged.');
  } finally {
    zip.close();
  }
  return files;
}

function open(bytes: Uint8Array): Promise<ZipFile> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new Promise((resolve, reject) => {
    fromBuffer(buffer, { lazyEntries: true, strictFileNames: false }, (error, zip) => {
      if (error) reject(new ThemeFault('This is not a ZIP file that can be read.'));
      else resolve(zip);
    });
  });
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const { promise, resolve, reject } = Promise.withResolvers<Entry | undefined>();
    const end = () => resolve(undefined);
    zip.on('entry', resolve).on('end', end).on('error', reject);
    zip.readEntry();
    try {
      const entry = await promise;
      if (entry === undefined) return;
      yield entry;
    } finally {
      zip.off('entry', resolve).off('end', end).off('error', reject);
    }
  }
}

async function unpacked(zip: ZipFile, entry: Entry, bytesMax: number): Promise<Uint8Array> {
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream) {
    const bytes = part as Uint8Array;
    length += bytes.length;
    if (length > bytesMax)
      throw new ThemeFault('The ZIP file unpacks to more than a theme may have: 4 MB a file, 50 MB in all.');
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}
