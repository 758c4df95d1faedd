import { pageAsset } from '../shell/asset.ts';
import style from './changes.css' with { type: 'text' };

export const CHANGES_STYLE = pageAsset('changes', 'css', style);

export const CHANGES_ASSETS = [CHANGES_STYLE];
