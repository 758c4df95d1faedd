/** Stored bytes as a response, with conditional requests and a single range (RFC 9110, sections 13 and 14). */

/**
 * 200, 206, 304 or 416. A request for several ranges gets all bytes, as the RFC allows.
 * @param headers must contain `ETag`, in quotes
 */
export function bytesResponse(request: Request, bytes: Uint8Array, headers: Record<string, string>): Response {
  const base = { ...headers, 'Accept-Ranges': 'bytes' };
  if (isKnown(request, headers.ETag!)) return new Response(null, { status: 304, headers: base });
  const range = request.headers.get('if-range') ?? headers.ETag;
  const wanted = range === headers.ETag ? parseRange(request.headers.get('range'), bytes.byteLength) : undefined;
  if (wanted === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...base, 'Content-Range': `bytes */${bytes.byteLength}` } });
  }
  if (!wanted) return new Response(bytes as BlobPart as Blob, { headers: base });
  const [first, last] = wanted;
  return new Response(bytes.subarray(first, last + 1) as BlobPart as Blob, {
    status: 206,
    headers: { ...base, 'Content-Range': `bytes ${first}-${last}/${bytes.byteLength}` },
  });
}

/** Whether the client has the content with this `etag` already. */
export function isKnown(request: Request, etag: string): boolean {
  const ifNoneMatch = request.headers.get('if-none-match');
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

function parseRange(header: string | null, size: number): [first: number, last: number] | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, from, to] = match;
  if (from === '') return to === '0' || Number(to) === 0 ? 'unsatisfiable' : [Math.max(0, size - Number(to)), size - 1];
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (first >= size) return 'unsatisfiable';
  return last < first ? undefined : [first, last];
}
