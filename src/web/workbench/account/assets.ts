import { pageAsset } from '../shell/asset.ts';
import style from './account.css' with { type: 'text' };

export const ACCOUNT_STYLE = pageAsset('account', 'css', style);

export const ACCOUNT_ASSETS = [ACCOUNT_STYLE];
