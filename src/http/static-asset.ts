/** A file that pages load. It is made and compressed once, and sent compressed to clients that accept it. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { bytesResponse } from './stored-bytes.ts';

const compress = promisify(gzip);
const CACHE_S = 3600;

interface Content {
  etag: string;
  plain: Uint8Array;
  compressed: Uint8Array;
}

export class Asset {
  #content: Promise<Content> | undefined;

  constructor(
    private readonly type: string,
    private readonly read: () => string | Promise<string | Uint8Array>,
    /** By name in small letters: a name in two spellings would be sent twice. */
    private readonly headers: Record<string, string> = {},
  ) {}

  async answer(request: Request): Promise<Response> {
    this.#content ??= this.#make();
    const { etag, plain, compressed } = await this.#content;
    const headers = {
      'content-type': this.type,
      'cache-control': `public, max-age=${CACHE_S}`,
      ...this.headers,
      vary: 'Accept-Encoding',
    };
    if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) {
      return bytesResponse(request, plain, { ...headers, ETag: `"${etag}"` });
    }
    return bytesResponse(request, compressed, { ...headers, ETag: `"${etag}-gzip"`, 'Content-Encoding': 'gzip' });
  }

  async #make(): Promise<Content> {
    const read = await this.read();
    const plain = typeof read === 'string' ? new TextEncoder().encode(read) : read;
    return { etag: Bun.hash(plain).toString(36), plain, compressed: await compress(plain) };
  }
}
