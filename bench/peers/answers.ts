/** What the peers on Bun and Node look codes up in: one result object a code, as Portside answered it. */
import { readFileSync } from 'node:fs';

export function readAnswers(path: string): Map<string, unknown> {
  return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>));
}
