import { describe, expect, test } from 'bun:test';
import { type ZipEntry, zipFile } from '../../../test/support/zip-file.ts';
import { THEME_FILES_MAX, ThemeFault, unzipTheme } from './unzip.ts';

async function unzip(entries: readonly ZipEntry[]) {
  return (await unzipTheme(zipFile(entries))).map(({ path, text }) => [path, text]);
}

describe('a ZIP file of a theme', () => {
  test('gives the files that hold code, with their paths inside the theme', async () => {
    expect(
      await unzip([
        { name: 'dawn/layout/theme.liquid', data: '<html>é' },
        { name: 'dawn/assets/pixel.js', data: 'a()' },
        { name: 'dawn/assets/pixel.js.liquid', data: 'b()' },
        { name: 'dawn/assets/photo.png', data: 'x' },
        { name: 'dawn/locales/en.default.json', data: '{}' },
        { name: 'dawn/snippets/', data: '' },
        { name: '__MACOSX/dawn/layout/theme.liquid', data: 'x' },
        { name: 'README.md', data: 'x' },
      ]),
    ).toEqual([
      ['layout/theme.liquid', '<html>é'],
      ['assets/pixel.js', 'a()'],
      ['assets/pixel.js.liquid', 'b()'],
    ]);
  });

  test.each<[string, Uint8Array | ZipEntry[]]>([
    ['text', new TextEncoder().encode('not a zip')],
    ['nothing', new Uint8Array()],
    ['a file that is cut', zipFile([{ name: 'layout/theme.liquid', data: 'x'.repeat(1000) }]).slice(0, -30)],
    [
      'a file that unpacks to more than it says',
      [{ name: 'layout/a.liquid', data: 'x'.repeat(9_000_000), claimedSize: 10 }],
    ],
    ['a file of more than 4 MB', [{ name: 'layout/a.liquid', data: ' '.repeat(4 * 1024 * 1024 + 1) }]],
    [
      'files of more than 50 MB together',
      Array.from({ length: 14 }, (_, i) => ({ name: `layout/${i}.liquid`, data: ' '.repeat(4 * 1024 * 1024) })),
    ],
    ['too many files', Array.from({ length: THEME_FILES_MAX + 1 }, (_, i) => ({ name: `x/${i}`, data: '' }))],
    ['a path that leaves the folder', [{ name: '../layout/theme.liquid', data: 'x' }]],
  ])('%s is refused with a sentence, or gives nothing', async (_, content) => {
    const bytes = content instanceof Uint8Array ? content : zipFile(content);
    const files = await unzipTheme(bytes).catch((error: unknown) => {
      expect(error).toBeInstanceOf(ThemeFault);
      expect((error as Error).message).toMatch(/\.$/);
      return [];
    });
    expect(files).toEqual([]);
  });
});
