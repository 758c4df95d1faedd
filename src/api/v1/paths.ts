/** The paths of v1 that others name. */
export const TARIFF_LOOKUP_PATH = '/api/v1/tariff/hts/lookup';
export const PIXEL_SCAN_PATH = '/api/v1/pixel/scan';
export const GENERATE_PATH = '/api/v1/entry/gcc/generate';
