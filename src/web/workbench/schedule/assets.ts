import { pageAsset } from '../shell/asset.ts';
import style from './schedule.css' with { type: 'text' };

export const SCHEDULE_STYLE = pageAsset('schedule', 'css', style);

export const SCHEDULE_ASSETS = [SCHEDULE_STYLE];
