/**
 * Properties of letters that JavaScript's regular expressions do not know, from Unicode 14. Only of the Basic Multilingual Plane:
 * the later ones are of scripts that no font in the binary draws.
 */

const characterClass = (...ranges: string[]) => new RegExp(`^[${ranges.join('')}]$`);

/** Combining class 9: kills the vowel of a letter, which may then join the next. */
export const VIRAMA = characterClass(
  String.raw`\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a`,
  String.raw`\u1714\u1715\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua82c\ua8c4\ua953\ua9c0\uaaf6\uabed`,
);

/** Joining type Right: a letter that joins the one before it only. */
export const JOINS_BEFORE = characterClass(
  String.raw`\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd`,
  String.raw`\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef\u0710\u0715-\u0719\u071e\u0728\u072a\u072c\u072f\u074d\u0759-\u075b`,
  String.raw`\u076b\u076c\u0771\u0773\u0774\u0778\u0779\u0840\u0846\u0847\u0849\u0854\u0856-\u0858\u0867\u0869\u086a`,
  String.raw`\u0870-\u0882\u088e\u08aa-\u08ac\u08ae\u08b1\u08b2\u08b9`,
);

/** Joining type Dual or Left: a letter that can join the one after it. */
export const JOINS_BOTH = characterClass(
  String.raw`\u0620\u0626\u0628\u062a-\u062e\u0633-\u063f\u0641-\u0647\u0649\u064a\u066e\u066f\u0678-\u0687\u069a-\u06bf`,
  String.raw`\u06c1\u06c2\u06cc\u06ce\u06d0\u06d1\u06fa-\u06fc\u06ff\u0712-\u0714\u071a-\u071d\u071f-\u0727\u0729\u072b`,
  String.raw`\u072d\u072e\u074e-\u0758\u075c-\u076a\u076d-\u0770\u0772\u0775-\u0777\u077a-\u077f\u07ca-\u07ea\u0841-\u0845`,
  String.raw`\u0848\u084a-\u0853\u0855\u0860\u0862-\u0865\u0868\u0886\u0889-\u088d\u08a0-\u08a9\u08af\u08b0\u08b3-\u08b8`,
  String.raw`\u08ba-\u08c8\u1807\u1820-\u1878\u1887-\u18a8\u18aa\ua840-\ua872`,
);
