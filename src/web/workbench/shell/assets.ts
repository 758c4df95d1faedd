import htmx from 'htmx.org/dist/htmx.min.js' with { type: 'text' };
import icon from '../../docs/icon.svg' with { type: 'text' };
import drafts from '../../drafts.client.js' with { type: 'text' };
import tokens from '../../tokens.css' with { type: 'text' };
import wordmark from '../../wordmark.css' with { type: 'text' };
import { pageAsset } from './asset.ts';
import script from './work.client.js' with { type: 'text' };
import style from './work.css' with { type: 'text' };

/** What every page loads. */
export const HTMX = pageAsset('htmx', 'js', htmx);
export const SCRIPT = pageAsset('work', 'js', drafts + script);
export const STYLE = pageAsset('work', 'css', tokens + wordmark + style);
export const ICON = pageAsset('icon', 'svg', icon);

export const SHELL_ASSETS = [HTMX, SCRIPT, STYLE, ICON];
