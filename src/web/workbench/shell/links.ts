/** Addresses of pages that more than one section links to. */

/** The families of jobs, by the path that the API has for them. */
export const JOB_FAMILIES = {
  tariff_audits: {
    label: 'Tariff audit',
    plural: 'Tariff audits',
    product: 'tariff',
    api: '/api/v2/tariff/audits',
    page: '/work/tariff/audits',
  },
  pixel_audits: {
    label: 'Store audit',
    plural: 'Store audits',
    product: 'pixel',
    api: '/api/v2/pixel/audits',
    page: '/work/pixel/audits',
  },
  entry_batches: {
    label: 'Certificate batch',
    plural: 'Certificate batches',
    product: 'entry',
    api: '/api/v2/entry/batches',
    page: '/work/certificates/batches',
  },
} as const;

export type JobFamily = keyof typeof JOB_FAMILIES;

export function jobPage(family: JobFamily, id: string): string {
  return `${JOB_FAMILIES[family].page}/${id}`;
}

export function watchPage(id: string): string {
  return `/work/watches/${id}`;
}

/** @param code with or without dots */
export function schedulePage(code: string): string {
  return `/work/schedule/${encodeURIComponent(code)}`;
}

/** The form that works out the duty of a number. */
export function dutyPage(code: string): string {
  return `/work/tariff/duties?code=${encodeURIComponent(code)}`;
}

/** The form of a new list, with these numbers in it. */
export function newListPage(codes: readonly string[]): string {
  return `/work/tariff?codes=${encodeURIComponent(codes.join(','))}`;
}

/** What changed on a day. @param date `YYYY-MM-DD` @param code only this number and those above and below it */
export function changesPage(date: string, code?: string): string {
  return `/work/changes/${date}${code === undefined ? '' : `?number=${encodeURIComponent(code)}`}`;
}
