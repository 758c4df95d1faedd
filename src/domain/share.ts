/**
 * A share as people write it. With a percent sign it is percent; a bare number from 0 to 1 is a share; a bare number above 1 and up to 100 is
 * percent. So `4%`, `0.04` and `4` are the same.
 * @returns from 0 to 1; null if the text is none of these
 */
export function readShare(text: string): number | null {
  const [, digits, sign] = /^(\d{1,3}(?:\.\d{1,12})?|\.\d{1,12}) ?(%?)$/.exec(text.trim().replace(',', '.')) ?? [];
  if (digits === undefined) return null;
  const value = Number(digits);
  const share = sign === '%' || value > 1 ? Number((value / 100).toPrecision(12)) : value;
  return share <= 1 ? share : null;
}

/** `4%` for 0.04 */
export function percentText(share: number): string {
  return `${Number((share * 100).toPrecision(12))}%`;
}
