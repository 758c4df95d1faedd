/** Text of strangers, made safe for a terminal, and the words that several parts of a report use. */
import { stripVTControlCharacters } from 'node:util';
import type { Severity } from '../../domain/scan-report.ts';
import type { Style } from '../terminal.ts';

export const SEVERITIES: readonly Severity[] = ['error', 'warn', 'info'];
export const SEVERITY_STYLES: Record<Severity, Style> = {
  error: ['bold', 'red'],
  warn: ['bold', 'yellow'],
  info: ['bold', 'blue'],
};

/** Text on one line. Anyone can write a page, so its escape sequences and line breaks must not reach the terminal. */
export function plain(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

export function cut(text: string, columns: number): string {
  const points = [...text];
  return points.length > columns ? `${points.slice(0, columns - 1).join('')}…` : text;
}

/** `1 page`, `2 pages`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A word of the report without its underscores: `app_pixel`. */
export function spaced(word: string): string {
  return plain(word).replaceAll('_', ' ');
}
