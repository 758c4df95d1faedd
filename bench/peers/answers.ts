/** The map that the peers on Bun and Node look codes up in: for each code the result that Portside gave. */
import { readFileSync } from 'node:fs';

export function readAnswers(path: string): Map<string, unknown> {
  return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>));
}
