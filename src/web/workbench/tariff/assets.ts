import { pageAsset } from '../shell/asset.ts';
import css from './tariff.css' with { type: 'text' };

export const TARIFF_STYLE = pageAsset('tariff', 'css', css as unknown as string);
export const TARIFF_ASSETS = [TARIFF_STYLE];
