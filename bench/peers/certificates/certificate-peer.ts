/** What every other way to make the same certificate gets and gives: the words of the page, not its looks, are the same. */
import { join } from 'node:path';
import type { Content } from '../../../src/entry/pdf/document-content.ts';

export interface Sheet {
  content: Content;
  verifyUrl: string;
}

export interface CertificatePeer {
  render(sheet: Sheet): Promise<Uint8Array>;
  close(): Promise<void>;
}

const FONTS = join(import.meta.dir, '../../../node_modules/@expo-google-fonts');

/** The faces that Portside embeds, as files. */
export const FONT_FILES = {
  sans: join(FONTS, 'noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: join(FONTS, 'noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
  chinese: join(FONTS, 'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
};

export type FontName = keyof typeof FONT_FILES;

/** Libraries without a fallback between faces take one face a text: the Chinese one has Latin letters too. */
export function fontFor(text: string, usual: FontName = 'sans'): FontName {
  return /[\u2e80-\u9fff\uff00-\uffef]/.test(text) ? 'chinese' : usual;
}
