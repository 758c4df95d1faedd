import { ResponseError } from './errors.ts';
import { type Answer, requestIdOf } from './transport.ts';

/** The bytes of a document whose SHA-256 is the one that the server sent as its ETag. @throws ResponseError if they differ */
export async function checkedDocument({ headers, bytes }: Answer): Promise<Uint8Array> {
  const expected = /^(?:W\/)?"([0-9a-f]{64})"$/.exec(headers.get('etag') ?? '')?.[1];
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  const actual = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (actual === expected) return bytes;
  throw new ResponseError('The SHA-256 of the document is not the one the server sent.', requestIdOf(headers));
}
