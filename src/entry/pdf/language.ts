/** The language in which a screen reader should read a text, if its script tells. Most scripts do not. */
const BY_SCRIPT: readonly [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Greek}/u, 'el'],
];

const ASCII = /^[\n\x20-\x7e]*$/;

/** `lang` is a BCP 47 tag. `rtl` is true for text in Arabic or Hebrew script. */
export function detectLanguage(text: string): { lang?: string; rtl: boolean } {
  if (ASCII.test(text)) return { rtl: false };
  const lang = BY_SCRIPT.find(([script]) => script.test(text))?.[1];
  return { lang, rtl: lang === 'ar' || lang === 'he' };
}
