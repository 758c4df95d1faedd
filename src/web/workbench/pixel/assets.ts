import reportCss from '../../scan-report/report.css' with { type: 'text' };
import { pageAsset } from '../shell/asset.ts';
import css from './pixel.css' with { type: 'text' };

export const PIXEL_STYLE = pageAsset('pixel', 'css', css);
/** The styles of a report, for a report inside of a page. Rules for the whole document apply to nothing there. */
export const REPORT_STYLE = pageAsset('pixel-report', 'css', `.tracking-report { ${reportCss} }`);

export const PIXEL_ASSETS = [PIXEL_STYLE, REPORT_STYLE];
