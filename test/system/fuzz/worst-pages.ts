/** The pages that cost most to scan, for the benches and for tests of a server under attack. */
import { ATTACKS } from './attacks.ts';

export interface WorstPage {
  name: string;
  html: string;
}

/** As much as an 8 kB reply holds when it is compressed: what an attacker sends costs him nothing. */
const PAGE_CHARS = 2_000_000;
/** A longer script is cut, so an attack on scripts is repeated in scripts of this length. */
const SCRIPT_CHARS = 500_000;

/** The `count` worst pages, the same on every call. Attacks repeat, in other lengths, if `count` is more than there are. */
export function worstPages(count: number, chars = PAGE_CHARS): WorstPage[] {
  const known = ATTACKS.filter(({ reader }) => reader === 'page' || reader === 'script');
  return Array.from({ length: count }, (_, i) => {
    const { name, reader, text } = known[i % known.length]!;
    const length = Math.floor(chars / (1 + Math.floor(i / known.length)));
    return { name, html: reader === 'page' ? text(length) : scriptsOf(text, length) };
  });
}

function scriptsOf(text: (chars: number) => string, chars: number): string {
  const length = Math.min(chars, SCRIPT_CHARS);
  return `<script>${text(length - 17)}</script>`.repeat(Math.max(1, Math.floor(chars / length)));
}
