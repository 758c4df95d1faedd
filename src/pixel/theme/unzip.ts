/** The files of a theme in a ZIP file, as the theme editor downloads it. */
import { validateFileName } from 'yauzl';
import { ZipFault, type ZipFaultKind, ZipReader } from '../../zip/zip-reader.ts';
import type { ThemeFile } from './theme-files.ts';
import { themePath } from './theme-files.ts';

/** Themes have a few hundred files of code with a few megabytes. Shopify's own limit for a theme is 50 MB. */
export const THEME_FILES_MAX = 5000;
export const THEME_BYTES_MAX = 50 * 1024 * 1024;
const FILE_BYTES_MAX = 4 * 1024 * 1024;

const DAMAGED = 'The ZIP file is damaged.';
const REFUSALS: Partial<Record<ZipFaultKind, string>> = {
  no_directory: 'This is not a ZIP file that can be read.',
  too_many_members: `The ZIP file has more than ${THEME_FILES_MAX} files.`,
  too_large: 'The ZIP file unpacks to more than a theme may have: 4 MB a file, 50 MB in all.',
};

/** Not a theme, or one that is too large. The message is a sentence for a person. */
export class ThemeFault extends Error {}

/** Unpacks only the files that hold code. @throws ThemeFault */
export async function unzipTheme(bytes: Uint8Array): Promise<ThemeFile[]> {
  const limits = { members: THEME_FILES_MAX, memberBytes: FILE_BYTES_MAX, bytes: THEME_BYTES_MAX };
  const files: ThemeFile[] = [];
  try {
    const zip = await ZipReader.open(bytes, limits);
    if (zip.members.some(({ name }) => validateFileName(name) !== null)) throw new ThemeFault(DAMAGED);
    for (const member of zip.members) {
      const path = themePath(member.name);
      if (path === undefined || member.name.endsWith('/')) continue;
      const content = Buffer.concat(await Array.fromAsync(zip.content(member)));
      if (content.length !== member.entry.uncompressedSize) throw new ThemeFault(DAMAGED);
      files.push({ path, text: new TextDecoder().decode(content) });
    }
  } catch (error) {
    if (error instanceof ZipFault) throw new ThemeFault(REFUSALS[error.kind] ?? DAMAGED);
    throw error;
  }
  return files;
}
