/** The files that pages load. Each name contains a hash of the content, so a browser may keep the file for good. */
import { sha256Hex } from '../domain/sha256.ts';
import drafts from '../web/drafts.client.js' with { type: 'text' };
import tokens from '../web/tokens.css' with { type: 'text' };
import icon from './assets/icon.svg' with { type: 'text' };
import script from './assets/page.client.js' with { type: 'text' };
import style from './assets/page.css' with { type: 'text' };

interface Asset {
  file: string;
  path: string;
  type: string;
  text: string;
}

function asset(name: string, extension: string, type: string, text: string): Asset {
  const hash = sha256Hex(text).slice(0, 16);
  const file = `${name}-${hash}.${extension}`;
  return { file, path: `/operator/assets/${file}`, type, text };
}

const STYLE = asset('page', 'css', 'text/css; charset=utf-8', tokens + style);
const SCRIPT = asset('page', 'js', 'text/javascript; charset=utf-8', drafts + script);
const ICON = asset('icon', 'svg', 'image/svg+xml', icon);

export const ICON_PATH = ICON.path;
export const STYLE_PATH = STYLE.path;
export const SCRIPT_PATH = SCRIPT.path;

/** @param file the last part of the path. Undefined when there is no such file. */
export function assetResponse(file: string): Response | undefined {
  const found = [STYLE, SCRIPT, ICON].find((asset) => asset.file === file);
  if (!found) return undefined;
  return new Response(found.text, {
    headers: {
      'content-type': found.type,
      'cache-control': 'public, max-age=31536000, immutable',
    },
  });
}
