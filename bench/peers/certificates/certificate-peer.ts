/** The interface of the certificate peers. All write the same words; their pages may look different. */
import { join } from 'node:path';
import type { Content } from '../../../src/entry/pdf/certificate-content.ts';

export interface CertificateInput {
  content: Content;
  verifyUrl: string;
}

export interface CertificatePeer {
  render(input: CertificateInput): Promise<Uint8Array>;
  close(): Promise<void>;
}

const FONTS = join(import.meta.dir, '../../../node_modules/@expo-google-fonts');

/** The font files that Portside embeds. */
export const FONT_FILES = {
  sans: join(FONTS, 'noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: join(FONTS, 'noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
  chinese: join(FONTS, 'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
};

export type FontName = keyof typeof FONT_FILES;

/** For libraries without font fallback: one font for each text. The Chinese font has Latin letters too. */
export function fontFor(text: string, usual: FontName = 'sans'): FontName {
  return /[\u2e80-\u9fff\uff00-\uffef]/.test(text) ? 'chinese' : usual;
}
