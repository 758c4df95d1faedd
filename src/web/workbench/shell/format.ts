/** How numbers, times and sizes are written. */

/** `12,345` */
export function formatCount(n: number): string {
  return n.toLocaleString('en-US');
}

/** `1 line`, `12,345 lines` */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`;
}

/** `8 s`, `3 minutes`, `5 hours`: rounded up, because it says when trying again helps. */
export function waitText(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  if (seconds < 7200) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3600)} hours`;
}

/** `0.4 s`, `12 s`, `3.5 minutes`, `1 hour` */
export function formatSeconds(seconds: number): string {
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const [amount, unit] = seconds < 3600 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  const rounded = Number(amount.toFixed(1));
  return `${rounded} ${rounded === 1 ? unit : `${unit}s`}`;
}

/** `812 bytes`, `4.2 kB`, `30 MB` */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return plural(bytes, 'byte');
  const units = ['kB', 'MB', 'GB', 'TB'];
  let amount = bytes;
  let unit = -1;
  do {
    amount /= 1000;
    unit++;
  } while (amount >= 999.5 && unit < units.length - 1);
  return `${amount < 9.95 ? amount.toFixed(1) : Math.round(amount)} ${units[unit]}`;
}
