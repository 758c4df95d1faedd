/** Every planted fault, by area. */
import { api } from './api.ts';
import { browser } from './browser.ts';
import { clients } from './clients.ts';
import { entry } from './entry.ts';
import type { Fault } from './fault.ts';
import { http } from './http.ts';
import { keys } from './keys.ts';
import { limits } from './limits.ts';
import { pixel } from './pixel.ts';
import { pixelFetch } from './pixel-fetch.ts';
import { programs } from './programs.ts';
import { spreadsheet } from './spreadsheet.ts';
import { storage } from './storage.ts';
import { tariff } from './tariff.ts';
import { work } from './work.ts';
import { zip } from './zip.ts';

export const AREAS: Readonly<Record<string, readonly Fault[]>> = {
  limits,
  keys,
  http,
  api,
  tariff,
  spreadsheet,
  zip,
  'pixel-fetch': pixelFetch,
  pixel,
  entry,
  storage,
  work,
  browser,
  programs,
  clients,
};
