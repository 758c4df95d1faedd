/** The scripts that the faces draw: which face draws which, and how HarfBuzz and screen readers call them. */
import type { FaceName } from './faces.ts';

export interface Script {
  /** ISO 15924, which selects the shaping rules. */
  tag: string;
  /** Its own characters. */
  own: RegExp;
  /** Also characters that it shares with a few other scripts, such as the danda. */
  shared: RegExp;
  /** In order of preference. */
  faces: readonly FaceName[];
  /** BCP 47 language to read it in, if the script tells. */
  lang?: string;
}

const script = (tag: string, name: string, faces: readonly FaceName[], lang?: string): Script => ({
  tag,
  own: new RegExp(`\\p{Script=${name}}`, 'u'),
  shared: new RegExp(`\\p{Script_Extensions=${name}}`, 'u'),
  faces,
  ...(lang && { lang }),
});

/** The more frequent first. */
export const SCRIPTS: readonly Script[] = [
  script('Latn', 'Latin', ['sans']),
  script('Cyrl', 'Cyrillic', ['sans']),
  script('Grek', 'Greek', ['sans'], 'el'),
  script('Arab', 'Arabic', ['dejavu', 'arabic'], 'ar'),
  script('Hebr', 'Hebrew', ['hebrew', 'dejavu'], 'he'),
  script('Thai', 'Thai', ['thai'], 'th'),
  script('Deva', 'Devanagari', ['devanagari'], 'hi'),
  script('Beng', 'Bengali', ['bengali'], 'bn'),
  script('Taml', 'Tamil', ['tamil'], 'ta'),
  script('Telu', 'Telugu', ['telugu'], 'te'),
  script('Gujr', 'Gujarati', ['gujarati'], 'gu'),
  script('Guru', 'Gurmukhi', ['gurmukhi'], 'pa'),
  script('Knda', 'Kannada', ['kannada'], 'kn'),
  script('Mlym', 'Malayalam', ['malayalam'], 'ml'),
  script('Sinh', 'Sinhala', ['sinhala'], 'si'),
  script('Khmr', 'Khmer', ['khmer'], 'km'),
  script('Mymr', 'Myanmar', ['myanmar'], 'my'),
  script('Laoo', 'Lao', ['lao'], 'lo'),
  script('Ethi', 'Ethiopic', ['ethiopic'], 'am'),
  script('Geor', 'Georgian', ['georgian'], 'ka'),
  script('Armn', 'Armenian', ['armenian'], 'hy'),
  script('Tibt', 'Tibetan', ['tibetan'], 'bo'),
];
