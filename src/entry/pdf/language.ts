/** The language in which a screen reader should read a text, if its script tells. Most scripts do not. */
import { SCRIPTS } from './scripts.ts';

const BY_SCRIPT: readonly [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  ...SCRIPTS.flatMap(({ own, lang }): [RegExp, string][] => (lang ? [[own, lang]] : [])),
];

const ASCII = /^[\n\x20-\x7e]*$/;

/** A BCP 47 tag. */
export function detectLanguage(text: string): string | undefined {
  if (ASCII.test(text)) return undefined;
  return BY_SCRIPT.find(([script]) => script.test(text))?.[1];
}
