/** Secrets for tests. None stands in a file, so that no scanner of secrets takes this repository for a leak. */
import { mulberry32 } from './random.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const HEX = '0123456789abcdef';

/** Pseudo-random characters: the same for the same seed. */
export function characters(count: number, alphabet = LETTERS, seed = 1): string {
  const random = mulberry32(seed);
  return Array.from({ length: count }, () => alphabet[Math.floor(random() * alphabet.length)]!).join('');
}

export const hex = (count: number, seed = 1): string => characters(count, HEX, seed);

export const MADE_UP = {
  meta: `${'EA'}A${characters(180, LETTERS, 2)}`,
  metaCut: `${'EA'}A${characters(45, LETTERS, 3)}`,
  metaAppSecret: hex(32, 4),
  ga4: characters(22, `${LETTERS}-_`, 5),
  tiktok: hex(40, 6),
  klaviyo: `${'pk'}_${hex(34, 7)}`,
  klaviyoNew: `${'pk'}_${characters(6, LETTERS, 8)}_${hex(32, 9)}`,
  pinterest: `${'pina'}_${characters(56, LETTERS, 10)}`,
  snap: `${'ey'}J${characters(30, LETTERS, 11)}.${'ey'}J${characters(90, LETTERS, 12)}.${characters(43, `${LETTERS}-_`, 13)}`,
  shopify: ['at', 'ca', 'pa', 'ss'].map((kind, i) => `${'shp'}${kind}_${hex(32, 14 + i)}`),
  stripe: `${'sk'}_live_${characters(24, LETTERS, 20)}`,
  aws: `${'AK'}IA${characters(16, LETTERS.slice(0, 26), 21)}`,
  slack: `${'xox'}b-123456789012-234567890123-${characters(24, LETTERS, 22)}`,
  github: `${'gh'}p_${characters(36, LETTERS, 23)}`,
  privateKey: `-----BEGIN ${'PRIVATE'} KEY-----\n${Array.from({ length: 6 }, (_, i) => characters(64, `${LETTERS}+/`, 24 + i)).join('\n')}\n-----END ${'PRIVATE'} KEY-----`,
} as const;
