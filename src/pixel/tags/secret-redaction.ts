/** Keeps secrets out of what a report repeats of a page: excerpts, ids, names. It removes too much rather than too little. */

const REDACTED = '[redacted]';

/** Beginnings that only secrets, tokens and keys have. */
const PREFIX = /\b(?:EAA|shp(?:at|ca|pa|ss)_|pina_|pk_|[sr]k_live_|ghp_|xox[bp]-|AKIA|eyJ)/;
/** A word with such a beginning, whole or cut, with what stands before it: `access_token=EAA…`. */
const WORD = /[\w.+/=-]{9,}/g;
const HEX = /[0-9a-f]{32,}/i;
const RUN = /[\w+/-]{20,}/g;
/** Account and label of a conversion of Google Ads. A label looks random and is public: it stands in each request. */
const CONVERSION = /^AW-\d{6,12}\/[\w-]{1,40}$/;

/** An excerpt without what may be a secret, whole or cut. */
export function redactSecrets(text: string): string {
  // A prefix stands in one word, so a text without one has no such word.
  const words = PREFIX.test(text) ? text.replace(WORD, (word) => (PREFIX.test(word) ? REDACTED : word)) : text;
  return words.replace(RUN, (run) => (!CONVERSION.test(run) && (isRandom(run) || HEX.test(run)) ? REDACTED : run));
}

/** An id or a name, or `[redacted]` in its place if it may be a secret: a page can put one where an id or a name belongs. */
export function withoutSecret(text: string): string {
  if (text.length < 20 || CONVERSION.test(text)) return text;
  const mayBe = PREFIX.test(text) || HEX.test(text) || (text.match(RUN) ?? []).some(isRandom);
  return mayBe ? REDACTED : text;
}

/**
 * Whether nobody chose a word: it mixes capitals, small letters and digits, and a third of its characters are of another kind than
 * the one before. In `GoogleAnalytics4CustomPixel` fewer are. No id of Meta, Google or TikTok has small letters and capitals.
 */
function isRandom(run: string): boolean {
  if (!/[A-Z]/.test(run) || !/[a-z]/.test(run) || !/\d/.test(run)) return false;
  const kinds = run.replace(/[A-Z]/g, 'A').replace(/[a-z]/g, 'a').replace(/\d/g, '1');
  let changes = 0;
  for (let i = 1; i < kinds.length; i++) if (kinds[i] !== kinds[i - 1]) changes++;
  return changes * 3 >= run.length;
}
