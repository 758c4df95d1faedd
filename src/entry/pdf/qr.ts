/** A QR code as horizontal rectangles. */
import encodeQR from 'qr';

export interface QrCode {
  /** Modules along one side, without the quiet zone. */
  size: number;
  /** Horizontal runs of dark modules: column, row, length. */
  runs: [number, number, number][];
}

/** The least that the library makes. The page is white around the code anyway. */
const BORDER = 1;

/**
 * Error correction level M. The mask is fixed: comparing all eight masks takes as long as the rest of a certificate, and
 * every reader can read any mask.
 */
export function qrCode(text: string): QrCode {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER, mask: 3 });
  const runs: QrCode['runs'] = [];
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      runs.push([start - BORDER, y - BORDER, x - start + 1]);
    }
  });
  return { size: rows.length - 2 * BORDER, runs };
}
