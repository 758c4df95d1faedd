/** Bodies that do not declare their length are read here, under the same bound as those that do. */
import { PortsideError } from '../domain/errors.ts';

/**
 * For a request that declares no length: the request itself where it has no body, otherwise one that holds the body.
 * @throws PortsideError `payload_too_large` as soon as the bound is passed; the rest is not read.
 */
export async function boundedBody(request: Request, bytesMax: number): Promise<Request> {
  if (request.body === null) return request;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new PortsideError('payload_too_large');
    chunks.push(chunk);
  }
  const { method, headers } = request;
  return new Request('http://localhost/', { method, headers, body: Buffer.concat(chunks) });
}
