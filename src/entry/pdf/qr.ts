/** A QR code as horizontal rectangles. */
import { encode } from 'uqr';

export interface QrCode {
  /** Modules along one side, without the quiet zone. */
  size: number;
  /** Horizontal runs of dark modules: column, row, length. */
  runs: [number, number, number][];
}

/**
 * Error correction level M. The mask is fixed: comparing all eight masks takes as long as the rest of a certificate, and
 * every reader can read any mask.
 */
export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 0, maskPattern: 3 });
  const runs: QrCode['runs'] = [];
  data.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      runs.push([start, y, x - start + 1]);
    }
  });
  return { size, runs };
}
