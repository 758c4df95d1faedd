/** Amounts of resources as people read them. */
import type { Resource } from './resources.ts';

const BYTE_UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** `1.2 MB`, `20 GB`, `3,600 s`. Units are decimal. */
export function resourceText(resource: Resource, amount: number): string {
  if (resource === 'cpuMs') return `${decimal(amount / 1000)} s`;
  const power = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(1, Math.abs(amount))) / 3));
  return `${decimal(amount / 1000 ** power)} ${BYTE_UNITS[power]}`;
}

function decimal(amount: number): string {
  return amount.toLocaleString('en-US', { maximumFractionDigits: 1 });
}
