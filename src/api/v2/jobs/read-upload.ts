/** Reads the body of an upload into memory: within its bound, within its time, and with its digest. */
import { PortsideError } from '../../../domain/errors.ts';

export const UPLOAD_BYTES_MAX = 32 * 1024 * 1024;
/** 32 MB in this time are 2.2 Mbit/s. A slower client would hold its slot from others. */
const UPLOAD_MS_MAX = 120_000;

export interface UploadBody {
  bytes: Uint8Array;
  /** SHA-256. */
  digest: string;
}

/**
 * @param msMax how long it may take
 * @throws PortsideError `payload_too_large` as soon as more bytes have come than fit, `unavailable` for a slow client
 */
export async function readUpload(request: Request, msMax = UPLOAD_MS_MAX): Promise<UploadBody> {
  const hasher = new Bun.CryptoHasher('sha256');
  const parts: Uint8Array[] = [];
  const reader = request.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
  let size = 0;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    // The pending read then ends as if the body had.
    void reader?.cancel().catch(() => undefined);
  }, msMax);
  try {
    for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
      size += next.value.byteLength;
      if (size > UPLOAD_BYTES_MAX) {
        void reader?.cancel().catch(() => undefined);
        throw new PortsideError('payload_too_large');
      }
      hasher.update(next.value);
      parts.push(next.value);
    }
  } finally {
    clearTimeout(timer);
  }
  if (isLate) throw tooSlow(msMax);
  // The body of a client that has gone must not end as a shorter one.
  request.signal.throwIfAborted();
  return { bytes: Buffer.concat(parts, size), digest: hasher.digest('hex') };
}

function tooSlow(msMax: number): PortsideError {
  const message = `The body did not arrive within ${msMax / 1000} seconds. Nothing was done. Send a smaller file.`;
  return new PortsideError('unavailable', { message, retryAfterS: 60 });
}
