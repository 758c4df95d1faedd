/** The Unicode bidirectional algorithm (UAX #9) for one paragraph. Level 0 is left to right, odd levels are right to left. */
import bidiFactory from 'bidi-js';

const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1eeff}]/u;

let algorithm: ReturnType<typeof bidiFactory> | undefined;
const bidi = () => {
  algorithm ??= bidiFactory();
  return algorithm;
};

export interface EmbeddingLevels {
  /** The level of the paragraph, determined by its first strong character. */
  base: number;
  /** One level per UTF-16 unit, or null if all are 0. */
  perUnit: Uint8Array | null;
}

export function embeddingLevels(paragraph: string): EmbeddingLevels {
  if (!RTL.test(paragraph)) return { base: 0, perUnit: null };
  const found = bidi().getEmbeddingLevels(paragraph, 'auto');
  return { base: found.paragraphs[0]?.level ?? 0, perUnit: found.levels };
}

/** Rule L2: from the highest level down to 1, reverse every run at that level or above. */
export function visualOrder<T extends { level: number }>(line: readonly T[]): readonly T[] {
  const highest = line.reduce((most, piece) => Math.max(most, piece.level), 0);
  if (highest === 0) return line;
  const order = [...line];
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < order.length; start++) {
      if (order[start]!.level < level) continue;
      let end = start;
      while (end < order.length && order[end]!.level >= level) end++;
      order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end;
    }
  }
  return order;
}
