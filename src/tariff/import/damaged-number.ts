/** What a spreadsheet most likely did to a tariff number. It is only said, never repaired: a guess could be another product. */

/** A clause for the end of a message; empty if nothing is likely. */
export function damageOf(text: string): string {
  if (/^\d(?:\.\d+)?[eE]\+?\d+$/.test(text))
    return ': a spreadsheet wrote it in powers of ten, and its last digits are lost';
  if (/^\d{4}\.\d$/.test(text)) return `: a spreadsheet dropped the last zero of ${text}0`;
  if (/^\d{3}(?:\.\d\d){0,3}$/.test(text) || /^\d{3}\.\d$/.test(text))
    return ': a spreadsheet dropped its leading zero';
  if (/^\d+$/.test(text) && text.length < 10 && text.length % 2 === 1)
    return ': a spreadsheet dropped its leading zero';
  if (/^\d{4}\.\d\d\.\d{4}\.\d+$|^\d{11,}$/.test(text)) return ': it has more than ten digits';
  if (/[OoIl]/.test(text)) return ': it contains a letter that looks like a digit';
  return '. A number has 4, 6, 8 or 10 digits, with or without dots';
}
