/** The source of a theme as a worker gets it: the bytes of a ZIP file, or those of its files one after the other. */
import type { ThemeFile } from './theme-files.ts';
import { unzipTheme } from './unzip.ts';

/** What is in the attachment. `files` has each path with the number of its bytes, in order. */
export type ThemeInput = { kind: 'zip' } | { kind: 'files'; files: { path: string; length: number }[] };

/** @throws ThemeFault if a ZIP file cannot be read */
export async function themeFiles(input: ThemeInput, bytes: Uint8Array): Promise<ThemeFile[]> {
  if (input.kind === 'zip') return unzipTheme(bytes);
  const decoder = new TextDecoder();
  let from = 0;
  return input.files.map(({ path, length }) => {
    const text = decoder.decode(bytes.subarray(from, from + length));
    from += length;
    return { path, text };
  });
}
