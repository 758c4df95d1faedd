import { pageAsset } from '../shell/asset.ts';
import css from './certificates.css' with { type: 'text' };

export const CERTIFICATE_STYLE = pageAsset('certificates', 'css', css);

export const CERTIFICATE_ASSETS = [CERTIFICATE_STYLE];
