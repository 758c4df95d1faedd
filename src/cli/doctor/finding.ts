/** What one look of `portside doctor` found. */
export type Status = 'ok' | 'warning' | 'failed' | 'skipped';

export interface Finding {
  check: string;
  status: Status;
  /** What is the case. */
  text: string;
  /** What to do about it. */
  advice?: string;
}

export const ok = (check: string, text: string): Finding => ({ check, status: 'ok', text });
export const skipped = (check: string, text: string): Finding => ({ check, status: 'skipped', text });
export const warning = (check: string, text: string, advice: string): Finding => ({
  check,
  status: 'warning',
  text,
  advice,
});
export const failed = (check: string, text: string, advice: string): Finding => ({
  check,
  status: 'failed',
  text,
  advice,
});

/** A look that throws has found something too. */
export async function look(check: string, work: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    return failed(check, (error as Error).message, 'The log of the server may say more.');
  }
}

/** `1.4 GB`, of 1000. */
export function bytesText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
