/**
 * The typefaces in the binary. Each is parsed once per process, when a text first needs it: the Chinese face alone is 10 MB.
 * TrueType only, because pdfkit embeds a CFF subset at six times the size.
 */
import { readFileSync } from 'node:fs';
import emojiFile from '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf' with { type: 'file' };
import sansFile from '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf' with { type: 'file' };
import sansBoldFile from '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf' with { type: 'file' };
import arabicFile from '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf' with {
  type: 'file',
};
import devanagariFile from '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf' with {
  type: 'file',
};
import jpFile from '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf' with { type: 'file' };
import krFile from '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf' with { type: 'file' };
import scFile from '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf' with { type: 'file' };
import thaiFile from '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf' with { type: 'file' };
import dejavuFile from 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf' with { type: 'file' };
import * as fontkit from 'fontkit';
import { type Outlines, readOutlines } from './subset.ts';

const FILES = {
  /** Latin including Vietnamese, Greek, Cyrillic. */
  sans: sansFile,
  sansBold: sansBoldFile,
  /** Arabic, Hebrew and rare symbols. Each letter is one glyph, so every PDF reader extracts letters in order. */
  dejavu: dejavuFile,
  /** For letters that DejaVu lacks, such as in Urdu. Draws dots separately from letters, which confuses some PDF readers. */
  arabic: arabicFile,
  /** Han in Chinese forms: simplified, and the traditional characters of Unicode's basic block. */
  sc: scFile,
  jp: jpFile,
  kr: krFile,
  thai: thaiFile,
  devanagari: devanagariFile,
  emoji: emojiFile,
} as const;

export type FaceName = keyof typeof FILES;
export const FACE_NAMES = Object.keys(FILES) as FaceName[];

export interface Face {
  name: FaceName;
  font: fontkit.Font;
  /** Factor from font units to thousandths of an em. */
  scale: number;
  outlines: Outlines;
}

/** Distance between baselines as a multiple of the font size. Scripts that stack marks need more. */
export const LEADING: Record<FaceName, number> = {
  sans: 1.36,
  sansBold: 1.36,
  dejavu: 1.5,
  arabic: 1.6,
  sc: 1.45,
  jp: 1.45,
  kr: 1.45,
  thai: 1.6,
  devanagari: 1.55,
  emoji: 1.4,
};

const parsed = new Map<FaceName, Face>();

/** The named face. The first call for a name reads and parses its file (1 to 20 ms). */
export function face(name: FaceName): Face {
  let found = parsed.get(name);
  if (!found) {
    const bytes = readFileSync(FILES[name]);
    const font = fontkit.create(bytes) as fontkit.Font;
    found = { name, font, scale: 1000 / font.unitsPerEm, outlines: readOutlines(bytes) };
    parsed.set(name, found);
  }
  return found;
}
