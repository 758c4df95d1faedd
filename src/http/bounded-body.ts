import { PortsideError } from '../domain/errors.ts';

/**
 * Reads the body of a request, which may be at most `bytesMax` bytes, whether it declares its length or comes in chunks.
 * @throws PortsideError `payload_too_large`: before reading when the declared length is over the bound, otherwise as soon as more
 * bytes than that have come. The rest is not read.
 */
export async function readBoundedBody(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length')) > bytesMax) throw new PortsideError('payload_too_large');
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new PortsideError('payload_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** As `readBoundedBody`, decoded as UTF-8. */
export async function readBoundedText(request: Request, bytesMax: number): Promise<string> {
  return new TextDecoder().decode(await readBoundedBody(request, bytesMax));
}
