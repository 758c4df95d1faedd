const SHOWN_CHARS_MAX = 80;

/** A text of a file for a message: without control characters, and at most 80 characters long. */
export function shown(text: string): string {
  const plain = text
    .slice(0, SHOWN_CHARS_MAX + 1)
    .toWellFormed()
    .replace(/\p{C}/gu, '�');
  return plain.length > SHOWN_CHARS_MAX ? `${plain.slice(0, SHOWN_CHARS_MAX)}…` : plain;
}
