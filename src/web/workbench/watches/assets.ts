import { pageAsset } from '../shell/asset.ts';
import style from './watches.css' with { type: 'text' };

export const WATCH_STYLE = pageAsset('watches', 'css', style);

export const WATCH_ASSETS = [WATCH_STYLE];
