/** The result of one check of `portside doctor`. */
export type Status = 'ok' | 'warning' | 'failed' | 'skipped';

export interface Outcome {
  status: Status;
  /** What the check found. */
  text: string;
  /** What to do about it. */
  advice?: string;
}

/** An outcome with the name of its check, as `--json` prints it. */
export type CheckResult = { check: string } & Outcome;

export const ok = (text: string): Outcome => ({ status: 'ok', text });
export const skipped = (text: string): Outcome => ({ status: 'skipped', text });
export const warning = (text: string, advice: string): Outcome => ({ status: 'warning', text, advice });
export const failed = (text: string, advice: string): Outcome => ({ status: 'failed', text, advice });

/** Runs a check. A check that throws has failed. */
export async function runCheck(check: string, run: () => Outcome | Promise<Outcome>): Promise<CheckResult> {
  try {
    return { check, ...(await run()) };
  } catch (error) {
    return { check, ...failed((error as Error).message, 'The log of the server may say more.') };
  }
}

/** Bytes in decimal units, such as `1.4 GB`. */
export function bytesText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${Number((bytes / 1000 ** power).toFixed(1))} ${units[power]}`;
}
