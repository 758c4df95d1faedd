/** Every file of the workbench that browsers load. A section adds its own here. */
import { ACCOUNT_ASSETS } from './account/assets.ts';
import { CERTIFICATE_ASSETS } from './certificates/assets.ts';
import { CHANGES_ASSETS } from './changes/assets.ts';
import { PIXEL_ASSETS } from './pixel/assets.ts';
import { SCHEDULE_ASSETS } from './schedule/assets.ts';
import type { PageAsset } from './shell/asset.ts';
import { SHELL_ASSETS } from './shell/assets.ts';
import { TARIFF_ASSETS } from './tariff/assets.ts';
import { WATCH_ASSETS } from './watches/assets.ts';

const ASSETS: readonly PageAsset[] = [
  ...SHELL_ASSETS,
  ...ACCOUNT_ASSETS,
  ...CERTIFICATE_ASSETS,
  ...CHANGES_ASSETS,
  ...PIXEL_ASSETS,
  ...SCHEDULE_ASSETS,
  ...TARIFF_ASSETS,
  ...WATCH_ASSETS,
];

const BY_FILE = new Map(ASSETS.map((asset) => [asset.file, asset]));

/** @param file the last part of the path. Undefined when there is no such file. */
export function findAsset(file: string): PageAsset | undefined {
  return BY_FILE.get(file);
}
