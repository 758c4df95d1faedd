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
import armenianFile from '@expo-google-fonts/noto-sans-armenian/400Regular/NotoSansArmenian_400Regular.ttf' with {
  type: 'file',
};
import bengaliFile from '@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf' with {
  type: 'file',
};
import devanagariFile from '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf' with {
  type: 'file',
};
import ethiopicFile from '@expo-google-fonts/noto-sans-ethiopic/400Regular/NotoSansEthiopic_400Regular.ttf' with {
  type: 'file',
};
import georgianFile from '@expo-google-fonts/noto-sans-georgian/400Regular/NotoSansGeorgian_400Regular.ttf' with {
  type: 'file',
};
import gujaratiFile from '@expo-google-fonts/noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf' with {
  type: 'file',
};
import gurmukhiFile from '@expo-google-fonts/noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf' with {
  type: 'file',
};
import hebrewFile from '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf' with {
  type: 'file',
};
import jpFile from '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf' with { type: 'file' };
import kannadaFile from '@expo-google-fonts/noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf' with {
  type: 'file',
};
import khmerFile from '@expo-google-fonts/noto-sans-khmer/400Regular/NotoSansKhmer_400Regular.ttf' with {
  type: 'file',
};
import krFile from '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf' with { type: 'file' };
import laoFile from '@expo-google-fonts/noto-sans-lao/400Regular/NotoSansLao_400Regular.ttf' with { type: 'file' };
import malayalamFile from '@expo-google-fonts/noto-sans-malayalam/400Regular/NotoSansMalayalam_400Regular.ttf' with {
  type: 'file',
};
import myanmarFile from '@expo-google-fonts/noto-sans-myanmar/400Regular/NotoSansMyanmar_400Regular.ttf' with {
  type: 'file',
};
import scFile from '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf' with { type: 'file' };
import sinhalaFile from '@expo-google-fonts/noto-sans-sinhala/400Regular/NotoSansSinhala_400Regular.ttf' with {
  type: 'file',
};
import tamilFile from '@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf' with {
  type: 'file',
};
import teluguFile from '@expo-google-fonts/noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf' with {
  type: 'file',
};
import thaiFile from '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf' with { type: 'file' };
import tibetanFile from '@expo-google-fonts/noto-serif-tibetan/400Regular/NotoSerifTibetan_400Regular.ttf' with {
  type: 'file',
};
import dejavuFile from 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf' with { type: 'file' };
import * as fontkit from 'fontkit';
import * as harfbuzz from 'harfbuzzjs';
import { type Outlines, readOutlines } from './subset.ts';

const FILES = {
  /** Latin including Vietnamese, Greek, Cyrillic. */
  sans: sansFile,
  sansBold: sansBoldFile,
  /** Arabic and rare symbols. */
  dejavu: dejavuFile,
  /** For letters that DejaVu lacks, such as in Urdu. */
  arabic: arabicFile,
  /** Han in Chinese forms: simplified, and the traditional characters of Unicode's basic block. */
  sc: scFile,
  jp: jpFile,
  kr: krFile,
  thai: thaiFile,
  devanagari: devanagariFile,
  armenian: armenianFile,
  bengali: bengaliFile,
  ethiopic: ethiopicFile,
  georgian: georgianFile,
  gujarati: gujaratiFile,
  gurmukhi: gurmukhiFile,
  hebrew: hebrewFile,
  kannada: kannadaFile,
  khmer: khmerFile,
  lao: laoFile,
  malayalam: malayalamFile,
  myanmar: myanmarFile,
  sinhala: sinhalaFile,
  tamil: tamilFile,
  telugu: teluguFile,
  /** There is no Noto Sans for Tibetan. */
  tibetan: tibetanFile,
  emoji: emojiFile,
} as const;

export type FaceName = keyof typeof FILES;
export const FACE_NAMES = Object.keys(FILES) as FaceName[];

export interface Face {
  name: FaceName;
  /** The parsed tables: characters and names. */
  font: fontkit.Font;
  /** The same font in HarfBuzz's memory, which never shrinks: there is one for each face. Units are those of the font. */
  shaper: harfbuzz.Font;
  /** Factor from font units to thousandths of an em. */
  scale: number;
  outlines: Outlines;
}

/**
 * Distance between baselines as a multiple of the font size. Scripts that stack marks need more, and a line
 * whose ink needs more gets more (`lines.ts`).
 */
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
  armenian: 1.36,
  bengali: 1.5,
  ethiopic: 1.4,
  georgian: 1.36,
  gujarati: 1.5,
  gurmukhi: 1.5,
  hebrew: 1.45,
  kannada: 1.5,
  khmer: 1.7,
  lao: 1.6,
  malayalam: 1.45,
  myanmar: 1.8,
  sinhala: 1.5,
  tamil: 1.45,
  telugu: 1.55,
  tibetan: 1.8,
  emoji: 1.4,
};

const parsed = new Map<FaceName, Face>();

/** The named face. The first call for a name reads and parses its file (1 to 20 ms). */
export function face(name: FaceName): Face {
  let found = parsed.get(name);
  if (!found) {
    const bytes = readFileSync(FILES[name]);
    const font = fontkit.create(bytes) as fontkit.Font;
    const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes)));
    found = { name, font, shaper, scale: 1000 / font.unitsPerEm, outlines: readOutlines(bytes) };
    parsed.set(name, found);
  }
  return found;
}
