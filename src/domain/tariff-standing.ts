/**
 * The words that people read of how a number stands on the Section 232 lists, and their colours: the same on every page, in the terminal and
 * in exports. Programs read the `status` of the contract.
 */

/** `bad`: a duty is likely. `mild`: look closer. `info`: check the number. `dim`: nothing was found. */
export type StandingTone = 'bad' | 'mild' | 'info' | 'dim';

export const STANDINGS = {
  listed: { label: 'Listed', tone: 'bad' },
  in_part: { label: 'Listed in part', tone: 'mild' },
  elsewhere: { label: 'Listed elsewhere', tone: 'mild' },
  near: { label: 'Near a listed number', tone: 'info' },
  not_listed: { label: 'Not listed', tone: 'dim' },
  not_a_number: { label: 'Not a number', tone: 'mild' },
} as const satisfies Record<string, { label: string; tone: StandingTone }>;

export type Standing = keyof typeof STANDINGS;

/** In a sentence behind the label. */
export const STANDING_MEANINGS: Record<Standing, string> = {
  listed: 'All its goods are on a Section 232 derivative list.',
  in_part: 'Some of its goods are on a Section 232 derivative list: ten digits decide.',
  elsewhere: 'Not on a derivative list. Another Section 232 list has it or part of it: a duty may apply.',
  near: 'Not on a list itself, but numbers of its heading are. Check the last digits.',
  not_listed: 'On no Section 232 list that was read.',
  not_a_number: 'Not the number of a product.',
};
