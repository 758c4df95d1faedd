/** Files that pages load. Each name contains a hash of the content, so a browser may keep the file for good. */
import { sha256Hex } from '../../../domain/sha256.ts';
import { Asset } from '../../../http/static-asset.ts';

const TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

export interface PageAsset {
  /** The last part of its path. */
  file: string;
  path: string;
  answer(request: Request): Promise<Response>;
}

/** A file at `/work/assets/`. It is served if `assets.ts` of this room lists it. */
export function pageAsset(name: string, ending: keyof typeof TYPES, text: string): PageAsset {
  const file = `${name}-${sha256Hex(text).slice(0, 16)}.${ending}`;
  const asset = new Asset(TYPES[ending], () => text, { 'cache-control': 'public, max-age=31536000, immutable' });
  return { file, path: `/work/assets/${file}`, answer: (request) => asset.answer(request) };
}
