/** A file of a page: made once, packed once, sent packed to who can unpack it. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { bytesResponse } from './stored-bytes.ts';

const pack = promisify(gzip);
const KEPT_S = 3600;

interface Made {
  etag: string;
  plain: Uint8Array;
  packed: Uint8Array;
}

export class Asset {
  #made: Promise<Made> | undefined;

  constructor(
    private readonly type: string,
    private readonly read: () => string | Promise<string | Uint8Array>,
    private readonly headers: Record<string, string> = {},
  ) {}

  async answer(request: Request): Promise<Response> {
    this.#made ??= this.#make();
    const { etag, plain, packed } = await this.#made;
    const headers = {
      ...this.headers,
      'Content-Type': this.type,
      'Cache-Control': `public, max-age=${KEPT_S}`,
      Vary: 'Accept-Encoding',
    };
    if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) {
      return bytesResponse(request, plain, { ...headers, ETag: `"${etag}"` });
    }
    return bytesResponse(request, packed, { ...headers, ETag: `"${etag}-gzip"`, 'Content-Encoding': 'gzip' });
  }

  async #make(): Promise<Made> {
    const read = await this.read();
    const plain = typeof read === 'string' ? new TextEncoder().encode(read) : read;
    return { etag: Bun.hash(plain).toString(36), plain, packed: await pack(plain) };
  }
}
